package scheduler

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

const (
	portsText       = "node(s) didn't have free ports for the requested pod ports"
	tooManyPodsText = "Too many pods"
	insufficient    = "Insufficient "
)

// nodePorts fails where another pod holds a host port that the pod asks for.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/nodeports/node_ports.go, Filter.
func nodePorts(s *scene) verdict {
	if len(s.t.Ports) == 0 {
		return verdict{}
	}
	if _, holder := s.clash(); holder != nil {
		return fails(portsText)
	}
	return verdict{}
}

// clash is the first port of the pod that is taken, and the pod that holds it.
func (s *scene) clash() (state.HostPort, *state.Pod) {
	for _, p := range s.pods {
		if port, yes := portClash(s.t.Ports, p.Template.Ports); yes {
			return port, p
		}
	}
	return state.HostPort{}, nil
}

// portClash says whether two pods cannot hold their ports on one node, and which
// of the first pod's ports is the first in the way: the protocol and the number
// are the same, and so is the address, unless one of the two takes every address.
//
// Upstream 1.37: k8s.io/kube-scheduler/framework/types.go, HostPortInfo.CheckConflict.
func portClash(want, have []state.HostPort) (state.HostPort, bool) {
	for _, w := range want {
		for _, h := range have {
			if w.Port == h.Port && w.Protocol == h.Protocol && (everyAddress(w.IP) || everyAddress(h.IP) || w.IP == h.IP) {
				return w, true
			}
		}
	}
	return state.HostPort{}, false
}

func everyAddress(ip string) bool { return ip == "" || ip == "0.0.0.0" }

func explainPorts(s *scene) (string, reason.Reason) {
	port, holder := s.clash()
	text := portString(port)
	held := holder.Namespace + "/" + holder.Name
	return text + " (" + held + ")", reason.Reason{Code: reason.FixPort, Node: s.node.Name(), Pod: held, Text: text}
}

func portString(p state.HostPort) string {
	out := strconv.Itoa(int(p.Port)) + "/" + p.Protocol
	if !everyAddress(p.IP) {
		out = p.IP + ":" + out
	}
	return out
}

// shortage is a resource of which the node has too little.
type shortage struct {
	name      string // as the API spells it; "pods" for the number of pods
	text      string // upstream's
	requested int64
	used      int64
	capacity  int64
}

// missing is how much has to become free.
func (x shortage) missing() int64 { return x.requested - (x.capacity - x.used) }

// beyond says that the node would be too small even if it were empty.
func (x shortage) beyond() bool { return x.name != podCount && x.requested > x.capacity }

const podCount = "pods"

// resourcesFit fails where the sum of the requests would exceed what the node has
// to give. A pod that asks for nothing only needs a free place. Emptying the node
// does not help when one request alone exceeds it.
//
// Upstream 1.37: pkg/scheduler/framework/plugins/noderesources/fit.go, fitsRequest.
func resourcesFit(s *scene) verdict {
	var v verdict
	s.shortages(func(x shortage) {
		v.failures = append(v.failures, x.text)
		v.unresolvable = v.unresolvable || x.beyond()
	})
	return v
}

// shortages calls found for every resource that does not suffice.
func (s *scene) shortages(found func(shortage)) {
	need, room := &s.t.Requests, &s.node.Room
	count := int64(len(s.pods))
	if count+1 > room.Pods {
		found(shortage{podCount, tooManyPodsText, 1, count, room.Pods})
	}
	if need.MilliCPU == 0 && need.Memory == 0 && need.EphemeralStorage == 0 && len(need.Extended) == 0 {
		return
	}
	var cpu, memory, storage int64
	for _, p := range s.pods {
		r := &p.Template.Requests
		cpu += r.MilliCPU
		memory += r.Memory
		storage += r.EphemeralStorage
	}
	check := func(name string, requested, used, capacity int64) {
		if requested > 0 && requested > capacity-used {
			found(shortage{name, insufficient + name, requested, used, capacity})
		}
	}
	check(string(api.ResourceCPU), need.MilliCPU, cpu, room.MilliCPU)
	check(string(api.ResourceMemory), need.Memory, memory, room.Memory)
	check(string(api.ResourceEphemeralStorage), need.EphemeralStorage, storage, room.EphemeralStorage)
	for _, e := range need.Extended {
		var used int64
		for _, p := range s.pods {
			used += p.Template.Requests.Of(e.Name)
		}
		check(e.Name, e.Value, used, room.Of(e.Name))
	}
}

func explainRoom(s *scene) (string, reason.Reason) {
	var details, free, beyond []string
	s.shortages(func(x shortage) {
		asked, left := amount(x.name, x.requested), amount(x.name, max(x.capacity-x.used, 0))
		details = append(details, x.name+": needs "+asked+", "+left+" free")
		switch {
		case x.beyond():
			beyond = append(beyond, x.name+" "+asked+" (at most "+amount(x.name, x.capacity)+")")
		case x.name == podCount:
			free = append(free, places(x.missing()))
		default:
			free = append(free, amount(x.name, x.missing())+" "+x.name)
		}
	})
	fix := reason.Reason{Code: reason.FixRoom, Node: s.node.Name(), Text: strings.Join(free, ", ")}
	if len(beyond) > 0 {
		fix.Code, fix.Text = reason.FixRequest, strings.Join(beyond, ", ")
	}
	return strings.Join(details, ", "), fix
}

func places(n int64) string {
	if n == 1 {
		return "the place of 1 pod"
	}
	return "the places of " + strconv.FormatInt(n, 10) + " pods"
}

// amount spells an amount of a resource in the scheduler's unit as a quantity.
func amount(name string, value int64) string {
	switch name {
	case string(api.ResourceCPU):
		return api.NewMilliQuantity(value, api.DecimalSI).String()
	case string(api.ResourceMemory), string(api.ResourceEphemeralStorage):
		return api.NewQuantity(value, api.BinarySI).String()
	}
	return strconv.FormatInt(value, 10)
}

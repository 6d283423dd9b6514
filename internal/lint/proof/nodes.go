package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/facts"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// mostGiven is how many of the nodes that are given a proof takes.
const mostGiven = 10

// cluster is what is there before the DaemonSet: nodes on which it runs, what runs
// there, and its priority class.
func (s *subject) cluster(p plan) []tree.Map {
	var out []tree.Map
	add := func(o any) {
		if object, err := tree.Of(o); err == nil {
			out = append(out, object)
		}
	}
	named := map[string]bool{}
	for _, c := range s.given.Classes {
		named[c.Name] = true
		out = append(out, priorityClass(c.Name, int64(c.Value)))
	}
	class := s.facts().Pod.PriorityClass
	if class != "" && !named[class] && !strings.HasPrefix(class, "system-") {
		out = append(out, priorityClass(class, 1000))
	}
	if len(s.given.Nodes) > 0 {
		s.add(add)
		return out
	}
	for i := range p.nodes {
		out = append(out, s.node(fmt.Sprintf("n%d", i+1)))
	}
	return out
}

func priorityClass(name string, value int64) tree.Map {
	return tree.Map{"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": tree.Map{"name": name}, "value": value}
}

// add adds the nodes that are given, and their pods: of both what counts for whether a
// pod fits, and nothing that is nobody's business, such as environments.
func (s *subject) add(add func(o any)) {
	taken := map[string]bool{}
	for _, n := range s.given.Nodes[:min(len(s.given.Nodes), mostGiven)] {
		taken[n.Name] = true
		node := &api.Node{TypeMeta: api.TypeMeta{APIVersion: "v1", Kind: "Node"}}
		node.Name, node.Labels = n.Name, n.Labels
		node.Spec.Taints, node.Spec.Unschedulable = n.Spec.Taints, n.Spec.Unschedulable
		node.Status.Allocatable = n.Status.Allocatable
		if node.Status.Allocatable == nil {
			node.Status.Allocatable = n.Status.Capacity
		}
		add(node)
	}
	for _, p := range s.given.Pods {
		if !taken[p.Spec.NodeName] {
			continue
		}
		pod := &api.Pod{TypeMeta: api.TypeMeta{APIVersion: "v1", Kind: "Pod"}}
		pod.Name, pod.Namespace, pod.Labels = p.Name, p.Namespace, p.Labels
		pod.Spec.NodeName, pod.Spec.PriorityClassName = p.Spec.NodeName, p.Spec.PriorityClassName
		for _, c := range p.Spec.Containers {
			pod.Spec.Containers = append(pod.Spec.Containers, api.Container{Name: c.Name, Image: c.Image, Resources: c.Resources, Ports: c.Ports})
		}
		add(pod)
	}
}

// node is a node that the template asks for, with room for three pods, and with the
// devices of one.
func (s *subject) node(name string) tree.Map {
	labels := tree.Map{"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"}
	placement := s.facts().Placement
	for key, value := range placement.NodeSelector {
		labels[key] = value
	}
	if len(placement.Terms) > 0 {
		for _, r := range placement.Terms[0].Labels {
			if value, ok := answer(r); ok {
				labels[r.Key] = value
			}
		}
	}
	return tree.Map{
		"apiVersion": "v1", "kind": "Node", "metadata": tree.Map{"name": name, "labels": labels},
		"status": tree.Map{"allocatable": s.room()},
	}
}

// answer is a value that meets a requirement; false where none has to be there.
func answer(r facts.Requirement) (string, bool) {
	switch {
	case r.Operator == string(api.NodeSelectorOpIn) && len(r.Values) > 0:
		return r.Values[0], true
	case r.Operator == string(api.NodeSelectorOpExists):
		return "", true
	case r.Operator == string(api.NodeSelectorOpGt) && len(r.Values) == 1:
		return "9" + r.Values[0], true
	case r.Operator == string(api.NodeSelectorOpLt) && len(r.Values) == 1:
		return "0", true
	}
	return "", false
}

// room is what a node has.
func (s *subject) room() tree.Map {
	cpu, memory := int64(4000), int64(16<<30)
	devices := map[string]int64{}
	var asked struct{ cpu, memory int64 }
	for _, c := range s.facts().Containers {
		asked.cpu += c.Requests["cpu"]
		asked.memory += c.Requests["memory"]
		for _, d := range c.Devices {
			if c.Sort == facts.Init {
				devices[d] = max(devices[d], c.Requests[d])
			} else {
				devices[d] += c.Requests[d]
			}
		}
	}
	out := tree.Map{
		"cpu":    fmt.Sprintf("%dm", max(cpu, 3*asked.cpu)),
		"memory": fmt.Sprint(max(memory, 3*asked.memory)), "ephemeral-storage": "1Ti", "pods": "110",
	}
	names := make([]string, 0, len(devices))
	for d := range devices {
		names = append(names, d)
	}
	slices.Sort(names)
	for _, d := range names {
		out[d] = fmt.Sprint(devices[d])
	}
	return out
}

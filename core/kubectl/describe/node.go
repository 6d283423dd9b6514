package describe

import (
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/print"
)

// Lease is a node's lease, by which its kubelet says that it is alive.
type Lease struct {
	Holder  string
	Renewed api.Time
}

// Node describes a node.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describeNode.
func Node(n *api.Node, s Surroundings) string {
	return aligned(s.Now, func(p *page) {
		p.line(0, "Name:\t%s", n.Name)
		roles := strings.Join(print.NodeRoles(n), ",")
		if roles == "" {
			roles = "<none>"
		}
		p.line(0, "Roles:\t%s", roles)
		p.labels("Labels", n.Labels)
		p.annotations("Annotations", n.Annotations)
		p.line(0, "CreationTimestamp:\t%s", stamp(n.CreationTimestamp.Time))
		p.taints("Taints", n.Spec.Taints)
		p.line(0, "Unschedulable:\t%v", n.Spec.Unschedulable)
		p.lease(n.Name, s.Lease)
		p.conditions(n)
		p.line(0, "Addresses:")
		for _, a := range n.Status.Addresses {
			p.line(1, "%s:\t%s", a.Type, a.Address)
		}
		p.amounts(0, "Capacity", n.Status.Capacity)
		p.amounts(0, "Allocatable", n.Status.Allocatable)
		p.system(n)
		p.nodePods(n, s.Pods)
		p.allocated(n, s.Pods)
		s.end(p)
	})
}

func (p *page) lease(node string, l *Lease) {
	if l == nil {
		p.line(0, "Lease:\tFailed to get lease: leases.coordination.k8s.io %q not found", node)
		return
	}
	p.line(0, "Lease:")
	holder, renewed := "<unset>", "<unset>"
	if l.Holder != "" {
		holder = l.Holder
	}
	if !l.Renewed.IsZero() {
		renewed = stamp(l.Renewed.Time)
	}
	p.line(1, "HolderIdentity:\t%s", holder)
	p.line(1, "AcquireTime:\t<unset>")
	p.line(1, "RenewTime:\t%s", renewed)
}

func (p *page) conditions(n *api.Node) {
	if len(n.Status.Conditions) == 0 {
		return
	}
	p.line(0, "Conditions:")
	p.line(1, "Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage")
	p.line(1, "----\t------\t-----------------\t------------------\t------\t-------")
	for _, c := range n.Status.Conditions {
		p.line(1, "%s \t%s \t%s \t%s \t%s \t%s", c.Type, c.Status,
			stamp(c.LastHeartbeatTime.Time), stamp(c.LastTransitionTime.Time), c.Reason, c.Message)
	}
}

func (p *page) system(n *api.Node) {
	info := &n.Status.NodeInfo
	p.line(0, "System Info:")
	for _, e := range []entry{
		{"Machine ID", info.MachineID},
		{"System UUID", info.SystemUUID},
		{"Boot ID", info.BootID},
		{"Kernel Version", info.KernelVersion},
		{"OS Image", info.OSImage},
		{"Operating System", info.OperatingSystem},
		{"Architecture", info.Architecture},
		{"Container Runtime Version", info.ContainerRuntimeVersion},
		{"Kubelet Version", info.KubeletVersion},
	} {
		p.line(1, "%s:\t%s", e.name, e.value)
	}
	if n.Spec.PodCIDR != "" {
		p.line(0, "PodCIDR:\t%s", n.Spec.PodCIDR)
	}
	if len(n.Spec.PodCIDRs) > 0 {
		p.line(0, "PodCIDRs:\t%s", strings.Join(n.Spec.PodCIDRs, ","))
	}
	if n.Spec.ProviderID != "" {
		p.line(0, "ProviderID:\t%s", n.Spec.ProviderID)
	}
}

// room is what a node gives to pods.
func room(n *api.Node) api.ResourceList {
	if len(n.Status.Allocatable) > 0 {
		return n.Status.Allocatable
	}
	return n.Status.Capacity
}

// nodePods writes the pods on a node with what they take of it.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describeNodeResource.
func (p *page) nodePods(n *api.Node, pods []*api.Pod) {
	p.line(0, "Non-terminated Pods:\t(%d in total)", len(pods))
	p.line(1, "Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge")
	p.line(1, "---------\t----\t\t------------\t----------\t---------------\t-------------\t---")
	for _, pod := range pods {
		r, l := podRequests(pod), podLimits(pod)
		p.line(1, "%s\t%s\t\t%s\t%s\t%s\t%s\t%s", pod.Namespace, pod.Name,
			share(r, api.ResourceCPU, room(n)), share(l, api.ResourceCPU, room(n)),
			share(r, api.ResourceMemory, room(n)), share(l, api.ResourceMemory, room(n)),
			print.Age(pod.CreationTimestamp, p.now))
	}
}

// share is an amount with how many hundredths of the room it takes, cut off.
func share(list api.ResourceList, name api.ResourceName, room api.ResourceList) string {
	taken, all := list[name], room[name]
	part, whole := taken.Value(), all.Value()
	if name == api.ResourceCPU {
		part, whole = taken.MilliValue(), all.MilliValue()
	}
	percent := int64(0)
	if whole != 0 {
		percent = int64(float64(part) / float64(whole) * 100)
	}
	return sprint("%s (%d%%)", []any{taken.String(), percent})
}

// allocated writes the sums over the pods of a node.
func (p *page) allocated(n *api.Node, pods []*api.Pod) {
	r, l := api.ResourceList{}, api.ResourceList{}
	for _, pod := range pods {
		add(r, podRequests(pod))
		add(l, podLimits(pod))
	}
	p.line(0, "Allocated resources:")
	p.line(0, "  (Total limits may be over 100 percent, i.e., overcommitted.)")
	p.line(1, "Resource\tRequests\tLimits")
	p.line(1, "--------\t--------\t------")
	all := room(n)
	shown := []api.ResourceName{api.ResourceCPU, api.ResourceMemory, api.ResourceEphemeralStorage}
	var pages, extended []api.ResourceName
	for _, name := range resourceNames(all) {
		switch {
		case hugePages(name):
			pages = append(pages, name)
		case !standard(name):
			extended = append(extended, name)
		}
	}
	for _, name := range append(shown, pages...) {
		p.line(1, "%s\t%s\t%s", name, share(r, name, all), share(l, name, all))
	}
	sort.Slice(extended, func(i, j int) bool { return extended[i] < extended[j] })
	for _, name := range extended {
		p.line(1, "%s\t%s\t%s", name, amount(r, name), amount(l, name))
	}
}

// standard says whether every node has the resource.
func standard(name api.ResourceName) bool {
	switch name {
	case api.ResourceCPU, api.ResourceMemory, api.ResourceEphemeralStorage, api.ResourcePods:
		return true
	}
	return false
}

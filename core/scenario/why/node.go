// Package why answers the two questions that people have about a DaemonSet: why is
// there (no) pod on this node, and why does this rollout not get on. The second
// answer comes with the smallest change that helps, tried out on a fork of the cluster.
package why

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubelet"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

// Controller is the component that decides where daemon pods are made.
const Controller = "daemonset-controller"

// apiServer is the component that refuses pods of a template that it has accepted.
const apiServer = "kube-apiserver"

// Node is what one node is for one DaemonSet.
type Node struct {
	Node string `json:"node"`
	// ShouldRun says that a daemon pod should run here, MayStay that one that is
	// here may stay, Fits that one would be bound and admitted here now.
	ShouldRun bool `json:"shouldRun"`
	MayStay   bool `json:"mayStay"`
	Fits      bool `json:"fits"`
	// Checks are all questions that were asked, in the order of the components.
	Checks []Check `json:"checks"`
	// Fix is the smallest edit that turns a no into a yes; "" where all is yes, or
	// where no edit does. Several edits that are needed together are joined with "; ".
	Fix string `json:"fix"`

	// Refused says that the API server would create no pod here, whatever the others say.
	Refused bool `json:"-"`

	fixes []reason.Reason
}

// FixIn is Fix in a language.
func (a *Node) FixIn(l reason.Language) string {
	texts := make([]string, len(a.fixes))
	for i := range a.fixes {
		texts[i] = a.fixes[i].Sentence(l)
	}
	return strings.Join(texts, "; ")
}

// Check is one question with its answer.
type Check struct {
	// Component is who decides: daemonset-controller, default-scheduler or kubelet, and
	// kube-apiserver where it refuses the pod.
	Component string `json:"component"`
	// Check is what is looked at, such as taint dedicated=db:NoSchedule.
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	// Message says what was found; the scheduler and the kubelet say something only
	// where the answer is no, in Kubernetes' own words. The controller's own checks all say it.
	Message string `json:"message"`

	// Why is Message for other languages; its Code is "" where Kubernetes' own words
	// are all there is. Fix is the edit that turns a no into a yes.
	Why, Fix reason.Reason `json:"-"`
	// Command does what Fix says; "" where no single command does.
	Command string `json:"-"`
}

// Plain says that a check passes and its name says all there is to it: nothing was
// asked for, or the component tells no more. In a text such checks share a line.
func (ch *Check) Plain() bool {
	switch ch.Why.Code {
	case reason.PlaceNameUnset, reason.PlaceNothingAsked, reason.PlaceNoTaints:
		return true
	}
	return ch.OK && ch.Message == ""
}

// AboutNode explains a node that exists. A pod of the DaemonSet that waits to be
// bound to the node is the one that is explained; otherwise it is one that the
// controller would make now.
func AboutNode(c *core.Cluster, d *state.DaemonSet, name string) Node {
	n, _ := c.Node(name)
	place := c.Placer(d.ID).Place(n.Object)
	a := Node{Node: name, ShouldRun: place.ShouldRun, MayStay: place.MayStay, Fits: true}
	for _, ch := range c.Placer(d.ID).Explain(n.Object) {
		a.add(Check{Component: ch.Component, Check: ch.Check, OK: ch.OK, Message: ch.Message, Why: ch.Why, Fix: ch.Repair, Command: ch.Command(d.Object)})
	}
	p, others := candidate(c, d, n)
	if r := p.Template.Refused; r != nil {
		base := d.Object.Name + "-"
		a.Refused = true
		a.add(Check{Component: apiServer, Check: "create", Message: r.Message(base, base), Fix: refusedAdvice(r)})
	}
	checks := scheduler.Explain(scheduler.Observed{Pod: p, Target: n, Pods: others, Nodes: c.NodeCount(), Now: c.Now()})
	for _, ch := range checks {
		next := Check{Component: ch.Component, Check: ch.Check, OK: ch.OK, Message: ch.Message, Fix: ch.Help}
		switch ch.Help.Code {
		case reason.FixCordon:
			next.Command = "kubectl uncordon " + name
		case reason.FixTaint:
			next.Command = untaint(name, ch.Help.Text)
		}
		a.add(next)
	}
	a.add(admission(p, n, others, c.Now()))
	a.settle()
	return a
}

// untaint is the command that takes a taint such as a=b:NoSchedule off a node.
func untaint(node, taint string) string {
	key, effect, _ := strings.Cut(taint, ":")
	key, _, _ = strings.Cut(key, "=")
	return "kubectl taint node " + node + " " + key + ":" + effect + "-"
}

// add keeps a check. What the scheduler or the kubelet refuses does not fit,
// unless preemption makes room.
func (a *Node) add(ch Check) {
	a.Checks = append(a.Checks, ch)
	if ch.Component != Controller && !ch.OK {
		a.Fits = false
	}
	if ch.Check == "DefaultPreemption" && ch.OK && !a.Refused {
		a.Fits = true
	}
}

// settle puts the fixes together. The scheduler speaks only of nodes that should
// run a pod; before that its fixes are not needed.
func (a *Node) settle() {
	for _, ch := range a.Checks {
		controller := ch.Component == Controller
		if ch.OK || ch.Fix.Code == "" || !a.ShouldRun && !controller || a.ShouldRun && a.Fits {
			continue
		}
		if !slices.Contains(a.fixes, ch.Fix) {
			a.fixes = append(a.fixes, ch.Fix)
		}
		if !controller {
			break // one of them is enough to say; the scheduler stops at the first, too
		}
	}
	a.Fix = a.FixIn(reason.English)
}

// candidate is the pod that is explained and the pods that it has to share the
// node with. Without surge the pod of a node is replaced by the next one and takes
// no room from it.
func candidate(c *core.Cluster, d *state.DaemonSet, n *state.Node) (*state.Pod, []*state.Pod) {
	template := d.Template
	if template == nil || d.Status.ObservedGeneration < d.Object.Generation { // the controller has not seen it yet
		template = c.Template(d.Object, "")
	}
	p := &state.Pod{
		ID: state.None, Namespace: d.Object.Namespace, Name: d.Object.Name, Set: d.ID, Template: template,
		Target: n.ID, Node: state.None, Deleted: state.Never, Started: state.Never, Nominated: state.None,
		EvictAt: state.Never, CollectAt: state.Never, AvailableAt: state.Never,
	}
	surge := c.Index(d.ID).Budget().MaxSurge > 0
	var others []*state.Pod
	for _, other := range c.PodsOn(n.Name()) {
		switch {
		case other.Set == d.ID && !other.Bound():
			p = other
		case other.Node != n.ID || other.Phase.Terminal():
		case other.Set == d.ID && !surge:
		default:
			others = append(others, other)
		}
	}
	return p, others
}

// admission asks the kubelet.
func admission(p *state.Pod, n *state.Node, others []*state.Pod, now state.Time) Check {
	bound := *p
	bound.Node, bound.Phase, bound.Started, bound.Wake = n.ID, state.Pending, state.Never, now
	ch := Check{Component: "kubelet", Check: "admission", OK: true}
	if n.Kubelet == state.KubeletSilent {
		ch.OK, ch.Why = false, reason.Reason{Code: reason.NodeBroken, Node: n.Name()}
		ch.Message, ch.Command = ch.Why.Sentence(reason.English), "mend node/"+n.Name()
		return ch
	}
	next := kubelet.Sync(kubelet.Observed{Pod: &bound, Node: n, Pods: others, Now: now}).Pod
	if next.Phase == state.Failed {
		ch.OK, ch.Message = false, next.StatusReason+": "+next.StatusMessage
	}
	return ch
}

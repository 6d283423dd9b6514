package core

import (
	"slices"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/kubelet"
	"github.com/rollscope/rollscope/core/nodelifecycle"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

// nameAlphabet is what generated names end in.
//
// Upstream 1.37: apiserver pkg/storage/names/generate.go and apimachinery util/rand.
const nameAlphabet = "bcdfghjklmnpqrstvwxz2456789"

// maxNameBase is how much of generateName is kept.
const maxNameBase = 58

// podName makes the name of a new pod from its base, the seed and its ID.
func (c *Cluster) podName(namespace, base string, id state.PodID) string {
	if len(base) > maxNameBase {
		base = base[:maxNameBase]
	}
	if c.options.ByName {
		return fmt.Sprintf("%s%06d", base, id)
	}
	for try := uint64(0); ; try++ {
		h := mix(c.options.Seed+uint64(id)*0x9E3779B97F4A7C15+try, base)
		suffix := [5]byte{}
		for i := range suffix {
			suffix[i] = nameAlphabet[h%27]
			h /= 27
		}
		name := base + string(suffix[:])
		if _, taken := c.podID[podKey{namespace, name}]; !taken {
			return name
		}
	}
}

// newPod is the record of a pod that has just been created.
func (c *Cluster) newPod(namespace, name string, t *state.Template) *state.Pod {
	return &state.Pod{
		ID: state.PodID(len(c.pods)), Namespace: namespace, Name: name, Template: t,
		Set: state.None, Target: state.None, Node: state.None, Nominated: state.None,
		Created: c.now, Deleted: state.Never, ReadySince: c.now, AvailableAt: state.Never,
		Started: state.Never, EvictAt: state.Never, CollectAt: state.Never,
		Wake: c.now + c.options.Latency,
	}
}

// createDaemonPod makes one create call of a sync.
//
// Upstream 1.37: pkg/controller/controller_utils.go, createPods.
func (c *Cluster) createDaemonPod(id state.SetID, call state.Call) {
	d := c.sets[id]
	base := d.Object.Name + "-"
	p := c.newPod(d.Object.Namespace, c.podName(d.Object.Namespace, base, state.PodID(len(c.pods))), d.Template)
	p.Set, p.Target = id, call.Node
	if name := d.Template.NodeName(); name != "" {
		p.Node = c.nodeID(name)
		c.planEnd(p, c.node(p.Node))
	}
	c.putPod(p.ID, p)
	c.emit(Event{
		Actor: DaemonSetController, Object: podObject(p), Verb: "create", Node: c.nodeName[call.Node], Why: call.Why,
		About:   setObject(d),
		Reports: []state.Report{{Reason: "SuccessfulCreate", Message: "Created pod: " + p.Name, Source: "daemonset-controller"}},
	})
}

// refusePod makes a create call of a sync that the API server refuses. The sync makes its
// deletions nevertheless, and fails.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, syncNodes.
// Differs: nothing else of its batch is tried, which is the first, of one pod, unless
// somebody deletes a PriorityClass while the sync is under way.
func (c *Cluster) refusePod(d *state.DaemonSet, call state.Call) {
	d.Sync.Failed = true
	for len(d.Sync.Calls) > 0 && d.Sync.Calls[0].Create {
		d.Sync.Calls = d.Sync.Calls[1:]
	}
	c.putSet(d.ID, d)
	base, namespace := d.Object.Name+"-", d.Object.Namespace
	message := d.Template.Refused.Message(base, c.podName(namespace, base, state.PodID(c.Emitted())))
	c.emit(Event{
		Actor: DaemonSetController, Object: setObject(d), Verb: "fail", Node: c.nodeName[call.Node],
		Why:     reason.Reason{Code: reason.PodRefused, Node: c.nodeName[call.Node], Text: message},
		Reports: []state.Report{daemon.CreateReport("", message)},
	})
}

// deleteDaemonPod makes one delete call of a sync; a pod that is gone already is no error.
func (c *Cluster) deleteDaemonPod(id state.SetID, call state.Call) {
	p := c.pods[call.Pod]
	if p == nil {
		return
	}
	c.deletePod(call.Pod, nil, Event{
		Actor: DaemonSetController, Verb: "delete", Why: call.Why, About: setObject(c.sets[id]),
		Reports: []state.Report{{Reason: "SuccessfulDelete", Message: "Deleted pod: " + p.Name, Source: "daemonset-controller"}},
	})
}

// deletePod deletes a pod as the API server does: a pod without a node, or one
// that has ended, goes at once; any other is marked, and its kubelet does the rest.
//
// Upstream 1.37: pkg/registry/core/pod/strategy.go, CheckGracefulDelete.
func (c *Cluster) deletePod(id state.PodID, grace *int64, e Event) {
	p := c.pods[id]
	e.Object, e.Node = podObject(p), c.nameOf(p)
	seconds := p.Template.GraceSeconds
	if grace != nil {
		seconds = max(*grace, 0)
	}
	if !p.Bound() || p.Phase.Terminal() {
		seconds = 0
	}
	switch {
	case seconds == 0:
		c.putPod(id, nil)
	case p.Terminating() && seconds >= p.GraceSeconds:
		return
	default:
		next := *p
		if !p.Terminating() {
			next.Deleted = c.now
		}
		next.GraceSeconds, next.Pinned = seconds, false
		c.wake(&next)
		c.planEnd(&next, c.node(next.Node))
		c.putPod(id, &next)
	}
	c.emit(e)
}

// wake lets the kubelet look at a bound pod, where there is one to do so.
func (c *Cluster) wake(p *state.Pod) {
	p.Wake, p.Retry = state.Never, false
	if n := c.node(p.Node); n != nil && n.Kubelet != state.KubeletSilent {
		p.Wake = c.now + c.options.Latency
	}
}

// turnPod does what is due for a pod.
func (c *Cluster) turnPod(id state.PodID) {
	p := c.pods[id]
	switch {
	case p.AvailableAt <= c.now:
		next := *p
		next.Available, next.AvailableAt = true, state.Never
		c.putPod(id, &next)
		if c.sets[p.Set] == nil {
			return // the set that asked how long it is ready is gone
		}
		c.emit(Event{
			Actor: Clock, Object: podObject(p), Verb: "available", Node: c.nameOf(p),
			Why: reason.Reason{Code: reason.PodAvailable, Pod: p.Name, Node: c.nameOf(p), N: int64(c.minReady(p.Set) / state.Second)},
		})
	case p.CollectAt <= c.now:
		c.collectPod(id)
	case p.EvictAt <= c.now:
		c.evictTainted(id)
	case p.Bound():
		c.syncPod(id)
	default:
		c.schedule(id)
	}
}

// schedule lets the scheduler try a pod.
func (c *Cluster) schedule(id state.PodID) {
	p := c.pods[id]
	target := c.node(p.Target)
	o := scheduler.Observed{
		Pod: p, Target: target, Pods: c.occupying(p.Target, id), Nominated: c.nominated(p.Target),
		Nodes: c.alive, Now: c.now, Budgets: c.budgets(),
	}
	if p.Template.Spec.Affinity != nil {
		o.Elsewhere = c.elsewhere(p.Target)
	}
	dec := scheduler.Schedule(o)
	next := *p
	e := Event{Actor: Scheduler, Object: podObject(p), Node: c.nameOf(p), Why: dec.Why, Reports: dec.Reports}
	if dec.Bind {
		e.Verb = "bind"
		next.Node, next.Unschedulable, next.Nominated = p.Target, "", state.None
		c.wake(&next)
		c.planEnd(&next, target)
	} else {
		e.Verb = "unschedulable"
		next.Unschedulable, next.Tried = dec.Message, c.now
		next.Attempts++
		next.Wake, next.Retry = dec.Retry, true
		if dec.Nominate {
			next.Nominated = p.Target
		} else if dec.Forget {
			next.Nominated = state.None
		}
	}
	c.putPod(id, &next)
	if dec.Bind || next.Unschedulable != p.Unschedulable || len(dec.Victims) > 0 {
		c.emit(e)
	}
	for _, v := range dec.Displaced {
		c.forgetNomination(v)
	}
	for _, v := range dec.Victims {
		c.preempt(v, p)
	}
}

func (c *Cluster) forgetNomination(id state.PodID) {
	next := *c.pods[id]
	next.Nominated = state.None
	c.putPod(id, &next)
}

// preempt deletes a victim of preemption with its own grace.
func (c *Cluster) preempt(id state.PodID, by *state.Pod) {
	victim := *c.pods[id]
	victim.Disruption = "PreemptionByScheduler"
	c.putPod(id, &victim)
	c.deletePod(id, nil, Event{
		Actor: Scheduler, Verb: "preempt",
		Why:     reason.Reason{Code: reason.Preempted, Pod: victim.Name, Node: c.nameOf(&victim), Text: by.Name},
		Reports: []state.Report{scheduler.Preempted(string(uid("e", int(by.ID))), c.nameOf(&victim))},
	})
}

// occupying are the pods that take room on a node: bound there and not ended.
func (c *Cluster) occupying(id state.NodeID, except state.PodID) []*state.Pod {
	if id == state.None {
		return nil
	}
	var pods []*state.Pod
	for _, pid := range c.onNode[id] {
		if p := c.pods[pid]; pid != except && p.Node == id && !p.Phase.Terminal() {
			pods = append(pods, p)
		}
	}
	return pods
}

// elsewhere asks the pods that take room on other nodes than this one.
func (c *Cluster) elsewhere(id state.NodeID) func(func(*state.Pod) bool) bool {
	return func(match func(*state.Pod) bool) bool {
		for _, p := range c.pods {
			if p != nil && p.Bound() && p.Node != id && !p.Phase.Terminal() && match(p) {
				return true
			}
		}
		return false
	}
}

// nominated are the pods that wait for victims on a node to go.
func (c *Cluster) nominated(id state.NodeID) []*state.Pod {
	if id == state.None {
		return nil
	}
	var pods []*state.Pod
	for _, pid := range c.onNode[id] {
		if p := c.pods[pid]; p.Nominated == id && !p.Bound() {
			pods = append(pods, p)
		}
	}
	return pods
}

// syncPod lets the kubelet look at a pod.
func (c *Cluster) syncPod(id state.PodID) {
	p := c.pods[id]
	n := c.node(p.Node)
	if n == nil || n.Kubelet == state.KubeletSilent {
		next := *p
		next.Wake = state.Never
		c.putPod(id, &next)
		return
	}
	o := kubelet.Observed{Pod: p, Node: n, Images: c.settings.images, Now: c.now}
	if len(c.settings.paths) > 0 {
		o.HostPaths = slices.Concat(n.Made, c.settings.paths) // what was made goes before what was said
	}
	if p.Started == state.Never {
		o.Pods = c.occupying(p.Node, id)
	}
	dec := kubelet.Sync(o)
	if dec.Node != nil {
		c.putNode(n.ID, dec.Node)
	}
	e := Event{Actor: Kubelet, Object: podObject(p), Node: n.Name(), Why: dec.Why, Reports: dec.Reports}
	if dec.Remove {
		c.putPod(id, nil)
		e.Verb = "remove"
		c.emit(e)
		return
	}
	c.putPod(id, dec.Pod)
	if dec.Why.Code != "" {
		e.Verb = verbOf(p, dec.Pod)
		c.emit(e)
	}
	for _, v := range dec.Preempt {
		c.endPod(v, p)
	}
}

// endPod ends a pod that a critical one took the place of at admission.
func (c *Cluster) endPod(id state.PodID, by *state.Pod) {
	victim, report, why := kubelet.Preempted(c.pods[id], by, c.now)
	c.putPod(id, victim)
	c.emit(Event{Actor: Kubelet, Object: podObject(victim), Verb: "fail", Node: c.nameOf(victim), Why: why, Reports: []state.Report{report}})
}

// verbOf puts what a kubelet did into one word.
func verbOf(before, after *state.Pod) string {
	switch {
	case after.Phase != before.Phase && after.Phase == state.Failed:
		return "fail"
	case after.Phase != before.Phase && after.Phase == state.Succeeded:
		return "succeed"
	case after.Ready && !before.Ready:
		return "ready"
	case before.Ready && !after.Ready:
		return "unready"
	case before.Started == state.Never:
		return "admit"
	}
	return "update"
}

// evictTainted deletes a pod whose toleration of a NoExecute taint has run out.
//
// Upstream 1.37: pkg/controller/tainteviction/taint_eviction.go.
func (c *Cluster) evictTainted(id state.PodID) {
	next := *c.pods[id]
	next.EvictAt = state.Never
	next.Disruption = "DeletionByTaintManager"
	c.putPod(id, &next)
	c.deletePod(id, nil, Event{
		Actor: TaintEviction, Verb: "evict",
		Why:     reason.Reason{Code: reason.TaintEvicted, Pod: next.Name, Node: c.nameOf(&next)},
		Reports: []state.Report{nodelifecycle.EvictionReport(&next)},
	})
}

// collectPod removes a pod whose node is gone or out of service.
//
// Upstream 1.37: pkg/controller/podgc/gc_controller.go, gcOrphaned, gcTerminating
// and markFailedAndDeletePodWithCondition.
func (c *Cluster) collectPod(id state.PodID) {
	next := *c.pods[id]
	_, why := nodelifecycle.Collect(&next, c.node(next.Node), c.now)
	next.CollectAt = state.Never
	if !next.Phase.Terminal() {
		next.Phase = state.Failed
		if why == reason.NodeOfPodGone {
			next.Disruption = nodelifecycle.CollectReason
		}
	}
	c.putPod(id, &next)
	c.removeEnded(id, reason.Reason{Code: why, Pod: next.Name, Node: c.nameOf(&next)})
}

// removeEnded is pod garbage collection deleting a pod at once.
func (c *Cluster) removeEnded(id state.PodID, why reason.Reason) {
	zero := int64(0)
	c.deletePod(id, &zero, Event{Actor: PodGC, Verb: "delete", Why: why})
}

// surplusAt is when garbage collection removes ended pods because there are too
// many; Never while there are not. Its passes are the first thing at their moment.
func (c *Cluster) surplusAt() state.Time {
	if limit := c.options.EndedPods; limit < 0 || c.ended <= limit {
		return state.Never
	}
	return nodelifecycle.SurplusAt(c.now)
}

// collectSurplus is a pass of garbage collection over the pods that have ended.
//
// Upstream 1.37: pkg/controller/podgc/gc_controller.go, gcTerminated.
func (c *Cluster) collectSurplus() {
	var ended []*state.Pod
	for _, p := range c.pods {
		if p != nil && p.Phase.Terminal() {
			ended = append(ended, p)
		}
	}
	limit := c.options.EndedPods
	for _, id := range nodelifecycle.Surplus(ended, limit) {
		p := c.pods[id]
		c.removeEnded(id, reason.Reason{Code: reason.PodSurplus, Pod: p.Name, Node: c.nameOf(p), N: int64(limit)})
	}
}

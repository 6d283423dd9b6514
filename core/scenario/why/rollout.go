package why

import (
	"slices"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

// maxWaits is how many nodes an answer lists.
const maxWaits = 20

// Rollout is what a rollout waits for.
type Rollout struct {
	Set  *state.DaemonSet
	Done bool
	// Budget is the rollout budget and how much of it is in use.
	Budget daemon.Budget
	// Waits are the nodes in the way, at most 20; More says that there are more.
	Waits []daemon.Wait
	More  bool
	// Change is the smallest change found that helps.
	Change Change
}

// Change is something to do about a rollout that does not get on, tried out on a
// fork of the cluster.
type Change struct {
	// Commands are what to type; none where nothing has to be done, or where nothing
	// that can be tried helps.
	Commands []string
	// Done says that the rollout then comes to its end, After how long that takes.
	Done  bool
	After state.Time
	// Current is how many nodes then have an available pod of the newest template,
	// and Desired how many should.
	Current, Desired int
	// Advice says what would help and cannot be tried; its Code is "" where nothing is known.
	Advice reason.Reason
}

// AboutRollout explains what a DaemonSet's rollout waits for and finds the smallest
// change that helps: of a few, from the smallest on, the first with which more nodes
// come to have an available pod of the newest template.
func AboutRollout(c *core.Cluster, d *state.DaemonSet) Rollout {
	return AboutRolloutWith(c, d, kubectl.Run)
}

// AboutRolloutWith is AboutRollout, with what tries the changes.
func AboutRolloutWith(c *core.Cluster, d *state.DaemonSet, run kubectl.Runner) Rollout {
	x := c.Index(d.ID)
	a := Rollout{Set: d, Done: progress.RolledOut(d), Budget: x.Budget(), Waits: x.Waiting(maxWaits + 1)}
	if len(a.Waits) > maxWaits {
		a.Waits, a.More = a.Waits[:maxWaits], true
	}
	if a.Done {
		return a
	}
	a.Change = try(c, d, nil, run)
	if a.Change.Done {
		return a
	}
	for _, commands := range a.candidates() {
		if next := try(c, d, commands, run); next.Done || next.Current > a.Change.Current {
			a.Change = next
			return a
		}
	}
	a.Change.Advice = advice(c, d, a.Waits)
	if t := d.Template; t != nil && t.Refused != nil {
		a.Change.Advice = refusedAdvice(t.Refused)
	}
	return a
}

// Waiting is AboutRollout without a change, for which the rollout has to be tried out.
func Waiting(c *core.Cluster, d *state.DaemonSet) Rollout {
	x := c.Index(d.ID)
	a := Rollout{Set: d, Done: progress.RolledOut(d), Budget: x.Budget(), Waits: x.Waiting(maxWaits + 1)}
	if len(a.Waits) > maxWaits {
		a.Waits, a.More = a.Waits[:maxWaits], true
	}
	return a
}

// candidates are lists of commands that may help, the smallest change first.
func (a *Rollout) candidates() [][]string {
	var out [][]string
	flag := ""
	if ns := a.Set.Object.Namespace; ns != "default" {
		flag = " -n " + ns
	}
	name := a.Set.Object.Name
	add := func(list []string) {
		if len(list) > 0 {
			out = append(out, list)
		}
	}
	add(a.refusedChange(flag))
	if a.has(reason.WaitingWake) {
		add([]string{fmt.Sprintf("kubectl annotate ds %s example.com/wake=now --overwrite%s", name, flag)})
	}
	lost := a.commands("kubectl delete pod %s --force --grace-period=0"+flag, podName, reason.WaitingLeavingNodeNotReady)
	add(lost)
	unbound := a.has(reason.WaitingUnschedulable)
	if a.Budget.MaxSurge > 0 && (unbound || a.has(reason.WaitingOwnPort)) {
		add([]string{fmt.Sprintf(`kubectl patch ds %s --type merge -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxSurge":0,"maxUnavailable":1}}}}'%s`, name, flag)})
	}
	add(a.commands("kubectl delete pod %s"+flag, podName, reason.WaitingOnDelete))
	held := len(lost) > 0 || unbound || a.has(reason.WaitingNodeNotReady)
	if a.Budget.MaxSurge == 0 && a.Budget.Old > 0 && held {
		add([]string{fmt.Sprintf(`kubectl patch ds %s --type merge -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":%d}}}}'%s`, name, a.Budget.Unavailable+1, flag)})
	}
	add(a.commands("kubectl delete node %s", nodeName, reason.WaitingLeavingNodeNotReady, reason.WaitingNodeNotReady))
	return append(out, []string{"kubectl rollout undo ds/" + name + flag})
}

func podName(w daemon.Wait) string  { return w.Why.Pod }
func nodeName(w daemon.Wait) string { return w.Why.Node }

// has says whether a node waits for one of some reasons.
func (a *Rollout) has(codes ...reason.Code) bool {
	for _, w := range a.Waits {
		if slices.Contains(codes, w.Why.Code) {
			return true
		}
	}
	return false
}

// commands makes a command for every node that waits for one of some reasons;
// none where not all of these nodes are known.
func (a *Rollout) commands(format string, what func(daemon.Wait) string, codes ...reason.Code) []string {
	var out []string
	for _, w := range a.Waits {
		for _, code := range codes {
			if w.Why.Code == code {
				out = append(out, fmt.Sprintf(format, what(w)))
			}
		}
	}
	if a.More {
		return nil
	}
	return out
}

// advice is what the scheduler would have, for the first pod that it cannot bind.
func advice(c *core.Cluster, d *state.DaemonSet, waits []daemon.Wait) reason.Reason {
	for _, w := range waits {
		if w.Why.Code != reason.WaitingUnschedulable {
			continue
		}
		n, ok := c.Node(w.Why.Node)
		if !ok {
			continue
		}
		p, others := candidate(c, d, n)
		for _, ch := range scheduler.Explain(scheduler.Observed{Pod: p, Target: n, Pods: others, Nodes: c.NodeCount(), Now: c.Now()}) {
			if !ch.OK && ch.Help.Code != "" {
				return ch.Help
			}
		}
	}
	return reason.Reason{}
}

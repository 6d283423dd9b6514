package scheduler

import (
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

const (
	noNodesText   = "no nodes available to schedule pods"
	excludedText  = "node(s) didn't satisfy plugin(s) [NodeAffinity]"
	notHelpful    = "Preemption is not helpful for scheduling"
	noVictimsText = "No preemption victims found for incoming pod"
	neverText     = "not eligible due to preemptionPolicy=Never."
	waitingText   = "not eligible due to a terminating pod on the nominated node."
	gatedMessage  = "Scheduling is blocked due to non-empty scheduling gates"

	// noteLimit is how long the text of an Event may be, in bytes.
	//
	// Upstream 1.37: pkg/apis/core/validation/events.go, NoteLengthLimit.
	noteLimit = 1024
)

// VictimMessage is the message of the condition DisruptionTarget of a preempted
// pod; its reason is PreemptionByScheduler.
//
// Upstream 1.37: pkg/scheduler/framework/preemption/executor.go, NewExecutor.
const VictimMessage = Source + ": preempting to accommodate a higher priority pod"

// Preempted is the Event about a victim. The uid is the preemptor's.
//
// Upstream 1.37: pkg/scheduler/framework/preemption/executor.go, NewExecutor.
func Preempted(uid, node string) state.Report {
	return state.Report{Reason: "Preempted", Message: "Preempted by pod " + uid + " on node " + node, Source: Source}
}

// histogram lists what keeps a pod off nodes: the failures of the target, and one
// text for all the other nodes. Entries are ordered as strings.
//
// Upstream 1.37: pkg/scheduler/framework/types.go, FitError.Error.
func histogram(nodes int, failures []string, others string) string {
	rest := nodes
	if len(failures) > 0 {
		rest--
	}
	entries := make([]string, 0, len(failures)+1)
	for _, text := range failures {
		entries = append(entries, "1 "+text)
	}
	if rest > 0 {
		entries = append(entries, strconv.Itoa(rest)+" "+others)
	}
	sort.Strings(entries)
	return "0/" + strconv.Itoa(nodes) + " nodes are available: " + strings.Join(entries, ", ") + "."
}

// refuse makes the decision for a pod that stays pending.
func refuse(o *Observed, message string) Decision {
	return Decision{
		Message:   message,
		Condition: api.PodReasonUnschedulable,
		Retry:     flush(o.Now),
		Reports:   []state.Report{{Warning: true, Reason: "FailedScheduling", Message: truncate(message), Source: Source}},
	}
}

// truncate cuts a message to what an Event may carry.
//
// Upstream 1.37: pkg/scheduler/schedule_one.go, truncateMessage.
func truncate(message string) string {
	const dots = " ..."
	if len(message) <= noteLimit {
		return message
	}
	return message[:noteLimit-len(dots)] + dots
}

// unplaced is the decision when the target node does not exist.
func unplaced(o *Observed) Decision {
	p := o.Pod
	if o.Nodes == 0 {
		d := refuse(o, noNodesText)
		d.Retry = afterError(o.Now, p.Attempts+1)
		d.Forget = p.Nominated != state.None
		d.Why = reason.Reason{Code: reason.SchedulerNoNodes, Pod: p.Name}
		return d
	}
	d := refuse(o, histogram(o.Nodes, nil, excludedText)+" "+o.unhelpful())
	d.Forget = p.Nominated != state.None && !p.Template.PreemptNever
	d.Why = reason.Reason{Code: reason.SchedulerNodeGone, Pod: p.Name}
	d.Checks = []Check{gone()}
	return d
}

// unhelpful is what preemption has to say when no node could be helped.
func (o *Observed) unhelpful() string {
	if o.Pod.Template.PreemptNever {
		return "preemption: " + neverText
	}
	return "preemption: " + histogram(o.Nodes, nil, notHelpful)
}

// failure is the decision for a pod that the target does not take.
func failure(o *Observed, s *scene, failed verdict) Decision {
	result := preempt(o, s, failed)
	d := refuse(o, histogram(o.Nodes, failed.failures, excludedText)+" preemption: "+result.text)
	d.Victims, d.Nominate, d.Displaced = result.victims, result.nominate, result.displaced
	d.Forget = result.forget && o.Pod.Nominated != state.None
	f := &filters[failed.filter]
	detail, fix := f.explain(s)
	d.Why = reason.Reason{Code: f.code, Pod: o.Pod.Name, Node: o.Target.Name(), Text: detail}
	switch {
	case result.nominate:
		d.Why.Code, d.Why.N = reason.SchedulerPreempts, int64(result.count)
		d.Why.Text = strings.Join(failed.failures, ", ")
	case result.waiting:
		d.Why = reason.Reason{Code: reason.SchedulerWaits, Pod: o.Pod.Name, Node: o.Target.Name()}
	}
	d.Checks = []Check{checkOf(f, failed, fix)}
	d.Unmodelled = s.unmodelled()
	return d
}

package daemon

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// judge is what decides a node's part besides the node and its pods.
type judge struct {
	hash       string // of the current revision
	generation int64  // template generation; 0 when the annotation is missing or bad
	surge      bool   // two pods on a node are allowed
}

func newJudge(set *state.DaemonSet) judge {
	surge, err := surgeCount(set.Object, 1)
	generation, _ := templateGeneration(set.Object)
	return judge{hash: set.Hash, generation: generation, surge: err == nil && surge > 0}
}

// templateGeneration is the number that the API server keeps in an annotation, and
// whether there is one that can be read.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, GetTemplateGeneration.
func templateGeneration(ds *api.DaemonSet) (int64, bool) {
	text, found := ds.Annotations[api.DeprecatedTemplateGeneration]
	if !found {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// updated says whether a pod counts as being of the current revision: by its hash,
// or by the template generation.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, IsPodUpdated.
func (j judge) updated(p *state.Pod) bool {
	if j.hash != "" && p.Hash() == j.hash {
		return true
	}
	if j.generation == 0 {
		return false
	}
	if p.Labels != nil {
		return p.Labels[state.TemplateGenerationLabel] == strconv.FormatInt(j.generation, 10)
	}
	return p.Template.Generation == j.generation
}

// visible says whether manage, the rolling update and the status see the pod at
// all: a finished pod that is being deleted is left to whoever removes it.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, getNodesToDaemonPods.
func visible(p *state.Pod) bool { return !p.Phase.Terminal() || !p.Terminating() }

// group is the part that a node plays in the rolling update.
type group uint8

// The groups. A pair is an old and a new pod on one node; lone old pods are told
// apart by what the node is for the template: it should run a pod (Here), it
// should not (Away), or there is no Node object (Lost).
const (
	groupNone          group = iota // no part: no pod, and none wanted
	groupExcess                     // two old or two new pods
	groupEmpty                      // no pod, or only pods being deleted, where one should run
	groupLeaving                    // only pods being deleted, where none should run
	groupPairWaiting                // new pod not available, old one not either
	groupPairWaitingUp              // new pod not available, old one is
	groupPairDone                   // new pod available, old one not
	groupPairDoneUp                 // both available
	groupNew                        // new pod, not available
	groupNewUp                      // new pod, available
	groupOldHere                    // old pod, not available
	groupOldAway                    //
	groupOldLost                    //
	groupOldHereUp                  // old pod, available
	groupOldAwayUp                  //
	groupOldLostUp                  //
	groupCount                      //
)

// group looks at the pods not being deleted: at most one old and one new are in order.
//
// Upstream 1.37: pkg/controller/daemon/update.go, findUpdatedPodsOnNode and rollingUpdate.
func (j judge) group(e *entry) group {
	seen := false
	var fresh, old *state.Pod
	for i := range e.len() {
		p := e.pod(i)
		if !visible(p) {
			continue
		}
		seen = true
		if p.Terminating() {
			continue
		}
		slot := &old
		if j.updated(p) {
			slot = &fresh
		}
		if *slot != nil {
			return groupExcess
		}
		*slot = p
	}
	switch {
	case fresh != nil && old != nil:
		return pick(old.Available, pick(fresh.Available, groupPairDoneUp, groupPairWaitingUp),
			pick(fresh.Available, groupPairDone, groupPairWaiting))
	case fresh != nil:
		return pick(fresh.Available, groupNewUp, groupNew)
	case old != nil && e.object == nil:
		return pick(old.Available, groupOldLostUp, groupOldLost)
	case old != nil && e.placement.ShouldRun:
		return pick(old.Available, groupOldHereUp, groupOldHere)
	case old != nil:
		return pick(old.Available, groupOldAwayUp, groupOldAway)
	case e.placement.ShouldRun:
		return groupEmpty
	case seen:
		return groupLeaving
	}
	return groupNone
}

func pick[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// live is the first pod of the entry that is not being deleted and, as asked, old
// or new; nil when there is none.
func (j judge) live(e *entry, updated bool) *state.Pod {
	for i := range e.len() {
		if p := e.pod(i); !p.Terminating() && j.updated(p) == updated {
			return p
		}
	}
	return nil
}

// work is what manage has to do on a node.
type work uint8

// The kinds of work. They are apart because manage may stop looking at one kind
// once its plan is full, but has to look at every ended pod.
const (
	workNone   work = iota
	workCreate      // create a pod, nothing else
	workDelete      // delete pods, nothing else
	workEnded       // a pod failed or succeeded; there may be more to do
	workLost        // delete pending pods of a node that does not exist
	workCount
)

// decision is what manage decides on one node.
type decision struct {
	create  *reason.Reason // create a pod for this reason; nil for none
	ended   []*state.Pod   // pods that failed or succeeded
	deletes []state.Call
	lost    bool // deletes are of a node that does not exist

	why     reason.Reason // what create points to
	running []*state.Pod
}

func (d *decision) work() work {
	switch {
	case d.lost:
		return workLost
	case len(d.ended) > 0:
		return workEnded
	case d.create != nil:
		return workCreate
	case len(d.deletes) > 0:
		return workDelete
	}
	return workNone
}

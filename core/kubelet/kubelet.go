// Package kubelet decides one pod's life on one node: admission, volumes, images,
// containers, probes, restarts and the end. It is a state machine over a pod's
// record; the cluster keeps the record and calls Sync when it is time.
//
// A sync does everything that falls on one instant, so a plain pod needs few:
// one when it is bound, one when it runs, one when it is marked for deletion and
// one when it is gone.
//
// Differs: a kubelet works through its pods with relists, resyncs and jitter of
// seconds; here everything happens at the moment it becomes possible, and only
// probes, back-offs and the behaviour of images make a pod wait. The containers
// of a pod are pulled one after the other, but the time that one takes to start
// does not hold up the next.
package kubelet

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Observed is what a sync looks at. Nothing in it is changed.
type Observed struct {
	Pod  *state.Pod
	Node *state.Node // the node the pod is bound to
	// Pods are the node's other pods. A sync looks at them when it takes a new
	// pod, and at other times only to share the pull of an image; it may be nil then.
	Pods      []*state.Pod
	Images    state.ImageRules
	HostPaths HostPaths // nil: every path exists with the type that is asked for; Node.Made is in it
	Now       state.Time
}

// HostPaths is what exists in the file systems of nodes.
type HostPaths interface {
	// Kind is the type of what a path leads to, one of Directory, File, Socket,
	// CharDevice and BlockDevice, or "" for whatever is asked for, and whether
	// there is anything.
	Kind(node, path string) (kind string, exists bool)
}

// Decision is what follows from a sync.
type Decision struct {
	// Pod is the next record; the observed one when nothing changed. Its Wake is
	// the next time that something happens by itself.
	Pod *state.Pod
	// Node is the node's next record (an image or a path more, a busier puller); nil when
	// nothing about the node changed.
	Node *state.Node
	// Remove says that the kubelet is done with a pod marked for deletion and
	// deletes the API object with grace 0. Pod is then its last status.
	Remove  bool
	Reports []state.Report
	// Why is the decision that matters most in this sync; its Code is "" when
	// nothing happened.
	Why reason.Reason
	// Preempt are pods that have to end now to make room for a critical one;
	// Preempted makes their last record.
	Preempt []state.PodID
}

// Sync looks at one bound pod and decides what happens now and when to look
// again. It may be called at any time: early, late, or twice at one moment.
//
// Upstream 1.37: pkg/kubelet/kubelet.go, SyncPod, SyncTerminatingPod;
// pkg/kubelet/kuberuntime/kuberuntime_manager.go, computePodActions.
func Sync(o Observed) Decision {
	p := o.Pod
	if p.Phase.Terminal() || p.Pinned && !p.Terminating() {
		return leave(o)
	}
	s := begin(o, p)
	switch {
	case p.Started == state.Never && p.Terminating():
		s.pod = clone(p, 0)
		s.terminate()
	case p.Started == state.Never:
		if s.admit() {
			s.run()
		}
	default:
		s.pod = clone(p, len(p.Containers))
		if p.Terminating() {
			s.terminate()
		} else {
			s.run()
		}
	}
	return s.decide(p)
}

// leave is for a pod that the kubelet does nothing for any more: it only lets go
// of the object of a pod that is marked for deletion.
func leave(o Observed) Decision {
	s := begin(o, o.Pod)
	if o.Pod.Wake != state.Never || o.Pod.Retry {
		s.pod = clone(o.Pod, 0)
		s.rest()
	}
	if o.Pod.Terminating() {
		s.remove()
	}
	return s.decide(o.Pod)
}

// pass is one sync under way.
type pass struct {
	Observed
	pod     *state.Pod  // the copy that is edited; the observed one until there is a copy
	node    *state.Node // the node as it is going to be
	spec    *api.PodSpec
	inits   int // how many of the containers are init containers
	changed bool
	gone    bool
	reports []state.Report
	field   string // the field path of container fieldOf - 1
	fieldOf int
	why     reason.Reason
	rank    int8
	preempt []state.PodID
}

func begin(o Observed, p *state.Pod) pass {
	spec := p.Template.Spec
	return pass{Observed: o, pod: p, node: o.Node, spec: spec, inits: len(spec.InitContainers)}
}

// decide closes the sync. A pass that changed nothing hands the old record back.
func (s *pass) decide(before *state.Pod) Decision {
	d := Decision{Pod: s.pod, Remove: s.gone, Reports: s.reports, Why: s.why, Preempt: s.preempt}
	if !s.changed && before.Wake == s.pod.Wake && before.Retry == s.pod.Retry {
		d.Pod = before
	}
	if s.node != s.Node {
		d.Node = s.node
	}
	return d
}

// solo is a pod with its only container, made in one piece.
type solo struct {
	pod       state.Pod
	container [1]state.Container
}

// clone copies a pod with its n containers, so that both may be edited; with
// n = 0 the containers stay shared.
func clone(p *state.Pod, n int) *state.Pod {
	if n == 1 {
		c := &solo{pod: *p}
		copy(c.container[:], p.Containers)
		c.pod.Containers = c.container[:]
		return &c.pod
	}
	q := *p
	if n > 0 {
		q.Containers = make([]state.Container, n)
		copy(q.Containers, p.Containers)
	}
	return &q
}

// The ranks of reasons within one sync: what the reader wants to know first.
const (
	rankSmall = 1 + iota // a container became ready or unready
	rankStep             // something went on as planned
	rankReady            // the Ready condition changed
	rankFault            // a container, a pull or a mount failed
	rankEnd              // the pod reached its end
)

// because gives the sync's reason unless a more telling one is there.
func (s *pass) because(rank int8, code reason.Code, text string, n int64) {
	if rank >= s.rank {
		s.rank = rank
		s.why = reason.Reason{Code: code, Pod: s.pod.Name, Node: s.node.Name(), Text: text, N: n}
	}
}

// container is the spec of the container at a place in the record: init
// containers come first.
func (s *pass) container(i int) *api.Container {
	if i < s.inits {
		return &s.spec.InitContainers[i]
	}
	return &s.spec.Containers[i-s.inits]
}

// behaviour is how the container's image behaves on this node now.
func (s *pass) behaviour(i int) state.Behaviour {
	return s.Images.For(s.container(i).Image, s.node.Name())
}

// ordinaryInit says that the container runs once, before the regular ones.
func (s *pass) ordinaryInit(i int) bool {
	return i < s.inits && !state.Sidecar(&s.spec.InitContainers[i])
}

// sidecar says that the container is an init container that keeps running.
func (s *pass) sidecar(i int) bool {
	return i < s.inits && state.Sidecar(&s.spec.InitContainers[i])
}

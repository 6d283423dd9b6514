package kubelet

import (
	"testing"

	"github.com/rollscope/rollscope/core/state"
)

// rollout is a node with six pods and the image of the next one.
func rollout(b *testing.B) (*story, *state.Pod) {
	s := newStory(b)
	for _, name := range [...]string{"a", "b", "c", "d", "e", "f"} {
		s.bind(name, plain)
	}
	s.until(10 * state.Second)
	p := newPod(9, "app-x7k2p", spec(b, plain))
	p.Wake = s.now
	return s, p
}

func BenchmarkSyncBound(b *testing.B) {
	s, p := rollout(b)
	o := Observed{Pod: p, Node: s.node, Pods: s.pods, Images: s.rules, Now: s.now}
	b.ReportAllocs()
	for b.Loop() {
		if d := Sync(o); d.Pod.Wake != s.now+state.Second {
			b.Fatal("the pod does not start")
		}
	}
}

func BenchmarkSyncBoundFirstPull(b *testing.B) {
	s, p := rollout(b)
	bare := *s.node
	bare.Images = nil
	o := Observed{Pod: p, Node: &bare, Pods: s.pods, Images: s.rules, Now: s.now}
	b.ReportAllocs()
	for b.Loop() {
		if d := Sync(o); d.Node == nil {
			b.Fatal("the image is not kept")
		}
	}
}

func BenchmarkSyncReady(b *testing.B) {
	s, p := rollout(b)
	o := Observed{Pod: p, Node: s.node, Pods: s.pods, Images: s.rules, Now: s.now}
	o.Pod = Sync(o).Pod
	o.Pods, o.Now = nil, o.Pod.Wake
	b.ReportAllocs()
	for b.Loop() {
		if d := Sync(o); !d.Pod.Ready {
			b.Fatal("the pod is not ready")
		}
	}
}

func BenchmarkSyncStopAndGone(b *testing.B) {
	s, p := rollout(b)
	o := Observed{Pod: p, Node: s.node, Pods: s.pods, Images: s.rules, Now: s.now}
	o.Pod = Sync(o).Pod
	o.Pods, o.Now = nil, o.Pod.Wake
	running := *Sync(o).Pod
	running.Deleted, running.GraceSeconds = o.Now, 30
	b.ReportAllocs()
	for b.Loop() {
		o.Pod, o.Now = &running, running.Deleted
		o.Pod = Sync(o).Pod
		o.Now = o.Pod.Wake
		if d := Sync(o); !d.Remove {
			b.Fatal("the pod stays")
		}
	}
}

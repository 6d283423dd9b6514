package daemon

import (
	"fmt"
	"testing"

	"github.com/rollscope/rollscope/core/state"
)

// wide is a View that answers as fast as a cluster does: a pod for each node.
type wide struct {
	*cluster
	names []string
	pod   [1]*state.Pod
}

func (w *wide) Name(id state.NodeID) string       { return w.names[id] }
func (w *wide) NodeAt(rank int) state.NodeID      { return state.NodeID(rank) }
func (w *wide) Pods(id state.NodeID) []*state.Pod { w.pod[0] = w.pods[id]; return w.pod[:] }

func newWide(n int) *wide {
	w := &wide{cluster: newCluster(n)}
	for id := range n {
		w.names = append(w.names, w.cluster.Name(state.NodeID(id)))
		w.cluster.pod(state.NodeID(id), "RO")
	}
	return w
}

// BenchmarkReplacedNode is a rollout with maxUnavailable 1, per node: a sync picks
// an old pod, the node is touched, and so on. It has to cost the same at any size.
func BenchmarkReplacedNode(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w, x := newWide(n), NewIndex()
			old := append([]*state.Pod(nil), w.pods...)
			fresh := make([]state.Pod, n)
			for i := range fresh {
				fresh[i] = *old[i]
				fresh[i].Template = template("new", 2)
			}
			b.ReportAllocs()
			for b.Loop() {
				x.Refresh(w)
				if plan := x.Manage(0, memory{}.at); !plan.Empty() {
					b.Fatal("manage has nothing to do here")
				}
				plan, err := x.RollingUpdate()
				if err != nil {
					b.Fatal(err)
				}
				if len(plan.Deletes) == 0 { // done: begin anew
					copy(w.pods, old)
					x.TouchAll()
					continue
				}
				id := plan.Deletes[0].Node
				w.pods[id] = &fresh[id]
				x.Touch(id)
			}
		})
	}
}

// BenchmarkRebuild is everything looked at anew, per node.
func BenchmarkRebuild(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w, x := newWide(n), NewIndex()
			b.ReportAllocs()
			for b.Loop() {
				x.TouchAll()
				x.Refresh(w)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/node")
		})
	}
}

// BenchmarkPlace is the placement of one template on one node.
func BenchmarkPlace(b *testing.B) {
	w := newWide(1)
	ds := w.set.Object.DeepCopy()
	ds.Spec.Template.Spec.NodeSelector = map[string]string{"kubernetes.io/hostname": w.names[0]}
	node := w.nodes[0].Object.DeepCopy()
	node.Spec.Taints = append(node.Spec.Taints, cordon, notReadyDead)
	placer := NewPlacer(ds)
	for b.Loop() {
		if !placer.Place(node).ShouldRun {
			b.Fatal("it should run")
		}
	}
}

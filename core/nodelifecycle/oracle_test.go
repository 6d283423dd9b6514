package nodelifecycle

import (
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/oracle"
)

// vigil is a pod on a node whose taints change at moments in milliseconds.
type vigil struct {
	Tolerations []api.Toleration
	Changes     []struct {
		At     int64
		Taints []api.Taint
	}
}

// end is when taint eviction deletes the pod: at most two minutes after the last
// change, -1 when not until then.
func (v *vigil) end() int64 {
	p := &state.Pod{Template: state.NewTemplate(api.ObjectMeta{}, &api.PodSpec{Tolerations: v.Tolerations}, nil), EvictAt: state.Never}
	last := state.Time(0)
	for _, c := range v.Changes {
		last = state.Time(c.At) * time.Millisecond
		if p.EvictAt <= last {
			break
		}
		n := &state.Node{Object: &api.Node{}}
		n.Object.Spec.Taints = c.Taints
		p.EvictAt = EvictionAt(p, n, last)
	}
	if p.EvictAt > last+2*60*state.Second {
		return -1
	}
	return int64(p.EvictAt / time.Millisecond)
}

// TestOracleTaintEvictions holds the moment of eviction to that of the real controller.
func TestOracleTaintEvictions(t *testing.T) {
	vigils := oracle.Lines[vigil](t, oracle.Own(t, "taints.req.jsonl"))
	answers := oracle.Lines[struct{ Deleted int64 }](t, oracle.Own(t, "taints.res.jsonl"))
	count := oracle.Count{Of: len(vigils)}
	for i := range vigils {
		if got := vigils[i].end(); got != answers[i].Deleted {
			t.Errorf("vigil %d: deleted at %d ms, the real controller says %d", i, got, answers[i].Deleted)
		} else {
			count.Agree++
		}
	}
	count.Tell(t, "taints")
}

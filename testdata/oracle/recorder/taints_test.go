package recorder

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	core "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller/tainteviction"
)

// vigil is a pod on a node whose taints change.
type vigil struct {
	Tolerations []core.Toleration `json:"tolerations,omitempty"`
	Changes     []taintChange     `json:"changes"`
}

// taintChange says what taints the node has from a moment on.
type taintChange struct {
	At     int64        `json:"at"` // milliseconds
	Taints []core.Taint `json:"taints,omitempty"`
}

// vigilEnd is when taint eviction deletes the pod, in milliseconds; -1 when it
// does not within two minutes after the last change.
type vigilEnd struct {
	Deleted int64 `json:"deleted"`
}

func randomVigil(seed uint64) *vigil {
	g := rand.New(rand.NewPCG(seed, 3))
	keys := []string{"a", "b", core.TaintNodeNotReady, core.TaintNodeUnreachable}
	v := &vigil{}
	for range g.IntN(4) {
		t := core.Toleration{Key: keys[g.IntN(len(keys))], Operator: core.TolerationOpExists, Effect: core.TaintEffectNoExecute}
		switch g.IntN(6) {
		case 0:
			t.Key = ""
		case 1:
			t.Operator, t.Value = core.TolerationOpEqual, "v"
		case 2:
			t.Effect = ""
		}
		if g.IntN(4) > 0 {
			seconds := int64(g.IntN(40)) - 2
			t.TolerationSeconds = &seconds
		}
		if t.Effect == "" {
			t.TolerationSeconds = nil
		}
		v.Tolerations = append(v.Tolerations, t)
	}
	at := int64(1000)
	for i := range 1 + g.IntN(5) {
		c := taintChange{At: at + int64(i)} // no two things at one moment
		for range g.IntN(3) {
			taint := core.Taint{Key: keys[g.IntN(len(keys))], Effect: core.TaintEffectNoExecute}
			if g.IntN(5) == 0 {
				taint.Effect = core.TaintEffectNoSchedule
			}
			if g.IntN(3) == 0 {
				taint.Value = "v"
			}
			c.Taints = append(c.Taints, taint)
		}
		v.Changes = append(v.Changes, c)
		at += 1000 * int64(1+g.IntN(20))
	}
	return v
}

// keepVigil lets the real controller watch.
func keepVigil(t *testing.T, v *vigil) (end vigilEnd) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, c, f, started := newStore(), &client{}, newInformers(), time.Now()
		end.Deleted = -1
		if err := f.pods.AddIndexers(cache.Indexers{"spec.nodeName": func(o any) ([]string, error) {
			return []string{o.(*core.Pod).Spec.NodeName}, nil
		}}); err != nil {
			t.Fatal(err)
		}
		evictor, err := tainteviction.New(ctx, c, podInformer{f.pods}, nodeInformer{f.nodes}, "taint-eviction-controller")
		if err != nil {
			t.Fatal(err)
		}
		go evictor.Run(ctx)
		s.put(nodes, &core.Node{ObjectMeta: metav1.ObjectMeta{Name: "n"}})
		s.put(pods, &core.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "p"}, Spec: core.PodSpec{NodeName: "n", Tolerations: v.Tolerations}})
		c.at = func(r *request) answer { // answered at once, as no order matters
			if r.verb == "delete" && end.Deleted < 0 {
				end.Deleted = time.Since(started).Milliseconds()
			}
			return answer{s.find(r.kind, r.name), nil}
		}
		tell := func() {
			f.deliver(s, func(do func()) { do() })
			synctest.Wait()
		}
		tell()
		for _, change := range v.Changes {
			time.Sleep(time.Duration(change.At)*time.Millisecond - time.Since(started))
			n := s.find(nodes, "n").(*core.Node)
			n.Spec.Taints = change.Taints
			s.put(nodes, n)
			tell()
		}
		time.Sleep(2 * time.Minute)
		cancel()
		synctest.Wait()
	})
	return end
}

func TestRecordTaints(t *testing.T) {
	klog.LogToStderr(false)
	klog.SetOutput(discard{})
	var asked, answered bytes.Buffer
	for seed := range uint64(200) {
		v := randomVigil(seed)
		ask, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		end, err := json.Marshal(keepVigil(t, v))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&asked, "%s\n", ask)
		fmt.Fprintf(&answered, "%s\n", end)
	}
	keep(t, "taints.req.jsonl", asked.Bytes())
	keep(t, "taints.res.jsonl", answered.Bytes())
}

package progress_test

import (
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

func TestNewsGetsOldByRepetitionAlone(t *testing.T) {
	const minute = 60 * state.Second
	type event struct {
		at    state.Time
		actor core.Actor
		node  string
		code  reason.Code
	}
	for _, c := range []struct {
		name   string
		events []event
		want   bool
	}{
		{"nothing at all", nil, false},
		{"one thing long ago", []event{{0, core.Kubelet, "n1", "A"}}, false},
		{"the same again", []event{{0, core.Kubelet, "n1", "A"}, {30 * minute, core.Kubelet, "n1", "A"}}, true},
		{"the same too soon", []event{{0, core.Kubelet, "n1", "A"}, {29 * minute, core.Kubelet, "n1", "A"}}, false},
		{"the same elsewhere", []event{{0, core.Kubelet, "n1", "A"}, {30 * minute, core.Kubelet, "n2", "A"}}, false},
		{"something else", []event{{0, core.Kubelet, "n1", "A"}, {30 * minute, core.Kubelet, "n1", "B"}}, false},
		{"a user acts in between", []event{{0, core.Kubelet, "n1", "A"}, {20 * minute, core.User, "", "C"}, {30 * minute, core.Kubelet, "n1", "A"}}, false},
		{
			"long after a user acted",
			[]event{{0, core.User, "", "C"}, {minute, core.Kubelet, "n1", "A"}, {10 * minute, core.Kubelet, "n1", "A"}, {31 * minute, core.Kubelet, "n1", "A"}},
			true,
		},
	} {
		var n progress.News
		for _, e := range c.events {
			n.Observe(&core.Event{At: e.at, Actor: e.actor, Node: e.node, Why: reason.Reason{Code: e.code}})
		}
		if got := n.Old(); got != c.want {
			t.Errorf("%s: old is %v", c.name, got)
		}
	}
}

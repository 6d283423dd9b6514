package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/state"
)

func TestFaultsAreRead(t *testing.T) {
	for text, want := range map[string]plan.Fault{
		"node/n3":                          {Node: "n3"},
		"node/n3@40s":                      {Node: "n3", At: 40 * state.Second},
		"no/n3 @1m30s":                     {Node: "n3", At: 90 * state.Second},
		"node/n3@40s --not-ready":          {Node: "n3", Kind: core.NotReady, At: 40 * state.Second},
		"node/n3@1s --pressure disk":       {Node: "n3", Kind: core.LowDisk, At: state.Second},
		"node/n3 --silent @1s":             {Node: "n3", Kind: core.Silent, At: state.Second},
		"pod --on n3 --phase Failed @1m":   {Node: "n3", Pod: true, Phase: state.Failed, At: 60 * state.Second},
		"pod@1m --phase=Succeeded --on=n3": {Node: "n3", Pod: true, Phase: state.Succeeded, At: 60 * state.Second},
		"pod --not-ready --on n3":          {Node: "n3", Pod: true, Phase: state.Running},
	} {
		got, err := plan.ParseFault(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{
		"", "@40s", "n3", "node/", "node/n3@", "node/n3@-1s", "node/n3@soon", "node/n3 --broken", "node/n3 --silent --not-ready", "node/n3 --pressure cpu", "node/n3 --pressure",
		"pod/agent-x", "pod --on n3", "pod --phase Failed", "pod --on n3 --phase Running", "pod --on n3 --phase Failed --not-ready",
		"pod --on n3 --not-ready --twice", "node/n3 'open",
	} {
		if f, err := plan.ParseFault(text); err == nil {
			t.Errorf("%q is read as %+v", text, f)
		}
	}
}

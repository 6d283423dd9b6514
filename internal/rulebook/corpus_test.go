package main

import (
	"os"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/policies"
)

func TestNoWarningHitsMostOfTheCorpusWithoutSayingWhy(t *testing.T) {
	var out strings.Builder
	if err := printCorpus(&out, os.DirFS(shared(t, "corpus"))); err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestSharesAreOfDaemonSets(t *testing.T) {
	h := hits{rules: map[string]int{}, loud: map[string]int{}}
	h.add([]policies.Finding{{Rule: "A", Severity: policies.Warning}, {Rule: "A", Severity: policies.Warning}, {Rule: "B", Severity: policies.Info}})
	h.add(nil)
	if h.sets != 2 || h.share(h.rules["A"]) != 50 || h.share(h.loud["B"]) != 0 || h.share(h.rules["B"]) != 50 {
		t.Errorf("%+v", h)
	}
	h.add([]policies.Finding{{Rule: "A", Severity: policies.Warning}})
	loud := h.unargued([]*policies.Rule{{ID: "A"}, {ID: "B"}})
	if len(loud) != 1 || loud[0] != "A" {
		t.Errorf("unargued are %v", loud)
	}
}

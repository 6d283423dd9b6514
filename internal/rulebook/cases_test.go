package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/policies"
)

// cases are reference cases and what the rules have to say about them. A text in says has
// to be in the message; nothing else may be an error.
var cases = []struct {
	id   string
	file string // "" for ds.yaml
	says []says
}{
	{"013", "", []says{blind, {"RS302", policies.Error, "host port 18080 of container agent"}}},
	{"014", "", []says{blind, {"RS302", policies.Error, "which is a host port because"}}},
	{"015", "", []says{blind, {"RS301", policies.Error, "may not be set when maxUnavailable is non-zero"}}},
	{"021", "", []says{{"RS401", policies.Error, "from every node at once"}, {"RS704", policies.Warning, "NET_ADMIN"}}},
	{"022", "", []says{blind}},
	{"025", "", []says{{"RS307", policies.Error, "stuck on n2: Insufficient cpu"}, blind}},
	{"043", "", []says{{"RS509", policies.Error, "host port 9100, as exporter-a"}}},
	{"047", "", []says{{"RS601", policies.Warning, ""}, {"RS504", policies.Warning, ""}}},
	{"049", "", []says{{"RS510", policies.Info, "system-node-critical"}}},
	{"060", "", []says{{"RS605", policies.Info, "on n1 the DaemonSets request 1500m of 16000m CPU"}, {"RS605", policies.Info, "14250m"}}},
	{"071", "", []says{{"RS108", policies.Warning, "/sys/fs/cgroup/example.slice"}}},
	{"072", "", []says{{"RS110", policies.Info, "keeps its state in pos"}}},
	{"073", "", []says{{"RS109", policies.Warning, "/var/log"}, {"RS107", policies.Info, "volume h"}}},
	{"074", "", []says{{"RS206", policies.Warning, "container agent runs a command and sets no timeoutSeconds: after 1 s"}}},
	{"076", "", []says{{"RS201", policies.Warning, ""}}},
	{"080", "ds-v2.yaml", []says{{"RS809", policies.Info, "helm.sh/chart"}}},
	{"081", "", []says{{"RS505", policies.Warning, "run Windows"}}},
	{"084", "", nil},
	{"103", "ds-quoted.yaml", []says{{"RS808", policies.Error, "template that was not rendered"}}},
}

// blind is said of every case that surges, as none has a readiness probe.
var blind = says{"RS306", policies.Error, ""}

type says struct {
	rule     string
	severity policies.Severity
	message  string
}

func TestRulesSayWhatTheCasesAskFor(t *testing.T) {
	c := loaded(t)
	dir := shared(t, "cases")
	for _, want := range cases {
		folder, err := filepath.Glob(filepath.Join(dir, want.id+"-*"))
		if err != nil || len(folder) != 1 {
			t.Fatalf("case %s: %v, %v", want.id, folder, err)
		}
		found := find(t, c, caseInputs(t, folder[0], want.file))
		asked := map[string]bool{}
		for _, s := range want.says {
			asked[s.rule] = true
			if !slices.ContainsFunc(found, s.is) {
				t.Errorf("case %s: nothing is %s %s with %q; found %v", want.id, s.rule, s.severity, s.message, short(found))
			}
		}
		for _, f := range found {
			if f.Severity == policies.Error && !asked[f.Rule] {
				t.Errorf("case %s: %s is not asked for: %s", want.id, f.Rule, f.English.Message)
			}
		}
	}
}

func (s says) is(f policies.Finding) bool {
	return f.Rule == s.rule && f.Severity == s.severity && strings.Contains(f.English.Message, s.message)
}

func short(found []policies.Finding) []string {
	var out []string
	for _, f := range found {
		out = append(out, fmt.Sprintf("%s %s %q", f.Rule, f.Severity, f.English.Message))
	}
	return out
}

// caseInputs are the checks of a case's manifest, with the nodes of its nodes.yaml.
func caseInputs(t *testing.T, folder, file string) []policies.Input {
	t.Helper()
	files := manifests(t, folder)
	if file == "" {
		file = "ds.yaml"
	}
	text := files[file]
	if nodes := files["nodes.yaml"]; nodes != nil {
		text = slices.Concat(text, []byte("\n---\n"), nodes)
	}
	if text == nil {
		t.Fatalf("%s: no %s among %v", folder, file, slices.Collect(maps.Keys(files)))
	}
	return inputs(t, file, text)
}

package answer

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/policies/rules"
)

func TestWriteWritesWhatJSONWrites(t *testing.T) {
	full := lint.Finding{Finding: &rules.Finding{
		Rule: "RS302", Slug: "surge-host-port", Group: "surge", Severity: rules.Error,
		English: rules.Text{Title: "t", Message: "a <b> & \"c\"\\", Fix: "f\n\x1b[31m"},
		Chinese: rules.Text{Message: "中文\u2028\U0001F600\u202e"},
		Path:    "spec.x[0]", Container: "agent", File: "a\tb.yaml", Document: 1, Item: -1,
		Object: rules.Object{Kind: "DaemonSet", Namespace: "n", Name: "x\xff"},
		Start:  rules.Pos{Line: 3, Column: 4}, End: rules.Pos{Line: 3, Column: 9},
		Links: []string{"https://example.com/a?b&c", "x"},
		Params: map[string]any{
			"b": json.Number("1.50"), "a": []any{"x", nil, true, []any{}, map[string]any{}},
			"c": map[string]any{"z": map[string]any{"y": []any{map[string]any{"x": "w"}}}},
		},
	}, Fingerprint: "0123", Proof: "p.txtar"}
	suppressed := full
	suppressed.Suppressed = &lint.Reason{Reason: "r", Where: "comment"}
	for name, r := range map[string]*lint.Report{
		"nothing":    {},
		"one":        {Findings: []lint.Finding{full}, Files: 1, Documents: 2, DaemonSets: 3, Unread: 4},
		"suppressed": {Findings: []lint.Finding{full, suppressed, {Finding: &rules.Finding{}}, suppressed, {Finding: &rules.Finding{Severity: rules.Warning}}}},
	} {
		for _, l := range []reason.Language{reason.English, reason.Chinese} {
			var want, got bytes.Buffer
			if err := JSON(&want, Of(r, l)); err != nil {
				t.Fatal(err)
			}
			if err := Write(&got, r, l); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.String(), got.String()); diff != "" {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
	}
}

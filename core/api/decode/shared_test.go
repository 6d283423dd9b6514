package decode_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/internal/oracle"
)

// sharedFolder is the folder of recordings beside a checkout; "" if there is none.
func sharedFolder() string {
	if folder := os.Getenv("ROLLSCOPE_SHARED"); folder != "" {
		return folder
	}
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	for range 10 {
		folder = filepath.Dir(folder)
		if info, err := os.Stat(filepath.Join(folder, "shared", "oracle")); err == nil && info.IsDir() {
			return filepath.Join(folder, "shared")
		}
	}
	return ""
}

func TestManifestsInTheWildAreRead(t *testing.T) {
	shared := sharedFolder()
	if shared == "" {
		t.Skip("no folder shared beside the checkout")
	}
	files, kinds := 0, map[string]int{}
	err := filepath.WalkDir(filepath.Join(shared, "corpus"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		result := decode.File(filepath.Base(path), content)
		for _, d := range result.Documents {
			kinds[d.Kind]++
		}
		for _, e := range result.Errors {
			if e.Code != decode.CodeUnknownKind && e.Code != decode.CodeDuplicateField {
				t.Error(e)
			}
		}
		if len(result.Documents) == 0 {
			t.Errorf("%s: no documents", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for kind, count := range kinds {
		lines = append(lines, fmt.Sprintf("%s %d", kind, count))
	}
	slices.Sort(lines)
	t.Logf("%d files: %s", files, strings.Join(lines, ", "))
}

// The cases are manifests from public reports. What is said about each of them is in the
// golden files; here is what must be found.
func TestInputOfPublicReportsIsUnderstood(t *testing.T) {
	shared := sharedFolder()
	if shared == "" {
		t.Skip("no folder shared beside the checkout")
	}
	for _, test := range []struct{ file, want string }{
		{"015-only-maxsurge-set/ds.yaml", "1 DaemonSet agent"},
		{"033-empty-key-needs-exists/ds.yaml", "1 DaemonSet agent"},
		{"078-affinity-sibling-indent/ds.yaml", "1 DaemonSet agent, 17:11 unknown-field"},
		{"080-selector-immutable/ds.yaml", "1 DaemonSet agent"},
		{"080-selector-immutable/ds-v2.yaml", "1 DaemonSet agent"},
		{"088-boolean-in-nodeselector/ds.yaml", "1 DaemonSet agent, 15:33 wrong-type"},
		{"096-four-dashes-and-missing-space/ds.yaml", "1 DaemonSet agent, 1:4 separator"},
		{"096-four-dashes-and-missing-space/ds-nospace.yaml", "1 DaemonSet agent, 2:6 missing-space"},
		{"098-curly-quotes-and-mojibake/ds.yaml", "1 DaemonSet agent, warning 8:12 curly-quotes, warning 12:14 curly-quotes, warning 16:16 curly-quotes"},
		{"098-curly-quotes-and-mojibake/ds-control.yaml", "1 DaemonSet agent, 17:3 control-character"},
		{"098-curly-quotes-and-mojibake/ds-nbsp.yaml", "1 DaemonSet agent, 2:6 look-alike"},
		{"100-quantity-notations/ds.yaml", "1 DaemonSet agent"},
		{"100-quantity-notations/ds-exa.yaml", "1 DaemonSet agent"},
		{"100-quantity-notations/ds-bad.yaml", "1 DaemonSet agent, 19:21 bad-quantity"},
		{"100-quantity-notations/ds-bad2.yaml", "1 DaemonSet agent, 19:21 bad-quantity"},
		{"101-generatename/ds.yaml", "1 DaemonSet , warning 4:3 generate-name"},
		{"102-list-and-multidoc/ds.yaml", "1 ConfigMap c, 1 DaemonSet agent-a, 4 DaemonSet agent-b"},
		{"103-helm-template-left-in/ds.yaml", "1 DaemonSet agent, 16:16 template"},
		{"103-helm-template-left-in/ds-block.yaml", "14:7 template"},
		{"103-helm-template-left-in/ds-quoted.yaml", "1 DaemonSet agent, warning 16:16 template"},
		{"105-single-digit-percent/ds.yaml", "1 DaemonSet agent"},
		{"105-single-digit-percent/ds-05.yaml", "1 DaemonSet agent"},
		{"106-kustomize-patch/ds.yaml", "1 DaemonSet agent, 9:9 patch"},
		{"107-tolerations-as-map/ds.yaml", "1 DaemonSet agent, 15:9 wrong-type"},
		{"108-anchors-merge-keys/ds.yaml", "1 DaemonSet agent"},
		{"109-alias-bomb/ds.yaml", "8:26 alias-growth"},
		{"110-label-with-equals-sign/ds.yaml", "1 DaemonSet agent, 13:9 missing-colon"},
		{"111-empty-and-tiny-files/ds.yaml", "warning 1:1 empty"},
		{"111-empty-and-tiny-files/ds-dash.yaml", "warning 1:1 empty"},
		{"111-empty-and-tiny-files/ds-json.yaml", "1 DaemonSet agent"},
		{"111-empty-and-tiny-files/ds-scalar.yaml", "1:1 not-an-object"},
	} {
		content, err := os.ReadFile(filepath.Join(shared, "cases", test.file))
		if err != nil {
			t.Fatal(err)
		}
		if got := summary(decode.File(test.file, content)); got != test.want {
			t.Errorf("%s: %s, want %s", test.file, got, test.want)
		}
	}
}

// summary lists documents, places and codes.
func summary(r *decode.Result) string {
	var all []string
	for _, d := range r.Documents {
		all = append(all, fmt.Sprintf("%d %s %s", d.Index, d.Kind, d.Name))
	}
	for _, e := range r.Errors {
		all = append(all, fmt.Sprintf("%d:%d %s", e.Line, e.Column, e.Code))
	}
	for _, e := range r.Warnings {
		all = append(all, fmt.Sprintf("warning %d:%d %s", e.Line, e.Column, e.Code))
	}
	return strings.Join(all, ", ")
}

// The recordings hold damaged manifests and what the real decoder said of them.
func TestOracleDecoding(t *testing.T) {
	type question struct{ Validate struct{ Manifest string } }
	type answer struct {
		Strict      []string
		DecodeError string
	}
	requests := oracle.Lines[question](t, oracle.Recording(t, "validate.req.jsonl"))
	answers := oracle.Lines[answer](t, oracle.Recording(t, "validate.res.jsonl"))
	count := oracle.Count{Of: len(requests)}
	for i, want := range answers {
		got := upstreams(decode.File("f", []byte(requests[i].Validate.Manifest)).Errors)
		slices.Sort(want.Strict)
		switch {
		case want.DecodeError != "" && !slices.Contains(got, want.DecodeError):
			t.Errorf("%d: server says %s, we say %q", i, want.DecodeError, got)
		case want.DecodeError == "" && !slices.Equal(got, want.Strict):
			t.Errorf("%d: server says %q, we say %q", i, want.Strict, got)
		default:
			count.Agree++
		}
	}
	count.Tell(t, "decoding")
}

package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rollscope/rollscope/internal/edge"
)

// served is the handler that rollscope serve has, without the page.
func served(t *testing.T) http.Handler {
	t.Helper()
	rules, err := servedRules()
	if err != nil {
		t.Fatal(err)
	}
	return edge.New(edge.Options{Rules: rules})
}

// same holds an answer to what the command line prints, and how it ends.
func same(t *testing.T, h http.Handler, path string, body map[string]any, args ...string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := Main(append(args, "--lang", "en"), Host{In: strings.NewReader(""), Out: &out, Err: &errs})
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if out.Len() == 0 { // nothing that could be answered
		if w.Code != http.StatusUnprocessableEntity || code < exitUsage {
			t.Errorf("%v: exit code %d, %d %.300s", args, code, w.Code, w.Body)
		}
		return
	}
	if w.Code != http.StatusOK {
		t.Errorf("%v: %d %.300s", args, w.Code, w.Body)
		return
	}
	if diff := cmp.Diff(out.String(), w.Body.String()); diff != "" {
		t.Errorf("%v: the answer is another: %s", args, diff)
	}
	if got := w.Header().Get("Rollscope-Exit-Code"); got != strconv.Itoa(code) {
		t.Errorf("%v: exit code %d, the header says %s", args, code, got)
	}
}

// serves is a command of scripts: it starts rollscope serve, asks whether it is well, and
// interrupts it. What it printed is in the files out and err then.
func serves(ts *testscript.TestScript, _ bool, args []string) {
	path := ""
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if at := filepath.Join(dir, "rollscope"); path == "" {
			if _, err := os.Stat(at); err == nil {
				path = at
			}
		}
	}
	cmd := exec.Command(path, append([]string{"serve"}, args...)...) //nolint:noctx // it is interrupted
	cmd.Dir = ts.MkAbs(".")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	address, _, _ := strings.Cut(strings.TrimSpace(line), "#")
	answer, err := http.Get(address + "healthz") //nolint:noctx // of this machine
	ts.Check(err)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		ts.Fatalf("/healthz: %s", answer.Status)
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	ts.Check(cmd.Wait())
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(line), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("err"), errs.Bytes(), 0o600))
}

func TestScenariosRunOverHTTPAsOnTheCommandLine(t *testing.T) {
	h := served(t)
	n := 0
	err := filepath.WalkDir("../../testdata/scenarios", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".txtar") {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		n++
		same(t, h, "/api/v1/run", map[string]any{"scenario": string(content), "name": name}, "test", "-o", "json", name)
		return nil
	})
	if err != nil || n < 20 {
		t.Fatalf("%d scenarios, %v", n, err)
	}
}

// manifests are files of the corpus of real manifests, where that is there, and of the
// examples beside the rules.
func manifests(t *testing.T) []string {
	t.Helper()
	examples, err := filepath.Glob("../../policies/rules/*/*/bad.yaml")
	if err != nil || len(examples) == 0 {
		t.Fatal(err)
	}
	shared := os.Getenv("ROLLSCOPE_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	var corpus []string
	_ = filepath.WalkDir(filepath.Join(shared, "corpus"), func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".yaml") {
			corpus = append(corpus, name)
		}
		return nil
	})
	if len(corpus) == 0 {
		t.Log("the corpus of real manifests is not there")
	}
	slices.Sort(corpus)
	var some []string
	for i := 0; i < len(corpus); i += max(1, len(corpus)/20) {
		some = append(some, corpus[i])
	}
	return append(some, examples...)
}

func TestManifestsAreAnsweredOverHTTPAsOnTheCommandLine(t *testing.T) {
	h := served(t)
	for _, name := range manifests(t) {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file := []any{map[string]any{"name": filepath.ToSlash(name), "content": string(content)}}
		same(t, h, "/api/v1/validate", map[string]any{"files": file}, "validate", "-o", "json", "-f", name)
		same(t, h, "/api/v1/lint", map[string]any{"files": file}, "lint", "--format", "json", name)
		same(t, h, "/api/v1/lint", map[string]any{"files": file, "nodes": 3}, "lint", "--format", "json", "--nodes", "3", name)
		same(t, h, "/api/v1/plan", map[string]any{"to": file, "nodes": 4}, "plan", "-o", "json", "-f", name, "--nodes", "4")
		same(t, h, "/api/v1/why", map[string]any{"files": file, "nodes": 2}, "why", "-o", "json", "-f", name, "--nodes", "2")
		if strings.Contains(string(content), "kind: Node\n") {
			continue // --from takes a whole cluster then, which the command line alone does
		}
		same(t, h, "/api/v1/plan", map[string]any{
			"to": file, "from": file, "nodes": 7, "orders": 2, "minAvailable": "90%", "images": []any{"* pull=3s ready-after=2s"}, "breaks": []any{"node/node-2@1s"},
		}, "plan", "-o", "json", "-f", name, "--from", name, "--nodes", "7", "--seeds", "2", "--min-available", "90%", "--image", "* pull=3s ready-after=2s", "--break", "node/node-2@1s")
	}
}

func TestWhatCannotBeReadIsTheSameOverHTTP(t *testing.T) {
	h := served(t)
	dir := t.TempDir()
	for i, text := range []string{
		"", "---\n", "hello", "{", "a: [", "kind: DaemonSet\n", "\tkind: x\n", "kind: DaemonSet\napiVersion: apps/v1\nmetadata:\n  name: Agent\n  name: agent\n",
		"apiVersion: v1\nkind: List\nitems:\n- kind: Node\n  apiVersion: v1\n  metadata: {name: n}\n- 3\n", "a: &a [*a]\n", "\xff\xfe", "{{ .Values }}\n",
		"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n", strings.Repeat("- ", 90) + "a\n",
	} {
		name := filepath.Join(dir, strconv.Itoa(i)+".yaml")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, "\xff") { // JSON has no way to say it
			file := []any{map[string]any{"name": filepath.ToSlash(name), "content": text}}
			same(t, h, "/api/v1/validate", map[string]any{"files": file}, "validate", "-o", "json", "-f", name)
			same(t, h, "/api/v1/lint", map[string]any{"files": file}, "lint", "--format", "json", name)
			same(t, h, "/api/v1/plan", map[string]any{"to": file, "nodes": 4}, "plan", "-o", "json", "-f", name, "--nodes", "4")
		}
	}
}

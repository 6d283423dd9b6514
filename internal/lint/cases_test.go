package lint

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies"
)

// shared is the folder of cases beside the checkout; the test is skipped without it.
func shared(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("ROLLSCOPE_SHARED"); dir != "" {
		return dir
	}
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for ; filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if info, err := os.Stat(filepath.Join(dir, "shared", "cases")); err == nil && info.IsDir() {
			return filepath.Join(dir, "shared")
		}
	}
	t.Skip("no folder shared beside the checkout, and ROLLSCOPE_SHARED is not set")
	return ""
}

func checker(t testing.TB) *policies.Checker {
	t.Helper()
	c, err := policies.Load(policies.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func options(c *policies.Checker) Options {
	return Options{Checker: c, Config: config.Default(), Today: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), Workers: 2}
}

func lintText(t testing.TB, o Options, name, text string) *Report {
	t.Helper()
	r, err := Run(context.Background(), []source.Source{source.Text(name, text)}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cases are what the collected cases ask of a lint: the rules that they name. Only
// says that there is to be no other error.
var cases = []struct {
	name  string
	rules []string
	only  bool
}{
	{"013", []string{"RS302"}, false},
	{"014", []string{"RS302"}, false},
	{"015", []string{"RS301"}, false},
	{"021", []string{"RS401"}, true},
	{"025", []string{"RS307"}, false},
	{"043", []string{"RS509"}, true},
	{"047", []string{"RS504", "RS601"}, true},
	{"049", []string{"RS510"}, true},
	{"060", []string{"RS605"}, true},
	{"071", []string{"RS108"}, true},
	{"072", []string{"RS110"}, true},
	{"073", []string{"RS107", "RS109"}, true},
	{"074", []string{"RS206"}, true},
	{"084", nil, true},
}

func TestCasesFindWhatTheyName(t *testing.T) {
	folder := shared(t)
	o := options(checker(t))
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found, err := filepath.Glob(filepath.Join(folder, "cases", c.name+"-*", "ds.yaml"))
			if err != nil || len(found) != 1 {
				t.Skipf("no ds.yaml in case %s", c.name)
			}
			text, err := os.ReadFile(found[0])
			if err != nil {
				t.Fatal(err)
			}
			o := o
			o.Nodes = nodes(t, filepath.Join(filepath.Dir(found[0]), "nodes.yaml"))
			report := lintText(t, o, "ds.yaml", string(text))
			for _, rule := range c.rules {
				if !slices.ContainsFunc(report.Findings, func(f Finding) bool { return f.Rule == rule }) {
					t.Errorf("%s is not found", rule)
				}
			}
			for i := range report.Findings {
				f := &report.Findings[i]
				if c.only && f.Severity == policies.Error && !slices.Contains(c.rules, f.Rule) {
					t.Errorf("%s is found: %s", f.Rule, f.English.Message)
				}
			}
		})
	}
}

// nodes are those of a file; nil if there is none.
func nodes(t *testing.T, name string) *Nodes {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	out := &Nodes{}
	for _, d := range decode.File(name, text).Documents {
		switch o := d.Object.(type) {
		case *api.Node:
			out.Nodes = append(out.Nodes, o)
		case *api.Pod:
			out.Pods = append(out.Pods, o)
		}
	}
	return out
}

// Well-kept agents have no errors and few warnings.
func TestWellKeptAgentsAreLeftInPeace(t *testing.T) {
	folder := shared(t)
	o := options(checker(t))
	for _, name := range []string{"node-exporter", "ebs-csi"} {
		n := 0
		err := filepath.WalkDir(filepath.Join(folder, "corpus"), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.Contains(strings.ToLower(path), name) || !strings.HasSuffix(path, ".yaml") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			r := lintText(t, o, path, string(text))
			if r.DaemonSets != 1 {
				return nil
			}
			n++
			if r.Count(policies.Error) > 0 || r.Count(policies.Warning) > 5 {
				t.Errorf("%s: %d errors, %d warnings", filepath.Base(path), r.Count(policies.Error), r.Count(policies.Warning))
				for _, f := range r.Shown() {
					if f.Severity != policies.Info {
						t.Logf("%s %s: %s", f.Severity, f.Rule, f.English.Message)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			t.Logf("the corpus has no %s", name)
		}
	}
}

// Whatever validate refuses, lint refuses.
func TestWhatTheAPIRefusesNeverPasses(t *testing.T) {
	o := options(checker(t))
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "manifests", "*", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no manifests: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		checked := manifest.Check(manifest.Read([]manifest.File{{Name: name, Content: text}}), manifest.Files{})
		refused := checked.Count("DaemonSet", manifest.Invalid) > 0 || checked.Unread > 0
		report := lintText(t, o, name, string(text))
		if refused && !report.Fails("error") {
			t.Errorf("%s is refused by the API server, and passes lint", filepath.Base(name))
		}
		for i := range report.Findings {
			if f := &report.Findings[i]; !refused && (f.Rule == "RS805" || f.Rule == "RS807" || f.Rule == "RS902") {
				t.Errorf("%s is valid, and lint says %s: %s", filepath.Base(name), f.Rule, f.English.Message)
			}
		}
	}
}

package core

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/rollscope/rollscope/core/api"
)

// A recording is one scenario that the real v1.37.2 DaemonSet controller was led
// through, with what it did.
type recording struct {
	Name      string
	Brief     bool // the answer names no pods
	Kubelet   recordedKubelet
	Nodes     []recordedNode
	NodeCount int
	recordedManifest
	Actions []recordedAction

	dir   string // where manifest files are
	steps []recordedStep
}

// recordedKubelet says how quickly pods move in a recording.
type recordedKubelet struct {
	ReadyTicks, TerminateTicks, PodGCTicks int64
	Images                                 map[string]struct {
		ReadyTicks  *int64
		Never, Fail bool
	}
}

type recordedNode struct {
	Name          string
	Labels        map[string]string
	Taints        []api.Taint
	Unschedulable bool
	Ready         *bool
	Unreachable   bool
	Allocatable   api.ResourceList
}

type recordedManifest struct {
	Manifest     string // JSON or YAML
	ManifestFile string
}

type recordedAction struct {
	Do string
	recordedManifest
	Node, Pod     string
	Labels        map[string]*string
	Taints        *[]api.Taint
	Unschedulable *bool
	Ready         *bool
	Unreachable   *bool
	Allocatable   api.ResourceList
	Spec          recordedNode
	State         string
	Image         string
	ToRevision    int64
	Cascade       string
}

// recordedStep is the answer to one action.
type recordedStep struct {
	Do            string
	Tick          int
	Result        string
	Syncs         []recordedSync
	Events        []string
	Generation    int64
	Status        *api.DaemonSetStatus
	RolloutStatus string
	Revisions     []struct{ Revision int64 }
	Pods          []recordedPod

	MaxSurge, MaxUnavailable int
}

type recordedSync struct {
	Tick                int
	Creates, Deletes    []recordedCall
	ControllerRevisions []string
	Status              *api.DaemonSetStatus
	Error               string
}

type recordedCall struct {
	Node     string
	Revision int64
}

type recordedPod struct {
	Node                              string
	Revision                          int64
	Phase                             string
	Ready, Available, Bound, Deleting bool
}

// object is the DaemonSet of a manifest.
func (s *recording) object(m recordedManifest) (*api.DaemonSet, error) {
	text := []byte(m.Manifest)
	if m == (recordedManifest{}) {
		return s.object(s.recordedManifest)
	}
	if m.ManifestFile != "" {
		var err error
		if text, err = os.ReadFile(filepath.Join(s.dir, m.ManifestFile)); err != nil {
			return nil, err
		}
	}
	text, err := yaml.YAMLToJSON(text)
	if err != nil {
		return nil, err
	}
	var d api.DaemonSet
	return &d, json.Unmarshal(text, &d)
}

// oracleDir is the folder of recordings beside the checkout.
func oracleDir(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("ROLLSCOPE_ORACLE")
	if dir == "" {
		if shared := os.Getenv("ROLLSCOPE_SHARED"); shared != "" {
			dir = filepath.Join(shared, "oracle")
		} else {
			dir = filepath.Join("..", "..", "shared", "oracle")
		}
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		tb.Skipf("the recorded answers are not here: %s is missing (ROLLSCOPE_ORACLE names another folder)", dir)
	}
	return dir
}

// randomRecordings are the scenarios made up at random, a line each.
func randomRecordings(tb testing.TB) []recording {
	tb.Helper()
	dir := oracleDir(tb)
	scenarios := readLines[struct{ Scenario recording }](tb, filepath.Join(dir, "scenario.req.jsonl"))
	answers := readLines[struct{ Steps []recordedStep }](tb, filepath.Join(dir, "scenario.res.jsonl"))
	out := make([]recording, 0, len(scenarios))
	for i, s := range scenarios {
		s.Scenario.steps = answers[i].Steps
		out = append(out, s.Scenario)
	}
	return out
}

// writtenRecordings are the scenarios written by hand, a file each.
func writtenRecordings(tb testing.TB) []recording {
	tb.Helper()
	dir := filepath.Join(oracleDir(tb), "scenarios")
	traces, err := filepath.Glob(filepath.Join(dir, "*.trace.json"))
	if err != nil {
		tb.Fatal(err)
	}
	out := make([]recording, 0, len(traces))
	for _, trace := range traces {
		s := recording{dir: dir}
		scenario, err := os.ReadFile(strings.TrimSuffix(trace, ".trace.json") + ".yaml")
		if err != nil {
			tb.Fatal(err)
		}
		if err := yaml.Unmarshal(scenario, &s); err != nil {
			tb.Fatalf("%s: %v", trace, err)
		}
		answer, err := os.ReadFile(trace)
		if err != nil {
			tb.Fatal(err)
		}
		if err := json.Unmarshal(answer, &struct{ Steps *[]recordedStep }{&s.steps}); err != nil {
			tb.Fatalf("%s: %v", trace, err)
		}
		out = append(out, s)
	}
	return out
}

// readLines reads a file with a JSON value on each line; no file is no lines.
func readLines[T any](tb testing.TB, path string) []T {
	tb.Helper()
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			tb.Fatalf("%s: line %d: %v", path, len(out)+1, err)
		}
		out = append(out, v)
	}
	return out
}

package core

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/internal/oracle"
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

// randomRecordings are the scenarios made up at random, a line each.
func randomRecordings(tb testing.TB) []recording {
	tb.Helper()
	scenarios := oracle.Lines[struct{ Scenario recording }](tb, oracle.Recording(tb, "scenario.req.jsonl"))
	answers := oracle.Lines[struct{ Steps []recordedStep }](tb, oracle.Recording(tb, "scenario.res.jsonl"))
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
	dir := oracle.Recording(tb, "scenarios")
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

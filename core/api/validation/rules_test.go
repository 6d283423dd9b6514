package validation_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/api/validation"
)

var update = flag.Bool("update", false, "rewrite what the rules under testdata say")

// The files under testdata/rules hold cases between blank lines. Each changes a
// sound object and says what comes of it:
//
//	kind Pod                      the object; a DaemonSet if not said
//	old pod.hostNetwork = true    a change of what is stored: the case is an update
//	c.name = "App"                a change; pod. is the pod's spec and c. its container
//	! spec.…: Invalid value: …    an error
//	~ spec.…                      a warning
//
// A case without errors and warnings is accepted in silence. A line with # is a comment.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no rules", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runFile(t, file) })
	}
}

func runFile(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(strings.TrimSpace(string(text)), "\n\n")
	for i, c := range cases {
		got, err := run(c)
		if err != nil {
			t.Fatalf("%v in\n%s", err, c)
		}
		if diff := cmp.Diff(c, got); diff != "" && !*update {
			t.Errorf("(-file +now):\n%s", diff)
		}
		cases[i] = got
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(cases, "\n\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// run runs one case and returns it with what came of it now.
func run(text string) (string, error) {
	var kept []string
	kind := "DaemonSet"
	var changes, old []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "! ") || strings.HasPrefix(line, "~ ") {
			continue
		}
		kept = append(kept, line)
		if rest, ok := strings.CutPrefix(line, "old "); ok {
			old = append(old, rest)
		} else if rest, ok := strings.CutPrefix(line, "kind "); ok {
			kind = rest
		} else if !strings.HasPrefix(line, "#") {
			changes = append(changes, line)
		}
	}
	errs, warnings, err := judge(kind, changes, old)
	if err != nil {
		return "", err
	}
	for _, e := range errs {
		kept = append(kept, "! "+e.Error())
	}
	for _, w := range warnings {
		kept = append(kept, "~ "+w)
	}
	return strings.Join(kept, "\n"), nil
}

func judge(kind string, changes, old []string) ([]*validation.FieldError, []string, error) {
	switch kind {
	case "Pod":
		pod := &api.Pod{}
		err := build(kind, changes, pod)
		defaults.Pod(pod)
		return validation.Pod(pod), validation.PodWarnings(pod), err
	case "Node":
		stored, node := &api.Node{}, &api.Node{}
		if err := build(kind, changes, node); err != nil || old == nil {
			return validation.Node(node), nil, err
		}
		err := build(kind, old, stored)
		return validation.NodeUpdate(node, stored), nil, err
	case "PriorityClass":
		stored, pc := &api.PriorityClass{}, &api.PriorityClass{}
		if err := build(kind, changes, pc); err != nil || old == nil {
			return validation.PriorityClass(pc), nil, err
		}
		err := build(kind, old, stored)
		return validation.PriorityClassUpdate(pc, stored), nil, err
	case "DaemonSetStatus":
		stored, ds := &api.DaemonSet{}, &api.DaemonSet{}
		if err := build("DaemonSet", changes, ds); err != nil {
			return nil, nil, err
		}
		err := build("DaemonSet", old, stored)
		return validation.DaemonSetStatusUpdate(ds, stored), nil, err
	case "PodDisruptionBudget":
		pdb := &api.PodDisruptionBudget{}
		err := build(kind, changes, pdb)
		return validation.PodDisruptionBudget(pdb), nil, err
	case "ControllerRevision":
		stored, r := &api.ControllerRevision{}, &api.ControllerRevision{}
		if err := build(kind, changes, r); err != nil || old == nil {
			return validation.ControllerRevision(r), nil, err
		}
		err := build(kind, old, stored)
		return validation.ControllerRevisionUpdate(r, stored), nil, err
	}
	return judgeDaemonSet(changes, old)
}

func judgeDaemonSet(changes, old []string) ([]*validation.FieldError, []string, error) {
	ds := &api.DaemonSet{}
	if err := build("DaemonSet", changes, ds); err != nil {
		return nil, nil, err
	}
	if old == nil {
		verdict := strategy.Create(ds)
		return verdict.Errors, verdict.Warnings, verdict.Unreadable
	}
	stored := &api.DaemonSet{}
	if err := build("DaemonSet", old, stored); err != nil {
		return nil, nil, err
	}
	// What is stored may come from an older server: it need not be valid now.
	defaults.DaemonSet(stored)
	deleted := stored.DeletionTimestamp
	if err := strategy.PrepareForCreate(stored); err != nil {
		return nil, nil, err
	}
	stored.DeletionTimestamp = deleted
	verdict := strategy.Update(ds, stored)
	return verdict.Errors, verdict.Warnings, verdict.Unreadable
}

// sound are the objects that cases change.
var sound = map[string]string{
	"DaemonSet": `{"metadata": {"name": "agent"}, "spec": {"selector": {"matchLabels": {"app": "agent"}},
		"template": {"metadata": {"labels": {"app": "agent"}}, "spec": {"containers": [{"name": "app", "image": "agent:1"}]}}}}`,
	"Pod":                 `{"metadata": {"name": "agent", "namespace": "default"}, "spec": {"containers": [{"name": "app", "image": "agent:1"}]}}`,
	"Node":                `{"metadata": {"name": "n1"}}`,
	"PriorityClass":       `{"metadata": {"name": "high"}, "value": 1000}`,
	"PodDisruptionBudget": `{"metadata": {"name": "agent"}, "spec": {"selector": {"matchLabels": {"app": "agent"}}}}`,
	"ControllerRevision":  `{"metadata": {"name": "agent-1"}, "data": {"spec": {}}, "revision": 1}`,
}

func build(kind string, changes []string, object any) error {
	var tree any
	if err := json.Unmarshal([]byte(sound[kind]), &tree); err != nil {
		return err
	}
	spec := "spec.template.spec."
	if kind == "Pod" {
		spec = "spec."
	}
	for _, change := range changes {
		path, text, found := strings.Cut(change, " = ")
		var value any
		if err := json.Unmarshal([]byte(text), &value); !found || err != nil {
			return fmt.Errorf("%s: %w", change, err)
		}
		if rest, ok := strings.CutPrefix(path, "pod."); ok {
			path = spec + rest
		} else if rest, ok := strings.CutPrefix(path, "c."); ok {
			path = spec + "containers[0]." + rest
		}
		tree = set(tree, strings.Split(strings.ReplaceAll(path, "[", ".["), "."), value)
	}
	text, err := json.Marshal(tree)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, object)
}

// set is tree with a value at a path, whose way it clears.
func set(tree any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if index, ok := strings.CutPrefix(path[0], "["); ok {
		i, _ := strconv.Atoi(strings.TrimSuffix(index, "]"))
		list, _ := tree.([]any)
		for len(list) <= i {
			list = append(list, nil)
		}
		list[i] = set(list[i], path[1:], value)
		return list
	}
	fields, _ := tree.(map[string]any)
	if fields == nil {
		fields = map[string]any{}
	}
	fields[path[0]] = set(fields[path[0]], path[1:], value)
	return fields
}

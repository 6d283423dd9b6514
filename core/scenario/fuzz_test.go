package scenario_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
)

// fuzzManifests are what the commands of a fuzzed scenario can apply.
const fuzzManifests = manifests + `-- new.yaml --
{apiVersion: v1, kind: Node, metadata: {name: n3}, spec: {taints: [{key: a, effect: NoSchedule}]}}
-- batch.yaml --
{apiVersion: v1, kind: Pod, metadata: {name: batch}, spec: {nodeName: n1, containers: [{name: c, image: c}]}}
`

// FuzzRun runs any commands. The run comes to an end, twice with the same bytes, and
// its outputs written back into the file are the expected ones.
func FuzzRun(f *testing.F) {
	for _, commands := range commandsOfScenarios(f) {
		f.Add(commands)
	}
	f.Add("step\nback 3\nseek 5s\nfork a\nswitch main\nuntil idle\ntimeline\nwhy ds/agent\n")
	o := scenario.Options{MaxEvents: 1000, MaxTime: 3600 * state.Second}
	f.Fuzz(func(t *testing.T, commands string) {
		lines := strings.Split(commands, "\n")
		if len(lines) > 20 || len(commands) > 2000 {
			return
		}
		source := "$ kubectl apply -f nodes.yaml -f agent.yaml\n$ " + strings.Join(lines, "\n$ ") + "\n" + fuzzManifests
		file, err := transcript.Parse("x", []byte(source))
		if err != nil {
			return
		}
		r := scenario.Run(file, o)
		again := scenario.Run(file, o)
		for i := range r.Results {
			if r.Results[i].Output != again.Results[i].Output {
				t.Fatalf("step %d gives %q, then %q", i, r.Results[i].Output, again.Results[i].Output)
			}
		}
		updated, err := transcript.Parse("x", r.Update())
		if err != nil {
			t.Fatalf("after an update: %v", err)
		}
		for i, res := range scenario.Run(updated, o).Results {
			if res.Differs && !res.Ended {
				t.Fatalf("step %d differs after an update:\n%s", i, res.Step.Hunks(transcript.Lines(res.Output), ""))
			}
		}
	})
}

// commandsOfScenarios are the commands of every scenario of the repository, some
// lines at a time.
func commandsOfScenarios(f *testing.F) []string {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scenarios", "*", "*.txtar"))
	if err != nil || len(files) == 0 {
		f.Fatal("there is no scenario", err)
	}
	var out []string
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		file, err := transcript.Parse(name, content)
		if err != nil {
			f.Fatal(err)
		}
		var lines []string
		for i := range file.Steps {
			lines = append(lines, file.Steps[i].Command)
		}
		out = append(out, strings.Join(lines[:min(len(lines), 12)], "\n"))
	}
	return out
}

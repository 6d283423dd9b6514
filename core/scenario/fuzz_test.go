package scenario_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
)

// FuzzRun runs any scenario that can be read. It comes to an end, twice with the
// same bytes, and its outputs written back into the file are the expected ones.
func FuzzRun(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scenarios", "*", "*.txtar"))
	if err != nil || len(files) == 0 {
		f.Fatal("there is no scenario", err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(content))
	}
	f.Add("$ step\n$ back 3\n$ seek 5s\n$ fork a\n$ switch main\n$ until idle\n$ timeline\n$ why ds/a\n")
	o := scenario.Options{MaxEvents: 3000, MaxTime: 3600 * state.Second}
	f.Fuzz(func(t *testing.T, source string) {
		file, err := transcript.Parse("x", []byte(source))
		if err != nil || len(file.Steps) > 50 {
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
			return // longer than a scenario may be
		}
		for i, res := range scenario.Run(updated, o).Results {
			if res.Differs && !res.Ended {
				t.Fatalf("step %d differs after an update:\n%s", i, res.Step.Hunks(transcript.Lines(res.Output), ""))
			}
		}
	})
}

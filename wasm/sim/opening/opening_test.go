package opening

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/recorded"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

var update = flag.Bool("update", false, "record the opening scenario anew")

const (
	sample  = "../../../site/src/sample.txtar"
	written = "zz_scenario.go"
)

func TestTheRecordingIsWhatKubectlDoes(t *testing.T) {
	want := source(record(t))
	if *update {
		if err := os.WriteFile(written, want, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(written)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is not what kubectl does in %s: go test ./wasm/sim/opening -update", written, sample)
	}
}

// record runs the scenario and keeps what kubectl prints and what it sends.
func record(t *testing.T) *recorded.Scenario {
	t.Helper()
	text, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	f, err := transcript.Parse("sample.txtar", text)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded.Scenario{Text: string(text)}
	var writes []recorded.Write
	admit := func(object, old any) strategy.Verdict {
		sent := copied(object)
		v := strategy.Admit(object, old)
		if !v.Accepted() {
			t.Fatalf("%s: %v", sample, v.Errors)
		}
		writes = append(writes, recorded.Write{Object: sent, Update: old != nil})
		return v
	}
	run := func(c *core.Cluster, env kubectl.Env, args []string) kubectl.Result {
		writes = nil
		result := kubectl.Run(c, env, args)
		if result.Exit != 0 || result.Stderr != "" {
			t.Fatalf("%s: kubectl %v: %s", sample, args, result.Transcript)
		}
		r.Commands = append(r.Commands, recorded.Command{Args: args, Output: result.Transcript, Writes: writes})
		return result
	}
	s := scenario.OpenWith(f, scenario.Options{}, scenario.Parts{Kubectl: run, Admission: admit})
	for s.Position() < len(f.Steps) {
		if out, _ := s.Next(); out.Failed {
			t.Fatalf("%s: %s", sample, out.Output)
		}
	}
	return r
}

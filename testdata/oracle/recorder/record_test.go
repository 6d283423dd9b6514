package recorder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// record leads the real controller through a scenario; nil when it comes to no rest.
func record(t *testing.T, s *Scenario) *Answer {
	t.Helper()
	out := &Answer{Name: s.Name}
	synctest.Test(t, func(t *testing.T) {
		d := newDriver(s)
		err := d.run(t.Context(), func() {
			for _, n := range s.Nodes {
				if err := d.act(&Action{Do: "addNode", Spec: n}); err != nil {
					t.Error(err)
				}
			}
			for i := 0; i < len(s.Actions) && !d.hot; i++ {
				a := &s.Actions[i]
				if err := d.act(a); err != nil {
					t.Error(err)
				}
				d.settle()
				if a.Do == "tick" {
					d.ticks(a.Count)
				}
				out.Steps = append(out.Steps, d.step(a))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if d.hot {
			out = nil
		}
	})
	return out
}

// step writes down what happened since the last one.
func (d *driver) step(a *Action) Step {
	step := Step{Do: a.Do, Tick: d.tick()}
	for _, s := range d.syncs {
		if !s.empty() {
			step.Syncs = append(step.Syncs, s)
		}
	}
	d.syncs = nil
	d.state(&step)
	return step
}

// scenarios are all that is recorded.
func scenarios() []*Scenario {
	all := Written()
	for seed := range uint64(60) {
		all = append(all, Random(seed))
	}
	return all
}

// TestRecord writes the recordings where ROLLSCOPE_RECORD names the folder, else
// holds them to what the controller does now.
func TestRecord(t *testing.T) { recordAll(t, scenarios()) }

func recordAll(t *testing.T, all []*Scenario) {
	t.Helper()
	var asked, answered bytes.Buffer
	for _, s := range all {
		ask, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		did := inTime(t, s)
		if did == nil {
			continue
		}
		answer, err := json.Marshal(did)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&asked, "%s\n", ask)
		fmt.Fprintf(&answered, "%s\n", answer)
	}
	keep(t, "controller.req.jsonl", asked.Bytes())
	keep(t, "controller.res.jsonl", answered.Bytes())
}

// patience is how long the real controller may take over one scenario, in real time;
// most take a few milliseconds.
const patience = 5 * time.Second

// inTime is record, with an end of the program where it comes to none: nobody can
// stop what goes on in a bubble. It says which scenario, and so which seed, that was.
func inTime(t *testing.T, s *Scenario) *Answer {
	t.Helper()
	late := time.AfterFunc(patience, func() {
		fmt.Fprintf(os.Stderr, "the recorder comes to no end with %s\n", s.Name)
		os.Exit(1)
	})
	defer late.Stop()
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "the recorder comes to no end with %s\n", s.Name)
			panic(r)
		}
	}()
	return record(t, s)
}

// TestAnswer answers the scenarios of the file that ROLLSCOPE_ASK names, or, where
// it is a range such as 100-200, random ones of those seeds; ROLLSCOPE_RECORD is
// where to. A sweep runs it as a program.
func TestAnswer(t *testing.T) {
	ask := os.Getenv("ROLLSCOPE_ASK")
	if ask == "" {
		t.Skip("nothing is asked")
	}
	var all []*Scenario
	var from, to uint64
	if n, _ := fmt.Sscanf(ask, "%d-%d", &from, &to); n == 2 {
		for seed := from; seed < to; seed++ {
			all = append(all, Random(seed))
		}
	} else {
		text, err := os.ReadFile(ask)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			s := &Scenario{}
			if err := json.Unmarshal(line, s); err != nil {
				t.Fatal(err)
			}
			all = append(all, s)
		}
	}
	recordAll(t, all)
}

// keep writes a recording, or compares it with the one that is kept.
func keep(t *testing.T, name string, text []byte) {
	t.Helper()
	if folder := os.Getenv("ROLLSCOPE_RECORD"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(filepath.Join("..", "recorded", name))
	if err != nil || !bytes.Equal(kept, text) {
		t.Errorf("%s is not what the real code answers (%v); `make oracle` records it anew", name, err)
	}
}

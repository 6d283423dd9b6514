//go:build !js

package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/internal/oracle"
)

// The sweep against the real controller: random scenarios are answered by the
// recorder of testdata/oracle (its test binary, named by ROLLSCOPE_RECORDER) and by
// the engine. A difference is made as small as it goes and written down as a file.

// asked is a scenario as it was sent, action by action.
type asked struct {
	head    map[string]json.RawMessage
	actions []json.RawMessage
}

func (a *asked) text(t *testing.T) []byte {
	t.Helper()
	a.head["actions"], _ = json.Marshal(a.actions)
	text, err := json.Marshal(a.head)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// differs asks the recorder about the scenario, and says how the engine differs.
func (a *asked) differs(t *testing.T) error {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "ask.jsonl")
	if err := os.WriteFile(file, append(a.text(t), '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	tales := askRecorder(t, dir, file)
	if len(tales) == 0 { // the real controller comes to no rest
		return nil
	}
	return replayed(&tales[0])
}

// replayed leads the engine through a tale. An action that is not possible any
// more, as one before it was left out, is no difference.
func replayed(s *tale) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = nil
		}
	}()
	return newTeller(s).run()
}

// askRecorder runs the recorder and reads what it writes.
func askRecorder(t *testing.T, dir, ask string) []tale {
	t.Helper()
	cmd := exec.Command(os.Getenv("ROLLSCOPE_RECORDER"), "-test.run", "^TestAnswer$", "-test.timeout", "10s")
	cmd.Env = append(os.Environ(), "ROLLSCOPE_ASK="+ask, "ROLLSCOPE_RECORD="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		if !bytes.Contains(out, []byte("no DaemonSet")) { // left out by shrinking
			t.Logf("the recorder gives no answer for %s: %v", ask, err)
		}
		return nil
	}
	tales := oracle.Lines[tale](t, filepath.Join(dir, "controller.req.jsonl"))
	answers := oracle.Lines[struct{ Steps []taleStep }](t, filepath.Join(dir, "controller.res.jsonl"))
	for i := range tales {
		tales[i].steps = answers[i].Steps
	}
	return tales
}

// TestSweepAgainstTheReal compares ROLLSCOPE_SWEEP (200) random scenarios.
func TestSweepAgainstTheReal(t *testing.T) {
	if os.Getenv("ROLLSCOPE_RECORDER") == "" {
		t.Skip("ROLLSCOPE_RECORDER names the recorder; `make sweep-real` builds it")
	}
	count := 200
	if text := os.Getenv("ROLLSCOPE_SWEEP"); text != "" {
		if _, err := fmt.Sscan(text, &count); err != nil {
			t.Fatalf("ROLLSCOPE_SWEEP is the number of seeds: %v", err)
		}
	}
	var tales []tale
	var lines []map[string]json.RawMessage
	for seed := 1000; seed < 1000+count; seed += 10 {
		dir := t.TempDir()
		if more := askRecorder(t, dir, fmt.Sprintf("%d-%d", seed, seed+10)); more != nil {
			tales = append(tales, more...)
			lines = append(lines, oracle.Lines[map[string]json.RawMessage](t, filepath.Join(dir, "controller.req.jsonl"))...)
		}
	}
	agree, open, others := 0, 0, 0
	for i := range tales {
		err := newTeller(&tales[i]).run()
		switch {
		case err == nil:
			agree++
		case shared(&tales[i]):
			open++
		default:
			a := &asked{head: lines[i]}
			if err := json.Unmarshal(lines[i]["actions"], &a.actions); err != nil {
				t.Fatal(err)
			}
			if others++; others <= 2 { // the first tell most, and each takes a while
				a.shrink(t)
				err = a.differs(t)
			}
			t.Errorf("%s: %v\nscenario: %s", tales[i].Name, err, a.keep(t, tales[i].Name))
		}
	}
	t.Logf("%d of %d agree; %d differ where two DaemonSets select one orphan, which upstream leaves open; %d seeds have no answer",
		agree, len(tales), open, count-len(tales))
}

// shared says that two DaemonSets have one selector: which of them adopts an
// orphan is open upstream.
func shared(s *tale) bool {
	selectors := map[string]string{}
	for _, a := range s.Actions {
		_, rest, _ := strings.Cut(a.Manifest, `"name":"`)
		name, _, _ := strings.Cut(rest, `"`)
		if _, selector, ok := strings.Cut(a.Manifest, `"matchLabels":`); ok {
			selector, _, _ = strings.Cut(selector, "}")
			if have, ok := selectors[selector]; ok && have != name {
				return true
			}
			selectors[selector] = name
		}
	}
	return false
}

// shrink leaves out actions as long as the difference stays.
func (a *asked) shrink(t *testing.T) {
	t.Helper()
	for i := len(a.actions) - 1; i >= 0; i-- {
		all := a.actions
		a.actions = slices.Delete(slices.Clone(all), i, i+1)
		if a.differs(t) == nil {
			a.actions = all
		}
	}
}

// keep writes the scenario into dist/differences and returns its path there.
func (a *asked) keep(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join("dist", "differences", name+".jsonl")
	full := filepath.Join(oracle.Root(t), path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, append(a.text(t), '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

//go:build !js

package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
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

// replayed leads the engine through a tale that the real controller could follow
// to its end, so that a panic is a difference too.
func replayed(s *tale) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine panics: %v\n%s", r, debug.Stack())
		}
	}()
	return newTeller(s).run()
}

// recorderTime is how long the recorder may take over what it is asked at once.
const recorderTime = "20s"

// askRecorder runs the recorder and reads what it writes; nothing where an action of
// the scenario is not possible, as one before it was left out by shrinking, and where
// the recorder comes to no end. It says which scenario that was.
func askRecorder(t *testing.T, dir, ask string) []tale {
	t.Helper()
	cmd := exec.Command(os.Getenv("ROLLSCOPE_RECORDER"), "-test.run", "^TestAnswer$", "-test.timeout", recorderTime)
	cmd.Env = append(os.Environ(), "ROLLSCOPE_ASK="+ask, "ROLLSCOPE_RECORD="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		switch at := lateScenario.FindSubmatch(out); {
		case bytes.Contains(out, []byte("no DaemonSet")):
		case at != nil:
			t.Logf("asked about %s, the recorder gives no answer for %s", ask, at[1])
		default:
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

// lateScenario is where the recorder says which scenario it could not finish.
var lateScenario = regexp.MustCompile(`the recorder comes to no end with (\S+)`)

// question is what to ask the recorder about the random scenarios of some seeds: a
// range, for its own, or a file with those of the wide generator.
func question(t *testing.T, dir string, wider bool, from, to int) string {
	t.Helper()
	if !wider {
		return fmt.Sprintf("%d-%d", from, to)
	}
	var text bytes.Buffer
	for seed := from; seed < to; seed++ {
		line, err := json.Marshal(wide(seed))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s\n", line)
	}
	file := filepath.Join(dir, "ask.jsonl")
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// answers are those for the random scenarios of ten seeds. Where one of them keeps the
// recorder from an end, the others are asked about one by one.
func answers(t *testing.T, wider bool, seed int) (tales []tale, lines []map[string]json.RawMessage) {
	t.Helper()
	ask := func(from, to int) bool {
		dir := t.TempDir()
		more := askRecorder(t, dir, question(t, dir, wider, from, to))
		if more != nil {
			tales = append(tales, more...)
			lines = append(lines, oracle.Lines[map[string]json.RawMessage](t, filepath.Join(dir, "controller.req.jsonl"))...)
		}
		return more != nil
	}
	if !ask(seed, seed+10) {
		for one := seed; one < seed+10; one++ {
			ask(one, one+1)
		}
	}
	return tales, lines
}

// number reads a whole number from the environment.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	n := otherwise
	if text := os.Getenv(name); text != "" {
		if _, err := fmt.Sscan(text, &n); err != nil {
			t.Fatalf("%s is a number: %v", name, err)
		}
	}
	return n
}

// TestSweepAgainstTheReal compares ROLLSCOPE_SWEEP (200) random scenarios of each
// generator, from seed ROLLSCOPE_SWEEP_FROM (1000) on. What is left over now and then
// is a node with several failed pods: which of them goes first, before the others wait
// for the back-off, is open upstream.
func TestSweepAgainstTheReal(t *testing.T) {
	if os.Getenv("ROLLSCOPE_RECORDER") == "" {
		t.Skip("ROLLSCOPE_RECORDER names the recorder; `make sweep-real` builds it")
	}
	from, count := number(t, "ROLLSCOPE_SWEEP_FROM", 1000), number(t, "ROLLSCOPE_SWEEP", 200)
	t.Run("Narrow", func(t *testing.T) { sweepReal(t, false, from, count) })
	t.Run("Wide", func(t *testing.T) { sweepReal(t, true, from, count) })
}

// TestAgainstTheReal compares the scenarios of the file that ROLLSCOPE_ASK names, such
// as one of dist/differences, a line each.
func TestAgainstTheReal(t *testing.T) {
	file := os.Getenv("ROLLSCOPE_ASK")
	if file == "" || os.Getenv("ROLLSCOPE_RECORDER") == "" {
		t.Skip("ROLLSCOPE_ASK names a file of scenarios, ROLLSCOPE_RECORDER the recorder")
	}
	for _, s := range askRecorder(t, t.TempDir(), file) {
		if err := replayed(&s); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

func sweepReal(t *testing.T, wider bool, from, count int) {
	t.Helper()
	agree, others, all := 0, 0, 0
	for seed := from; seed < from+count; seed += 10 {
		tales, lines := answers(t, wider, seed)
		all += len(tales)
		for i := range tales {
			err := replayed(&tales[i])
			if err == nil {
				agree++
				continue
			}
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
	t.Logf("%d of %d agree; %d seeds have no answer", agree, all, count-all)
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

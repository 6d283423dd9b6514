package protocol

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// revision is the number of an answer with a state, which counts the answers.
var revision = regexp.MustCompile(`"rev":\d+,`)

// looked is an answer with a look ahead, or with a run to the end.
type looked struct {
	OK     bool
	State  json.RawMessage
	Result struct {
		Done     bool
		Outcome  string
		At, End  float64
		Event    int
		Events   int
		Out      float64
		Waits    []map[string]any
		Timeline map[string]any
	}
}

func lookedAt(t *testing.T, s *Session, request string) looked {
	t.Helper()
	var l looked
	if err := json.Unmarshal(s.Handle([]byte(request)), &l); err != nil {
		t.Fatal(err)
	}
	return l
}

// whatComes asks for the future in parts.
func whatComes(t *testing.T, s *Session, events int) looked {
	t.Helper()
	part := `{"do":"future","width":64,"events":` + strconv.Itoa(events)
	l := lookedAt(t, s, part+`}`)
	for range 100_000 {
		if !l.OK || l.Result.Done {
			return l
		}
		l = lookedAt(t, s, part+`,"more":true}`)
	}
	t.Fatal("the future does not end")
	return l
}

// What is foretold is what then happens, in parts of any length, and looking changes nothing:
// in every scenario file, before the last of its commands that lets time go by.
func TestWhatIsForetoldHappens(t *testing.T) {
	outcomes := map[string]int{}
	err := filepath.WalkDir("../../testdata/scenarios", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			outcomes[foretold(t, path)]++
		})
		return nil
	})
	if err != nil || outcomes[rolledOut] < 10 || outcomes[stuck] < 5 {
		t.Errorf("%v; scenarios by outcome: %v", err, outcomes)
	}
}

// foretold compares what is foretold in a scenario with what happens, and returns the outcome.
func foretold(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := New(Limits{})
	ask := func(request string) string { return string(s.Handle([]byte(request))) }
	var opened struct {
		Result struct{ Steps []struct{ Command string } }
	}
	if err := json.Unmarshal([]byte(ask(`{"do":"open","steps":0,"scenario":`+strconv.Quote(string(text))+`}`)), &opened); err != nil {
		t.Fatal(err)
	}
	last := 0
	for i, step := range opened.Result.Steps {
		if strings.HasPrefix(step.Command, "advance") || strings.HasPrefix(step.Command, "until") || strings.Contains(step.Command, "rollout status") {
			last = i
		}
	}
	ask(`{"do":"run","to":` + strconv.Itoa(last) + `}`)
	state := func() string { return revision.ReplaceAllString(ask(`{"do":"state","since":-1}`), "") }
	before := state()
	small, large := whatComes(t, s, 7), whatComes(t, s, 1_000_000)
	if diff := cmp.Diff(large, small); diff != "" {
		t.Errorf("in small parts it comes out otherwise (-large +small):\n%s", diff)
	}
	if state() != before {
		t.Error("looking ahead changed the state")
	}
	from, _ := large.Result.Timeline["from"].(float64)
	end := lookedAt(t, s, `{"do":"end"}`)
	till := large.Result.At
	if end.Result.Outcome != large.Result.Outcome || till > end.Result.End || end.Result.Outcome == rolledOut && till < end.Result.End || !cmp.Equal(end.Result.Waits, large.Result.Waits) {
		t.Errorf("foretold %+v, came %+v", large.Result, end.Result)
	}
	if large.Result.Outcome == stuck && (large.Result.Event == 0 || large.Result.Event > end.Result.Events) {
		t.Errorf("stuck after %d of %d events", large.Result.Event, end.Result.Events)
	}
	if large.Result.Outcome == rolledOut && large.Result.Timeline != nil && large.Result.Out > large.Result.At {
		t.Errorf("rolled out at %v of %v", large.Result.Out, large.Result.At)
	}
	if large.Result.Timeline == nil {
		return large.Result.Outcome
	}
	var came struct{ Result map[string]any }
	line := `{"do":"timeline","width":64,"set":` + strconv.Quote(large.Result.Timeline["set"].(string)) + `,"from":` + strconv.FormatFloat(from, 'f', -1, 64)
	if end.Result.Outcome == stuck {
		line += `,"to":` + strconv.FormatFloat(till, 'f', -1, 64)
	}
	line += `}`
	if err := json.Unmarshal([]byte(ask(line)), &came); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(came.Result, large.Result.Timeline); diff != "" {
		t.Errorf("what came, and what was foretold (-came +foretold):\n%s", diff)
	}
	return large.Result.Outcome
}

// A DaemonSet says since when it is rolled out; what happens to others later does not change that.
func TestRolledOutSince(t *testing.T) {
	s := New(Limits{})
	since := func(request string) float64 {
		var a struct {
			OK    bool
			State struct {
				Sets []struct {
					Done  bool
					Since float64
				}
			}
		}
		if err := json.Unmarshal(s.Handle([]byte(request)), &a); err != nil || !a.OK || len(a.State.Sets) != 1 {
			t.Fatalf("%s: %v, %+v", request, err, a)
		}
		set := a.State.Sets[0]
		if !set.Done {
			return -1
		}
		return set.Since
	}
	text, err := os.ReadFile("../../site/src/sample.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		request string
		want    float64
	}{
		{`{"do":"open","steps":-1,"scenario":` + strconv.Quote(string(text)) + `}`, -1},
		{`{"do":"end"}`, 66},
		{`{"do":"advance","by":60}`, 66},
		{`{"do":"command","line":"kubectl label node worker-1 a=b"}`, 66},
		{`{"do":"back","n":20}`, -1},
		{`{"do":"seek","at":200}`, 66},
		{`{"do":"command","line":"kubectl rollout restart ds/fluentd -n logging"}`, -1},
	} {
		request := strings.TrimSuffix(c.request, "}") + `,"since":-1}`
		if got := since(request); got != c.want {
			t.Errorf("after %.60s: rolled out since %v, want %v", c.request, got, c.want)
		}
	}
}

package strategy_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// sharedFile finds a file of the recordings that lie beside the checkout, or
// skips the test where they are not.
func sharedFile(t *testing.T, name string) string {
	t.Helper()
	if dir := os.Getenv("ROLLSCOPE_SHARED"); dir != "" {
		return filepath.Join(dir, name)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "shared", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skipf("no folder shared beside the checkout has %s; set ROLLSCOPE_SHARED", name)
	return ""
}

// question and answer are one line of each recording.
type question struct {
	Validate struct {
		Manifest string
		Old      string
	}
}

type answer struct {
	Valid       bool
	DecodeError string
	Errors      []recorded
	Message     string
	Warnings    []string
	Defaulted   json.RawMessage
}

type recorded struct{ Type, Field, Detail string }

func readLines(t *testing.T, path string, each func(line []byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		each(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestTheRecordedServerAgrees(t *testing.T) {
	var questions []question
	readLines(t, sharedFile(t, "oracle/validate.req.jsonl"), func(line []byte) {
		var q question
		if err := json.Unmarshal(line, &q); err != nil {
			t.Fatal(err)
		}
		questions = append(questions, q)
	})
	n, agreed, unread := 0, 0, 0
	readLines(t, sharedFile(t, "oracle/validate.res.jsonl"), func(line []byte) {
		var want answer
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		diff, err := compare(questions[n], want)
		switch {
		case errors.Is(err, errUnread) && want.DecodeError != "":
			unread++
		case err != nil:
			t.Errorf("vector %d: %v", n, err)
		case diff != "":
			t.Errorf("vector %d (-server +ours):\n%s\nmanifest: %s\nold: %s", n, diff, questions[n].Validate.Manifest, questions[n].Validate.Old)
		default:
			agreed++
		}
		n++
	})
	t.Logf("%d of %d vectors agree; %d more cannot be decoded, here as there", agreed, n, unread)
}

var errUnread = errors.New("not decoded")

func compare(q question, want answer) (string, error) {
	updated, err := read(q.Validate.Manifest)
	if err != nil {
		return "", err
	}
	defaulted := updated.DeepCopy()
	var verdict strategy.Verdict
	if q.Validate.Old == "" {
		verdict = strategy.Create(updated)
	} else {
		old, err := read(q.Validate.Old)
		if err != nil {
			return "", err
		}
		strategy.Create(old)
		old.ResourceVersion = "1"
		verdict = strategy.Update(updated, old)
	}
	if !verdict.Accepted() {
		defaults.DaemonSet(defaulted)
		updated = defaulted
	}
	got := answer{Valid: verdict.Accepted(), Warnings: verdict.Warnings}
	for _, e := range verdict.Errors {
		got.Errors = append(got.Errors, recorded{string(e.Type), e.Path, e.Body()})
	}
	if len(verdict.Errors) > 0 {
		got.Message = field.Sentence("DaemonSet.apps", updated.Name, verdict.Errors)
	}
	return describe(got, want, updated)
}

func read(manifest string) (*api.DaemonSet, error) {
	ds := &api.DaemonSet{}
	if err := json.Unmarshal([]byte(manifest), ds); err != nil {
		return nil, errors.Join(errUnread, err)
	}
	return ds, nil
}

// describe compares an answer with the recorded one. The server writes an
// accepted object without its kind.
func describe(got, want answer, ds *api.DaemonSet) (string, error) {
	stored := *ds
	if got.Valid {
		stored.TypeMeta = api.TypeMeta{}
	}
	text, err := json.Marshal(stored)
	if err != nil {
		return "", err
	}
	var gotObject, wantObject any
	if err := errors.Join(json.Unmarshal(text, &gotObject), json.Unmarshal(want.Defaulted, &wantObject)); err != nil {
		return "", err
	}
	got.Defaulted, want.Defaulted = nil, nil
	// Several errors of one resources block come in random order from the server.
	if sameErrors(got.Errors, want.Errors) && !slices.Equal(got.Errors, want.Errors) {
		got.Errors, got.Message = want.Errors, want.Message
	}
	return cmp.Diff(want, got) + cmp.Diff(wantObject, gotObject), nil
}

func sameErrors(a, b []recorded) bool {
	byText := func(x, y recorded) int {
		return slices.Compare([]string{x.Field, x.Detail}, []string{y.Field, y.Detail})
	}
	return slices.Equal(slices.SortedFunc(slices.Values(a), byText), slices.SortedFunc(slices.Values(b), byText))
}

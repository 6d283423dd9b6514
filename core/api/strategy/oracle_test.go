package strategy_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/internal/oracle"
)

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

func TestOracleValidations(t *testing.T) {
	questions := oracle.Lines[question](t, oracle.Recording(t, "validate.req.jsonl"))
	answers := oracle.Lines[answer](t, oracle.Recording(t, "validate.res.jsonl"))
	count := oracle.Count{Of: len(questions), Apart: []string{"the order of several errors of one resources block, which is random upstream"}}
	for n, want := range answers {
		diff, err := compare(questions[n], want)
		switch {
		case errors.Is(err, errUnread) && want.DecodeError != "":
			count.Agree++ // not decoded, here as there
		case err != nil:
			t.Errorf("vector %d: %v", n, err)
		case diff != "":
			t.Errorf("vector %d (-server +ours):\n%s\nmanifest: %s\nold: %s", n, diff, questions[n].Validate.Manifest, questions[n].Validate.Old)
		default:
			count.Agree++
		}
	}
	count.Tell(t, "validations")
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

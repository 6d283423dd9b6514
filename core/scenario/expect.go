package scenario

import (
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// The command expect: it prints nothing where it holds.

// expect checks one expectation.
func (s *Session) expect(args []string) (string, error) {
	if len(args) == 0 {
		return "", wrong("say what to expect")
	}
	what, rest := args[0], args[1:]
	switch what {
	case "pods":
		return "", s.expectPods(rest)
	case "revisions":
		return "", s.expectRevisions(rest)
	case "rollout-status":
		return "", s.expectRolloutStatus(rest)
	case "pending":
		return "", s.expectPending(rest)
	case "output":
		return "", s.expectOutput(rest)
	case "event":
		return "", s.expectEvent(rest, true)
	case "no":
		if len(rest) > 0 && rest[0] == "event" {
			return "", s.expectEvent(rest[1:], false)
		}
		return "", wrong("only events can be expected not to be there: expect no event TEXT")
	}
	if strings.HasPrefix(what, "deletes") || strings.HasPrefix(what, "creates") {
		return "", s.expectCalls(args)
	}
	if _, ok := named(what, setKinds...); ok {
		return "", s.expectCounts(what, rest)
	}
	if _, ok := named(what, nodeKinds...); ok {
		return "", s.expectNode(what, rest)
	}
	return "", usageError{unknownWord("expectation", what, []string{
		"ds/NAME", "node/NAME", "pods", "revisions",
		"rollout-status", "pending", "output", "event", "no event", "deletes", "creates",
	}).Error()}
}

// unexpected is the error of an expectation that does not hold.
func unexpected(what, want, have string) error {
	return fmt.Errorf("%s: expected %s, got %s", what, want, have)
}

// expectCounts compares status counts: FIELD=N, or another operator in place of =.
func (s *Session) expectCounts(set string, words []string) error {
	d, err := setFrom(s.Cluster(), set)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return wrong("say which counts to expect")
	}
	w := watch{cluster: s.Cluster(), news: s.news}
	var wants, haves []string
	for _, word := range words {
		t, _, err := parseTerm(word)
		if err != nil || t.op == "" || t.set != "" {
			if err == nil {
				err = fmt.Errorf("write FIELD=N instead of %q", word)
			}
			return wrong("%v", err)
		}
		if have := w.value(d, t.field); !compare(have, t.op, t.number) {
			wants = append(wants, word)
			haves = append(haves, fmt.Sprintf("%s=%d", t.field, have))
		}
	}
	if len(wants) == 0 {
		return nil
	}
	return unexpected(setName(d), strings.Join(wants, " "), strings.Join(haves, " "))
}

// expectRevisions compares the numbers of a DaemonSet's revisions.
func (s *Session) expectRevisions(args []string) error {
	if len(args) != 2 {
		return wrong("say whose revisions to expect, and which")
	}
	d, err := setFrom(s.Cluster(), args[0])
	if err != nil {
		return err
	}
	var want, have []int
	for _, text := range strings.Split(args[1], ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return wrong("%q is no revision number", text)
		}
		want = append(want, n)
	}
	for _, r := range s.Cluster().Revisions(d.Object.Namespace) {
		for _, o := range r.OwnerReferences {
			if o.Kind == "DaemonSet" && o.Name == d.Object.Name {
				have = append(have, int(r.Revision))
			}
		}
	}
	sort.Ints(want)
	sort.Ints(have)
	if slices.Equal(want, have) {
		return nil
	}
	return unexpected("revisions of "+setName(d), numbers(want), numbers(have))
}

func numbers(list []int) string {
	var words []string
	for _, n := range list {
		words = append(words, strconv.Itoa(n))
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ",")
}

func (s *Session) expectRolloutStatus(args []string) error {
	if len(args) != 2 {
		return wrong("say whose rollout status to expect, and a text in quotes")
	}
	d, err := setFrom(s.Cluster(), args[0])
	if err != nil {
		return err
	}
	if line := rolloutText(d); !strings.Contains(line, args[1]) {
		return unexpected("rollout status of "+setName(d), strconv.Quote(args[1]), strconv.Quote(line))
	}
	return nil
}

// expectPending looks for daemon pods that could not be bound.
func (s *Session) expectPending(args []string) error {
	c := s.Cluster()
	node := ""
	if len(args) == 2 {
		var err error
		if node, err = nodeFrom(c, args[0]); err != nil {
			return err
		}
		args = args[1:]
	}
	if len(args) != 1 {
		return wrong("say a text of the scheduler's message in quotes")
	}
	have := "no unschedulable daemon pod"
	for _, p := range c.PodRecords() {
		if p.Set == state.None || p.Bound() || node != "" && c.NodeName(p.Target) != node {
			continue
		}
		if strings.Contains(p.Unschedulable, args[0]) && p.Unschedulable != "" {
			return nil
		}
		if p.Unschedulable != "" {
			have = strconv.Quote(p.Unschedulable)
		}
	}
	what := "pending"
	if node != "" {
		what += " node/" + node
	}
	return unexpected(what, strconv.Quote(args[0]), have)
}

func (s *Session) expectOutput(args []string) error {
	if len(args) != 1 {
		return wrong("say a text in quotes")
	}
	if strings.Contains(s.last, args[0]) {
		return nil
	}
	return unexpected("output", strconv.Quote(args[0]), strconv.Quote(shorten(s.last)))
}

// shorten cuts a long text for a message.
func shorten(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// expectEvent looks through what Kubernetes Events and the timeline say.
func (s *Session) expectEvent(args []string, there bool) error {
	words, values, err := flags(args, []string{"--since"}, nil)
	if err != nil {
		return err
	}
	if len(words) != 1 || words[0] == "" {
		return wrong("say a text in quotes")
	}
	events, err := s.since(values)
	if err != nil {
		return err
	}
	for i := range events {
		if text, ok := mentions(&events[i], words[0]); ok {
			if there {
				return nil
			}
			return fmt.Errorf("an event at %s says: %s", clock(events[i].At), text)
		}
	}
	if there {
		return fmt.Errorf("no event says %q", words[0])
	}
	return nil
}

// mentions finds the text of an event that contains another.
func mentions(e *core.Event, text string) (string, bool) {
	for _, r := range e.Reports {
		if strings.Contains(r.Message, text) || r.Reason == text {
			return r.Reason + ": " + r.Message, true
		}
	}
	if said := e.Why.Sentence(reason.English); strings.Contains(said, text) || string(e.Why.Code) == text {
		return said, true
	}
	return "", false
}

// expectCalls counts the pods that the controller has created or deleted.
func (s *Session) expectCalls(args []string) error {
	words, values, err := flags(args, []string{"--since"}, nil)
	if err != nil {
		return err
	}
	events, err := s.since(values)
	if err != nil {
		return err
	}
	verb := strings.TrimRight(words[0][:len("deletes")], "s")
	text := strings.Join(words, "")
	op, number := "", text[len("deletes"):]
	for _, o := range operators {
		if strings.HasPrefix(number, o) {
			op, number = o, number[len(o):]
			break
		}
	}
	want, err := strconv.Atoi(number)
	if err != nil || op == "" {
		return wrong("write %ss>=N instead of %q", verb, strings.Join(words, " "))
	}
	have := 0
	for i := range events {
		if e := &events[i]; e.Actor == core.DaemonSetController && e.Object.Kind == "Pod" && e.Verb == verb {
			have++
		}
	}
	if compare(have, op, want) {
		return nil
	}
	return errors.New(text + " does not hold: there were " + strconv.Itoa(have))
}

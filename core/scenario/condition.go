package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

// Condition is what until waits for and what advance --always watches:
//
//	COND  = TERM { "and" TERM }
//	TERM  = FIELD OP NUMBER | STATE
//	FIELD = [ "ds/" NAME "." ] COUNT
//	STATE = [ "ds/" NAME "." ] ( "rolled-out" | "stuck" ) | "idle"
//	COUNT = "desired" | "current" | "ready" | "up-to-date" | "available" |
//	        "unavailable" | "misscheduled" | "pods-per-node"
//	OP    = "=" | "==" | "!=" | ">" | ">=" | "<" | "<="
//
// Blanks may stand around OP. Without a NAME the only DaemonSet is meant. NAME may
// have a namespace in front: ds/kube-system/agent.available>=3. The counts are those
// of the status as last written; pods-per-node is the largest number of its pods on
// one node, those that are being deleted included.
type Condition struct {
	text  string
	terms []term
}

// term is one part of a condition.
type term struct {
	set    string // as written after ds/; "" for the only DaemonSet
	field  string
	op     string // "" for a state
	number int
}

// The words that a condition knows.
var (
	countFields = []string{"desired", "current", "ready", "up-to-date", "available", "unavailable", "misscheduled"}
	termFields  = append(slices.Clone(countFields), podsPerNode)
	termStates  = []string{"rolled-out", "idle", "stuck"}
	operators   = []string{"==", "!=", ">=", "<=", "=", ">", "<"} // the longer first
)

const podsPerNode = "pods-per-node"

// String is the condition as it was written.
func (c Condition) String() string { return c.text }

// ParseCondition reads a condition. Errors name the place in text.
func ParseCondition(text string) (Condition, error) {
	c := Condition{text: strings.TrimSpace(text)}
	if c.text == "" {
		return c, fmt.Errorf("the condition is empty; write for example available>=2")
	}
	rest, at := text, 0
	for {
		part, next := rest, -1
		if i := strings.Index(rest, " and "); i >= 0 {
			part, next = rest[:i], i+len(" and ")
		}
		t, column, err := parseTerm(part)
		if err != nil {
			return c, fmt.Errorf("condition %q, column %d: %w", c.text, at+column+1-leading(text), err)
		}
		c.terms = append(c.terms, t)
		if next < 0 {
			return c, nil
		}
		rest, at = rest[next:], at+next
	}
}

func leading(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// parseTerm reads one term; column is where an error is, from 0.
func parseTerm(part string) (t term, column int, err error) {
	begin := leading(part)
	text := strings.TrimSpace(part)
	if text == "" {
		return t, begin, fmt.Errorf("a term is missing")
	}
	end := strings.IndexAny(text, "=!<>")
	name := strings.TrimSpace(text)
	if end >= 0 {
		name = strings.TrimSpace(text[:end])
	}
	t.field = name
	if rest, ok := strings.CutPrefix(name, "ds/"); ok {
		dot := strings.LastIndexByte(rest, '.')
		if dot <= 0 || dot == len(rest)-1 {
			return t, begin, fmt.Errorf("write ds/NAME.FIELD, for example ds/agent.available")
		}
		t.set, t.field = rest[:dot], rest[dot+1:]
	}
	if end < 0 {
		return t, begin, t.state()
	}
	if err := t.count(); err != nil {
		return t, begin, err
	}
	for _, op := range operators {
		if strings.HasPrefix(text[end:], op) {
			t.op = op
			break
		}
	}
	if t.op == "" {
		return t, begin + end, fmt.Errorf("%q is no operator; there are = != > >= < <=", text[end:end+1])
	}
	number := strings.TrimSpace(text[end+len(t.op):])
	t.number, err = strconv.Atoi(number)
	if err != nil || t.number < 0 {
		return t, begin + end + len(t.op), fmt.Errorf("a whole number has to follow %s, not %q", t.op, number)
	}
	return t, 0, nil
}

// state checks a term without an operator.
func (t term) state() error {
	switch {
	case t.field == "idle" && t.set != "":
		return fmt.Errorf("idle is about the whole cluster and takes no ds/NAME")
	case slices.Contains(termStates, t.field):
		return nil
	case slices.Contains(termFields, t.field):
		return fmt.Errorf("%s needs an operator and a number, for example %s>=1", t.field, t.field)
	}
	return unknownWord("condition", t.field, append(slices.Clone(termFields), termStates...))
}

// count checks the field of a term with an operator.
func (t term) count() error {
	switch {
	case slices.Contains(termFields, t.field):
		return nil
	case slices.Contains(termStates, t.field):
		return fmt.Errorf("%s takes no operator", t.field)
	}
	return unknownWord("field", t.field, termFields)
}

// compare is a op b.
func compare(a int, op string, b int) bool {
	switch op {
	case "!=":
		return a != b
	case ">":
		return a > b
	case ">=":
		return a >= b
	case "<":
		return a < b
	case "<=":
		return a <= b
	}
	return a == b
}

// watch is a condition asked again and again while a cluster goes on.
type watch struct {
	condition Condition
	cluster   *core.Cluster
	news      *progress.News
	density   density
}

// holds says whether the condition holds now.
func (w *watch) holds() bool {
	for _, t := range w.condition.terms {
		if !w.term(t) {
			return false
		}
	}
	return true
}

func (w *watch) term(t term) bool {
	if t.field == "idle" {
		return w.cluster.Idle()
	}
	d, err := findSet(w.cluster, t.set)
	if err != nil {
		return false
	}
	switch t.field {
	case "rolled-out":
		return progress.RolledOut(d)
	case "stuck":
		w.news.Follow(w.cluster)
		return progress.Stuck(w.cluster, d, w.news)
	}
	return compare(w.value(d, t.field), t.op, t.number)
}

// hopeless is a DaemonSet whose rollout the condition waits for in vain; "" for none known.
func (w *watch) hopeless() string {
	for _, t := range w.condition.terms {
		if t.field != "rolled-out" {
			continue
		}
		if d, err := findSet(w.cluster, t.set); err == nil && !progress.RolledOut(d) && w.cluster.Asleep(d.ID) {
			return setName(d)
		}
	}
	return ""
}

func (w *watch) value(d *state.DaemonSet, field string) int {
	if field == podsPerNode {
		return w.density.most(w.cluster, d.ID)
	}
	return int(countOf(&d.Status, field))
}

// failing says why the condition does not hold: what is true of its first term
// that does not; "" where all hold.
func (w *watch) failing() string {
	for _, t := range w.condition.terms {
		if !w.term(t) {
			return w.instead(t)
		}
	}
	return ""
}

func (w *watch) instead(t term) string {
	if t.field == "idle" {
		return "more is going to happen"
	}
	d, err := findSet(w.cluster, t.set)
	switch {
	case err != nil:
		return err.Error()
	case t.field == "rolled-out":
		return rolloutText(d)
	case t.field == "stuck" && progress.RolledOut(d):
		return "the rollout is done"
	case t.field == "stuck":
		return "the rollout may still get on"
	}
	return fmt.Sprintf("%s is %d", t.field, w.value(d, t.field))
}

package plan

import (
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Span writes a time for people: 2.2s, 55s, 3m41s, 2h.
func Span(t state.Time) string {
	if t < 60*state.Second {
		return number(float64((t+50*state.Second/1000)/(100*state.Second/1000))/10) + "s"
	}
	text := t.Round(time.Second).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func spanOf(seconds float64) string { return Span(state.Time(seconds * float64(state.Second))) }

// number writes a number without more decimals than it needs.
func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// Text writes a plan for a terminal. Text that comes from manifests is made
// harmless; reasons are in the language asked for.
func (r *Result) Text(l reason.Language) string {
	t := &sheet{}
	t.line("%s: %s", r.DaemonSet, r.headline())
	for _, row := range r.rows(l) {
		t.row(row.label, row.lines...)
		if row.label == "available" {
			t.row("", r.Chart()...)
		}
	}
	return t.String()
}

// row is one line of a plan: a label, and a text of one or more lines.
type row struct {
	label string
	lines []string
}

// rows are everything that a plan says, in order.
func (r *Result) rows(l reason.Language) []row {
	var rows []row
	add := func(label string, lines ...string) {
		if len(lines) > 0 {
			rows = append(rows, row{label, lines})
		}
	}
	add("before", r.beforeLines(l)...)
	add("nodes", r.nodeLines(l)...)
	add("budget", r.budgetLine())
	add("duration", r.durationLine())
	add("waves", r.waveLines()...)
	add("available", r.availableLine())
	add("extra", r.extraLine())
	add("requests", r.clientLines()...)
	add("waiting", r.waitingLines(l)...)
	add("never ready", r.neverReadyLines(l)...)
	add("to get on", r.fixLines(l)...)
	add("orders", r.orderLines()...)
	add("assumed", r.assumedLines()...)
	for _, u := range r.NotModelled {
		add("not modelled", u.Why.Sentence(l))
	}
	for _, note := range r.Notes {
		add("note", note)
	}
	for _, g := range r.Gates {
		verdict := "kept"
		if !g.OK {
			verdict = "BROKEN"
		}
		add("gate", fmt.Sprintf("%s %s: %s (%s)", g.Gate, g.Limit, verdict, g.Actual))
	}
	return rows
}

// headline is the outcome in a few words.
func (r *Result) headline() string {
	what := map[string]string{"create": "first roll-out", "update": "update", "none": "change without a new pod template"}[r.Change]
	n := nodes(r.Nodes.Eligible)
	switch r.Outcome {
	case RolledOut:
		if r.Nodes.Eligible == 0 {
			return what + ", done at once: no node should run it"
		}
		return what + " of " + n + ", done in " + spanOf(r.Seconds)
	case Stuck:
		return what + " of " + n + ", STUCK after " + spanOf(r.Seconds) + fmt.Sprintf(": %d done", r.Nodes.Done)
	case TimeLimit:
		return what + " of " + n + ", NOT DONE after " + spanOf(r.Seconds) + ", the longest that a plan runs" + fmt.Sprintf(": %d done", r.Nodes.Done)
	}
	return what + " of " + n + ", NOT DONE after " + spanOf(r.Seconds) + ": too much happens for one plan" + fmt.Sprintf(": %d done", r.Nodes.Done)
}

func nodes(n int) string { return count(n, "node") }

// count is a number of things, in the plural where it is not one.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func (r *Result) beforeLines(l reason.Language) []string {
	if r.Before == nil || r.Before.RolledOut {
		return nil
	}
	lines := []string{"the old DaemonSet itself does not roll out:"}
	if n := r.Before.live; n != nil {
		lines[0] = fmt.Sprintf("in the middle of a rollout: %d of %d pods are up-to-date, %d available; it waits for", n.Updated, n.Desired, n.Available)
	}
	return append(lines, waits(r.Before.Waiting, l)...)
}

// waits are the first few waits, a line each.
func waits(list []Wait, l reason.Language) []string {
	var lines []string
	for i := range list {
		if i == maxNames && len(list) > maxNames+1 {
			return append(lines, fmt.Sprintf("and %d more", len(list)-i))
		}
		lines = append(lines, list[i].Why.Sentence(l))
	}
	return lines
}

func (r *Result) nodeLines(l reason.Language) []string {
	lines := []string{fmt.Sprintf("%d of %d should run it", r.Nodes.Eligible, r.Nodes.Total)}
	for i := range r.Nodes.Others {
		o := &r.Nodes.Others[i]
		lines = append(lines, fmt.Sprintf("%d not: %s (%s)", o.Nodes, strings.Join(o.Checks, ", "), namesOf(o.First, o.Nodes)))
		if o.same {
			lines = append(lines, "  to change it: "+sentences(o.fixes, l))
		}
	}
	return lines
}

// namesOf lists the first names of so many.
func namesOf(first []string, of int) string {
	text := strings.Join(first, ", ")
	if of > len(first) {
		text += ", …"
	}
	return text
}

func (r *Result) budgetLine() string {
	s := &r.Strategy
	ready := ""
	if s.MinReadySeconds > 0 {
		ready = fmt.Sprintf("; a pod has to be ready for %d s", s.MinReadySeconds)
	}
	switch {
	case s.Type != "RollingUpdate":
		return s.Type + ": a pod is replaced when somebody deletes it" + ready
	case s.MaxSurge.Nodes > 0:
		return "maxSurge " + s.MaxSurge.String() + ready
	}
	return "maxUnavailable " + s.MaxUnavailable.String() + ready
}

// String is the budget with the number that a percentage comes to.
func (b Budget) String() string {
	if b.Given == strconv.Itoa(b.Nodes) {
		return b.Given
	}
	return b.Given + ", that is " + nodes(b.Nodes)
}

func (r *Result) durationLine() string {
	if r.Change == "none" && r.Outcome == RolledOut {
		return "no pod is replaced"
	}
	text := spanOf(r.Seconds)
	if r.Outcome != RolledOut {
		text = "does not end"
	}
	if r.Half != nil {
		text += "; half of the nodes after " + spanOf(*r.Half)
	}
	if r.NinetyFive != nil {
		text += ", 95 % after " + spanOf(*r.NinetyFive)
	}
	return text
}

// maxWaves is how many waves are listed one by one.
const maxWaves = 8

func (r *Result) waveLines() []string {
	if len(r.Waves) == 0 {
		return nil
	}
	least, most := r.Waves[0].Nodes, r.Waves[0].Nodes
	for _, w := range r.Waves {
		least, most = min(least, w.Nodes), max(most, w.Nodes)
	}
	size := nodes(most)
	if least < most {
		size = fmt.Sprintf("%d to %d nodes", least, most)
	}
	text := fmt.Sprintf("%d of %s; they begin at ", len(r.Waves), size)
	for i, w := range r.Waves {
		if i == maxWaves && len(r.Waves) > maxWaves+1 {
			text += ", …, " + spanOf(r.Waves[len(r.Waves)-1].From)
			break
		}
		if i > 0 {
			text += ", "
		}
		text += spanOf(w.From)
	}
	return []string{text, "first " + namesOf(r.Waves[0].First, r.Waves[0].Nodes)}
}

func (r *Result) availableLine() string {
	a := &r.Availability
	if r.Change == "create" || a.Served == 0 {
		return fmt.Sprintf("%d of %d nodes at the end", r.Nodes.Up, r.Nodes.Eligible)
	}
	if a.Lowest == a.Served {
		return fmt.Sprintf("all %s that had a pod, all the time", nodes(a.Served))
	}
	return fmt.Sprintf("%d of %s at the lowest (%s %%), after %s", a.Lowest, nodes(a.Served), number(a.Percent), spanOf(a.At))
}

func (r *Result) extraLine() string {
	e := &r.Extra
	verb := "on top of what was there: "
	if r.Change == "create" {
		verb = "requested in all: "
	}
	text := verb + e.Total.String()
	if e.Node != "" && e.OnNode.some() {
		text += "; at most " + e.OnNode.String() + " on one node (" + e.Node + ")"
	}
	return text + "; " + count(e.PodsAtMost, "pod") + " at most"
}

func (a Amounts) some() bool { return a.CPU != "0" || a.Memory != "0" || a.EphemeralStorage != "0" }

// String lists the amounts that are not 0.
func (a Amounts) String() string {
	var parts []string
	for _, part := range [...]struct{ amount, name string }{{a.CPU, "cpu"}, {a.Memory, "memory"}, {a.EphemeralStorage, "ephemeral-storage"}} {
		if part.amount != "0" {
			parts = append(parts, part.amount+" "+part.name)
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func (r *Result) clientLines() []string {
	c := &r.Client
	line := fmt.Sprintf("%d (%s, %s, %s)", c.Creates+c.Deletes+c.StatusWrites,
		count(c.Creates, "create"), count(c.Deletes, "delete"), count(c.StatusWrites, "status write"))
	switch {
	case c.QPS == 0:
		return []string{line + ", without a limit"}
	case c.Decides:
		return []string{line, fmt.Sprintf("the controller's limit of %s requests a second decides, not the strategy: without it %s", number(c.QPS), spanOf(*c.Unlimited))}
	case r.Outcome == RolledOut:
		return []string{line + fmt.Sprintf("; the strategy decides, not the limit of %s a second", number(c.QPS))}
	}
	return []string{line}
}

// sheet is a text with a column of labels.
type sheet struct{ strings.Builder }

func (t *sheet) line(format string, args ...any) {
	t.WriteString(tree.Printable(fmt.Sprintf(format, args...)) + "\n")
}

func (t *sheet) row(label string, lines ...string) {
	for _, line := range lines {
		t.line("  %-13s%s", label, line)
		label = ""
	}
}

// chartRows is how high the chart is; it is as wide as the curve has parts.
const chartRows = 3

// Chart draws how many nodes have an available pod in the course of the rollout,
// the lowest number in each part of it, as lines of at most 80 columns. The
// highest line is all nodes that should run one, the lowest a little below the
// lowest number. There is nothing to draw where the number never changes.
func (r *Result) Chart() []string {
	curve := r.Availability.Curve
	top := r.Nodes.Eligible
	low := top
	for _, n := range curve {
		low, top = min(low, n), max(top, n)
	}
	if low == top {
		return nil
	}
	base := max(low-(top-low+3)/4, 0)
	width := len(strconv.Itoa(top))
	lines := make([]string, 0, chartRows+1)
	for row := chartRows; row > 0; row-- {
		label := ""
		switch row {
		case chartRows:
			label = strconv.Itoa(top)
		case 1:
			label = strconv.Itoa(base)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%*s ┤", width, label)
		for _, n := range curve {
			b.WriteRune(block(n-base, top-base, row))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	end := spanOf(r.Seconds)
	return append(lines, fmt.Sprintf("%*s 0s%*s", width+1, "└", len(curve)-2, end))
}

// block is the part of a bar for n of all that falls into a row, counted from 1 at
// the bottom. Levels are rounded down: the top is only reached by all.
func block(n, all, row int) rune {
	level := n*chartRows*8/all - (row-1)*8
	return []rune(" ▁▂▃▄▅▆▇█")[min(max(level, 0), 8)]
}

package transcript

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// diffContext is how many equal lines a hunk shows around what differs.
const diffContext = 3

// maxDiffCells bounds the work of one comparison; larger outputs are shown as
// wholly replaced.
const maxDiffCells = 4_000_000

// change is one line of a diff: ' ' in both, '-' only expected, '+' only actual.
type change struct {
	mark byte
	text string
}

// Hunks is the difference between what a step has to print and what it printed,
// as hunks of a unified diff with the file's line numbers. note, where it is not
// "", stands behind the line numbers of the first hunk; with a note there is a
// hunk even where nothing differs. What a wildcard stands for is not shown.
func (s *Step) Hunks(actual []string, note string) string {
	prompt := "$ "
	if s.Fails {
		prompt = "$? "
	}
	changes := append([]change{{' ', prompt + s.Command}}, compare(s.Output, actual)...)
	var b strings.Builder
	before, after := s.Line, s.Line
	for at := 0; at < len(changes); {
		begin, end := hunk(changes, at, note != "")
		if begin == end {
			break
		}
		for _, c := range changes[at:begin] {
			before, after = c.count(before, after)
		}
		from, to := before, after
		for _, c := range changes[begin:end] {
			before, after = c.count(before, after)
		}
		fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@", from, before-from, to, after-to)
		if note != "" {
			b.WriteString(" " + note)
			note = ""
		}
		b.WriteByte('\n')
		for _, c := range changes[begin:end] {
			b.WriteByte(c.mark)
			b.WriteString(c.text)
			b.WriteByte('\n')
		}
		at = end
	}
	return b.String()
}

// count moves the line numbers of both sides over a line.
func (c change) count(before, after int) (int, int) {
	if c.mark != '+' {
		before++
	}
	if c.mark != '-' {
		after++
	}
	return before, after
}

// hunk finds the next piece to show from a place on: what differs with some lines
// around it. Where force is set it is the first lines if nothing differs.
func hunk(changes []change, at int, force bool) (begin, end int) {
	first := at
	for first < len(changes) && changes[first].mark == ' ' {
		first++
	}
	if first == len(changes) {
		if force {
			return at, min(len(changes), at+1)
		}
		return at, at
	}
	begin, end = max(at, first-diffContext), first
	for i := first; i < len(changes) && i <= end+2*diffContext+1; i++ {
		if changes[i].mark != ' ' {
			end = i
		}
	}
	return begin, min(len(changes), end+1+diffContext)
}

// compare lines an output up with the expected one, with the fewest changes.
func compare(expected, actual []string) []change {
	if (len(expected)+1)*(len(actual)+1) > maxDiffCells {
		if Match(expected, actual) {
			return nil
		}
		return replaced(expected, actual)
	}
	width := len(actual) + 1
	cost := make([]int32, (len(expected)+1)*width) // cost[e][a]: changes needed from there to the end
	for e := len(expected); e >= 0; e-- {
		for a := len(actual); a >= 0; a-- {
			cost[e*width+a] = cheapest(expected, actual, cost, width, e, a)
		}
	}
	var out []change
	for e, a := 0, 0; e < len(expected) || a < len(actual); {
		left := cost[e*width+a]
		switch {
		case e < len(expected) && expected[e] == Wildcard && cost[(e+1)*width+a] == left:
			out = append(out, change{' ', Wildcard})
			e++
		case e < len(expected) && expected[e] == Wildcard && a < len(actual):
			a++ // behind the wildcard
		case e < len(expected) && a < len(actual) && expected[e] == actual[a]:
			out = append(out, change{' ', actual[a]})
			e, a = e+1, a+1
		case e < len(expected) && cost[(e+1)*width+a]+1 == left:
			out = append(out, change{'-', expected[e]})
			e++
		default:
			out = append(out, change{'+', actual[a]})
			a++
		}
	}
	return out
}

// cheapest is the cost at one place from the costs behind it.
func cheapest(expected, actual []string, cost []int32, width, e, a int) int32 {
	switch {
	case e == len(expected):
		return int32(len(actual) - a)
	case expected[e] == Wildcard:
		best := cost[(e+1)*width+a]
		if a < len(actual) {
			best = min(best, cost[e*width+a+1])
		}
		return best
	case a == len(actual):
		return cost[(e+1)*width+a] + 1
	case expected[e] == actual[a]:
		return cost[(e+1)*width+a+1]
	}
	return 1 + min(cost[(e+1)*width+a], cost[e*width+a+1])
}

func replaced(expected, actual []string) []change {
	var out []change
	for _, line := range expected {
		out = append(out, change{'-', line})
	}
	for _, line := range actual {
		out = append(out, change{'+', line})
	}
	return out
}

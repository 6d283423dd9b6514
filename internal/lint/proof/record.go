package proof

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// step is one command of a scenario.
type step struct {
	prose   string
	command string
	// harm is what it means when the command fails; None where it must not.
	harm Harm
	// quiet leaves out what it prints.
	quiet bool
}

// orders is under how many orders of the nodes a proof is run. What is not the same under
// all, such as the names of pods, is no part of what it expects.
const orders = 5

// record runs the steps and writes them down with what they print. A scenario ends
// where a command fails: nothing that comes after it would add to that.
func record(f *transcript.File, steps []step) ([]byte, Harm) {
	sessions := make([]*scenario.Session, orders)
	for seed := range sessions {
		sessions[seed] = scenario.Open(f, scenario.Options{MaxEvents: 200_000, Seed: uint64(seed)})
	}
	var out strings.Builder
	writeProse(&out, f.Title.English)
	for i := range steps {
		s := &steps[i]
		if s.prose != "" {
			out.WriteByte('\n')
			writeProse(&out, strings.Split(s.prose, "\n"))
			out.WriteByte('\n')
		}
		var first scenario.Outcome
		printed := make([][]string, len(sessions))
		for at, session := range sessions {
			outcome, ok := session.Next()
			if !ok {
				return []byte(out.String()), None
			}
			if at == 0 {
				first = outcome
			}
			printed[at] = transcript.Lines(outcome.Output)
		}
		if s.quiet && !first.Failed {
			out.WriteString("$ " + s.command + "\n" + transcript.Wildcard + "\n")
			continue
		}
		mark := "$ "
		if first.Failed {
			mark = "$? "
		}
		out.WriteString(mark + s.command + "\n")
		writePrinted(&out, printed)
		if first.Failed {
			return []byte(out.String()), s.harm
		}
	}
	return []byte(out.String()), None
}

// writePrinted writes what a command prints under all orders of the nodes, and tells what
// stands under the first where they differ.
func writePrinted(out *strings.Builder, printed [][]string) {
	first, shortest := printed[0], len(printed[0])
	for _, lines := range printed {
		shortest = min(shortest, len(lines))
	}
	same := func(at func(lines []string) string) bool {
		return !slices.ContainsFunc(printed, func(lines []string) bool { return at(lines) != at(first) })
	}
	head, tail := 0, 0
	for head < shortest && same(func(lines []string) string { return lines[head] }) {
		head++
	}
	for tail < shortest-head && same(func(lines []string) string { return lines[len(lines)-1-tail] }) {
		tail++
	}
	between := first[head : len(first)-tail]
	writeLines(out, "", first[:head])
	if slices.ContainsFunc(printed, func(lines []string) bool { return len(lines) > head+tail }) {
		writeLines(out, "", []string{transcript.Wildcard})
	}
	writeLines(out, "", first[len(first)-tail:])
	if len(between) > 0 {
		out.WriteString("\n# With the nodes in the order of their names, that is:\n")
		writeLines(out, "# ", between)
		out.WriteByte('\n')
	}
}

func writeLines(out *strings.Builder, mark string, lines []string) {
	for _, line := range lines {
		out.WriteString(mark + line + "\n")
	}
}

func writeProse(out *strings.Builder, lines []string) {
	for _, line := range lines {
		out.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
}

package play

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
)

// What was done is kept so that it can be saved as a scenario. Commands that only
// move time are not kept by themselves: what leads from one command to the next is
// written as an advance, or, in the middle of a moment, as a number of steps.

// moves are the commands that only move in time, or to another branch.
var moves = []string{"seek", "back", "step", "fork", "switch"}

func keeps(line string) bool {
	verb, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return !slices.Contains(moves, verb)
}

// before are the commands of a branch that still hold at an event.
func (p *Player) before(branch string, event int) []Entry {
	kept := p.saved[branch]
	for len(kept) > 0 && kept[len(kept)-1].to.event > event {
		kept = kept[:len(kept)-1]
	}
	return kept[:len(kept):len(kept)]
}

// lead is the command that leads from the last kept one to the present.
func (p *Player) lead(branch string) string {
	c := p.Cluster()
	last := place{}
	if kept := p.before(branch, c.Emitted()); len(kept) > 0 {
		last = kept[len(kept)-1].to
	}
	record, n := c.Recorded(), c.Emitted()
	within := n < len(record) && record[n].At <= c.Now() || n == len(record) && c.Next() <= c.Now()
	switch {
	case n == last.event && c.Now() <= last.at:
		return ""
	case !within && c.Now() > last.at:
		return "advance " + (c.Now() - last.at).Round(time.Nanosecond).String()
	case n == last.event:
		return ""
	}
	f := c.Fork()
	f.SeekEvent(last.event)
	steps := 0
	for f.Emitted() < n && f.Step() {
		steps++
	}
	return fmt.Sprintf("step %d", steps)
}

// Scenario is a scenario file that leads to the present of this branch, with what
// its commands print.
func (p *Player) Scenario(title string) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", oneLine(title))
	branch := p.Session.Branch()
	for _, e := range p.before(branch, p.Cluster().Emitted()) {
		if e.lead != "" {
			fmt.Fprintf(&b, "$ %s\n", e.lead)
		}
		mark := "$"
		if e.Failed {
			mark = "$?"
		}
		fmt.Fprintf(&b, "%s %s\n", mark, oneLine(e.Line))
	}
	if lead := p.lead(branch); lead != "" {
		fmt.Fprintf(&b, "$ %s\n", lead)
	}
	archive := txtar.Archive{Comment: b.Bytes()}
	for _, m := range p.Session.File().Manifests {
		archive.Files = append(archive.Files, txtar.File{Name: m.Name, Data: m.Content})
	}
	text := txtar.Format(&archive)
	f, err := transcript.Parse("saved.txtar", text)
	if err != nil {
		return nil, err
	}
	return scenario.Run(f, scenario.Options{}).Update(), nil
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Position is where the player stands: how many events have happened, of how many
// that are recorded, and when.
func (p *Player) Position() (event, recorded int, at state.Time) {
	c := p.Cluster()
	return c.Emitted(), len(c.Recorded()), c.Now()
}

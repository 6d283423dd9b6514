package plan

import (
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
)

// What a plan says about a rollout that does not end, and about its assumptions.

func (r *Result) waitingLines(l reason.Language) []string {
	if r.Blocked == nil {
		return nil
	}
	lines := waits(r.Blocked.Waiting, l)
	if r.Blocked.More {
		lines = append(lines, "and more")
	}
	return lines
}

func (r *Result) neverReadyLines(l reason.Language) []string {
	if r.NeverReady == 0 {
		return nil
	}
	pods := count(r.NeverReady, "new pod")
	if r.Blocked != nil {
		return []string{pods}
	}
	return append([]string{pods + ":"}, waits(r.NeverReadyPods, l)...)
}

func (r *Result) fixLines(l reason.Language) []string {
	b := r.Blocked
	switch {
	case b == nil:
		return nil
	case len(b.Commands) > 0 && b.Helps:
		return append(append([]string{}, b.Commands...), "then done after "+spanOf(*b.After))
	case len(b.Commands) > 0:
		return append(append([]string{}, b.Commands...), "then further, but not to the end")
	case b.Helps:
		return []string{"nothing: it ends by itself after " + spanOf(*b.After) + " more"}
	case b.advice.Code != "":
		return []string{b.advice.Sentence(l)}
	}
	return []string{"no small change was found that helps"}
}

func (r *Result) orderLines() []string {
	o := r.Orders
	if o == nil {
		return nil
	}
	return []string{
		fmt.Sprintf("%d node orders: %d done, in %s to %s; at the lowest %d of %d available", o.Planned, o.RolledOut,
			spanOf(o.MinSeconds), spanOf(o.MaxSeconds), o.Lowest, r.Availability.Served),
		fmt.Sprintf("the worst is --seed %d", o.WorstSeed),
	}
}

func (r *Result) assumedLines() []string {
	var lines []string
	for i := range r.Assumed {
		a := &r.Assumed[i]
		line := a.Image + ": "
		if a.Pull > 0 {
			line += "pulled in " + spanOf(a.Pull) + ", "
		}
		line += "starts in " + spanOf(a.Start) + ", "
		if a.ReadyAfter > 0 {
			line += "ready " + spanOf(a.ReadyAfter) + " later"
		} else {
			line += "is ready at once"
		}
		line += ", stops in " + spanOf(a.Stop)
		if a.Fault != "" {
			line += ", " + a.Fault
		}
		lines = append(lines, line)
	}
	if len(lines) > 0 && !r.told() {
		lines = append(lines, "say more with --image")
	}
	return lines
}

// told says whether the input said how some image behaves.
func (r *Result) told() bool {
	for i := range r.Assumed {
		if r.Assumed[i].Told {
			return true
		}
	}
	return false
}

package scenario

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/why"
)

// why explains a node or a rollout.
func (s *Session) why(args []string) (string, error) {
	c := s.Cluster()
	if len(args) == 0 || len(args) > 2 {
		return "", wrong("say what to explain")
	}
	if _, ok := named(args[0], setKinds...); ok && len(args) == 1 {
		d, err := setFrom(c, args[0])
		if err != nil {
			return "", err
		}
		return rolloutAnswer(why.AboutRolloutWith(c, d, s.parts.Kubectl)), nil
	}
	node, err := nodeFrom(c, args[0])
	if err != nil {
		return "", err
	}
	name := ""
	if len(args) == 2 {
		var ok bool
		if name, ok = named(args[1], setKinds...); !ok {
			return "", wrong("write ds/NAME instead of %q", args[1])
		}
	}
	d, err := findSet(c, name)
	if err != nil {
		return "", err
	}
	a := why.AboutNode(c, d, node)
	var pods []string
	for _, p := range c.PodsOn(node) {
		if p.Set == d.ID {
			pods = append(pods, p.Name+" "+describePod(p))
		}
	}
	return nodeAnswer(setName(d), a, pods), nil
}

// nodeAnswer writes an answer about a node. Where the controller makes no pod the
// others are not asked.
func nodeAnswer(set string, a why.Node, pods []string) string {
	lines := []string{fmt.Sprintf("node/%s, %s: %s", a.Node, set, verdict(a))}
	passed := "" // the component whose last check passed without a word
	for i := range a.Checks {
		ch := &a.Checks[i]
		silent := ch.Plain()
		switch {
		case !a.ShouldRun && ch.Component != why.Controller:
			continue
		case silent && passed == ch.Component:
			lines[len(lines)-1] += ", " + ch.Check
		case silent:
			lines = append(lines, "  ok  "+ch.Component+", "+ch.Check)
		case ch.OK:
			lines = append(lines, "  ok  "+ch.Component+", "+ch.Check+": "+ch.Message)
		default:
			lines = append(lines, "  no  "+ch.Component+", "+ch.Check+": "+ch.Message)
		}
		passed = ""
		if silent {
			passed = ch.Component
		}
	}
	if a.Fix != "" {
		lines = append(lines, "to change it: "+a.Fix)
	}
	if len(pods) == 0 {
		pods = []string{"none"}
	}
	return strings.Join(append(lines, "pods here: "+strings.Join(pods, ", ")), "\n") + "\n"
}

// verdict sums an answer up.
func verdict(a why.Node) string {
	switch {
	case a.ShouldRun && a.Fits:
		return "a daemon pod should run here, and fits"
	case a.ShouldRun && a.Refused:
		return "a daemon pod should run here, and the API server refuses it"
	case a.ShouldRun:
		return "a daemon pod should run here, and does not fit"
	case a.MayStay:
		return "no daemon pod is created here; one that is here may stay"
	}
	return "no daemon pod may run here"
}

// rolloutAnswer writes an answer about a rollout.
func rolloutAnswer(a why.Rollout) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", setName(a.Set), rolloutText(a.Set))
	g := a.Budget
	switch {
	case a.Done:
		return b.String()
	case g.MaxSurge > 0:
		fmt.Fprintf(&b, "budget: maxSurge comes to %d of %d nodes, %d in use\n", g.MaxSurge, g.Desired, g.Surging)
	case g.MaxUnavailable > 0:
		fmt.Fprintf(&b, "budget: maxUnavailable comes to %d of %d nodes, %d in use\n", g.MaxUnavailable, g.Desired, g.Unavailable)
	}
	b.WriteString("waiting:\n")
	for _, w := range a.Waits {
		b.WriteString("  " + w.Why.Sentence(reason.English) + "\n")
	}
	if a.More {
		b.WriteString("  and more\n")
	}
	if len(a.Waits) == 0 {
		b.WriteString("  for the next sync of the controller\n")
	}
	b.WriteString(changeAnswer(a.Change))
	return b.String()
}

// changeAnswer writes what would help.
func changeAnswer(ch why.Change) string {
	effect := fmt.Sprintf("then %d of %d nodes get the new pod, and no more", ch.Current, ch.Desired)
	if ch.Done {
		effect = "then rolled out after " + clock(ch.After)
	}
	switch {
	case ch.Done && len(ch.Commands) == 0:
		return "nothing has to be done: rolled out after " + clock(ch.After) + "\n"
	case len(ch.Commands) > 0:
		return "to get on:\n  " + strings.Join(ch.Commands, "\n  ") + "\n" + effect + "\n"
	case ch.Advice.Code != "":
		return "to get on: " + ch.Advice.Sentence(reason.English) + "\n"
	}
	return "it does not get on by itself, and no small change was found that helps\n"
}

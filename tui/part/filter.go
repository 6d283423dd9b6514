package part

import (
	"strings"

	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/sight"
)

// stateWords are the states of pods as kubectl's readers know them.
var stateWords = [...][2]string{
	draw.NoPod: {"none", "无"}, draw.Excluded: {"excluded", "排除"},
	draw.Pending: {"Pending", "Pending"}, draw.Waiting: {"Waiting", "Waiting"},
	draw.NotReady: {"NotReady", "NotReady"}, draw.Ready: {"Ready", "Ready"},
	draw.Terminating: {"Terminating", "Terminating"}, draw.Failed: {"Failed", "Failed"},
	draw.Succeeded: {"Succeeded", "Succeeded"},
}

// State is the state of a pod in a word; Ready becomes Available with time.
func (l Look) State(p sight.Pod) string {
	if p.Shape == draw.Ready && p.Available {
		return "Available"
	}
	w := stateWords[p.Shape]
	return l.Say(w[0], w[1])
}

// passes says whether the filter lets a node through. Its words must all hold: old,
// new, none, down, cordoned, tainted, excluded, a state of a pod, or else a part of the name.
func passes(n *sight.Node, words []string) bool {
	for _, word := range words {
		if !holds(n, word) {
			return false
		}
	}
	return true
}

func holds(n *sight.Node, word string) bool {
	switch word {
	case "none":
		return len(n.Pods) == 0
	case "down":
		return n.Down
	case "cordoned":
		return n.Cordoned
	case "tainted":
		return n.Tainted
	case "excluded":
		return !n.ShouldRun
	}
	state := false
	for _, p := range n.Pods {
		if word == "old" && p.Age > 0 || word == "new" && p.Age == 0 {
			return true
		}
		state = state || word == strings.ToLower(stateWords[p.Shape][0]) || word == "available" && p.Available
	}
	return state || word != "old" && word != "new" && strings.Contains(strings.ToLower(n.Name), word)
}

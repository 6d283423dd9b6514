package scenario

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/state"
)

// What commands call things, and how they are written.

// findSet finds a DaemonSet by NAME or NAMESPACE/NAME; "" is the only one.
func findSet(c *core.Cluster, name string) (*state.DaemonSet, error) {
	var found []*state.DaemonSet
	all := c.Sets()
	for _, d := range all {
		if name == "" || d.Object.Name == name || d.Key() == name {
			found = append(found, d)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(all) == 0:
		return nil, errors.New("there is no DaemonSet")
	case len(found) == 0:
		return nil, fmt.Errorf("there is no DaemonSet %q; there are: %s", name, setNames(all))
	}
	return nil, fmt.Errorf("there are several DaemonSets, say which: %s", setNames(found))
}

func setNames(sets []*state.DaemonSet) string {
	var names []string
	for _, d := range sets {
		names = append(names, setName(d))
	}
	return strings.Join(names, ", ")
}

// setName is what commands call a DaemonSet.
func setName(d *state.DaemonSet) string {
	return "ds/" + nameIn(d.Object.Namespace, d.Object.Name)
}

// nameIn is a name with its namespace where that is not the default one.
func nameIn(namespace, name string) string {
	if namespace == "" || namespace == api.NamespaceDefault {
		return name
	}
	return namespace + "/" + name
}

// named takes the prefix for a kind off a word: ds/agent, node/n1.
func named(word string, prefixes ...string) (string, bool) {
	kind, name, ok := strings.Cut(word, "/")
	return name, ok && name != "" && slices.Contains(prefixes, kind)
}

// The prefixes that kubectl takes for the kinds that commands name.
var (
	setKinds  = []string{"ds", "daemonset", "daemonsets", "daemonset.apps", "daemonsets.apps"}
	nodeKinds = []string{"node", "nodes", "no"}
	podKinds  = []string{"pod", "pods", "po"}
)

// setFrom finds the DaemonSet that a word like ds/agent names.
func setFrom(c *core.Cluster, word string) (*state.DaemonSet, error) {
	name, ok := named(word, setKinds...)
	if !ok {
		return nil, fmt.Errorf("write ds/NAME instead of %q", word)
	}
	return findSet(c, name)
}

// nodeFrom finds the node that a word like node/n1 names.
func nodeFrom(c *core.Cluster, word string) (string, error) {
	name, ok := named(word, nodeKinds...)
	if !ok {
		return "", fmt.Errorf("write node/NAME instead of %q", word)
	}
	if _, ok := c.Node(name); !ok {
		return name, fmt.Errorf("there is no node %q", name)
	}
	return name, nil
}

// countOf is a count of a status by the name that kubectl gives its column.
func countOf(s *api.DaemonSetStatus, field string) int32 {
	c := daemon.CountsOf(s)
	switch field {
	case "desired":
		return c.Desired
	case "current":
		return c.Current
	case "ready":
		return c.Ready
	case "up-to-date":
		return c.Updated
	case "available":
		return c.Available
	case "unavailable":
		return c.Unavailable
	}
	return c.Misscheduled
}

// rolloutText is how far a rollout is, as kubectl rollout status says it.
func rolloutText(d *state.DaemonSet) string {
	line, _, err := daemon.RolloutStatus(d)
	if err != nil { // OnDelete, of which kubectl says nothing
		s := &d.Status
		return fmt.Sprintf("%d of %d new pods are updated and %d available",
			s.UpdatedNumberScheduled, s.DesiredNumberScheduled, s.NumberAvailable)
	}
	return line
}

// duration reads a span of simulated time such as 90s, 2m30s or 1h.
func duration(word string) (state.Time, error) {
	d, err := time.ParseDuration(word)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no span of time; write for example 90s, 2m30s or 1h", word)
	}
	return d, nil
}

// clock writes a simulated time the way durations are written: 1m30s, 0.25s.
func clock(t state.Time) string {
	if t == 0 {
		return "0s"
	}
	text := t.Round(time.Millisecond).String()
	if s, ok := strings.CutSuffix(text, "m0s"); ok {
		text = s + "m"
	}
	if s, ok := strings.CutSuffix(text, "h0m"); ok {
		text = s + "h"
	}
	return text
}

// unknownWord is the error for a word that is not in a list, with the nearest that is.
func unknownWord(what, word string, known []string) error {
	best, least := "", 3
	for _, k := range known {
		if d := distance(word, k); d < least {
			best, least = k, d
		}
	}
	if best != "" {
		return fmt.Errorf("unknown %s %q, did you mean %s?", what, word, best)
	}
	return fmt.Errorf("unknown %s %q; there are: %s", what, word, strings.Join(known, ", "))
}

// distance is how many letters have to be changed, added or removed to make one word of the other.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := diagonal
			if a[i] != b[j] {
				next = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

// quotedList is a list of names for a message.
func quotedList(names []string) string { return strings.Join(names, ", ") }

package protocol

import (
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/why"
	"github.com/rollscope/rollscope/core/state"
)

// setOf finds the DaemonSet that a request is about.
func setOf(c *core.Cluster, a args) (*state.DaemonSet, error) {
	name, sets := a.text("set"), c.Sets()
	var found []*state.DaemonSet
	keys := make([]string, 0, len(sets))
	for _, d := range sets {
		keys = append(keys, d.Key())
		if name == "" || d.Key() == name || d.Object.Name == name {
			found = append(found, d)
		}
	}
	switch {
	case len(sets) == 0:
		return nil, refuse("there is no DaemonSet", "")
	case len(found) == 0:
		return nil, refuse("there is no DaemonSet "+name, "there are: "+strings.Join(keys, ", "))
	case len(found) > 1:
		return nil, refuse("there are several DaemonSets", "say which in set: "+strings.Join(keys, ", "))
	}
	return found[0], nil
}

type nodeWhy struct {
	Node      string  `json:"node"`
	Set       string  `json:"set"`
	ShouldRun bool    `json:"shouldRun"`
	MayStay   bool    `json:"mayStay"`
	Fits      bool    `json:"fits"`
	Checks    []check `json:"checks"`
	Fix       string  `json:"fix"`
}

type check struct {
	Component string `json:"component"`
	Check     string `json:"check"`
	OK        bool   `json:"ok"`
	Message   string `json:"message"`
	Chinese   string `json:"zh,omitempty"`
	Upstream  string `json:"upstream,omitempty"`
	Fix       string `json:"fix,omitempty"`
	FixZh     string `json:"fixZh,omitempty"`
	Command   string `json:"command,omitempty"` // that does it
}

type rolloutWhy struct {
	Set    string        `json:"set"`
	Done   bool          `json:"done"`
	Line   string        `json:"line"` // as kubectl rollout status has it
	Budget budgetAnswer  `json:"budget"`
	Waits  []wait        `json:"waits"`
	More   bool          `json:"more"`
	Change *changeAnswer `json:"change,omitempty"`
}

type budgetAnswer struct {
	Desired        int `json:"desired"`
	MaxUnavailable int `json:"maxUnavailable"`
	MaxSurge       int `json:"maxSurge"`
	Unavailable    int `json:"unavailable"`
	Surging        int `json:"surging"`
	Available      int `json:"available"`
	Old            int `json:"old"`
}

type changeAnswer struct {
	Commands []string      `json:"commands"`
	Done     bool          `json:"done"`
	After    seconds       `json:"after"`
	Current  int           `json:"current"` // nodes with an available new pod then
	Desired  int           `json:"desired"`
	Advice   *reasonAnswer `json:"advice,omitempty"`
}

func (s *Session) why(a args) (any, error) {
	c := s.cluster()
	d, err := setOf(c, a)
	if err != nil {
		return nil, err
	}
	if !a.has("node") {
		if brief, _ := a["brief"].(bool); brief {
			return waitsFor(d, why.Waiting(c, d)), nil
		}
		return aboutRollout(c, d), nil
	}
	return whyNode(c, d, a)
}

// whyOfNode answers for a node; what helps a rollout is found by trying it with kubectl.
func (s *Session) whyOfNode(a args) (any, error) {
	c := s.cluster()
	d, err := setOf(c, a)
	if err != nil {
		return nil, err
	}
	if !a.has("node") {
		return nil, lacking("why a rollout does not get on")
	}
	return whyNode(c, d, a)
}

func whyNode(c *core.Cluster, d *state.DaemonSet, a args) (any, error) {
	if _, ok := c.Node(a.text("node")); !ok {
		return nil, refuse("there is no node "+a.text("node"), "")
	}
	return aboutNode(c, d, a.text("node")), nil
}

func aboutNode(c *core.Cluster, d *state.DaemonSet, node string) nodeWhy {
	w := why.AboutNode(c, d, node)
	out := nodeWhy{w.Node, d.Key(), w.ShouldRun, w.MayStay, w.Fits, make([]check, len(w.Checks)), w.Fix}
	for i, ch := range w.Checks {
		k := check{Component: ch.Component, Check: ch.Check, OK: ch.OK, Message: ch.Message, Command: ch.Command}
		if entry, ok := reason.Lookup(ch.Why.Code); ok {
			k.Chinese, k.Upstream = ch.Why.Sentence(reason.Chinese), entry.Upstream
		}
		if entry, ok := reason.Lookup(ch.Fix.Code); ok && k.Upstream == "" {
			k.Upstream = entry.Upstream
		}
		if ch.Fix.Code != "" {
			k.Fix, k.FixZh = ch.Fix.Sentence(reason.English), ch.Fix.Sentence(reason.Chinese)
		}
		out.Checks[i] = k
	}
	return out
}

func aboutRollout(c *core.Cluster, d *state.DaemonSet) rolloutWhy {
	w := why.AboutRollout(c, d)
	out := waitsFor(d, w)
	if !w.Done {
		ch := w.Change
		out.Change = &changeAnswer{append([]string{}, ch.Commands...), ch.Done, seconds(ch.After), ch.Current, ch.Desired, nil}
		if ch.Advice.Code != "" {
			advice := reasonOf(ch.Advice)
			out.Change.Advice = &advice
		}
	}
	return out
}

func waitsFor(d *state.DaemonSet, w why.Rollout) rolloutWhy {
	line, _, _ := daemon.RolloutStatus(d)
	out := rolloutWhy{Set: d.Key(), Done: w.Done, Line: line, Budget: budgetOf(w.Budget), Waits: []wait{}, More: w.More}
	for _, one := range w.Waits {
		out.Waits = append(out.Waits, wait{d.Key(), reasonOf(one.Why)})
	}
	return out
}

func budgetOf(b daemon.Budget) budgetAnswer {
	return budgetAnswer{b.Desired, b.MaxUnavailable, b.MaxSurge, b.Unavailable, b.Surging, b.Available, b.Old}
}

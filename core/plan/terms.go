package plan

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/classes"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/state"
)

// What is asked of a plan beside its objects: faults that happen on the way, and gates
// that it has to keep to.

// Fault is something that breaks during the rollout.
type Fault struct {
	// Node is the node that breaks. With Pod, it is the daemon pod on that node.
	Node string
	Pod  bool
	// Kind is how the node breaks; Phase is what becomes of the pod, Running
	// standing for a pod that is not ready any more.
	Kind  core.Fault
	Phase state.Phase
	// At is when, after the change; 0 is right before it.
	At state.Time
}

// ParseFault reads what breaks as scenarios write it, with the time behind an @:
//
//	node/n3@40s
//	node/n3@40s --not-ready
//	node/n3 --silent
//	pod --on n3 --phase Failed @1m
//	pod --on n3 --not-ready @1m
//
// Without a time it is broken before the change.
func ParseFault(text string) (Fault, error) {
	f := Fault{}
	words, err := kubectl.Split(text)
	if err != nil {
		return f, err
	}
	if words, f.At, err = takeTime(words); err != nil {
		return f, err
	}
	if len(words) == 0 {
		return f, errors.New("say what breaks, such as node/n3@40s")
	}
	kind, name, _ := strings.Cut(words[0], "/")
	switch {
	case (kind == "node" || kind == "nodes" || kind == "no") && name != "":
		f.Node = name
		return f, f.nodeFlags(words[1:])
	case kind == "pod" && name == "":
		f.Pod = true
		return f, f.podFlags(words[1:])
	}
	return f, fmt.Errorf("%q is neither node/NAME nor pod --on NODE", words[0])
}

// takeTime takes @40s off the words, whether it is a word of its own or the end of one.
func takeTime(words []string) ([]string, state.Time, error) {
	for i, word := range words {
		before, after, found := strings.Cut(word, "@")
		if !found {
			continue
		}
		at, err := time.ParseDuration(after)
		if err != nil || at < 0 {
			return words, 0, fmt.Errorf("@%s is no time such as @40s or @2m30s", after)
		}
		rest := append([]string{}, words[:i]...)
		if before != "" {
			rest = append(rest, before)
		}
		return append(rest, words[i+1:]...), at, nil
	}
	return words, 0, nil
}

func (f *Fault) nodeFlags(words []string) error {
	if len(words) == 2 && words[0] == "--pressure" {
		words = []string{words[0] + "=" + words[1]}
	}
	for _, word := range words {
		switch {
		case word == "--silent" && len(words) == 1:
			f.Kind = core.Silent
		case word == "--not-ready" && len(words) == 1:
			f.Kind = core.NotReady
		case strings.HasPrefix(word, "--pressure=") && len(words) == 1:
			kind, ok := core.PressureFault(strings.TrimPrefix(word, "--pressure="))
			if !ok {
				return errors.New("--pressure is memory, disk or pid")
			}
			f.Kind = kind
		default:
			return errors.New("a node breaks as it is, --silent, --not-ready or --pressure memory|disk|pid")
		}
	}
	return nil
}

func (f *Fault) podFlags(words []string) error {
	how := ""
	for i := 0; i < len(words); i++ {
		name, value, joined := strings.Cut(words[i], "=")
		if name != "--not-ready" && !joined && i+1 < len(words) {
			i++
			value = words[i]
		}
		switch name {
		case "--on":
			f.Node = value
		case "--phase", "--not-ready":
			if how != "" {
				return errors.New("a pod breaks in one way")
			}
			how = name + value
		default:
			return fmt.Errorf("unknown flag %s", name)
		}
	}
	switch how {
	case "--not-ready":
		f.Phase = state.Running
	case "--phaseFailed":
		f.Phase = state.Failed
	case "--phaseSucceeded":
		f.Phase = state.Succeeded
	default:
		return errors.New("a pod breaks with --phase Failed, --phase Succeeded or --not-ready")
	}
	if f.Node == "" {
		return errors.New("say on which node: pod --on NODE")
	}
	return nil
}

// possible says whether the cluster has what is to break.
func (s *stage) possible(faults []Fault) error {
	for _, f := range faults {
		if _, ok := s.c.Node(f.Node); !ok {
			return fmt.Errorf("there is no node %q that could break", f.Node)
		}
	}
	return nil
}

// Gates are limits that a rollout has to keep to; the zero value has none.
type Gates struct {
	// MaxDuration is how long it may take; 0 is no limit.
	MaxDuration state.Time
	// MinAvailable is how many of the nodes that had an available pod before must
	// have one all the time. It asks nothing of a first roll-out.
	MinAvailable Threshold
}

// Threshold is a number of nodes or a percentage of them; the zero value asks nothing.
type Threshold struct {
	text    string
	nodes   int
	percent float64 // 0 where nodes counts
}

// ParseThreshold reads 95%, 99.5% or 40.
func ParseThreshold(text string) (Threshold, error) {
	t := Threshold{text: text}
	if number, ok := strings.CutSuffix(text, "%"); ok {
		percent, err := strconv.ParseFloat(number, 64)
		if err != nil || !(percent >= 0 && percent <= 100) {
			return t, fmt.Errorf("%q is no percentage from 0%% to 100%%", text)
		}
		t.percent = percent
		return t, nil
	}
	nodes, err := strconv.Atoi(text)
	if err != nil || nodes < 0 {
		return t, fmt.Errorf("%q is neither a number of nodes nor a percentage such as 95%%", text)
	}
	t.nodes = nodes
	return t, nil
}

// String is the threshold as it was written.
func (t Threshold) String() string { return t.text }

// holds says whether so many of so many nodes are enough.
func (t Threshold) holds(available, of int) bool {
	if t.percent > 0 {
		return float64(available)*100 >= t.percent*float64(of)
	}
	return available >= min(t.nodes, of)
}

// Gate is one limit and whether the rollout keeps to it.
type Gate struct {
	Gate   string `json:"gate"`   // max-duration or min-available
	Limit  string `json:"limit"`  // as it was given
	Actual string `json:"actual"` // what the plan comes to, in the worst node order
	OK     bool   `json:"ok"`

	actual string // Actual in Chinese
}

// order takes a plan with another node order into account.
func (r *Result) order(other *Result, seed uint64, orders int) {
	if r.Orders == nil {
		r.Orders = &Orders{Planned: orders, MinSeconds: r.Seconds, MaxSeconds: r.Seconds, Lowest: r.Availability.Lowest, WorstSeed: seed}
	}
	all := r.Orders
	all.MinSeconds = min(all.MinSeconds, other.Seconds)
	if other.Outcome == RolledOut {
		all.RolledOut++
	}
	if other.worse(all) {
		all.WorstSeed = seed
	}
	all.MaxSeconds = max(all.MaxSeconds, other.Seconds)
	all.Lowest = min(all.Lowest, other.Availability.Lowest)
}

// worse says that a plan is worse than all before it.
func (r *Result) worse(all *Orders) bool {
	return r.Outcome != RolledOut || r.Availability.Lowest < all.Lowest ||
		r.Availability.Lowest == all.Lowest && r.Seconds > all.MaxSeconds
}

// judge compares a plan with its gates.
func (r *Result) judge(g Gates) {
	all := r.Orders
	ends := all.RolledOut == all.Planned
	r.OK = ends
	if g.MaxDuration > 0 {
		limit := seconds(g.MaxDuration)
		gate := Gate{Gate: "max-duration", Limit: Span(g.MaxDuration), Actual: spanOf(all.MaxSeconds), actual: spanOf(all.MaxSeconds), OK: ends && all.MaxSeconds <= limit}
		if !ends {
			gate.Actual, gate.actual = "does not end", "不会结束"
		}
		r.Gates = append(r.Gates, gate)
	}
	if t := g.MinAvailable; t.text != "" {
		of := r.Availability.Served
		gate := Gate{
			Gate: "min-available", Limit: t.text, OK: t.holds(all.Lowest, of),
			Actual: fmt.Sprintf("%d of %d nodes (%s%%)", all.Lowest, of, number(percent(all.Lowest, of))),
			actual: fmt.Sprintf("%d / %d 个节点，%s%%", all.Lowest, of, number(percent(all.Lowest, of))),
		}
		if of == 0 {
			gate.Actual, gate.actual = "no node had an available pod before", "之前没有节点有可用的 Pod"
		}
		r.Gates = append(r.Gates, gate)
	}
	for _, gate := range r.Gates {
		r.OK = r.OK && gate.OK
	}
	if all.Planned == 1 {
		r.Orders = nil
	}
}

// taken are the priority classes that DaemonSets, nil for none, name and the input lacks.
func (in *Input) taken(sets ...*api.DaemonSet) []*api.PriorityClass {
	var given []*api.PriorityClass
	var pods []*api.Pod
	for _, o := range in.Cluster {
		switch o := o.(type) {
		case *api.PriorityClass:
			given = append(given, o)
		case *api.Pod:
			pods = append(pods, o)
		}
	}
	return classes.Missing(sets, given, pods)
}

// takenClasses notes the classes of the DaemonSet that are taken to be there.
func (in *Input) takenClasses() []Note {
	var notes []Note
	for _, c := range in.taken(in.New, in.Old) {
		notes = append(notes, notef("the PriorityClass %s is taken to be in the cluster, with value %d; without it, every pod is refused",
			"假定集群中有 PriorityClass %s，值为 %d；没有它，每个 Pod 都会被拒绝", c.Name, c.Value))
	}
	return notes
}

// classes creates the priority classes that are taken to be there.
func (s *stage) classes() error {
	sets := []*api.DaemonSet{s.in.New, s.in.Old}
	for i := range s.others {
		sets = append(sets, s.others[i].New, s.others[i].Old)
	}
	for _, o := range s.in.Cluster {
		if ds, ok := o.(*api.DaemonSet); ok {
			sets = append(sets, ds)
		}
	}
	for _, c := range s.in.taken(sets...) {
		if err := s.create(c, c.Name); err != nil {
			return err
		}
	}
	return nil
}

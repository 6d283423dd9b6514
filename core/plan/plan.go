// Package plan runs a change of a DaemonSet to its end and sums it up: which nodes
// take part, in what waves, how long it takes, how many nodes are without a pod at
// the worst moment, what the surge costs, who blocks it and what would help.
//
// The run has two parts. First the cluster is made as it is before the change:
// nodes, other workloads, the old DaemonSet rolled out (stage.go). Then the new one
// is applied, faults happen at their times, and the run goes on until the rollout
// is done, stuck, or over a limit (play.go). An observer takes notes (observer.go);
// from these the Result is made (result.go), which is written as JSON,
// text (text.go) or Markdown (markdown.go).
package plan

import (
	"errors"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/scenario/why"
	"github.com/rollscope/rollscope/core/state"
)

// How fast the simulated control plane is. The numbers come from rollouts that
// were measured on real control planes of v1.37.2, with 100 and 500 nodes: with
// them every plan is within 15 % of the measurement. See TestDurationsAreThoseMeasured.
const (
	// latency passes between a write and the moment at which its watchers act on it.
	latency = 40 * state.Second / 1000
	// share is the part of its client's request rate that the controller gets
	// through. Measured rollouts came to between 0.80 and 0.98; a plan would rather
	// promise too little. The burst is not counted on at all: the Events about the
	// first 25 pods, for which the same client is used, take it up.
	//
	// Upstream 1.37: client-go tools/record/events_cache.go, defaultSpamBurst;
	// pkg/controller/daemon/daemon_controller.go, Run.
	share = 0.85
	// Upstream 1.37: pkg/controller/apis/config/v1alpha1/defaults.go.
	defaultQPS = 20
)

// Limits of a plan unless Input says otherwise.
const (
	MaxTime   = 7 * 24 * 3600 * state.Second // of simulated time after the change
	MaxEvents = 10_000_000
	MaxOrders = 100

	maxBase     = 58        // of generateName that goes into a name, as upstream has it
	maxRecorded = 1_000_000 // events of a run that is run again with a record
)

// Input is what to plan.
type Input struct {
	// New is the DaemonSet to roll out. Old is the one it replaces, nil for none;
	// both have the same namespace and name.
	New, Old *api.DaemonSet
	// Cluster is everything else: Nodes, and Pods, DaemonSets, PriorityClasses and
	// PodDisruptionBudgets that are there already. A Pod of the planned DaemonSet is
	// passed over, as the plan rolls the old one out itself.
	Cluster []any
	// Live says that Cluster is a whole cluster as it is at one moment, with owners
	// before what they own: the old DaemonSet with its revisions and pods is among it.
	// The change is then made at that moment, in the middle of a rollout if there is one.
	Live   bool
	Images []state.ImageRule // how images behave
	Faults []Fault           // what breaks, and when
	// Seed 0 visits nodes by creation time, then name; any other makes an order of
	// its own. Orders above 1 plans so many orders, from Seed on, and judges the
	// gates by the worst.
	Seed   uint64
	Orders int
	// QPS is the rate of the controller manager's API client, in requests a second:
	// 0 is upstream's default of 20, a negative one no limit.
	QPS float64
	// Gates are what the rollout must keep to.
	Gates Gates
	// MaxTime and MaxEvents end a run that does not end by itself; 0 is the default.
	MaxTime   state.Time
	MaxEvents int
	// Budget is how many events all runs that the plan needs may still have, together;
	// each takes one away. Below zero Run fails with core.ErrBudget, or leaves out what
	// would help a rollout that does not end. nil is no limit.
	Budget *int
	// Notes are remarks about the input that the result repeats.
	Notes []Note
	// Progress, when there is one, is told now and then how far the run is.
	Progress func(Progress)

	record bool
}

// Progress is how far a run is.
type Progress struct {
	Order, Orders int        // which node order is run, counted from 1
	Done, Nodes   int        // nodes with an available new pod, and nodes that should run one
	At            state.Time // simulated time since the change
	// Before says that what is there already is still rolled out; At is then the
	// simulated time that this has taken so far, and the other numbers are 0.
	Before bool
}

func (in Input) completed() (Input, error) {
	if in.New == nil {
		return in, errors.New("there is no DaemonSet to plan")
	}
	if in.New.Name == "" {
		if in.Old != nil {
			return in, errors.New("a DaemonSet with generateName and no name is created anew each time, so it updates no old one")
		}
		in.New = in.New.DeepCopy()
		in.New.Name = in.New.GenerateName[:min(len(in.New.GenerateName), maxBase)] + "xxxxx"
	}
	if in.Old != nil && (in.Old.Name != in.New.Name || namespaceOf(in.Old) != namespaceOf(in.New)) {
		return in, errors.New("the old and the new DaemonSet have different names")
	}
	if in.QPS == 0 {
		in.QPS = defaultQPS
	}
	if in.MaxTime <= 0 {
		in.MaxTime = MaxTime
	}
	if in.MaxEvents <= 0 {
		in.MaxEvents = MaxEvents
	}
	in.Orders = min(max(in.Orders, 1), MaxOrders)
	return in, nil
}

func namespaceOf(ds *api.DaemonSet) string {
	if ds.Namespace == "" {
		return "default"
	}
	return ds.Namespace
}

// Run plans a change. It fails where the objects cannot be brought together in one
// cluster; a rollout that gets stuck is a result.
func Run(in Input) (*Result, error) {
	in, err := in.completed()
	if err != nil {
		return nil, err
	}
	var first *Result
	for i := range in.Orders {
		r, err := run(in, i)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = r
		}
		first.order(r, in.Seed+uint64(i), in.Orders)
	}
	first.judge(in.Gates)
	return first, nil
}

// run plans one node order.
func run(in Input, order int) (*Result, error) {
	in.Seed += uint64(order)
	s, err := set(in)
	if err != nil {
		return nil, err
	}
	r, again, err := s.run(order)
	if again && err == nil {
		in.record = true
		if s, err = set(in); err == nil {
			err = s.block(r, order)
		}
	}
	return r, err
}

// run plans from the cluster as it is before the change. Again says that what a
// rollout that does not end waits for, and what would help, is to be found out by
// block, in another stage that has a record: that takes more memory and time.
func (s *stage) run(order int) (r *Result, again bool, err error) {
	in := s.in
	twin := s.c.Fork()
	p := s.play(s.c, order)
	if p.err != nil {
		return nil, false, p.err
	}
	r = s.result(p)
	if p.limited(in.QPS) {
		twin.LimitClient(-1, 0)
		if free := s.play(twin, order); free.err == nil {
			r.Client.unlimited(free, p)
		}
	}
	switch {
	case p.outcome == RolledOut:
		return r, false, nil
	case p.c.Emitted() > maxRecorded:
		r.Blocked = &Blocked{Waiting: list(p.waiting()), Commands: []string{}}
		return r, false, nil
	}
	return r, true, nil
}

// block finds out what a rollout that does not end waits for.
func (s *stage) block(r *Result, order int) error {
	p := s.play(s.c, order)
	r.blocked(p)
	return p.err
}

// Explain tells for every node, in order of names, whether the DaemonSet should
// run there and would fit, and why. Only New, Cluster and Seed of the input count.
func Explain(in Input) ([]why.Node, error) {
	in, err := in.completed()
	if err != nil {
		return nil, err
	}
	in.Old = nil
	s, err := set(in)
	if err != nil {
		return nil, err
	}
	if err := s.c.Create(in.New); err != nil {
		return nil, err
	}
	// The first sync makes the template, with the priority that its class stands for.
	_ = s.c.Until(func() bool { return s.find(s.c).Template != nil }, state.Second)
	d := s.find(s.c)
	var answers []why.Node
	for _, n := range s.c.Nodes() {
		answers = append(answers, why.AboutNode(s.c, d, n.Name))
	}
	return answers, nil
}

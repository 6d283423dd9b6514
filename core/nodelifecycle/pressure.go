package nodelifecycle

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

const (
	// evictionPeriod is how often a kubelet with nothing to evict looks whether it is
	// short of something.
	//
	// Upstream 1.37: pkg/kubelet/kubelet.go, evictionMonitoringPeriod.
	evictionPeriod = 10 * state.Second
	// transitionPeriod is how long a kubelet keeps a pressure condition after it saw
	// the shortage last.
	//
	// Upstream 1.37: pkg/kubelet/apis/config/v1beta1/defaults.go, EvictionPressureTransitionPeriod.
	transitionPeriod = 300 * state.Second
)

// strain is what a kubelet posts about a shortage, with the Events about its
// beginning and its end.
type strain struct {
	kind            api.NodeConditionType
	reason, message string
	begins, ends    string
}

// strains are what kubelets post, by state.Shortage.
//
// Upstream 1.37: pkg/kubelet/nodestatus/setters.go, MemoryPressureCondition,
// DiskPressureCondition and PIDPressureCondition.
var strains = [...]strain{
	{api.NodeMemoryPressure, "KubeletHasInsufficientMemory", "kubelet has insufficient memory available", "NodeHasInsufficientMemory", "NodeHasSufficientMemory"},
	{api.NodeDiskPressure, "KubeletHasDiskPressure", "kubelet has disk pressure", "NodeHasDiskPressure", "NodeHasNoDiskPressure"},
	{api.NodePIDPressure, "KubeletHasInsufficientPID", "kubelet has insufficient PID available", "NodeHasInsufficientPID", "NodeHasSufficientPID"},
}

// Press is the record of a node that runs out of something, with the Event about
// it where its condition was not True before. Its kubelet sees to it at once, and
// the NoSchedule taint follows. A silent kubelet sees nothing.
//
// Upstream 1.37: pkg/kubelet/eviction/eviction_manager.go, synchronize.
func Press(n *state.Node, what state.Shortage, now state.Time) (*state.Node, []state.Report) {
	if n.Kubelet == state.KubeletSilent {
		return n, nil
	}
	next := edit(n)
	pressure := state.Pressure{Checked: now}
	if n.Pressure != nil {
		pressure = *n.Pressure
	}
	pressure.Until[what], pressure.Next = state.Never, now
	next.Pressure = &pressure
	t := &strains[what]
	var reports []state.Report
	if c := find(n.Object.Status.Conditions, t.kind); c == nil || c.Status != api.ConditionTrue {
		reports = append(reports, KubeletReport(n.Name(), t.begins))
	}
	next.Object.Status.Conditions = post(next.Object.Status.Conditions,
		api.NodeCondition{Type: t.kind, Status: api.ConditionTrue, Reason: t.reason, Message: t.message}, now)
	settle(next, now)
	return next, reports
}

// Relieve is the record of a node at the moment at which pressure conditions have
// outlasted their shortage for long enough, with the Events about them. The same
// record where none has.
//
// Upstream 1.37: pkg/kubelet/eviction/helpers.go, nodeConditionsObservedSince.
func Relieve(n *state.Node, now state.Time) (*state.Node, []state.Report) {
	if n.Pressure == nil || n.Kubelet == state.KubeletSilent {
		return n, nil
	}
	next := edit(n)
	pressure := *n.Pressure
	var reports []state.Report
	for what := range strains {
		if until := pressure.Until[what]; until == 0 || until > now {
			continue
		}
		pressure.Until[what] = 0
		next.Object.Status.Conditions = post(next.Object.Status.Conditions, healthy(strains[what].kind), now)
		reports = append(reports, KubeletReport(n.Name(), strains[what].ends))
	}
	if len(reports) == 0 {
		return n, nil
	}
	if pressure.Checked, pressure.Next = now, pressure.Relief(); pressure.Lasts() {
		pressure.Next = now
	}
	next.Pressure = &pressure
	settle(next, now)
	return next, reports
}

// ease is what a kubelet remembers once nothing is short any more, from now on. It
// keeps each condition for a while after the look that saw the shortage last.
func ease(p *state.Pressure, now state.Time) *state.Pressure {
	if p == nil {
		return nil
	}
	next := *p
	seen := p.Checked + (now-p.Checked)/evictionPeriod*evictionPeriod
	for what, until := range p.Until {
		if until == state.Never {
			next.Until[what] = seen + transitionPeriod
		}
	}
	next.Next = next.Relief()
	return &next
}

// held says that the kubelet keeps a condition for now.
func held(p *state.Pressure, kind api.NodeConditionType) bool {
	for what := range strains {
		if p != nil && strains[what].kind == kind {
			return p.Until[what] != 0
		}
	}
	return false
}

func healthy(kind api.NodeConditionType) api.NodeCondition {
	return *find(kubeletConditions[:], kind)
}

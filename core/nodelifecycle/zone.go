package nodelifecycle

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

// Zone is what the node controller keeps about the nodes of one zone. The counts
// follow from the nodes: see Plus and Minus.
type Zone struct {
	Name string // as ZoneName gives it
	// Nodes and NotReady count the zone's nodes and those whose Ready condition is
	// not True, without nodes excluded from disruption checks.
	Nodes, NotReady int
	// Waiting counts nodes that have a TaintAt: they wait for the NoExecute taint.
	Waiting int
	// NextTaint is the earliest time at which the limiter lets another node of the
	// zone be given the NoExecute taint.
	NextTaint state.Time
	// Halted says that every zone of the cluster is fully disrupted: then no
	// NoExecute taint is added, and those there are are taken away.
	Halted bool
}

// ZoneName is the zone that a node belongs to: region and zone by its labels, the
// deprecated ones first; "" for a node without.
//
// Upstream 1.37: k8s.io/component-helpers/node/topology/helpers.go, GetZoneKey.
func ZoneName(n *api.Node) string {
	zone, ok := n.Labels[api.LabelFailureDomainBetaZone]
	if !ok {
		zone = n.Labels[api.LabelTopologyZone]
	}
	region, ok := n.Labels[api.LabelFailureDomainBetaRegion]
	if !ok {
		region = n.Labels[api.LabelTopologyRegion]
	}
	if zone == "" && region == "" {
		return ""
	}
	return region + "/" + zone
}

// excludeLabel keeps a node out of the counts of its zone.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, isNodeExcludedFromDisruptionChecks.
const excludeLabel = "node.kubernetes.io/exclude-disruption"

// Plus is the zone with a node more.
func (z Zone) Plus(n *state.Node) Zone { return z.count(n, 1) }

// Minus is the zone with a node less.
func (z Zone) Minus(n *state.Node) Zone { return z.count(n, -1) }

func (z Zone) count(n *state.Node, by int) Zone {
	if n.TaintAt != state.Never {
		z.Waiting += by
	}
	if _, excluded := n.Object.Labels[excludeLabel]; excluded {
		return z
	}
	z.Nodes += by
	if n.Ready() != api.ConditionTrue {
		z.NotReady += by
	}
	return z
}

// ZoneState is how badly a zone is hit.
type ZoneState uint8

// The states of a zone.
const (
	// ZoneNormal: fewer than 3 nodes, or less than 55 %, are not ready.
	ZoneNormal ZoneState = iota
	// ZonePartial: at least 3 nodes and 55 % are not ready.
	ZonePartial
	// ZoneFull: no node is ready.
	ZoneFull
)

// State is how badly the zone is hit now.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, ComputeZoneState.
func (z Zone) State() ZoneState {
	switch {
	case z.NotReady > 0 && z.NotReady == z.Nodes:
		return ZoneFull
	case z.NotReady > 2 && 100*z.NotReady >= 55*z.Nodes:
		return ZonePartial
	}
	return ZoneNormal
}

const (
	taintEvery      = 10 * state.Second  // 0.1 nodes a second
	taintEverySlow  = 100 * state.Second // 0.01 nodes a second
	largeZone       = 50                 // nodes; a zone with more is large
	taintPassPeriod = state.Second / 10
)

// Interval is the time between two nodes of the zone that are given the NoExecute
// taint; Never when none is.
//
// Upstream 1.37: pkg/controller/nodelifecycle/node_lifecycle_controller.go, setLimiterInZone and handleDisruption.
func (z Zone) Interval() state.Time {
	switch {
	case z.Halted:
		return state.Never
	case z.State() != ZonePartial:
		return taintEvery
	case z.Nodes > largeZone:
		return taintEverySlow
	}
	return state.Never
}

// Changed says whether the nodes of a zone that are not ready have to be synced
// again because the zone went from one state to another.
func Changed(before, after Zone) bool {
	return before.Interval() != after.Interval() || before.Halted != after.Halted
}

// nextMonitor is the node controller's next look at all nodes; it looks every 5 s.
func nextMonitor(now state.Time) state.Time { return after(now, monitorPeriod) }

// after is the first multiple of a period that lies after now.
func after(now, period state.Time) state.Time { return now/period*period + period }

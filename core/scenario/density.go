package scenario

import (
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/state"
)

// density counts the pods of a DaemonSet on every node, and keeps the counts up to
// date with a cluster that goes on and keeps a record.
type density struct {
	set    state.SetID
	events int            // how many were looked at; 0 for none yet
	onNode map[string]int // by node
	nodes  []int          // how many nodes have that many pods
}

// most is the largest number of pods of the DaemonSet on one node.
func (d *density) most(c *core.Cluster, set state.SetID) int {
	events := c.Events()
	if d.onNode == nil || d.set != set || len(events) < d.events {
		*d = density{set: set, onNode: map[string]int{}}
		for _, p := range c.PodRecords() {
			d.look(c, c.NodeName(place(p)))
		}
		d.events = len(events)
	}
	for ; d.events < len(events); d.events++ {
		if e := &events[d.events]; e.Object.Kind == "Pod" {
			d.look(c, e.Node)
		}
	}
	for n := len(d.nodes) - 1; n > 0; n-- {
		if d.nodes[n] > 0 {
			return n
		}
	}
	return 0
}

// look counts one node again.
func (d *density) look(c *core.Cluster, node string) {
	if node == "" {
		return
	}
	n := 0
	for _, p := range c.PodsOn(node) {
		if p.Set == d.set {
			n++
		}
	}
	for n >= len(d.nodes) {
		d.nodes = append(d.nodes, 0)
	}
	d.nodes[d.onNode[node]]--
	d.nodes[n]++
	d.onNode[node] = n
}

// place is the node that a pod is bound to or, before that, meant for.
func place(p *state.Pod) state.NodeID {
	if p.Node != state.None {
		return p.Node
	}
	return p.Target
}

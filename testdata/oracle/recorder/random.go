package recorder

import (
	"fmt"
	"math/rand/v2"
	"slices"

	core "k8s.io/api/core/v1"
)

// Random is the scenario of a seed: some DaemonSets, some of which share a
// selector, and a few actions.
func Random(seed uint64) *Scenario {
	g := generator{Rand: rand.New(rand.NewPCG(seed, 1)), images: 1}
	g.s = &Scenario{Name: fmt.Sprintf("random-%04d", seed), Kubelet: Kubelet{ReadyTicks: g.Int64N(3), TerminateTicks: g.Int64N(3)}}
	g.s.Kubelet.Images = map[string]Image{"bad": {Fail: true}, "never": {Never: true}}
	for i := range 1 + g.IntN(5) {
		g.s.Nodes = append(g.s.Nodes, Node{Name: fmt.Sprintf("n%d", i)})
	}
	for _, name := range []string{"agent", "bgent"}[:1+g.IntN(2)] {
		g.sets = append(g.sets, name)
		g.add(apply(name, g.pick("agent", name), "one", g.strategy()), tick(1+g.IntN(4)))
	}
	for range 4 + g.IntN(5) {
		g.action()
	}
	g.add(tick(10))
	return g.s
}

type generator struct {
	*rand.Rand
	s              *Scenario
	sets           []string
	images, strays int
}

func (g *generator) add(actions ...Action) { g.s.Actions = append(g.s.Actions, actions...) }

func (g *generator) pick(of ...string) string { return of[g.IntN(len(of))] }

func (g *generator) node() string { return g.s.Nodes[g.IntN(len(g.s.Nodes))].Name }

func (g *generator) strategy() string {
	return g.pick("", surge, allGo, onDelete, `{"rollingUpdate":{"maxUnavailable":"50%"}}`)
}

// action adds something that is possible in every state.
func (g *generator) action() {
	set := g.sets[g.IntN(len(g.sets))]
	switch g.IntN(10) {
	case 0:
		g.images++
		g.add(setImage(set, g.pick("bad", "never", fmt.Sprint("image-", g.images))))
	case 1, 2:
		g.images++
		g.add(setImage(set, fmt.Sprint("image-", g.images)))
	case 3, 4:
		g.strays++
		g.add(orphan(fmt.Sprint("stray-", g.strays), g.node(), g.pick("agent", "bgent", "none")))
	case 5:
		g.add(Action{Do: "label", Node: g.node(), Labels: map[string]*string{"app": text(g.pick("agent", "bgent", "none"))}})
	case 6:
		g.add(Action{Do: "deletePod", Node: g.node()})
	case 7:
		g.add(Action{Do: "markPod", Node: g.node(), State: g.pick("failed", "notReady", "succeeded")})
	case 8:
		taints := slices.Repeat([]core.Taint{{Key: "dedicated", Effect: core.TaintEffectNoSchedule}}, g.IntN(2))
		g.add(Action{Do: "setNode", Node: g.node(), Taints: &taints})
	case 9:
		g.add(remove(set, g.pick("orphan", "foreground", "background")), tick(3+g.IntN(3))) // a foreground deletion is over by then
		g.add(apply(set, g.pick("agent", set), "one", g.strategy()))
	}
	g.add(tick(1 + g.IntN(6)))
}

//go:build !js

package core

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// The wider of the two generators of the sweep against the real controller: whole
// manifests are edited in the middle of rollouts, templates are taken back, nodes
// come, go and change. The recorder needs to know nothing of it.

type (
	wideAction   map[string]any
	wideScenario struct {
		Name    string         `json:"name"`
		Kubelet map[string]any `json:"kubelet"`
		Nodes   []wideAction   `json:"nodes"`
		Actions []wideAction   `json:"actions"`
	}
)

// wideSet is a DaemonSet as its manifest stands, with its templates so far.
type wideSet struct {
	name, app string
	spec      wideAction
	templates []wideAction
	gone      bool
}

type wideGenerator struct {
	*rand.Rand
	s      wideScenario
	sets   []*wideSet
	nodes  []string // that exist
	made   int      // nodes so far
	images int
	strays int
}

// wide is the scenario of a seed.
func wide(seed int) wideScenario {
	g := wideGenerator{Rand: rand.New(rand.NewPCG(uint64(seed), 2)), images: 1}
	g.s.Name = fmt.Sprintf("wide-%04d", seed)
	g.s.Kubelet = wideAction{
		"readyTicks": g.IntN(4), "terminateTicks": g.IntN(4),
		"images": wideAction{"bad": wideAction{"fail": true}, "never": wideAction{"never": true}},
	}
	for range 1 + g.IntN(6) {
		g.s.Nodes = append(g.s.Nodes, g.node())
	}
	g.sets = append(g.sets, &wideSet{name: "agent", app: "agent"})
	if g.IntN(3) == 0 {
		g.sets = append(g.sets, &wideSet{name: "bgent", app: g.pick("bgent", "bgent", "bgent", "agent")})
	}
	for _, d := range g.sets {
		g.begin(d)
		g.tick(1 + g.IntN(6))
	}
	for range 5 + g.IntN(9) {
		g.action()
		if g.IntN(4) > 0 {
			g.tick(1 + g.IntN(7))
		}
	}
	g.tick(20)
	return g.s
}

func (g *wideGenerator) add(do string, fields wideAction) {
	a := wideAction{"do": do}
	maps.Copy(a, fields)
	g.s.Actions = append(g.s.Actions, a)
}

func (g *wideGenerator) tick(n int) { g.add("tick", wideAction{"count": n}) }

func (g *wideGenerator) pick(of ...string) string { return of[g.IntN(len(of))] }

// any is the name of a node that exists; there is always one.
func (g *wideGenerator) any() string { return g.nodes[g.IntN(len(g.nodes))] }

// node makes a node, now and then one that was there before.
func (g *wideGenerator) node() wideAction {
	name := fmt.Sprintf("n%02d", g.made)
	if old := fmt.Sprintf("n%02d", g.IntN(g.made+1)); !slices.Contains(g.nodes, old) {
		name = old
	}
	g.made++
	g.nodes = append(g.nodes, name)
	n := wideAction{"name": name}
	if g.IntN(3) == 0 {
		n["labels"] = wideAction{"disk": g.pick("ssd", "hdd")}
	}
	return n
}

func (g *wideGenerator) strategy() wideAction {
	rolling := func(unavailable, surge any) wideAction {
		return wideAction{"type": "RollingUpdate", "rollingUpdate": wideAction{"maxUnavailable": unavailable, "maxSurge": surge}}
	}
	switch g.IntN(8) {
	case 0, 1:
		return rolling(1+g.IntN(3), 0)
	case 2:
		return rolling(g.pick("30%", "50%", "100%"), 0)
	case 3, 4:
		return rolling(0, 1+g.IntN(2))
	case 5:
		return rolling(0, g.pick("30%", "50%", "100%"))
	case 6:
		return wideAction{"type": "OnDelete"}
	}
	return wideAction{}
}

// begin creates the DaemonSet.
func (g *wideGenerator) begin(d *wideSet) {
	template := wideAction{
		"metadata": wideAction{"labels": wideAction{"app": d.app}},
		"spec":     wideAction{"containers": []any{wideAction{"name": "app", "image": "one"}}},
	}
	if len(d.templates) > 0 && g.IntN(3) > 0 {
		template = d.templates[g.IntN(len(d.templates))]
	}
	d.spec = wideAction{"selector": wideAction{"matchLabels": wideAction{"app": d.app}}, "updateStrategy": g.strategy(), "template": template}
	if g.IntN(3) == 0 {
		d.spec["minReadySeconds"] = 1 + g.IntN(4)
	}
	if g.IntN(3) == 0 {
		d.spec["revisionHistoryLimit"] = g.IntN(3)
	}
	d.templates, d.gone = append(d.templates, template), false
	g.apply(d)
}

// apply writes the DaemonSet as it stands.
func (g *wideGenerator) apply(d *wideSet) {
	text, err := json.Marshal(wideAction{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": wideAction{"name": d.name}, "spec": d.spec})
	if err != nil {
		panic(err)
	}
	g.add("apply", wideAction{"manifest": string(text)})
}

// retemplate gives the DaemonSet another template.
func (g *wideGenerator) retemplate(d *wideSet, template wideAction) {
	d.spec["template"] = template
	d.templates = append(d.templates, template)
	g.apply(d)
}

// edited is a copy of the DaemonSet's template with something else in it.
func (g *wideGenerator) edited(d *wideSet) wideAction {
	t := copied(d.spec["template"])
	spec := t["spec"].(map[string]any)
	image := func(name string) { spec["containers"] = []any{wideAction{"name": "app", "image": name}} }
	switch g.IntN(12) {
	case 0:
		image(g.pick("bad", "never", "never"))
	case 1:
		t["metadata"] = wideAction{"labels": wideAction{"app": d.app, "tier": g.pick("a", "b")}}
	case 2:
		t["metadata"] = wideAction{"labels": wideAction{"app": d.app}, "annotations": wideAction{"restarted": fmt.Sprint(g.images)}}
	case 3:
		spec["nodeSelector"] = wideAction{"disk": g.pick("ssd", "hdd")}
	case 4:
		delete(spec, "nodeSelector")
	case 5:
		spec["tolerations"] = []any{wideAction{"key": "dedicated", "operator": "Exists"}}
	default:
		g.images++
		image(fmt.Sprint("image-", g.images))
	}
	return t
}

// action adds something that is possible in every state.
func (g *wideGenerator) action() {
	d := g.sets[g.IntN(len(g.sets))]
	switch n := g.IntN(20); {
	case d.gone:
		if other, _, yes := strings.Cut(d.name, "-"); g.IntN(3) == 0 && yes {
			d.name = other
		} else if g.IntN(3) == 0 {
			d.name = other + "-2"
		}
		g.begin(d)
	case n < 6:
		g.retemplate(d, g.edited(d))
	case n < 8:
		g.undo(d)
	case n < 10:
		g.tune(d)
	case n < 13:
		g.nodeAction()
	case n < 15:
		g.add("markPod", g.maybeSet(d, wideAction{"node": g.any(), "state": g.pick("failed", "failed", "notReady", "succeeded", "ready", "auto")}))
	case n < 16:
		g.add("deletePod", g.maybeSet(d, wideAction{"node": g.any()}))
	case n < 17:
		g.strays++
		g.add("createPod", wideAction{"pod": fmt.Sprint("stray-", g.strays), "node": g.any(), "image": "one", "labels": wideAction{"app": g.pick("agent", "bgent", "none")}})
	case n < 18:
		g.add("label", g.maybeSet(d, wideAction{"node": g.any(), "labels": wideAction{"app": g.pick("agent", "bgent", "none")}}))
	case n < 19:
		g.end(d)
	default:
		g.collide(d)
	}
}

// collide gives the DaemonSet an image whose revision's name is taken.
func (g *wideGenerator) collide(d *wideSet) {
	g.images++
	image := fmt.Sprint("image-", g.images)
	t := copied(d.spec["template"])
	t["spec"].(map[string]any)["containers"] = []any{wideAction{"name": "app", "image": image}}
	g.add("collide", wideAction{"set": d.name, "image": image})
	g.retemplate(d, t)
}

func copied(template any) (t wideAction) {
	text, _ := json.Marshal(template)
	if err := json.Unmarshal(text, &t); err != nil {
		panic(err)
	}
	return t
}

func (g *wideGenerator) maybeSet(d *wideSet, a wideAction) wideAction {
	if g.IntN(2) == 0 {
		a["set"] = d.name
	}
	return a
}

// undo takes back a template, once or twice.
func (g *wideGenerator) undo(d *wideSet) {
	for range 1 + g.IntN(2) {
		back := 2
		if g.IntN(3) == 0 {
			back += g.IntN(3)
		}
		if len(d.templates) >= back {
			g.retemplate(d, d.templates[len(d.templates)-back])
			if g.IntN(2) == 0 {
				g.tick(1 + g.IntN(4))
			}
		}
	}
}

// tune edits what is not the template.
func (g *wideGenerator) tune(d *wideSet) {
	switch g.IntN(4) {
	case 0:
		d.spec["minReadySeconds"] = g.IntN(4)
	case 1:
		d.spec["revisionHistoryLimit"] = g.IntN(3)
	default:
		d.spec["updateStrategy"] = g.strategy()
	}
	g.apply(d)
}

func (g *wideGenerator) nodeAction() {
	switch n := g.IntN(8); {
	case n < 2:
		effect := g.pick("NoSchedule", "NoSchedule", "NoExecute")
		g.add("setNode", wideAction{"node": g.any(), "taints": []any{wideAction{"key": "dedicated", "effect": effect}}})
	case n < 4:
		g.add("setNode", wideAction{"node": g.any(), "taints": []any{}})
	case n < 6:
		var disk any = g.pick("ssd", "hdd")
		if g.IntN(3) == 0 {
			disk = nil
		}
		g.add("setNode", wideAction{"node": g.any(), "labels": wideAction{"disk": disk}})
	case n < 7 && len(g.nodes) > 1:
		name := g.any()
		g.nodes = slices.DeleteFunc(g.nodes, func(n string) bool { return n == name })
		g.add("removeNode", wideAction{"node": name})
		if g.IntN(3) > 0 { // what garbage collection does, some time later
			g.tick(1 + g.IntN(3))
			g.add("markPod", wideAction{"node": name, "state": "failed"})
			g.add("deletePod", wideAction{"node": name})
		}
	default:
		g.add("addNode", wideAction{"spec": g.node()})
	}
}

// end deletes the DaemonSet; a foreground deletion is over some time later.
func (g *wideGenerator) end(d *wideSet) {
	how := g.pick("orphan", "orphan", "foreground", "background")
	g.add("delete", wideAction{"set": d.name, "cascade": how})
	if how == "foreground" {
		g.tick(5)
	}
	d.gone = true
}

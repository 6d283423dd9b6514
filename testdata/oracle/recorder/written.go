package recorder

import (
	"fmt"
	"slices"
	"strings"

	core "k8s.io/api/core/v1"
)

// manifest is a DaemonSet that selects app=<app>, with its strategy as JSON.
func manifest(name, app, image, strategy string) string {
	if strategy == "" {
		strategy = `{}`
	}
	return fmt.Sprintf(`{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":%q},"spec":{"selector":{"matchLabels":{"app":%q}},"updateStrategy":%s,`+
		`"template":{"metadata":{"labels":{"app":%q}},"spec":{"containers":[{"name":"app","image":%q}]}}}}`, name, app, strategy, app, image)
}

const (
	surge    = `{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":0,"maxSurge":1}}`
	allGo    = `{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"100%"}}`
	onDelete = `{"type":"OnDelete"}`
)

func text(s string) *string { return &s }

var (
	apply = func(name, app, image, strategy string) Action {
		return Action{Do: "apply", Manifest: manifest(name, app, image, strategy)}
	}
	tick     = func(n int) Action { return Action{Do: "tick", Count: n} }
	setImage = func(set, image string) Action { return Action{Do: "setImage", Set: set, Image: image} }
	remove   = func(set, cascade string) Action { return Action{Do: "delete", Set: set, Cascade: cascade} }
	orphan   = func(pod, node, app string) Action {
		return Action{Do: "createPod", Pod: pod, Node: node, Image: "one", Labels: map[string]*string{"app": text(app)}}
	}
	// lose takes the label that the selector wants off the daemon pods of a node.
	lose = func(set, node string) Action {
		return Action{Do: "label", Set: set, Node: node, Labels: map[string]*string{"app": text("none")}}
	}
	mark = func(set, node, state string) Action { return Action{Do: "markPod", Set: set, Node: node, State: state} }
)

func nodesNamed(names ...string) []Node {
	var out []Node
	for _, n := range names {
		out = append(out, Node{Name: n})
	}
	return out
}

// Written are scenarios about what the traces in shared/oracle leave out.
func Written() []*Scenario {
	one, abc := Kubelet{ReadyTicks: 1, TerminateTicks: 1, Images: map[string]Image{"never": {Never: true}}}, nodesNamed("a", "b", "c")
	failing := Kubelet{ReadyTicks: 1, Images: map[string]Image{"bad": {Fail: true}}}
	taint := []core.Taint{{Key: "dedicated", Effect: core.TaintEffectNoExecute}}
	var tainted, untainted []Action
	for _, n := range abc {
		tainted = append(tainted, Action{Do: "setNode", Node: n.Name, Taints: &[]core.Taint{{Key: "dedicated", Effect: core.TaintEffectNoSchedule}}})
		untainted = append(untainted, Action{Do: "setNode", Node: n.Name, Taints: &[]core.Taint{}})
	}
	return []*Scenario{
		{Name: "adopt-orphans", About: "pods that match before the DaemonSet exists", Kubelet: one, Nodes: abc, Actions: []Action{
			orphan("stray-1", "a", "agent"), orphan("stray-2", "b", "other"), tick(2), apply("agent", "agent", "one", ""), tick(12),
		}},
		{Name: "adopt-later", About: "an orphan comes while daemon pods run", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), tick(3), orphan("stray-1", "a", "agent"), tick(4),
		}},
		{Name: "release", About: "a daemon pod loses the label, its node gets another, the first comes back", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), tick(3), lose("agent", "b"), tick(4),
			{Do: "label", Node: "b", Labels: map[string]*string{"app": text("agent")}},
			tick(4),
		}},
		{Name: "orphan-delete-other-name", About: "pods and revisions left behind are adopted by a DaemonSet of another name", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), tick(3), setImage("agent", "two"), tick(12), remove("agent", "orphan"), tick(2),
			apply("heir", "agent", "two", ""), tick(6), setImage("heir", "one"), tick(12),
		}},
		{Name: "two-sets", About: "two DaemonSets with selectors of their own, updated at once", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), apply("logs", "logs", "one", surge), tick(3),
			setImage("agent", "two"), setImage("logs", "two"), tick(14),
			{Do: "addNode", Spec: Node{Name: "d"}},
			tick(3),
		}},
		{Name: "two-sets-one-selector", About: "an orphan goes to one of two DaemonSets that both select it", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), tick(3), apply("bgent", "agent", "one", ""), tick(3), orphan("stray-1", "c", "agent"), tick(4),
		}},
		{Name: "taint-two-sets", About: "a taint that neither tolerates", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), apply("logs", "logs", "one", onDelete), tick(3),
			{Do: "setNode", Node: "a", Taints: &taint},
			tick(3),
			{Do: "setNode", Node: "a", Taints: &[]core.Taint{}},
			tick(3),
		}},
		{Name: "foreground", About: "nothing is replaced while a DaemonSet is deleted in the foreground", Kubelet: Kubelet{ReadyTicks: 1, TerminateTicks: 5}, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), tick(3), remove("agent", "foreground"), tick(2),
			{Do: "addNode", Spec: Node{Name: "d"}},
			tick(6),
			apply("agent", "agent", "one", ""), tick(3),
		}},
		{Name: "background", About: "pods of a DaemonSet that is gone, and one of the same name", Kubelet: Kubelet{ReadyTicks: 1, TerminateTicks: 3}, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), tick(3), remove("agent", "background"), apply("agent", "agent", "one", ""), tick(6),
		}},
		{Name: "collision", About: "another object has the name of the next revision", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", allGo), tick(3), {Do: "collide", Set: "agent", Image: "two"}, setImage("agent", "two"), tick(8),
		}},
		{Name: "collision-twice", About: "and the name after that", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", allGo), tick(3),
			{Do: "collide", Set: "agent", Image: "two"},
			setImage("agent", "two"), tick(8),
			{Do: "collide", Set: "agent", Image: "three"},
			setImage("agent", "three"), tick(8), setImage("agent", "one"), tick(8),
		}},
		{Name: "back-off", About: "pods that fail again and again, then an edit that starts afresh", Kubelet: failing, Nodes: nodesNamed("a", "b"), Actions: []Action{
			apply("agent", "agent", "bad", ""), tick(40), setImage("agent", "one"), tick(70),
		}},
		{Name: "back-off-of-one-node", About: "one node's pods fail by hand", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), tick(3), mark("agent", "b", "failed"), tick(4), mark("agent", "b", "failed"), tick(5), mark("agent", "b", "succeeded"), tick(5),
		}},
		{Name: "quota", About: "a quota that admits two of eight", Kubelet: one, Nodes: nodesNamed("a", "b", "c", "d", "e", "f", "g", "h"), Actions: []Action{
			{Do: "quota", Count: 2}, apply("agent", "agent", "one", ""), tick(3), {Do: "quota", Count: -1}, tick(5),
		}},
		{Name: "surge-adopts", About: "an orphan of no revision under surge", Kubelet: one, Nodes: abc, Actions: []Action{
			orphan("stray-1", "a", "agent"), tick(2), apply("agent", "agent", "one", surge), tick(12),
		}},
		{Name: "adopted-and-gone", About: "orphans that failed are adopted and deleted in one sync, and not counted", Kubelet: one, Nodes: abc, Actions: []Action{
			orphan("stray-1", "a", "agent"), orphan("stray-2", "b", "agent"), mark("", "a", "failed"), mark("", "b", "succeeded"),
			apply("agent", "agent", "one", ""), tick(4),
		}},
		{Name: "adopted-back", About: "a DaemonSet left its pods behind and is made again with the template before last", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", ""), tick(3), setImage("agent", "two"), tick(12), remove("agent", "orphan"), tick(2),
			apply("agent", "agent", "one", surge), tick(12),
		}},
		{Name: "changes-hands", About: "a relabelled pod is let go by one DaemonSet and adopted by another", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", allGo), apply("bgent", "bgent", "one", ""), orphan("stray-1", "a", "none"), tick(3),
			{Do: "label", Node: "a", Labels: map[string]*string{"app": text("agent")}},
			tick(3),
		}},
		{Name: "requeue-outlives", About: "a sync asked for later is kept under the name of a DaemonSet that is made again", Kubelet: one, Nodes: abc, Actions: []Action{
			patient("agent", 4), tick(2), remove("agent", "orphan"), patient("agent", 4), tick(8),
			remove("agent", "background"), tick(2), patient("agent", 1), tick(6),
		}},
		{
			Name: "two-revisions-of-one-template", About: "pods of an older revision get the hash of the one that is kept", Kubelet: one, Nodes: abc,
			Actions: slices.Concat([]Action{apply("agent", "agent", "one", onDelete), tick(3), setImage("agent", "two"), tick(1)}, tainted,
				[]Action{apply("bgent", "agent", "two", onDelete), tick(1), remove("agent", "orphan"), remove("bgent", "orphan")}, untainted,
				[]Action{apply("heir", "agent", "two", surge), tick(8)}),
		},
		{Name: "node-leaves-a-surge", About: "an old pod on a node that is gone makes every rolling update fail", Kubelet: one, Nodes: abc, Actions: []Action{
			apply("agent", "agent", "one", surge), tick(3), setImage("agent", "never"), tick(3),
			{Do: "removeNode", Node: "b"},
			tick(6),
			mark("", "b", "failed"),
			{Do: "deletePod", Node: "b"},
			tick(6), setImage("agent", "one"), tick(6),
		}},
	}
}

// patient is a DaemonSet with minReadySeconds.
func patient(name string, minReady int) Action {
	whole := manifest(name, name, "one", "")
	return Action{Do: "apply", Manifest: strings.Replace(whole, `"spec":{`, fmt.Sprintf(`"spec":{"minReadySeconds":%d,`, minReady), 1)}
}

package stage_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/internal/cli/stage"
)

// printed is what a cluster prints in the middle of a rollout: node-1 has the new pod,
// node-2 the old one, node-3 is lost. The revisions have empty fields and one that is
// not known here, as other versions of Kubernetes write them.
const printed = `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata: {name: node-1, creationTimestamp: "2026-11-01T00:00:00Z", annotations: {kubectl.kubernetes.io/last-applied-configuration: token-n}}
  status: {conditions: [{type: Ready, status: "True", lastHeartbeatTime: "2026-11-30T10:00:00Z", lastTransitionTime: "2026-11-01T00:00:00Z"}]}
- {apiVersion: v1, kind: Node, metadata: {name: node-2}}
- apiVersion: v1
  kind: Node
  metadata: {name: node-3}
  spec: {taints: [{key: node.kubernetes.io/unreachable, effect: NoExecute}, {key: dedicated, effect: PreferNoSchedule}]}
  status: {conditions: [{type: Ready, status: Unknown}]}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent, namespace: default, generation: 2, annotations: {kubectl.kubernetes.io/last-applied-configuration: token-d}}
  spec:
    minReadySeconds: 60
    selector: {matchLabels: {app: agent}}
    updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}
    template:
      metadata: {creationTimestamp: null, labels: {app: agent}}
      spec:
        fieldOfTheFuture: 1
        initContainers: [{name: init, image: "x/init:1", env: [{name: A, value: token-i}]}]
        containers: [{name: app, image: "x/agent:2", env: [{name: A, value: token-c}, {name: B, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]}]
  status: {observedGeneration: 2}
- apiVersion: apps/v1
  kind: ControllerRevision
  metadata:
    name: agent-aaa
    namespace: default
    labels: {app: agent, controller-revision-hash: aaa}
    ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: u, controller: true}]
  revision: 1
  data:
    spec:
      template:
        $patch: replace
        metadata: {creationTimestamp: null, labels: {app: agent}}
        spec: {containers: [{name: app, image: "x/agent:1", env: [{name: A, value: token-r}]}]}
- apiVersion: apps/v1
  kind: ControllerRevision
  metadata:
    name: agent-bbb
    namespace: default
    labels: {app: agent, controller-revision-hash: bbb}
    ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: u, controller: true}]
  revision: 2
  data:
    spec:
      template:
        $patch: replace
        metadata: {creationTimestamp: null, labels: {app: agent}}
        spec:
          fieldOfTheFuture: 1
          initContainers: [{name: init, image: "x/init:1", env: [{name: A, value: token-i}]}]
          containers: [{name: app, image: "x/agent:2", env: [{name: A, value: token-c}, {name: B, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]}]
- apiVersion: v1
  kind: Pod
  metadata:
    name: agent-new
    namespace: default
    labels: {app: agent, controller-revision-hash: bbb}
    ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: u, controller: true}]
  spec: {nodeName: node-1, containers: [{name: app, image: "x/agent:2", env: [{name: A, value: token-p}]}]}
  status: {phase: Running, conditions: [{type: Ready, status: "True", lastTransitionTime: "2026-11-30T09:59:30Z"}]}
- apiVersion: v1
  kind: Pod
  metadata:
    name: agent-old
    namespace: default
    labels: {app: agent, controller-revision-hash: aaa}
    ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: u, controller: true}]
  spec: {nodeName: node-2, containers: [{name: app, image: "x/agent:1"}]}
  status: {phase: Running, conditions: [{type: Ready, status: "True", lastTransitionTime: "2026-11-10T00:00:00Z"}]}
- {apiVersion: v1, kind: Pod, metadata: {name: done}, spec: {nodeName: node-2, containers: [{name: c, image: x}]}, status: {phase: Succeeded}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {password: token-s}}
- {apiVersion: v1, kind: Secret, metadata: {name: secret}, stringData: {password: token-s}}
`

// opened brings what was printed into a session.
func opened(t *testing.T, l *stage.Live) *scenario.Session {
	t.Helper()
	b := stage.New("live", "现场")
	l.Steps(b)
	s := scenario.Open(b.File, scenario.Options{})
	for range b.File.Steps {
		if out, _ := s.Next(); out.Failed {
			t.Fatal(out.Output)
		}
	}
	return s
}

func read(t *testing.T) *stage.Live {
	t.Helper()
	l, err := stage.Read("live.yaml", []byte(printed))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestARolloutGoesOnWhereTheClusterLeftIt(t *testing.T) {
	l := read(t)
	if l.Passed["ConfigMap"] != 1 || l.Passed["Secret"] != 1 || len(l.Pods) != 2 {
		t.Errorf("passed over %v, %d pods", l.Passed, len(l.Pods))
	}
	s := opened(t, l)
	s.Do("advance 1s")
	got := s.Do("kubectl get controllerrevisions,pods -o custom-columns=N:.metadata.name,H:.metadata.labels.controller-revision-hash --no-headers --sort-by .metadata.name").Output
	for _, want := range []string{"agent-aaa", "agent-bbb", "agent-new   bbb", "agent-old   aaa"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not there:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n"); n > 5 {
		t.Errorf("something was made that the cluster has already:\n%s", got)
	}
	// The old pod is available at once, and is replaced when the new one is, which has
	// been ready for 30s, so in 30s.
	for at, want := range map[string]string{"1s": "2 1", "29s": "2 1", "35s": "2 1"} {
		s := opened(t, read(t))
		s.Do("advance " + at)
		got := s.Do("kubectl get ds agent -o jsonpath='{.status.numberReady} {.status.numberAvailable}'").Output
		old := s.Do("kubectl get pod agent-old")
		if got != want || old.Failed != (at == "35s") {
			t.Errorf("after %s ready and available are %q, want %q; %s", at, got, want, old.Output)
		}
	}
	if got := s.Do("kubectl get node node-3 -o jsonpath='{.spec.taints[*].key}'").Output; !strings.Contains(got, "dedicated") {
		t.Errorf("taints of node-3: %s", got)
	}
	s.Do("advance 2m")
	if got := s.Do("kubectl get nodes node-3 --no-headers").Output; !strings.Contains(got, "NotReady") {
		t.Errorf("node-3 is %s", got)
	}
}

func TestValuesOfVariablesStayOut(t *testing.T) {
	l := read(t)
	l.Hide(nil)
	b := stage.New("live", "现场")
	l.Steps(b)
	text := string(b.File.Manifests[0].Content) + string(b.File.Manifests[1].Content)
	if strings.Contains(text, "token-") {
		t.Errorf("a secret is in the scenario:\n%s", text)
	}
	if !strings.Contains(text, `"fieldPath": "spec.nodeName"`) {
		t.Error("where a variable comes from is lost")
	}
	s := opened(t, l)
	s.Do("advance 1s")
	if got := s.Do("kubectl get controllerrevisions --no-headers").Output; strings.Count(got, "\n") != 2 {
		t.Errorf("hiding made another revision:\n%s", got)
	}
}

func TestADaemonSetThatIsToBeComparedKeepsItsValues(t *testing.T) {
	l := read(t)
	l.Hide([]string{"default/agent"})
	text, err := json.Marshal(l.Objects())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"token-i", "token-c", "token-r", "token-p"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is gone", want)
		}
	}
}

func TestFilesOfOneNameAreKeptApart(t *testing.T) {
	b := stage.New("x", "x")
	b.Apply("a/agent.yaml", []byte("one"))
	b.Apply("b/agent.yaml", []byte("two"))
	b.Apply("c/ä $x.yaml", []byte("three"))
	var names []string
	for _, m := range b.File.Manifests {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, " "); got != "agent.yaml 2-agent.yaml ---x.yaml" {
		t.Errorf("%s", got)
	}
}

func TestNodesComeInAllTheirForms(t *testing.T) {
	b := stage.New("x", "x")
	err := b.Nodes(nil, []manifest.File{
		{Name: "pools.yaml", Content: []byte("pools:\n- {name: worker, count: 2}\n")},
		{Name: "live.yaml", Content: []byte(printed)},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Open(b.File, scenario.Options{})
	for range b.File.Steps {
		if out, _ := s.Next(); out.Failed {
			t.Fatal(out.Output)
		}
	}
	if n := len(s.Cluster().Nodes()); n != 5 {
		t.Errorf("%d nodes", n)
	}
	if err := b.Nodes(nil, []manifest.File{{Name: "x.yaml", Content: []byte("kind: [")}}); err == nil || !strings.HasPrefix(err.Error(), "x.yaml:1:") {
		t.Errorf("%v", err)
	}
}

func TestOldPodsHaveBeenReadyForAsLongAsTheNewOnesHaveToBe(t *testing.T) {
	set := func(name, spec string) []manifest.File {
		return []manifest.File{{Name: name, Content: []byte("apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  selector: {matchLabels: {app: agent}}\n" + spec + "\n")}}
	}
	for spec, want := range map[string]string{
		"  minReadySeconds: 30": "kubectl apply -f old.yaml | until idle | advance 30s",
		"  minReadySeconds: 5":  "kubectl apply -f old.yaml | until idle",
		"":                      "kubectl apply -f old.yaml | until idle",
	} {
		b := stage.New("x", "x")
		b.RollOut(set("old.yaml", "  minReadySeconds: 5"), set("new.yaml", spec))
		var steps []string
		for _, s := range b.File.Steps {
			steps = append(steps, s.Command)
		}
		if got := strings.Join(steps, " | "); got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
	b := stage.New("x", "x")
	if b.RollOut(nil, set("new.yaml", "")); len(b.File.Steps) != 0 {
		t.Errorf("%v", b.File.Steps)
	}
}

func TestACompleteClusterIsAskedFor(t *testing.T) {
	ready := strings.Replace(printed, "status: {observedGeneration: 2}", "status: {observedGeneration: 2, numberReady: 2}", 1)
	var nodes, pods []string
	for _, item := range strings.Split(ready, "\n- ")[1:] {
		if strings.Contains(item, "kind: Pod") {
			pods = append(pods, item)
		} else if !strings.Contains(item, "kind: ControllerRevision") {
			nodes = append(nodes, item)
		}
	}
	list := func(items []string) []manifest.File {
		return []manifest.File{{Name: "live.yaml", Content: []byte("apiVersion: v1\nkind: List\nitems:\n- " + strings.Join(items, "\n- "))}}
	}
	for want, items := range map[string][]string{"the pods of": nodes, "the ControllerRevisions of": append(nodes, pods...)} {
		if _, err := stage.LiveOf(list(items)); err == nil || !strings.Contains(err.Error(), want+" the DaemonSet default/agent are missing") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := stage.LiveOf([]manifest.File{{Name: "live.yaml", Content: []byte(ready)}}); err != nil {
		t.Error(err)
	}
}

func TestMistakesInAClusterHavePlaces(t *testing.T) {
	for want, edit := range map[string][2]string{
		"live.yaml:35:3: revision: Invalid value: -1: must be greater than or equal to 0": {"revision: 1\n", "revision: -1\n"},
		"live.yaml:20:59: spec.updateStrategy.rollingUpdate.maxUnavailable: Required":     {"maxUnavailable: 1", "maxUnavailable: 0"},
		"live.yaml:8:43: a second Node node-1; the first is at live.yaml:6:14":            {"{name: node-2}", "{name: node-1}"},
	} {
		content := strings.Replace(printed, edit[0], edit[1], 1)
		_, err := stage.LiveOf([]manifest.File{{Name: "live.yaml", Content: []byte(content)}})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	twice := []manifest.File{{Name: "a.yaml", Content: []byte(printed)}, {Name: "b.yaml", Content: []byte(printed)}}
	if _, err := stage.LiveOf(twice); err == nil || !strings.Contains(err.Error(), "b.yaml:31:5: a second ControllerRevision default/agent-aaa; the first is at a.yaml:31:5") {
		t.Error(err)
	}
}

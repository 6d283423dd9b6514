package kubectl_test

import (
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/oracle"
)

// lastApplied makes the last applied manifest one with a mistyped field, as an
// apply without validation had left it in the recording.
const lastApplied = `annotate ds log-agent --overwrite kubectl.kubernetes.io/last-applied-configuration='{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"annotations":{},"labels":{"app":"log-agent"},"name":"log-agent","namespace":"default"},"spec":{"selector":{"matchLabels":{"app":"log-agent"}},"template":{"metadata":{"labels":{"app":"log-agent"}},"spec":{"containers":[{"image":"example.test/log-agent:1.0","name":"app","resources":{"limits":{"memory":"256Mi"},"requests":{"cpu":"100m","memory":"128Mi"}},"volumeMounts":[{"mountPath":"/var/log","name":"varlog","readOnly":true}]}],"volumes":[{"hostPath":{"path":"/var/log","type":"Directory"},"name":"varlog"}]}},"updateStrategy":{"rollingUpdate":{"maxSurgee":1,"maxUnavailable":1},"type":"RollingUpdate"}}}
'`

// TestOracleTranscripts plays what the real kubectl was asked, in the order in
// which it was recorded, and compares what it answered.
func TestOracleTranscripts(t *testing.T) {
	count := oracle.Count{Apart: []string{"names, hashes, UIDs, ages, times and addresses, which differ from run to run"}}
	for _, a := range argued {
		count.Apart = append(count.Apart, a.why)
	}
	t.Run("manifests", func(t *testing.T) { recordedErrorsOfManifests(t, &count) })
	t.Run("rollout", func(t *testing.T) { recordedRollout(t, &count) })
	t.Run("nodes", func(t *testing.T) { recordedNodeCommands(t, &count) })
	t.Run("stuck", func(t *testing.T) { recordedStuckRollouts(t, &count) })
	t.Run("surge", func(t *testing.T) { recordedSurges(t, &count) })
	t.Run("moved", func(t *testing.T) { recordedMoves(t, &count) })
	for _, name := range []string{"87", "88", "a6"} {
		for _, rec := range transcript(t, name) {
			count.Of++
			count.Exceptions = append(count.Exceptions, oracle.Exception{What: rec.file + ": " + rec.line, Why: notPlayed[name]})
		}
	}
	count.Tell(t, "transcripts")
}

// notPlayed are transcripts that cannot be led to where they were recorded.
var notPlayed = map[string]string{
	"87": "how many Failed pods there are goes by the real time between two commands, and the lines need a shell",
	"88": "which pod is Failed goes by the real time between two commands, and the lines need a shell",
	"a6": "it needs a shell, and goes by when the recorded garbage collector looked",
}

func recordedErrorsOfManifests(t *testing.T, count *oracle.Count) {
	const budget, selector, label = "{maxUnavailable: 1}", "matchLabels: {app: log-agent}", "labels: {app: log-agent}\n    spec"
	edits := map[string][][]string{
		"42": {
			{budget, "{maxUnavailable: 1, maxSurge: 1}"},
			{budget, "{maxSurge: 1}"},
			nil,
			{budget, "{maxUnavailable: 1, maxSurge: 1}", "name: log-agent", "name: fresh"},
		},
		"43": {{budget, "{maxUnavailable: 150%}"}, {budget, "{maxUnavailable: -1}"}, {budget, `{maxUnavailable: "1.5"}`}},
		"44": {{selector, "matchLabels: {app: other}", label, "labels: {app: other}\n    spec"}},
		"45": {{selector, "matchLabels: {app: other}"}},
		"46": {{"type: RollingUpdate", "type: Recreate"}},
		"47": {{"type: Directory", "type: Folder"}, {"path: /var/log, type", "path: ../etc, type"}},
		"48": {{"      volumes:", "      restartPolicy: OnFailure\n      volumes:"}, {"      volumes:", "      activeDeadlineSeconds: 10\n      volumes:"}},
		"49": {{"cpu: 100m", "cpu: 100x"}, {"memory: 256Mi", "memory: 64Mi"}},
		"50": {{"image: example.test/log-agent:1.0", `image: ""`}},
		"51": {{"name: log-agent", "name: Log_Agent"}},
		"53": {{"spec:\n", "spec:\n  replicas: 3\n"}},
		"54": {{"spec:\n", "spec:\n  minReadySeconds: -1\n  revisionHistoryLimit: -1\n"}},
		"57": {
			{"  template:\n    metadata:", "  template:\n    metadata2: 1\n    metadata:"},
			{"      containers:", "      nodeSelector: {beta.kubernetes.io/os: linux}\n      containers:"},
		},
		"80": {
			{budget, "{maxUnavailable: 1, maxSurgee: 1}"},
			{budget, "{maxUnavailable: 1, maxSurgee: 1}"},
			{"cpu: 100m", "cpu: 100x"},
			{"cpu: 100m", "cpu: 100x"},
			{"spec:\n", "spec:\n  replicas: 3\n"},
			{"spec:\n", "spec:\n  replicas: 3\n"},
			{"image: example.test/log-agent:1.0", "image: [a]"},
			{"image: example.test/log-agent:1.0", "image: [a]"},
			{"kind: DaemonSet", "kind: Daemonset"},
			{"kind: DaemonSet", "kind: Daemonset"},
		},
	}
	for _, name := range []string{"42", "43", "44", "45", "46", "47", "48", "49", "50", "51", "53", "54", "57", "80"} {
		r := newReplay(t)
		if name != "80" {
			r.do("apply -f manifests/agent.yaml")
			r.do(lastApplied)
			if name == "42" || name == "43" {
				r.do("apply -f manifests/agent.yaml")
			}
		}
		for i, rec := range transcript(t, name) {
			r.files["run/e.yaml"] = r.edited(edits[name][i]...)
			count.Of++
			if r.same(rec) {
				count.Agree++
			}
		}
	}
}

// play plays recorded commands and counts those that agree. before runs ahead of
// the command with its number; a nil entry in skip leaves a command out.
type play struct {
	*replay
	count  *oracle.Count
	lines  map[int]string // that stand for a command with a shell in it
	before map[int]func()
	skip   map[int]string // why a command is left out
}

func (p *play) all(name string) {
	for i, rec := range transcript(p.T, name) {
		if f := p.before[i]; f != nil {
			f()
		}
		p.count.Of++
		if why, skipped := p.skip[i]; skipped {
			p.count.Exceptions = append(p.count.Exceptions, oracle.Exception{What: rec.file + ": " + rec.line, Why: why})
			continue
		}
		if line, ok := p.lines[i]; ok {
			rec.line = line
		}
		if p.same(rec) {
			p.count.Agree++
		}
	}
	p.before, p.skip, p.lines = nil, nil, nil
}

func recordedRollout(t *testing.T, count *oracle.Count) {
	p := &play{replay: newReplay(t), count: count}
	p.all("01")
	p.all("02")
	p.before = map[int]func(){1: func() { p.sleep(0.1) }}
	p.skip = map[int]string{2: "the simulated kubelets of the recording do not report a pod before it runs"}
	p.all("03")
	p.sleep(2)
	for _, name := range []string{"06", "07", "08", "09", "10", "12", "13", "14", "15", "16"} {
		p.all(name)
	}
	p.do("set image ds/log-agent app=example.test/log-agent:1.2")
	p.do(`annotate ds/log-agent kubernetes.io/change-cause="upgrade to 1.2"`)
	p.do("wait ds/log-agent --for=jsonpath={.status.updatedNumberScheduled}=1 --for=jsonpath={.status.numberReady}=3")
	p.skip = map[int]string{0: "the recorded controller wrote no status between the end of an old pod and the creation of the new one"}
	p.all("17-watch")
	p.do("rollout status ds/log-agent")
	p.all("17-rollout")
	for _, name := range []string{"18", "21", "22", "23", "24", "25", "26"} {
		p.all(name)
	}
}

// The cluster of the recordings has a Deployment, whose pods are made by hand here.
const otherPods = `apiVersion: v1
kind: Pod
metadata: {name: naked, namespace: default}
spec: {nodeName: node-c, containers: [{name: c, image: x}]}
---
apiVersion: v1
kind: Pod
metadata:
  name: web-6bbbfc7854-tgh7v
  namespace: default
  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-6bbbfc7854, uid: u, controller: true}]
spec: {nodeName: node-c, containers: [{name: c, image: x}]}
`

func recordedNodeCommands(t *testing.T, count *oracle.Count) {
	p := &play{replay: newReplay(t), count: count}
	p.do("apply -f manifests/agent.yaml")
	p.sleep(3)
	p.do("cordon node-b")
	p.all("31")
	p.files["pods.yaml"] = otherPods
	p.do("create -f pods.yaml")
	p.sleep(3)
	noDeployments := "there are no Deployments, so that nothing makes its pods again"
	p.skip = map[int]string{0: noDeployments, 5: noDeployments}
	p.all("32")
	p.all("33")
	p.all("34")
	p.all("56")
}

func recordedStuckRollouts(t *testing.T, count *oracle.Count) {
	p := &play{replay: newReplay(t), count: count}
	p.c.SetImage(state.ImageRule{Image: "example.test/log-agent:bad", Behaviour: state.Behaviour{PullFails: true}})
	p.do("apply -f manifests/agent.yaml")
	p.sleep(3)
	p.do("set image ds/log-agent app=example.test/log-agent:bad")
	p.before = map[int]func(){0: func() { p.sleep(3) }, 1: func() { p.sleep(15) }}
	p.skip = map[int]string{2: "there are no Deployments"}
	p.all("60")

	p.do(`patch ds log-agent -p '{"spec":{"updateStrategy":{"type":"OnDelete","rollingUpdate":null}}}'`)
	p.sleep(1)
	p.all("62")

	p = &play{replay: newReplay(t), count: count}
	p.do("apply -f manifests/agent.yaml")
	p.sleep(3)
	p.files["run/e.yaml"] = p.edited("log-agent:1.0", "log-agent:2.0")
	p.all("81")
	p.do("apply -f run/e.yaml")
	p.before = map[int]func(){0: func() { p.sleep(1.5) }}
	p.all("82")
	p.do("rollout status ds/log-agent")
	p.all("83")
}

func recordedSurges(t *testing.T, count *oracle.Count) {
	p := &play{replay: newReplay(t), count: count}
	p.do("apply -f manifests/agent.yaml")
	p.do("set image ds/log-agent app=example.test/log-agent:2.0")
	p.do("rollout status ds/log-agent")
	p.files["run/e.yaml"] = p.edited("{maxUnavailable: 1}", "{maxUnavailable: 0, maxSurge: 1}", "log-agent:1.0", "log-agent:3.0")
	p.skip = map[int]string{
		2: "the simulated kubelets of the recording do not report a pod before it runs",
		3: "the simulated kubelets of the recording do not report a pod before it runs",
	}
	p.before = map[int]func(){1: func() { p.sleep(0.5) }, 4: func() { p.do("rollout status ds/log-agent") }}
	p.all("85")
	port := []string{"        resources:", "        ports: [{containerPort: 9100, hostPort: 9100}]\n        resources:"}
	p.files["run/e.yaml"] = p.edited(port...)
	p.do("apply -f run/e.yaml")
	p.do("rollout status ds/log-agent")
	p.files["run/e.yaml"] = p.edited(append(port, "{maxUnavailable: 1}", "{maxUnavailable: 0, maxSurge: 1}", "log-agent:1.0", "log-agent:4.0")...)
	p.before = map[int]func(){1: func() { p.sleep(4) }}
	p.skip = map[int]string{3: "it needs a shell"}
	p.all("86")

	p = &play{replay: newReplay(t), count: count}
	p.files["run/e.yaml"] = p.edited(port...)
	p.do("apply -f run/e.yaml")
	p.sleep(3)
	p.files["run/e.yaml"] = p.edited(append(port, "{maxUnavailable: 1}", "{maxUnavailable: 0, maxSurge: 1}", "log-agent:1.0", "log-agent:5.0")...)
	p.do("apply -f run/e.yaml")
	p.sleep(3)
	name := strings.TrimSpace(p.do("get pods -o name --field-selector status.phase=Pending"))
	p.lines = map[int]string{0: "kubectl describe " + name}
	p.all("a1")
}

func recordedMoves(t *testing.T, count *oracle.Count) {
	p := &play{replay: newReplay(t), count: count}
	p.do("apply -f manifests/agent.yaml")
	p.sleep(3)
	p.before = map[int]func(){2: func() { p.sleep(25) }, 3: func() { p.sleep(25) }}
	p.skip = map[int]string{4: "the pod is collected sooner here"}
	p.all("92")
	p.files["run/e.yaml"] = p.edited("      containers:", "      nodeSelector: {disk: nvme}\n      containers:")
	p.before = map[int]func(){1: func() { p.sleep(0.5) }, 3: func() { p.sleep(1) }}
	p.all("93")
	p.all("94")

	p = &play{replay: newReplay(t), count: count}
	p.do("taint node node-a node-role.kubernetes.io/control-plane-")
	p.do("apply -f manifests/agent.yaml")
	p.do("set image ds/log-agent app=example.test/log-agent:2.0")
	p.do("rollout status ds/log-agent")
	p.do("taint node node-a dedicated=gpu:NoSchedule")
	p.before = map[int]func(){
		1: func() { p.do("delete pod -l app=log-agent --field-selector spec.nodeName=node-b"); p.sleep(3) },
		2: func() { p.do("taint node node-a dedicated-"); p.sleep(3) },
	}
	p.all("a5")
}

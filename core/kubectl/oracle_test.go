package kubectl_test

import (
	"testing"
)

// lastApplied makes the last applied manifest one with a mistyped field, as an
// apply without validation had left it in the recording.
const lastApplied = `annotate ds log-agent --overwrite kubectl.kubernetes.io/last-applied-configuration='{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"annotations":{},"labels":{"app":"log-agent"},"name":"log-agent","namespace":"default"},"spec":{"selector":{"matchLabels":{"app":"log-agent"}},"template":{"metadata":{"labels":{"app":"log-agent"}},"spec":{"containers":[{"image":"example.test/log-agent:1.0","name":"app","resources":{"limits":{"memory":"256Mi"},"requests":{"cpu":"100m","memory":"128Mi"}},"volumeMounts":[{"mountPath":"/var/log","name":"varlog","readOnly":true}]}],"volumes":[{"hostPath":{"path":"/var/log","type":"Directory"},"name":"varlog"}]}},"updateStrategy":{"rollingUpdate":{"maxSurgee":1,"maxUnavailable":1},"type":"RollingUpdate"}}}
'`

func TestRecordedErrorsOfManifests(t *testing.T) {
	const budget, selector, label = "{maxUnavailable: 1}", "matchLabels: {app: log-agent}", "labels: {app: log-agent}\n    spec"
	edits := map[string][][]string{
		"42": {{budget, "{maxUnavailable: 1, maxSurge: 1}"}, {budget, "{maxSurge: 1}"}, nil,
			{budget, "{maxUnavailable: 1, maxSurge: 1}", "name: log-agent", "name: fresh"}},
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
		"57": {{"  template:\n    metadata:", "  template:\n    metadata2: 1\n    metadata:"},
			{"      containers:", "      nodeSelector: {beta.kubernetes.io/os: linux}\n      containers:"}},
		"80": {{budget, "{maxUnavailable: 1, maxSurgee: 1}"}, {budget, "{maxUnavailable: 1, maxSurgee: 1}"},
			{"cpu: 100m", "cpu: 100x"}, {"cpu: 100m", "cpu: 100x"},
			{"spec:\n", "spec:\n  replicas: 3\n"}, {"spec:\n", "spec:\n  replicas: 3\n"},
			{"image: example.test/log-agent:1.0", "image: [a]"}, {"image: example.test/log-agent:1.0", "image: [a]"},
			{"kind: DaemonSet", "kind: Daemonset"}, {"kind: DaemonSet", "kind: Daemonset"}},
	}
	played, agree := 0, 0
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
			played++
			if r.same(rec) {
				agree++
			}
		}
	}
	t.Logf("%d of %d recorded commands agree", agree, played)
}

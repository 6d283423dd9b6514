package defaults_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
)

// filled compares what becomes of an object with what should; want lists only
// the fields of interest.
func filled[T any](t *testing.T, given string, fill func(*T), want string) {
	t.Helper()
	var object T
	if err := json.Unmarshal([]byte(given), &object); err != nil {
		t.Fatal(err)
	}
	fill(&object)
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	var got, wanted any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, only(got, wanted)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", given, diff)
	}
}

// only is the part of got that want speaks of.
func only(got, want any) any {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(w) == 0 {
			return got
		}
		part := map[string]any{}
		for key := range w {
			if value, ok := g[key]; ok {
				part[key] = only(value, w[key])
			}
		}
		return part
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return got
		}
		part := make([]any, len(g))
		for i := range g {
			part[i] = only(g[i], w[i])
		}
		return part
	}
	return got
}

func TestADaemonSetRollsOneByOneUnlessItSaysOtherwise(t *testing.T) {
	for given, want := range map[string]string{
		`{}`:                                     `{"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1, "maxSurge": 0}}`,
		`{"rollingUpdate": {"maxSurge": "10%"}}`: `{"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1, "maxSurge": "10%"}}`,
		`{"type": "OnDelete"}`:                   `{"type": "OnDelete"}`,
		`{"type": "OnDelete", "rollingUpdate": {"maxUnavailable": 3}}`: `{"type": "OnDelete", "rollingUpdate": {"maxUnavailable": 3}}`,
	} {
		filled(t, `{"spec": {"updateStrategy": `+given+`}}`, defaults.DaemonSet, `{"spec": {"updateStrategy": `+want+`, "revisionHistoryLimit": 10}}`)
	}
}

func TestImagesArePulledByTheirTag(t *testing.T) {
	digest := "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	for image, policy := range map[string]string{
		"fluentd":                           "Always",
		"fluentd:latest":                    "Always",
		"fluentd:latest@" + digest:          "Always",
		"fluentd:1":                         "IfNotPresent",
		"fluentd@" + digest:                 "IfNotPresent",
		"registry.example:5000/fluentd":     "Always",
		"registry.example:5000/fluentd:1.2": "IfNotPresent",
		"Not A Name":                        "IfNotPresent",
		"":                                  "IfNotPresent",
	} {
		filled(t, `{"spec": {"containers": [{"image": "`+image+`"}]}}`, defaults.Pod, `{"spec": {"containers": [{"imagePullPolicy": "`+policy+`"}]}}`)
	}
}

func TestTemplatesAndPodsGetDifferentDefaults(t *testing.T) {
	const spec = `{"hostNetwork": true, "terminationGracePeriodSeconds": -3, "containers": [
		{"ports": [{"containerPort": 80}], "resources": {"limits": {"cpu": "1", "memory": "1.0001"}, "requests": {"cpu": "100u"}}}]}`
	filled(t, `{"spec": {"template": {"spec": `+spec+`}}}`, defaults.DaemonSet, `{"spec": {"template": {"spec": {
		"terminationGracePeriodSeconds": -3, "dnsPolicy": "ClusterFirst", "restartPolicy": "Always", "schedulerName": "default-scheduler", "securityContext": {},
		"containers": [{"ports": [{"containerPort": 80, "protocol": "TCP"}],
			"resources": {"limits": {"cpu": "1", "memory": "1001m"}, "requests": {"cpu": "1m"}}, "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"}]}}}}`)
	filled(t, `{"spec": `+spec+`}`, defaults.Pod, `{"spec": {"enableServiceLinks": true, "terminationGracePeriodSeconds": 1,
		"containers": [{"ports": [{"containerPort": 80, "hostPort": 80}],
			"resources": {"limits": {"cpu": "1", "memory": "1001m"}, "requests": {"cpu": "1m", "memory": "1001m"}}}]}}`)
}

func TestPartsOfAPodGetTheirDefaults(t *testing.T) {
	for given, want := range map[string]string{
		`{"serviceAccount": "a"}`:                                            `{"serviceAccount": "a", "serviceAccountName": "a"}`,
		`{"serviceAccount": "a", "serviceAccountName": "b"}`:                 `{"serviceAccount": "b", "serviceAccountName": "b"}`,
		`{"volumes": [{"name": "v"}]}`:                                       `{"volumes": [{"emptyDir": {}}]}`,
		`{"volumes": [{"hostPath": {"path": "/"}}]}`:                         `{"volumes": [{"hostPath": {"path": "/", "type": ""}}]}`,
		`{"volumes": [{"secret": {}}, {"configMap": {"defaultMode": 256}}]}`: `{"volumes": [{"secret": {"defaultMode": 420}}, {"configMap": {"defaultMode": 256}}]}`,
		`{"volumes": [{"downwardAPI": {"items": [{"fieldRef": {}}]}}]}`:      `{"volumes": [{"downwardAPI": {"defaultMode": 420, "items": [{"fieldRef": {"apiVersion": "v1"}}]}}]}`,
		`{"volumes": [{"projected": {"sources": [{"serviceAccountToken": {}}, {"downwardAPI": {"items": [{"fieldRef": {}}]}}]}}]}`: `{"volumes": [{"projected": {"defaultMode": 420, "sources": [{"serviceAccountToken": {"expirationSeconds": 3600}}, {"downwardAPI": {"items": [{"fieldRef": {"apiVersion": "v1"}}]}}]}}]}`,
		`{"volumes": [{"image": {"reference": "a:1"}}]}`:                          `{"volumes": [{"image": {"pullPolicy": "IfNotPresent"}}]}`,
		`{"volumes": [{"iscsi": {}}, {"rbd": {}}, {"scaleIO": {}}]}`:              `{"volumes": [{"iscsi": {"iscsiInterface": "default"}}, {"rbd": {"pool": "rbd", "user": "admin", "keyring": "/etc/ceph/keyring"}}, {"scaleIO": {"storageMode": "ThinProvisioned", "fsType": "xfs"}}]}`,
		`{"volumes": [{"azureDisk": {}}]}`:                                        `{"volumes": [{"azureDisk": {"cachingMode": "ReadWrite", "fsType": "ext4", "readOnly": false, "kind": "Shared"}}]}`,
		`{"volumes": [{"ephemeral": {"volumeClaimTemplate": {}}}]}`:               `{"volumes": [{"ephemeral": {"volumeClaimTemplate": {"spec": {"volumeMode": "Filesystem"}}}}]}`,
		`{"initContainers": [{"livenessProbe": {"httpGet": {}}}]}`:                `{"initContainers": [{"livenessProbe": {"httpGet": {"path": "/", "scheme": "HTTP"}, "timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3}}]}`,
		`{"containers": [{"startupProbe": {"grpc": {"port": 1}}}]}`:               `{"containers": [{"startupProbe": {"grpc": {"service": ""}}}]}`,
		`{"containers": [{"lifecycle": {"preStop": {"httpGet": {}}}}]}`:           `{"containers": [{"lifecycle": {"preStop": {"httpGet": {"path": "/", "scheme": "HTTP"}}}}]}`,
		`{"containers": [{"env": [{"valueFrom": {"fileKeyRef": {}}}]}]}`:          `{"containers": [{"env": [{"valueFrom": {"fileKeyRef": {"optional": false}}}]}]}`,
		`{"overhead": {"cpu": "1n"}, "resources": {"limits": {"cpu": "0.0001"}}}`: `{"overhead": {"cpu": "1m"}, "resources": {"limits": {"cpu": "1m"}}}`,
	} {
		filled(t, `{"spec": `+given+`}`, defaults.Pod, `{"spec": `+want+`}`)
	}
}

func TestAPodsAddressesAgree(t *testing.T) {
	filled(t, `{"status": {"podIP": "10.0.0.1"}}`, defaults.Pod, `{"status": {"podIPs": [{"ip": "10.0.0.1"}]}}`)
	filled(t, `{"status": {"podIPs": [{"ip": "10.0.0.1"}]}}`, defaults.Pod, `{"status": {"podIP": "10.0.0.1"}}`)
	filled(t, `{"status": {"podIP": "10.0.0.2", "podIPs": [{"ip": "10.0.0.1"}]}}`, defaults.Pod, `{"status": {"podIPs": [{"ip": "10.0.0.2"}]}}`)
	filled(t, `{"status": {"podIP": "10.0.0.2", "podIPs": [{"ip": "10.0.0.2"}, {"ip": "::1"}]}}`, defaults.Pod, `{"status": {"podIPs": [{"ip": "10.0.0.2"}, {"ip": "::1"}]}}`)
}

func TestANodeOffersWhatItHas(t *testing.T) {
	filled(t, `{"status": {"capacity": {"cpu": "3.9999", "pods": 110}}}`, defaults.Node, `{"status": {"capacity": {"cpu": "4", "pods": "110"}, "allocatable": {"cpu": "4", "pods": "110"}}}`)
	filled(t, `{"status": {"capacity": {"cpu": "4"}, "allocatable": {}}}`, defaults.Node, `{"status": {"capacity": {"cpu": "4"}}}`)
}

func TestAPriorityClassDisplaces(t *testing.T) {
	filled(t, `{}`, defaults.PriorityClass, `{"preemptionPolicy": "PreemptLowerPriority"}`)
	filled(t, `{"preemptionPolicy": "Never"}`, defaults.PriorityClass, `{"preemptionPolicy": "Never"}`)
}

func TestANodeKeepsItsCapacityApart(t *testing.T) {
	n := &api.Node{}
	n.Status.Capacity = api.ResourceList{api.ResourcePods: api.MustParseQuantity("110")}
	defaults.Node(n)
	n.Status.Allocatable[api.ResourcePods] = api.MustParseQuantity("10")
	if pods := n.Status.Capacity[api.ResourcePods]; pods.Value() != 110 {
		t.Error("allocatable is capacity")
	}
}

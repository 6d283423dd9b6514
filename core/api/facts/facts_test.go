package facts

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
)

func factsOf(t *testing.T, pod string) *Facts {
	t.Helper()
	result := decode.File("ds.yaml", []byte(`
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
`+pod))
	return Of(result.Documents[0].Object.(*api.DaemonSet), result.Errors)
}

func TestWhatIsNotWrittenHasItsDefault(t *testing.T) {
	got := factsOf(t, `
      containers:
      - name: agent
        image: agent
        livenessProbe: {tcpSocket: {port: 80}}
        resources: {limits: {cpu: 1500m, memory: 1Gi}}
`)
	want := &Facts{
		Pod: Pod{DNSPolicy: "ClusterFirst", TokenMounted: true, GraceSeconds: 30, HistoryLimit: 10},
		Containers: []Container{{
			Name: "agent", Sort: Regular, List: "containers", Path: "spec.template.spec.containers[0]",
			Image:      Image{Written: "agent", Valid: true, Registry: "docker.io", Repository: "library/agent"},
			PullPolicy: "Always", AddedCapabilities: []string{}, PortNames: []string{}, Devices: []string{},
			Requests: map[string]int64{"cpu": 1500, "memory": 1 << 30}, Limits: map[string]int64{"cpu": 1500, "memory": 1 << 30},
			Probes: map[string]Probe{"liveness": {
				Target: "tcp://:80", Handler: "tcp", Port: "80", Period: 10, Timeout: 1, FailureThreshold: 3, SuccessThreshold: 1,
			}},
		}},
		HostMounts: []HostMount{}, HostPorts: []HostPort{},
		Strategy: Strategy{
			Type: "RollingUpdate", MaxUnavailable: Amount{Kind: "number", Value: 1, Written: "1"}, MaxSurge: Amount{Kind: "number", Written: "0"},
		},
		Placement: Placement{NodeSelector: map[string]string{}, Terms: []Term{}, Keys: []Key{}},
		Errors:    []Error{},
	}
	want.Tolerations = got.Tolerations
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(got.Tolerations) != 6 || got.Tolerations[0].Written {
		t.Errorf("automatic tolerations: %v", got.Tolerations)
	}
}

func TestMountsKnowTheirVolumes(t *testing.T) {
	got := factsOf(t, `
      initContainers:
      - name: setup
        image: setup:1
        securityContext: {privileged: true}
        volumeMounts: [{name: run, mountPath: /run, subPath: ./agent/}, {name: scratch, mountPath: /tmp}]
      containers: [{name: agent, image: "agent:1"}]
      volumes: [{name: scratch, emptyDir: {}}, {name: run, hostPath: {path: //var/run/., type: Directory}}]
`)
	want := []HostMount{{
		Container: "setup", ContainerPath: "spec.template.spec.initContainers[0]", Privileged: true,
		Path:   "spec.template.spec.initContainers[0].volumeMounts[0]",
		Volume: "run", VolumePath: "spec.template.spec.volumes[1]",
		HostPath: "/var/run/agent", Parents: []string{"/", "/var", "/var/run", "/var/run/agent"}, MountPath: "/run", Type: "Directory",
	}}
	if diff := cmp.Diff(want, got.HostMounts); diff != "" {
		t.Error(diff)
	}
}

func TestPortsInTheNetworkOfTheNodeAreHostPorts(t *testing.T) {
	got := factsOf(t, `
      hostNetwork: true
      initContainers:
      - {name: setup, image: "setup:1", ports: [{containerPort: 1}]}
      - {name: proxy, image: "proxy:1", restartPolicy: Always, ports: [{containerPort: 2, protocol: UDP}]}
      containers:
      - {name: agent, image: "agent:1", ports: [{containerPort: 3, hostPort: 3, hostIP: 10.0.0.1}]}
`)
	want := []HostPort{
		{Container: "proxy", Path: "spec.template.spec.initContainers[1].ports[0]", Port: 2, Protocol: "UDP", FromNetwork: true},
		{Container: "agent", Path: "spec.template.spec.containers[0].ports[0]", Port: 3, Protocol: "TCP", IP: "10.0.0.1"},
	}
	if diff := cmp.Diff(want, got.HostPorts); diff != "" {
		t.Error(diff)
	}
}

func TestMistakesComeBeforeRefusals(t *testing.T) {
	got := factsOf(t, `
      containers: [{name: agent, image: "agent:1", imagee: x}]
      restartPolicy: Never
`)
	var errors []string
	for _, e := range got.Errors {
		errors = append(errors, e.Source+" "+e.Code+" "+e.Path)
	}
	want := []string{
		"decode unknown-field spec.template.spec.containers[0].imagee",
		"api FieldValueNotSupported spec.template.spec.restartPolicy",
	}
	if diff := cmp.Diff(want, errors); diff != "" {
		t.Error(diff)
	}
}

func TestAmounts(t *testing.T) {
	for written, want := range map[string]Amount{
		"10%":  {Kind: "percent", Value: 10, Written: "10%"},
		"many": {Kind: "other", Written: "many"},
	} {
		v := api.FromString(written)
		if got := strategyAmount(&v); got != want {
			t.Errorf("%s: %+v, want %+v", written, got, want)
		}
	}
	v := api.FromInt32(3)
	if got := strategyAmount(&v); got != (Amount{Kind: "number", Value: 3, Written: "3"}) {
		t.Errorf("%+v", got)
	}
}

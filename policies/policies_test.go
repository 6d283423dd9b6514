package policies

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// surging trips one rule after the other.
const surging = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: {app: agent}
  updateStrategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      labels: {app: agent}
    spec:
      hostNetwork: true
      containers:
      - name: agent
        image: "agent:1.2" # fixed
        readinessProbe:
          tcpSocket: {port: 9100}
        ports:
        - containerPort: 9100
`

func TestAFindingSaysWhatIsWrongAndWhere(t *testing.T) {
	c, err := Load(Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := Read("agent.yaml", []byte(surging))
	if len(file.Errors) > 0 || len(file.Sets) != 1 {
		t.Fatalf("errors %v, %d DaemonSets", file.Errors, len(file.Sets))
	}
	findings, err := c.Check(context.Background(), Input{Document: file.Sets[0], Config: DefaultConfig()})
	if err != nil {
		t.Fatal(err)
	}
	var got Finding
	for _, f := range findings {
		if f.Rule == "RS302" {
			got = f
		}
	}
	want := Finding{
		Rule: "RS302", Slug: "surge-host-port", Group: "surge", Severity: Error,
		Path:  "spec.template.spec.containers[0].ports[0]",
		Start: Pos{Line: 23, Column: 11}, End: Pos{Line: 23, Column: 30}, Container: "agent",
		Object: Object{Kind: "DaemonSet", Name: "agent"}, File: "agent.yaml", Document: 1, Item: -1,
	}
	want.English, want.Chinese, want.Links, want.Params = got.English, got.Chinese, got.Links, got.Params
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	message := "maxSurge 1 cannot work with port 9100 of container agent, which is a host port because the pod is in the node's network: the new pod stays pending beside the old one"
	if got.English.Message != message {
		t.Errorf("message is %q", got.English.Message)
	}
}

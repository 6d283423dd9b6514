package prompt_test

import (
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/prompt"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

const file = `$ kubectl apply -f n.yaml -f d.yaml
$ until rolled-out
$ image example.com/agent:v2 never-ready
$ kubectl taint node n1 dedicated=db:NoExecute
$ fork other
-- n.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1, labels: {disk: ssd}}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}}
-- d.yaml --
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: logging}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: collector, image: 'example.com/agent:v1'}]}
`

func TestTheWordsThatMayStandThereAreNamed(t *testing.T) {
	f, err := transcript.Parse("prompt.txtar", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Open(f, scenario.Options{})
	for {
		if _, ok := s.Next(); !ok {
			break
		}
	}
	for line, want := range map[string]string{
		"":                           "kubectl help advance",
		"rollout ":                   "status history undo restart pause resume",
		"set image ds/agent ":        "ds/agent collector= collector=example.com/agent:",
		"taint node n1 ":             "dedicated:NoExecute-",
		"label node/n1 d":            "disk-",
		"get pods -n l":              "logging",
		"apply -f ":                  "n.yaml d.yaml",
		"get ds -o js":               "json jsonpath=",
		"mend ":                      "node/n1 node/n2",
		"image ":                     "example.com/agent:v1 example.com/agent:v2 '*'",
		"image example.com/agent n":  "never-ready",
		"image example.com/agent re": "ready-after=",
		"until r":                    "rolled-out",
		"break node/n1 --pressure ":  "memory disk pid",
		"break --p":                  "--pressure",
		"switch ":                    "main other",
		"why ds":                     "ds/agent",
		"cordon n":                   "n1 n2 node/n1 node/n2",
		"kubectl get --no-h":         "--no-headers",
		"nothing like it ":           "ds/agent daemonset/agent node/n1",
	} {
		got := strings.Join(prompt.Complete(s, line).Words, " ")
		if got != want && !strings.HasPrefix(got, want+" ") {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
	if c := prompt.Complete(s, "kubectl cordon n1"); c.Common != "n1 " || c.From != 15 {
		t.Errorf("%+v", c)
	}
	if got := prompt.Line("get pods"); got != "kubectl get pods" || prompt.Line("advance 5s") != "advance 5s" {
		t.Error(got)
	}
	if help := prompt.Help(); !strings.HasPrefix(help, "kubectl create") || !strings.Contains(help, "\nuntil COND") {
		t.Error(help)
	}
}

package why_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/scenario/why"
)

// after is the cluster that some commands lead to. The DaemonSet's spec and pod get
// some lines of YAML more.
func after(t *testing.T, spec, pod, container string, commands ...string) *core.Cluster {
	t.Helper()
	source := "$ " + strings.Join(commands, "\n$ ") + `
-- nodes.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}}
- {apiVersion: v1, kind: Node, metadata: {name: n3}}
-- batch.yaml --
{apiVersion: v1, kind: Pod, metadata: {name: batch}, spec: {nodeName: n1, containers: [{name: c, image: c, resources: {requests: {cpu: "3"}}}]}}
-- agent.yaml --
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector:
    matchLabels: {app: agent}
` + spec + `
  template:
    metadata:
      labels: {app: agent}
    spec:
` + pod + `
      containers:
      - name: agent
        image: registry.example/agent:v1
` + container + "\n"
	f, err := transcript.Parse("test.txtar", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Open(f, scenario.Options{})
	for i := range f.Steps {
		if out, _ := s.Next(); out.Failed {
			t.Fatalf("%s: %s", f.Steps[i].Command, out.Output)
		}
	}
	return s.Cluster()
}

const (
	apply    = "kubectl apply -f nodes.yaml -f agent.yaml"
	rolled   = "until rolled-out"
	update   = "kubectl set image ds/agent agent=registry.example/agent:v2"
	selector = "      nodeSelector: {disk: ssd}"
	request  = "        resources:\n          requests: {cpu: \"3\"}"
	anyTaint = "      tolerations:\n      - operator: Exists"
)

func TestNodesAreExplained(t *testing.T) {
	for _, c := range []struct {
		name, pod, container string
		commands             []string
		want                 string // shouldRun mayStay fits, the checks that say no, the fix
	}{
		{"all is well", "", "", []string{apply, rolled}, "true true true [] "},
		{"before the first sync", "", "", []string{apply}, "true true true [] "},
		{
			"a taint", "", "",
			[]string{apply, "kubectl taint node n1 a=true:NoSchedule"},
			"false true false [taint a=true:NoSchedule, TaintToleration, DefaultPreemption] add to spec.template.spec.tolerations: {key: a, operator: Equal, value: \"true\", effect: NoSchedule}",
		},
		{
			"a label and a taint", selector, "",
			[]string{apply, "kubectl taint node n1 a=b:NoExecute"},
			"false false false [nodeSelector disk, taint a=b:NoExecute, TaintToleration, NodeAffinity, DefaultPreemption, admission] " +
				"label the node: kubectl label node n1 disk=ssd; add to spec.template.spec.tolerations: {key: a, operator: Equal, value: b, effect: NoExecute}",
		},
		{
			"no room", "", request,
			[]string{"kubectl apply -f nodes.yaml -f batch.yaml -f agent.yaml", "advance 5s"},
			"true true false [NodeResourcesFit, DefaultPreemption, admission] free 2 cpu on n1, or request less",
		},
		{
			"a taint that is tolerated, which the controller has not seen yet", "", "",
			[]string{apply, rolled, "kubectl taint node n1 a=b:NoSchedule", `kubectl patch ds agent --type merge -p '{"spec":{"template":{"spec":{"tolerations":[{"operator":"Exists"}]}}}}'`},
			"true true true [] ",
		},
		{"a dead node", anyTaint, "", []string{apply, rolled, "break node/n1"}, "true true false [admission] "},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := after(t, "", c.pod, c.container, c.commands...)
			a := why.AboutNode(k, k.Sets()[0], "n1")
			var no []string
			for _, ch := range a.Checks {
				if !ch.OK {
					no = append(no, ch.Check)
				}
			}
			got := fmt.Sprintf("%v %v %v [%s] %s", a.ShouldRun, a.MayStay, a.Fits, strings.Join(no, ", "), a.Fix)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheSmallestChangeThatHelpsIsFound(t *testing.T) {
	surge := "  updateStrategy:\n    rollingUpdate: {maxSurge: 1, maxUnavailable: 0}"
	for _, c := range []struct {
		name, spec, pod, container string
		commands                   []string
		want                       string // commands, what comes of them, advice
	}{
		{"rolled out", "", "", "", []string{apply, rolled}, "done already"},
		{"slow", "", "", "", []string{"image registry.example/agent:v2 start=40m", apply, rolled, update}, "; done after 2h0m3s: 3 of 3"},
		{
			"a dead node outside desired", "", "", "",
			[]string{apply, rolled, "break node/n2", update, "advance 1m"},
			"kubectl delete pod agent-NAME --force --grace-period=0; done after 4s: 2 of 2",
		},
		{
			"a dead node that is tolerated", "", anyTaint, "",
			[]string{apply, rolled, "break node/n2", update, "advance 1m"},
			"kubectl patch ds agent --type merge -p '{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"maxUnavailable\":2}}}}'; 2 of 3",
		},
		{
			"surge with a host port", surge, "", "        ports:\n        - {containerPort: 80, hostPort: 80}",
			[]string{apply, rolled, update, "advance 1m"},
			"kubectl patch ds agent --type merge -p '{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"maxSurge\":0,\"maxUnavailable\":1}}}}'; done after 6s: 3 of 3",
		},
		{
			"surge without room", surge, "", request,
			[]string{apply, rolled, update, "advance 1m"},
			"kubectl patch ds agent --type merge -p '{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"maxSurge\":0,\"maxUnavailable\":1}}}}'; done after 6s: 3 of 3",
		},
		{
			"a broken image", "", "", "",
			[]string{"image registry.example/agent:v2 never-ready", apply, rolled, update, "advance 1m"},
			"kubectl rollout undo ds/agent; done after 2s: 3 of 3",
		},
		{
			"an image that fails", "", "", "",
			[]string{"image registry.example/agent:v2 fails", apply, rolled, update, "advance 1m"},
			"kubectl rollout undo ds/agent; done after 1s: 3 of 3",
		},
		{
			"OnDelete", "  updateStrategy: {type: OnDelete}", "", "",
			[]string{apply, rolled, update, "advance 1m"},
			"kubectl delete pod agent-NAME\nkubectl delete pod agent-NAME\nkubectl delete pod agent-NAME; done after 4s: 3 of 3",
		},
		{
			"never any room", "", "", "        resources:\n          requests: {cpu: \"5\"}",
			[]string{apply, "advance 1m"},
			"; 0 of 3; FixRequest",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			findsChange(t, after(t, c.spec, c.pod, c.container, c.commands...), c.want)
		})
	}
}

// findsChange asks about the cluster's rollout, which must leave the cluster as it is.
func findsChange(t *testing.T, k *core.Cluster, want string) {
	t.Helper()
	before := k.Emitted()
	if diff := cmp.Diff(want, answer(why.AboutRollout(k, k.Sets()[0]))); diff != "" {
		t.Error(diff)
	}
	if k.Emitted() != before {
		t.Error("the cluster itself has changed")
	}
}

// answer puts an answer about a rollout into a line.
func answer(a why.Rollout) string {
	if a.Done {
		return "done already"
	}
	var commands []string
	for _, line := range a.Change.Commands {
		words := strings.Fields(line)
		for i, w := range words {
			if strings.HasPrefix(w, "agent-") {
				words[i] = "agent-NAME"
			}
		}
		commands = append(commands, strings.Join(words, " "))
	}
	text := strings.Join(commands, "\n") + "; "
	if a.Change.Done {
		text += fmt.Sprintf("done after %v: ", a.Change.After)
	}
	text += fmt.Sprintf("%d of %d", a.Change.Current, a.Change.Desired)
	if a.Change.Advice != (reason.Reason{}) {
		text += "; " + string(a.Change.Advice.Code)
	}
	return text
}

func TestATaintCanAlsoBeTakenOffTheNode(t *testing.T) {
	k := after(t, "", "", "", apply, "kubectl taint node n1 a=true:NoSchedule")
	var got []string
	for _, ch := range why.AboutNode(k, k.Sets()[0], "n1").Checks {
		if ch.Command != "" {
			got = append(got, ch.Command)
		}
	}
	want := []string{
		`kubectl patch ds agent --type json -p '[{"op":"add","path":"/spec/template/spec/tolerations","value":[{"key":"a","operator":"Equal","value":"true","effect":"NoSchedule"}]}]'`,
		"kubectl taint node n1 a:NoSchedule-",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
	args, _ := kubectl.Split(want[1])
	if r := kubectl.Run(k, kubectl.Env{}, args[1:]); r.Exit != 0 || !why.AboutNode(k, k.Sets()[0], "n1").ShouldRun {
		t.Error(r.Transcript)
	}
}

// What is said to help is a command where one does it, and that command helps.
func TestTheCommandOfACheckMakesItPass(t *testing.T) {
	for _, c := range []struct {
		name, pod string
		commands  []string
	}{
		{"a taint", "", []string{"kubectl taint node n1 a=true:NoSchedule"}},
		{"a second toleration", "      tolerations:\n      - {key: b, operator: Exists}", []string{"kubectl taint node n1 a:NoExecute"}},
		{"a label", selector, nil},
		{"a name", "      nodeName: n2", nil},
		{
			"an affinity that excludes the node",
			"      affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n2]}]}]}}}", nil,
		},
		{"a dead kubelet", "", []string{"advance 5s", "break node/n1 --silent"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := after(t, "", c.pod, "", append([]string{apply}, c.commands...)...)
			for range 5 {
				a := why.AboutNode(k, k.Sets()[0], "n1")
				command := ""
				for _, ch := range a.Checks {
					if !ch.OK && ch.Command != "" {
						command = ch.Command
						break
					}
				}
				if command == "" {
					if !a.ShouldRun || !a.Fits {
						t.Errorf("no command helps: %+v", a.Checks)
					}
					return
				}
				args, err := kubectl.Split(command)
				if err != nil {
					t.Fatal(err)
				}
				if args[0] == "mend" {
					err = k.MendNode("n1")
				} else if r := kubectl.Run(k, kubectl.Env{}, args[1:]); r.Exit != 0 {
					t.Fatalf("%s: %s", command, r.Transcript)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			t.Error("no end of commands")
		})
	}
}

package plan_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// underway is a scenario that has run so many commands on so many nodes.
func underway(t *testing.T, nodes int, commands ...string) *scenario.Session {
	t.Helper()
	var b strings.Builder
	b.WriteString("$ kubectl apply -f n.yaml -f d.yaml\n$ until rolled-out\n")
	for _, c := range commands {
		b.WriteString("$ " + c + "\n")
	}
	b.WriteString("-- n.yaml --\n")
	for i := range nodes {
		fmt.Fprintf(&b, "---\n{apiVersion: v1, kind: Node, metadata: {name: n%d}}\n", i)
	}
	b.WriteString(`-- d.yaml --
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: 'example.com/agent:v1', resources: {requests: {cpu: 100m}}}]}
`)
	f, err := transcript.Parse("underway.txtar", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Open(f, scenario.Options{})
	for {
		out, ok := s.Next()
		if !ok {
			return s
		}
		if out.Failed {
			t.Fatal(out.Output)
		}
	}
}

// ahead plans commands from the present moment, in parts of so many events.
func ahead(t *testing.T, s *scenario.Session, in plan.Input, part int, commands ...string) (*plan.Result, int) {
	t.Helper()
	before := s.Cluster().Emitted()
	a, err := plan.Begin(in, "default/agent", s.Cluster(), func() (*core.Cluster, error) {
		aside := s.Aside()
		for _, line := range commands {
			if out := aside.Do(line); out.Failed {
				return nil, errors.New(out.Output)
			}
		}
		return aside.Cluster(), nil
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	for parts := 1; ; parts++ {
		done, err := a.Go(part)
		if err != nil {
			t.Fatal(err)
		}
		if done {
			if s.Cluster().Emitted() != before {
				t.Error("the cluster itself has changed")
			}
			return a.Result(), parts
		}
		if parts > 10_000 {
			t.Fatal("no end")
		}
	}
}

const setImage = "kubectl set image ds/agent agent=example.com/agent:v2"

func TestWhatIsPlannedAheadIsWhatThenHappens(t *testing.T) {
	for _, c := range []struct {
		name           string
		before, change []string
		change1        string // of the result
	}{
		{"an update", nil, []string{setImage}, "update"},
		{"a faster one", nil, []string{`kubectl patch ds agent --type merge -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":"40%"}}}}'`, setImage}, "update"},
		{"half a rollout", []string{setImage, "advance 5s"}, nil, "update"},
		{"half a rollout undone", []string{setImage, "advance 5s"}, []string{"kubectl rollout undo ds/agent"}, "update"},
		{"nothing", nil, nil, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := underway(t, 7, c.before...)
			r, _ := ahead(t, s, plan.Input{}, 1_000_000, c.change...)
			if again, parts := ahead(t, s, plan.Input{}, 10, c.change...); parts == 1 && c.change1 != "none" || again.Seconds != r.Seconds || len(again.Waves) != len(r.Waves) {
				t.Errorf("in %d parts it comes to %v, %d waves; at once to %v, %d", parts, again.Seconds, len(again.Waves), r.Seconds, len(r.Waves))
			}
			from := s.Cluster().Now()
			for _, line := range append(c.change, "until rolled-out") {
				if out := s.Do(line); out.Failed {
					t.Fatal(out.Output)
				}
			}
			if took := (s.Cluster().Now() - from).Seconds(); r.Outcome != plan.RolledOut || r.Seconds != took {
				t.Errorf("planned %s in %v s, took %v s", r.Outcome, r.Seconds, took)
			}
			if r.Change != c.change1 || r.Nodes.Done != 7 || r.Nodes.Eligible != 7 {
				t.Errorf("%s: %+v", r.Change, r.Nodes)
			}
		})
	}
}

func TestWhatBlocksIsSaidAheadWithItsChange(t *testing.T) {
	s := underway(t, 4, "break node/n2")
	in := plan.Input{Gates: plan.Gates{MaxDuration: 60e9}}
	r, _ := ahead(t, s, in, 50, "image example.com/agent:v2 never-ready", setImage)
	if r.Outcome != plan.Stuck || r.OK || r.Blocked == nil || strings.Join(r.Blocked.Commands, "; ") == "" {
		t.Errorf("%s %+v", r.Outcome, r.Blocked)
	}
}

func TestWhatAPlanSaysIsSaidInBothLanguages(t *testing.T) {
	s := underway(t, 2, "kubectl taint node n0 a=b:NoSchedule", "kubectl label node n0 x=y")
	r, _ := ahead(t, s, plan.Input{}, 1000, setImage)
	english, chinese := r.RemarksIn(reason.English), r.RemarksIn(reason.Chinese)
	if len(english.Notes) != len(r.Notes) || len(chinese.Notes) != len(r.Notes) || len(chinese.Fixes) != 1 || english.Fixes[0] != r.Nodes.Others[0].Fix ||
		chinese.Fixes[0] == english.Fixes[0] || english.Advice != "" {
		t.Errorf("%+v\n%+v", english, chinese)
	}
}

func TestAChangeThatRemovesTheDaemonSetCannotBePlanned(t *testing.T) {
	s := underway(t, 2)
	_, err := plan.Begin(plan.Input{}, "default/agent", s.Cluster(), func() (*core.Cluster, error) {
		aside := s.Aside()
		aside.Do("kubectl delete ds agent")
		return aside.Cluster(), nil
	}, true)
	if err == nil || !strings.Contains(err.Error(), "after the change") {
		t.Error(err)
	}
}

package scenario_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
)

const manifests = `-- nodes.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}}
-- agent.yaml --
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector:
    matchLabels: {app: agent}
  template:
    metadata:
      labels: {app: agent}
    spec:
      containers:
      - {name: agent, image: "registry.example/agent:v1"}
`

// open begins a session with the commands given and the two manifests above.
func open(t *testing.T, o scenario.Options, commands ...string) *scenario.Session {
	t.Helper()
	f, err := transcript.Parse("test.txtar", []byte("$ "+strings.Join(commands, "\n$ ")+"\n"+manifests))
	if err != nil {
		t.Fatal(err)
	}
	return scenario.Open(f, o)
}

// started is a session with two nodes and a DaemonSet that is rolled out.
func started(t *testing.T, o scenario.Options) *scenario.Session {
	t.Helper()
	s := open(t, o, "kubectl apply -f nodes.yaml -f agent.yaml", "until rolled-out", "advance 9s")
	for out, ok := s.Next(); ok; out, ok = s.Next() {
		if out.Failed {
			t.Fatal(out.Output)
		}
	}
	return s
}

func TestMistakesInCommandsAreTold(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"advanse 5s", "error: unknown command \"advanse\", did you mean advance?\n"},
		{"helm install", "error: unknown command \"helm\"; there are: kubectl, advance, until, step, seek, back, fork, switch, break, mend, image, path, client, timeline, why, expect\n"},
		{"advance 'x", "error: a single quote is not closed\n"},
		{"advance", "error: say how far to advance\nusage: advance 90s [--always 'COND']...\n"},
		{"advance 5", "error: \"5\" is no span of time; write for example 90s, 2m30s or 1h\nusage: advance 90s [--always 'COND']...\n"},
		{"advance -5s", "error: \"-5s\" is no span of time; write for example 90s, 2m30s or 1h\nusage: advance 90s [--always 'COND']...\n"},
		{"advance 5s --allways x", "error: unknown flag --allways\nusage: advance 90s [--always 'COND']...\n"},
		{"advance 5s --always", "error: --always needs a value\nusage: advance 90s [--always 'COND']...\n"},
		{"advance 5s --always 'ready>=3' --always 'ready=2' --always 'pods-per-node<1'", "error: at 10s ready>=3 does not hold: ready is 2\nerror: at 10s pods-per-node<1 does not hold: pods-per-node is 1\n"},
		{"advance 1000h", "error: a scenario may take 720h of simulated time\n"},
		{"until", "error: say until when\nusage: until COND [--within 10m]\n"},
		{"until reddy=2", "error: condition \"reddy=2\", column 1: unknown field \"reddy\", did you mean ready?\n"},
		{"until ready=3 --within 1m", "error: at 10s ready=3 does not hold: ready is 2; nothing more can happen\n"},
		{"until ds/other.ready=3", "error: at 10s ds/other.ready=3 does not hold: there is no DaemonSet \"other\"; there are: ds/agent; nothing more can happen\n"},
		{"until stuck", "error: at 10s stuck does not hold: the rollout is done; nothing more can happen\n"},
		{"step", "error: nothing more can happen after 0 of 1 steps\n"},
		{"step 0", "error: \"0\" is no number from 1 to 1000000\nusage: step [N]\n"},
		{"back x", "error: \"x\" is no number from 1 to 1000000\nusage: back [N]\n"},
		{"seek", "error: say where to go\nusage: seek 30s\n"},
		{"fork", "error: say what to call the branch\nusage: fork NAME\n"},
		{"fork main", "error: there is a branch \"main\" already\n"},
		{"fork a/b", "error: \"a/b\" is no name for a branch: use letters, digits, - and _\n"},
		{"switch other", "error: there is no branch \"other\"; there are: main\n"},
		{"break node/n9", "error: there is no node \"n9\"\n"},
		{"break pod/x --phase Failed", "error: there is no pod \"x\"\n"},
		{"break pod --on n1", "error: a pod breaks with --phase Failed, --phase Succeeded or --not-ready\nusage: break node/NAME [--silent|--not-ready|--pressure memory|disk|pid]\n       break pod/NAME --phase Failed|Succeeded\n       break pod --on NODE --not-ready\n"},
		{"mend n1", "error: write node/NAME instead of \"n1\"\n"},
		{"image", "error: say which image\nusage: image IMAGE [pull=5s] [start=1s] [ready-after=3s] [stop=2s] [never-ready] [pull-fails] [fails] [crash-after=10s] [exit=0] [only-on=NODE]\n"},
		{"client qps=0", "error: qps: \"0\" is no usable number\nusage: client qps=20 burst=30\n       client unlimited\n"},
		{"timeline now", "error: unknown word \"now\"\nusage: timeline [--since 10s]\n"},
		{"why", "error: say what to explain\nusage: why node/NAME [ds/NAME]\n       why ds/NAME\n"},
		{"why node/n9", "error: there is no node \"n9\"\n"},
		{"expect ds/agent ready=3 available=2", "error: ds/agent: expected ready=3, got ready=2\n"},
		{"expect node/n1 pods=v2/Ready", "error: node/n1: expected pods=v2/Ready, got pods=v1/Ready\n"},
		{"expect node/n9 pods=", "error: there is no node \"n9\"\n"},
		{"expect pods ds/agent v1/Ready=1", "error: pods of ds/agent: expected v1/Ready=1, got v1/Ready=2\n"},
		{"expect pods ds/agent count=3", "error: pods of ds/agent: expected count=3, got count=2 (v1/Ready=2)\n"},
		{"expect revisions ds/agent 1,2", "error: revisions of ds/agent: expected 1,2, got 1\n"},
		{"expect rollout-status ds/agent 'x'", "error: rollout status of ds/agent: expected \"x\", got \"daemon set \\\"agent\\\" successfully rolled out\"\n"},
		{"expect pending 'Insufficient cpu'", "error: pending: expected \"Insufficient cpu\", got no unschedulable daemon pod\n"},
		{"expect output 'x'", "error: output: expected \"x\", got \"\"\n"},
		{"expect event 'nothing of the kind'", "error: no event says \"nothing of the kind\"\n"},
		{"expect no event 'Successfully assigned default/agent-'", ""},
		{"expect creates>=3", "error: creates>=3 does not hold: there were 2\n"},
		{"expect deletes=0 --since 5s", ""},
	} {
		out := started(t, scenario.Options{}).Do(c.command)
		if c.want == "" {
			continue
		}
		if diff := cmp.Diff(c.want, out.Output); diff != "" {
			t.Errorf("%s:\n%s", c.command, diff)
		}
		if !out.Failed {
			t.Errorf("%s does not fail", c.command)
		}
	}
}

func TestUsageIsShownForExpectationsThatCannotBeRead(t *testing.T) {
	s := started(t, scenario.Options{})
	for command, want := range map[string]string{
		"expect":                              "say what to expect",
		"expect agent":                        "unknown expectation \"agent\"",
		"expect no pods":                      "only events can be expected not to be there",
		"expect ds/agent":                     "say which counts to expect",
		"expect ds/agent reddy=1":             "did you mean ready?",
		"expect node/n1":                      "say which pods to expect",
		"expect node/n1 pods=v1":              "write TAG/STATE instead of \"v1\"",
		"expect node/n1 pods=v1/Redy":         "did you mean Ready?",
		"expect pods ds/agent v1/Ready":       "write TAG/STATE=N",
		"expect revisions ds/agent x":         "\"x\" is no revision number",
		"expect rollout-status ds/agent":      "a text in quotes",
		"expect pending node/n1 a b":          "say a text of the scheduler's message",
		"expect output":                       "say a text in quotes",
		"expect event a b":                    "say a text in quotes",
		"expect deletes":                      "write deletes>=N",
		"expect creates>=x":                   "write creates>=N",
		"expect deletes>=1 --since yesterday": "is no span of time",
	} {
		out := s.Do(command)
		if !out.Failed || !strings.Contains(out.Output, want) || !strings.Contains(out.Output, "\nusage: expect ds/NAME") {
			t.Errorf("%s: %s", command, out.Output)
		}
	}
}

func TestSessionRunsStepByStep(t *testing.T) {
	s := open(t, scenario.Options{}, "kubectl apply -f nodes.yaml -f agent.yaml", "advance 10s", "expect ds/agent ready=2")
	out, _ := s.Next()
	if out.Failed || s.Position() != 1 || out.FirstEvent != 0 || out.LastEvent != s.Cluster().Emitted() {
		t.Errorf("the first step: %+v, position %d", out, s.Position())
	}
	out, _ = s.Next()
	if out.From != 0 || out.To != 10*state.Second || out.Branch != "main" {
		t.Errorf("the second step: %+v", out)
	}
	s.GoTo(3)
	if _, ok := s.Next(); ok || s.Position() != 3 {
		t.Error("there is a step after the last")
	}
	end := dump(t, s.Cluster())
	s.GoTo(1)
	if s.Position() != 1 || s.Cluster().Now() != 0 {
		t.Errorf("gone back to position %d at %v", s.Position(), s.Cluster().Now())
	}
	s.GoTo(3)
	if diff := cmp.Diff(end, dump(t, s.Cluster())); diff != "" {
		t.Error(diff)
	}
}

func TestBranchesAreLeftAsTheyWere(t *testing.T) {
	s := started(t, scenario.Options{})
	main := dump(t, s.Cluster())
	for _, command := range []string{"fork n1-dies", "break node/n1", "advance 1m"} {
		if out := s.Do(command); out.Failed {
			t.Fatal(out.Output)
		}
	}
	forked := dump(t, s.Cluster())
	if s.Branch() != "n1-dies" || forked == main {
		t.Errorf("on branch %s nothing has changed", s.Branch())
	}
	s.Do("switch main")
	if diff := cmp.Diff(main, dump(t, s.Cluster())); diff != "" {
		t.Error(diff)
	}
	s.Do("switch n1-dies")
	if diff := cmp.Diff(forked, dump(t, s.Cluster())); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"main", "n1-dies"}, s.Branches()); diff != "" {
		t.Error(diff)
	}
}

func TestLimitsEndARun(t *testing.T) {
	s := started(t, scenario.Options{MaxEvents: 60, MaxTime: 3600 * state.Second})
	s.Do("image registry.example/agent:v2 fails")
	s.Do("kubectl set image ds/agent agent=registry.example/agent:v2")
	for _, command := range []string{"advance 2h", "seek 61m", "until idle --within 2h"} {
		if out := s.Do(command); out.Output != "error: a scenario may take 1h of simulated time\n" {
			t.Errorf("%s: %s", command, out.Output)
		}
	}
	for _, command := range []string{"advance 30m", "until idle --within 30m", "step 1000", "seek 30m"} {
		if out := s.Do(command); !strings.HasSuffix(out.Output, ": more than 60 events; a scenario may have no more\n") {
			t.Errorf("%s: %s", command, out.Output)
		}
	}
}

func TestARolloutThatOnlyRepeatsItselfIsStuck(t *testing.T) {
	for _, c := range []struct{ image, stuck string }{
		{"fails", "stuck"},
		{"crash-after=10s", "stuck"},
		{"pull-fails", "stuck"},
		{"never-ready", "stuck"},
		{"start=2h", "not stuck"},
		{"ready-after=3h", "not stuck"},
	} {
		s := started(t, scenario.Options{})
		s.Do("kubectl patch ds agent -p '{\"spec\":{\"minReadySeconds\":20}}'")
		s.Do("until rolled-out")
		s.Do("image registry.example/agent:v2 " + c.image)
		s.Do("kubectl set image ds/agent agent=registry.example/agent:v2")
		got := "stuck"
		if out := s.Do("until stuck --within 4h"); out.Failed {
			got = "not stuck"
		}
		if got != c.stuck {
			t.Errorf("%s: %s at %v", c.image, got, s.Cluster().Now())
		}
		if s.Cluster().Now() > 4*3600*state.Second+minute {
			t.Errorf("%s: found out at %v", c.image, s.Cluster().Now())
		}
	}
}

const minute = 60 * state.Second

func TestAPathThatAppearsIsSeenAtTheNextTry(t *testing.T) {
	s := started(t, scenario.Options{})
	volume := `{"spec":{"template":{"spec":{"volumes":[{"name":"d","hostPath":{"path":"/var/lib/d/x","type":"Directory"}}]}}}}`
	for _, command := range []string{
		"path /var/lib/d absent", "path /var/lib/d Directory only-on=n1",
		"kubectl patch ds agent -p '" + volume + "'", "advance 1m",
		"expect node/n1 pods=v1/Ready", "expect node/n2 pods=v1/Waiting", "until stuck",
		"path /var/lib/d Directory", "until rolled-out --within 125s", "expect pods ds/agent v1/Ready=2",
		"kubectl get pods -o jsonpath='{.items[1].status.podIP}'", "expect output '10.0.0.'",
	} {
		out := s.Do(command)
		if out.Failed {
			t.Fatalf("%s: %s", command, out.Output)
		}
		if strings.HasPrefix(command, "expect node/n2") {
			pods := s.Do("kubectl get pods --field-selector spec.nodeName=n2 -o jsonpath='{.items[0].status.podIP}'")
			if pods.Output != "\n" && pods.Output != "" {
				t.Errorf("a pod without its volumes has the address %q", pods.Output)
			}
		}
	}
}

func TestMistakesInPathsAreTold(t *testing.T) {
	s := started(t, scenario.Options{})
	usage := "usage: path PATH absent|Directory|File|Socket|CharDevice|BlockDevice [only-on=NODE]\n"
	for _, c := range []struct{ command, want string }{
		{"path /a", "error: say which path, and what is there\n"},
		{"path a absent", "error: \"a\" is no path from the root\n"},
		{"path /a abscent", "error: unknown kind of file \"abscent\", did you mean absent?\n"},
		{"path /a absent n1", "error: unknown option \"n1\"\n"},
	} {
		if out := s.Do(c.command); !out.Failed || out.Output != c.want+usage {
			t.Errorf("%s: %s", c.command, out.Output)
		}
	}
}

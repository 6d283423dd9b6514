package scheduler

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/oracle"
)

// messageCase is one attempt that fails.
type messageCase struct {
	name   string
	o      Observed
	want   string
	code   reason.Code
	forget bool
}

var refusedCases = []messageCase{
	{
		name: "no room, nobody to preempt",
		o:    Observed{Pod: pod(1, "a", template(0, requests("cpu", "1500m"))), Target: node(), Pods: one(template(0, requests("cpu", "1500m"))), Nodes: 3},
		want: "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.",
		code: reason.SchedulerRoom,
	},
	{
		name: "the only node",
		o:    Observed{Pod: pod(1, "a", template(0, requests("cpu", "1500m"))), Target: node(), Pods: one(template(0, requests("cpu", "1500m"))), Nodes: 1},
		want: "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.",
		code: reason.SchedulerRoom,
	},
	{
		name: "more than the node has",
		o:    Observed{Pod: pod(1, "a", template(0, requests("cpu", "8"))), Target: node(), Nodes: 4},
		want: "0/4 nodes are available: 1 Insufficient cpu, 3 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/4 nodes are available: 4 Preemption is not helpful for scheduling.",
		code: reason.SchedulerRoom,
	},
	{
		name: "counts are sorted as text",
		o:    Observed{Pod: pod(1, "a", template(0, hostPort(80, ""))), Target: node(), Pods: one(template(0, hostPort(80, ""))), Nodes: 12},
		want: "0/12 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 11 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/12 nodes are available: 1 No preemption victims found for incoming pod, 11 Preemption is not helpful for scheduling.",
		code: reason.SchedulerPort,
	},
	{
		name: "a taint is not named",
		o:    Observed{Pod: pod(1, "a", template(0)), Target: node(taint("dedicated", "gpu", api.TaintEffectNoSchedule)), Nodes: 2},
		want: "0/2 nodes are available: 1 node(s) didn't satisfy plugin(s) [NodeAffinity], 1 node(s) had untolerated taint(s). preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
		code: reason.SchedulerTaint,
	},
	{
		name: "the node does not exist",
		o:    Observed{Pod: pod(1, "a", template(0)), Nodes: 2},
		want: "0/2 nodes are available: 2 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
		code: reason.SchedulerNodeGone,
	},
	{
		name: "no node at all",
		o:    Observed{Pod: pod(1, "a", template(0))},
		want: "no nodes available to schedule pods",
		code: reason.SchedulerNoNodes,
	},
}

var preemptingCases = []messageCase{
	{
		name: "it may not preempt",
		o:    Observed{Pod: pod(1, "a", never(template(9, requests("cpu", "1500m")))), Target: node(), Pods: one(template(0, requests("cpu", "1500m"))), Nodes: 1},
		want: "0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to preemptionPolicy=Never.",
		code: reason.SchedulerRoom,
	},
	{
		name: "preempting frees too little",
		o: Observed{
			Pod: pod(1, "a", template(9, requests("cpu", "1500m"))), Target: node(), Nodes: 2,
			Pods: []*state.Pod{bind(pod(2, "low", template(0, requests("cpu", "100m")))), bind(pod(3, "high", template(9, requests("cpu", "1500m"))))},
		},
		want: "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: 0/2 nodes are available: 1 Insufficient cpu, 1 Preemption is not helpful for scheduling.",
		code: reason.SchedulerRoom,
	},
	{
		name: "it preempts",
		o:    Observed{Pod: pod(1, "a", template(9, requests("cpu", "1500m"))), Target: node(), Pods: one(template(0, requests("cpu", "1500m"))), Nodes: 2},
		want: "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. preemption: found a potential placement for pod on node n1, preempting 1 victims",
		code: reason.SchedulerPreempts,
	},
	{
		name: "it waits for its victims",
		o:    Observed{Pod: nominated(pod(1, "a", template(9, requests("cpu", "1500m")))), Target: node(), Pods: leaving(one(template(0, requests("cpu", "1500m")))), Nodes: 1},
		want: "0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to a terminating pod on the nominated node.",
		code: reason.SchedulerWaits,
	},
	{
		name:   "a nomination that has become hopeless is given up",
		o:      Observed{Pod: nominated(pod(1, "a", template(9, requests("cpu", "1500m")))), Target: node(cordoned), Pods: leaving(one(template(0, requests("cpu", "1500m")))), Nodes: 1},
		want:   "0/1 nodes are available: 1 node(s) were unschedulable. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
		code:   reason.SchedulerCordoned,
		forget: true,
	},
}

func TestMessagesAreThoseOfTheScheduler(t *testing.T) {
	for _, c := range append(append([]messageCase(nil), refusedCases...), preemptingCases...) {
		t.Run(c.name, func(t *testing.T) {
			d := Schedule(c.o)
			if d.Bind || d.Message != c.want {
				t.Errorf("message\n got %s\nwant %s", d.Message, c.want)
			}
			if d.Why.Code != c.code || d.Why.Sentence(reason.Chinese) == string(c.code) {
				t.Errorf("reason %v, want %s", d.Why, c.code)
			}
			if d.Forget != c.forget || d.Condition != "Unschedulable" {
				t.Errorf("forget %v, condition %s", d.Forget, d.Condition)
			}
			if len(d.Reports) != 1 || d.Reports[0] != (state.Report{Warning: true, Reason: "FailedScheduling", Message: c.want, Source: "default-scheduler"}) {
				t.Errorf("reports %v", d.Reports)
			}
			for _, l := range []reason.Language{reason.English, reason.Chinese} {
				if text := d.Why.Sentence(l); strings.ContainsAny(text, "{}") {
					t.Errorf("%s: %s", l, text)
				}
			}
		})
	}
}

func one(t *state.Template) []*state.Pod { return []*state.Pod{bind(pod(2, "other", t))} }

func never(t *state.Template) *state.Template {
	t.PreemptNever = true
	return t
}

func nominated(p *state.Pod) *state.Pod {
	p.Nominated = p.Target
	return p
}

func leaving(pods []*state.Pod) []*state.Pod {
	for _, p := range pods {
		p.Deleted, p.GraceSeconds, p.Disruption = 0, 30, "PreemptionByScheduler"
	}
	return pods
}

func TestABoundPodIsReported(t *testing.T) {
	d := Schedule(Observed{Pod: pod(1, "agent-x", template(0)), Target: node(), Nodes: 1})
	want := state.Report{Reason: "Scheduled", Message: "Successfully assigned default/agent-x to n1", Source: "default-scheduler"}
	if !d.Bind || d.Retry != state.Never || len(d.Reports) != 1 || d.Reports[0] != want || d.Message != "" {
		t.Errorf("%+v", d)
	}
}

func TestSomePodsAreLeftAlone(t *testing.T) {
	other := pod(1, "a", template(0, func(s *api.PodSpec) { s.SchedulerName = "volcano" }))
	gated := pod(1, "a", template(0, func(s *api.PodSpec) { s.SchedulingGates = []api.PodSchedulingGate{{Name: "wait"}} }))
	free := pod(1, "a", template(0))
	free.Target = state.None
	for _, c := range []struct {
		pod     *state.Pod
		code    reason.Code
		message string
	}{
		{other, reason.SchedulerNotOurs, ""},
		{gated, reason.SchedulerGated, "Scheduling is blocked due to non-empty scheduling gates"},
		{free, reason.SchedulerNoTarget, ""},
	} {
		d := Schedule(Observed{Pod: c.pod, Target: node(), Nodes: 1})
		if d.Bind || d.Retry != state.Never || d.Why.Code != c.code || d.Message != c.message || len(d.Reports) != 0 {
			t.Errorf("%s: %+v", c.code, d)
		}
	}
}

func TestLongMessagesAreCutForEventsOnly(t *testing.T) {
	message := strings.Repeat("x", 1025)
	d := refuse(&Observed{}, message)
	if cut := d.Reports[0].Message; len(cut) != 1024 || !strings.HasSuffix(cut, "x ...") || d.Message != message {
		t.Errorf("event of %d bytes, condition of %d", len(d.Reports[0].Message), len(d.Message))
	}
}

// The transcript is of a surge pod with a host port that the old pod holds.
func TestTheRecordedPendingPodSaysTheSame(t *testing.T) {
	f, err := os.Open(oracle.Recording(t, "kubectl/a1-pending-hostport.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	agent := template(0, hostPort(9100, ""), requests("cpu", "100m", "memory", "128Mi"))
	d := Schedule(Observed{Pod: pod(1, "log-agent-62kts", agent), Target: node(), Pods: one(agent), Nodes: 4})
	found := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if _, text, ok := strings.Cut(lines.Text(), "0/4 nodes"); ok {
			found++
			if "0/4 nodes"+text != d.Message {
				t.Errorf("recorded 0/4 nodes%s\ngot      %s", text, d.Message)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d messages in the transcript", found)
	}
}

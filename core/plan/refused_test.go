package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/reason"
)

func TestAClassThatNobodyBringsIsTakenToBeThere(t *testing.T) {
	in := update(4, "1", "0")
	in.New.Spec.Template.Spec.PriorityClassName = "agents"
	r := run(t, in)
	if r.Outcome != plan.RolledOut || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "the PriorityClass agents is taken to be in the cluster, with value 0") {
		t.Errorf("%s, notes %q", r.Outcome, r.Notes)
	}
	mine := &api.PriorityClass{Value: 1000}
	mine.Name = "agents"
	in.Cluster = append(in.Cluster, mine)
	if r = run(t, in); r.Outcome != plan.RolledOut || len(r.Notes) != 0 {
		t.Errorf("with the class: %s, notes %q", r.Outcome, r.Notes)
	}
	own := &api.PriorityClass{Value: 2000001000}
	own.Name, mine.Name = "system-node-critical", "others"
	in.Cluster = append(in.Cluster, own)
	if r = run(t, in); r.Outcome != plan.Stuck || len(r.Notes) != 0 || !slices.Equal(r.Blocked.Commands, []string{"kubectl create priorityclass agents --value=0"}) {
		t.Errorf("with all classes of a cluster: %s, notes %q, %+v", r.Outcome, r.Notes, r.Blocked)
	}
}

func TestAPlanSaysWhyPodsAreRefusedAndWhatHelps(t *testing.T) {
	never := api.PreemptNever
	ports := []api.ContainerPort{{ContainerPort: 80}, {ContainerPort: 81}, {ContainerPort: 80}}
	for _, c := range []struct {
		spoil         func(*api.PodSpec)
		message, help string
	}{
		{
			func(s *api.PodSpec) { s.PriorityClassName = "system-critical" },
			"no PriorityClass with name system-critical was found", `{"priorityClassName":"system-node-critical"}`,
		},
		{
			func(s *api.PodSpec) { s.Priority = new(int32(7)) },
			"the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name",
			`{"priority":null}`,
		},
		{
			func(s *api.PodSpec) { s.PreemptionPolicy = &never },
			"the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority from the given PriorityClass name",
			`{"preemptionPolicy":null}`,
		},
		{
			func(s *api.PodSpec) { s.HostNetwork, s.Containers[0].Ports = true, ports },
			`spec.containers[0].ports[2].hostPort: Duplicate value: "TCP//80"`, `"path":"/spec/template/spec/containers/0/ports/2"`,
		},
	} {
		in := update(4, "1", "0")
		c.spoil(&in.New.Spec.Template.Spec)
		r := run(t, in)
		if r.Outcome != plan.Stuck || r.Availability.Lowest != 3 {
			t.Fatalf("%s: %s, %+v", c.message, r.Outcome, r.Availability)
		}
		w := r.Blocked.Waiting[0]
		if w.Code != reason.WaitingRefused || !strings.Contains(w.Message, c.message) {
			t.Errorf("got %+v, want %s", w, c.message)
		}
		if b := r.Blocked; len(b.Commands) != 1 || !strings.Contains(b.Commands[0], c.help) || !b.Helps {
			t.Errorf("%s: got %+v, want %s", c.message, b, c.help)
		}
	}
}

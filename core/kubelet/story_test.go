package kubelet

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

var update = flag.Bool("update", false, "rewrite the expected stories in testdata")

// story is a node with some pods, driven from one wake to the next; it writes
// down what happens.
type story struct {
	t     testing.TB
	node  *state.Node
	pods  []*state.Pod
	rules state.ImageRules
	paths HostPaths
	now   state.Time
	syncs int
	out   strings.Builder
	watch func(p *state.Pod)                  // sees a pod before each sync, or nil
	check func(before *state.Pod, d Decision) // what has to hold after every sync, or nil
	mute  bool                                // syncs are not written down
	plain bool                                // leave out what depends on when somebody looks: Retry
	nudge func(until state.Time) state.Time   // a time before the next wake to sync at for no reason, or nil
}

func newStory(t testing.TB) *story {
	object := &api.Node{ObjectMeta: api.ObjectMeta{Name: "n1", Labels: map[string]string{"disk": "ssd"}}}
	return &story{t: t, node: &state.Node{
		ID: 0, Object: object, SilentSince: state.Never, UnreadySince: state.Never, TaintAt: state.Never, Wake: state.Never,
		Room: state.Room{Resources: state.Resources{MilliCPU: 4000, Memory: 8 << 30}, Pods: 110},
	}}
}

// spec reads a pod spec; what every spec needs is filled in.
func spec(t testing.TB, text string) *api.PodSpec {
	t.Helper()
	s := &api.PodSpec{}
	if err := json.Unmarshal([]byte(text), s); err != nil {
		t.Fatalf("spec %s: %v", text, err)
	}
	if s.RestartPolicy == "" {
		s.RestartPolicy = api.RestartPolicyAlways
	}
	return s
}

// newPod makes a bound pod that the kubelet has not seen yet.
func newPod(id int, name string, spec *api.PodSpec) *state.Pod {
	return &state.Pod{
		ID: state.PodID(id), Namespace: "default", Name: name, Set: state.None,
		Template: state.NewTemplate(api.ObjectMeta{}, spec, nil),
		Target:   state.None, Nominated: state.None,
		Deleted: state.Never, Started: state.Never, AvailableAt: state.Never, EvictAt: state.Never, CollectAt: state.Never,
	}
}

// bind adds a pod to the node.
func (s *story) bind(name, text string) *state.Pod {
	p := newPod(len(s.pods), name, spec(s.t, text))
	p.Created, p.Wake = s.now, s.now
	s.pods = append(s.pods, p)
	s.settle()
	return p
}

// image sets how an image behaves from now on.
func (s *story) image(name string, edit func(*state.Behaviour)) {
	b := state.DefaultBehaviour()
	if edit != nil {
		edit(&b)
	}
	s.rules = s.rules.With(state.ImageRule{Image: name, Behaviour: b})
	for i, p := range s.pods {
		if p != nil && p.Started != state.Never {
			next := *p
			next.Wake = s.now
			s.pods[i] = &next
		}
	}
}

// remove marks a pod for deletion.
func (s *story) remove(name string, grace int64) {
	for i, p := range s.pods {
		if p != nil && p.Name == name {
			next := *p
			if !next.Terminating() {
				next.Deleted = s.now
			}
			next.GraceSeconds, next.Wake = grace, s.now
			s.pods[i] = &next
		}
	}
	s.settle()
}

// taint puts taints on the node.
func (s *story) taint(taints ...api.Taint) {
	object, n := *s.node.Object, *s.node
	object.Spec.Taints = taints
	n.Object = &object
	s.node = &n
}

// pressure sets the conditions of the node.
func (s *story) pressure(kinds ...api.NodeConditionType) {
	object, n := *s.node.Object, *s.node
	object.Status.Conditions = nil
	for _, k := range kinds {
		object.Status.Conditions = append(object.Status.Conditions, api.NodeCondition{Type: k, Status: api.ConditionTrue})
	}
	n.Object = &object
	s.node = &n
}

// until moves on to a time, from wake to wake.
func (s *story) until(end time.Duration) {
	for {
		next := state.Never
		for _, p := range s.pods {
			if p != nil {
				next = min(next, p.Wake)
			}
		}
		if s.nudge != nil {
			if at := s.nudge(min(next, end)); at > s.now && at < min(next, end) {
				s.now = at
				for i, p := range s.pods {
					if p != nil {
						s.sync(i)
					}
				}
				continue
			}
		}
		if next > end {
			s.now = end
			return
		}
		s.now = next
		s.settle()
	}
}

// settle syncs what is due now.
func (s *story) settle() {
	for round := 0; ; round++ {
		if round > 4 {
			s.t.Fatalf("at %v the kubelet does not come to rest:\n%s", s.now, s.out.String())
		}
		quiet := true
		for i, p := range s.pods {
			if p != nil && p.Wake <= s.now {
				quiet = false
				s.sync(i)
			}
		}
		if quiet {
			return
		}
	}
}

func (s *story) sync(i int) {
	s.syncs++
	before := s.pods[i]
	if s.watch != nil {
		s.watch(before)
	}
	d := Sync(s.observed(i))
	if d.Node != nil {
		s.node = d.Node
	}
	s.pods[i] = d.Pod
	s.write(before, d)
	if s.check != nil {
		s.check(before, d)
	}
	if d.Remove {
		s.pods[i] = nil
	}
	for _, id := range d.Preempt {
		victim, report, why := Preempted(s.pods[id], d.Pod, s.now)
		s.write(s.pods[id], Decision{Pod: victim, Reports: []state.Report{report}, Why: why})
		s.pods[id] = victim
	}
}

func (s *story) observed(i int) Observed {
	o := Observed{Pod: s.pods[i], Node: s.node, Images: s.rules, HostPaths: s.paths, Now: s.now}
	for j, p := range s.pods {
		if j != i && p != nil {
			o.Pods = append(o.Pods, p)
		}
	}
	return o
}

// write puts down one sync: when, which pod, why, what it looks like then, and
// what the kubelet reports.
func (s *story) write(before *state.Pod, d Decision) {
	if s.mute {
		return
	}
	p := d.Pod
	ready := "-"
	if p.Ready {
		ready = "ready"
	}
	if d.Why.Code != "" || len(d.Reports) > 0 || !s.looksSame(before, p) {
		retry := ""
		if p.Retry && !s.plain {
			retry = " again"
		}
		wake := "-"
		if p.Wake != state.Never {
			wake = p.Wake.String()
		}
		line := fmt.Sprintf("%-9v %s %-18s %-9s %-5s %s wake=%s%s", s.now, p.Name, d.Why.Code, p.Phase, ready, look(p), wake, retry)
		s.out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	for _, r := range d.Reports {
		kind := "Normal"
		if r.Warning {
			kind = "Warning"
		}
		fmt.Fprintf(&s.out, "            %s %s %s %s\n", kind, r.Reason, r.Field, r.Message)
	}
}

// looksSame says that nothing changed that a story tells.
func (s *story) looksSame(a, b *state.Pod) bool {
	return a == b || a.Phase == b.Phase && a.Ready == b.Ready && a.Wake == b.Wake && (s.plain || a.Retry == b.Retry) &&
		SameContainers(a.Containers, b.Containers)
}

// look is the containers of a pod in a few letters.
func look(p *state.Pod) string {
	var list []string
	for i := range p.Containers {
		c := &p.Containers[i]
		text := c.Reason
		if c.State == state.Up {
			text = "up"
			if !c.Started {
				text = "unstarted"
			}
			if c.Ready {
				text = "ready"
			}
		}
		if c.State == state.Terminated {
			text += fmt.Sprintf("(%d)", c.ExitCode)
		}
		if c.Restarts > 0 {
			text += fmt.Sprintf("x%d", c.Restarts)
		}
		list = append(list, specOf(p, i).Name+":"+text)
	}
	return strings.Join(list, " ")
}

// compare holds the story against its golden file.
func (s *story) compare(name string) {
	s.t.Helper()
	path := filepath.Join("testdata", name+".txt")
	got := s.out.String()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	if got != string(want) {
		s.t.Errorf("story %s:\n--- want\n%s--- got\n%s", name, want, got)
	}
}

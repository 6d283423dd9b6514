package kubelet

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

var images = []string{"a:1", "b:1", "c:1", "Bad:1"}

// drawTime draws a length of time, mostly in whole seconds.
func drawTime(t *rapid.T, label string, longest int) state.Time {
	at := state.Time(rapid.IntRange(0, longest).Draw(t, label)) * state.Second
	if rapid.IntRange(0, 9).Draw(t, label+" odd") == 0 {
		at += 300 * time.Millisecond
	}
	return at
}

func chance(t *rapid.T, label string, percent int) bool {
	return rapid.IntRange(0, 99).Draw(t, label) < percent
}

func drawBehaviour(t *rapid.T) state.Behaviour {
	b := state.DefaultBehaviour()
	b.Pull, b.Start, b.Stop = drawTime(t, "pull", 20), drawTime(t, "start", 3), drawTime(t, "stop", 40)
	if chance(t, "slow", 40) {
		b.ReadyAfter = drawTime(t, "ready-after", 90)
	}
	b.NeverReady, b.PullFails, b.Fails = chance(t, "never-ready", 10), chance(t, "pull-fails", 15), chance(t, "fails", 5)
	if chance(t, "crashes", 40) {
		b.CrashAfter, b.Exit = drawTime(t, "crash-after", 700), int32(rapid.IntRange(0, 2).Draw(t, "exit"))
	}
	if chance(t, "hangs", 20) {
		b.HangsAfter = state.Second + drawTime(t, "hangs-after", 100)
	}
	return b
}

func drawProbe(t *rapid.T) *api.Probe {
	if chance(t, "no probe", 60) {
		return nil
	}
	p := &api.Probe{
		InitialDelaySeconds: int32(rapid.IntRange(0, 20).Draw(t, "delay")),
		PeriodSeconds:       int32(rapid.IntRange(1, 15).Draw(t, "period")),
		SuccessThreshold:    1,
		FailureThreshold:    int32(rapid.IntRange(1, 5).Draw(t, "failures")),
	}
	if chance(t, "own grace", 20) {
		grace := int64(rapid.IntRange(1, 20).Draw(t, "grace"))
		p.TerminationGracePeriodSeconds = &grace
	}
	return p
}

func drawContainer(t *rapid.T, name string, policies []api.ContainerRestartPolicy) api.Container {
	c := api.Container{
		Name: name, Image: rapid.SampledFrom(images).Draw(t, "image"),
		ImagePullPolicy: rapid.SampledFrom([]api.PullPolicy{"", api.PullIfNotPresent, api.PullAlways, api.PullNever}).Draw(t, "pull policy"),
		ReadinessProbe:  drawProbe(t), LivenessProbe: drawProbe(t), StartupProbe: drawProbe(t),
	}
	if c.ReadinessProbe != nil {
		c.ReadinessProbe.SuccessThreshold = int32(rapid.IntRange(1, 3).Draw(t, "successes"))
	}
	if p := rapid.SampledFrom(policies).Draw(t, "container policy"); p != "" {
		c.RestartPolicy = &p
		c.RestartPolicyRules = []api.ContainerRestartRule{{Action: "Restart", ExitCodes: &api.ContainerRestartRuleOnExitCodes{
			Operator: api.ContainerRestartRuleOnExitCodesOpIn, Values: []int32{2},
		}}}
	}
	if chance(t, "hooks", 20) {
		sleep := func() *api.LifecycleHandler {
			return &api.LifecycleHandler{Sleep: &api.SleepAction{Seconds: int64(rapid.IntRange(0, 40).Draw(t, "sleep"))}}
		}
		c.Lifecycle = &api.Lifecycle{PreStop: sleep(), PostStart: sleep()}
	}
	return c
}

func drawSpec(t *rapid.T) *api.PodSpec {
	s := &api.PodSpec{RestartPolicy: rapid.SampledFrom([]api.RestartPolicy{
		api.RestartPolicyAlways, api.RestartPolicyAlways, api.RestartPolicyOnFailure, api.RestartPolicyNever,
	}).Draw(t, "policy")}
	for i := range rapid.IntRange(0, 3).Draw(t, "inits") {
		s.InitContainers = append(s.InitContainers, drawContainer(t, fmt.Sprintf("init%d", i),
			[]api.ContainerRestartPolicy{"", "", api.ContainerRestartPolicyAlways}))
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "containers") {
		s.Containers = append(s.Containers, drawContainer(t, fmt.Sprintf("app%d", i),
			[]api.ContainerRestartPolicy{"", "", "", api.ContainerRestartPolicyNever, api.ContainerRestartPolicyOnFailure}))
	}
	if chance(t, "volume", 20) {
		kind := api.HostPathSocket
		s.Volumes = []api.Volume{{Name: "v", VolumeSource: api.VolumeSource{HostPath: &api.HostPathVolumeSource{Path: "/p", Type: &kind}}}}
	}
	return s
}

// act is something that happens to a story from outside.
type act struct {
	at    state.Time
	image string // whose behaviour changes
	b     state.Behaviour
	pod   string // which is deleted
	grace int64
	mend  bool // the volume of pods becomes right
}

func drawScript(t *rapid.T) (specs []*api.PodSpec, acts []act) {
	for range rapid.IntRange(1, 3).Draw(t, "pods") {
		specs = append(specs, drawSpec(t))
	}
	for _, image := range images {
		acts = append(acts, act{image: image, b: drawBehaviour(t)})
	}
	at := state.Time(0)
	for range rapid.IntRange(0, 6).Draw(t, "acts") {
		at += drawTime(t, "later", 400)
		a := act{at: at}
		switch rapid.IntRange(0, 3).Draw(t, "act") {
		case 0, 1:
			a.image, a.b = rapid.SampledFrom(images).Draw(t, "which"), drawBehaviour(t)
		case 2:
			a.pod, a.grace = fmt.Sprint("p", rapid.IntRange(0, 2).Draw(t, "victim")), int64(rapid.IntRange(1, 60).Draw(t, "grace"))
		case 3:
			a.mend = true
		}
		acts = append(acts, a)
	}
	return specs, acts
}

// perform plays a script to its end, an hour after the last act.
func perform(s *story, specs []*api.PodSpec, acts []act) {
	paths := hostPaths{"/p": "File"}
	s.paths = paths
	for _, a := range acts[:len(images)] {
		s.rules = s.rules.With(state.ImageRule{Image: a.image, Behaviour: a.b})
	}
	for i, spec := range specs {
		p := newPod(i, fmt.Sprint("p", i), spec)
		p.Wake = s.now
		s.pods = append(s.pods, p)
	}
	for _, a := range acts[len(images):] {
		s.until(a.at)
		switch {
		case a.image != "":
			s.image(a.image, func(b *state.Behaviour) { *b = a.b })
		case a.pod != "":
			s.remove(a.pod, a.grace)
		case a.mend:
			paths["/p"] = "Socket"
		}
	}
	s.until(s.now + time.Hour)
}

// holdsFor checks what has to hold after every sync.
func holdsFor(t *rapid.T, s *story) func(*state.Pod, Decision) {
	return func(before *state.Pod, d Decision) {
		p := d.Pod
		switch {
		case p.Wake <= s.now && !d.Remove:
			t.Fatalf("wakes at %v, now is %v", p.Wake, s.now)
		case before.Phase.Terminal() && p.Phase != before.Phase:
			t.Fatalf("phase goes from %v to %v", before.Phase, p.Phase)
		case p.Retry && p.Wake == state.Never:
			t.Fatal("repeats what never comes")
		case p.Phase.Terminal() && p.Ready:
			t.Fatal("ended and ready")
		case d.Remove && !before.Terminating():
			t.Fatal("removed without being deleted")
		case p.Started != state.Never && before.Containers != nil && len(p.Containers) != len(before.Containers):
			t.Fatal("containers come or go")
		case !slices.IsSorted(s.node.Images):
			t.Fatalf("images out of order: %v", s.node.Images)
		}
		for i := range p.Containers {
			c := &p.Containers[i]
			if before.Containers != nil && c.Restarts < before.Containers[i].Restarts {
				t.Fatal("restarts go down")
			}
			if i >= len(p.Template.Spec.InitContainers) && p.Ready && (c.State != state.Up || !c.Ready) {
				t.Fatalf("pod is ready, container %d is not", i)
			}
			if c.State == state.Terminated && c.Began > c.Since {
				t.Fatalf("container %d ended before it began", i)
			}
			if c.State != state.Up && c.Reason == "" {
				t.Fatalf("container %d gives no reason", i)
			}
		}
		if _, ok := reason.Lookup(d.Why.Code); d.Why.Code != "" && !ok {
			t.Fatalf("%s is not in the catalogue", d.Why.Code)
		}
	}
}

// TestAnyPodComesToRestAndKeepsItsPromises plays random scripts: the kubelet
// never goes round in circles at one moment, never edits what it observes, and
// looking at a pod too early changes nothing that anybody sees.
func TestAnyPodComesToRestAndKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		specs, acts := drawScript(rt)
		plain, nudged := newStory(t), newStory(t)
		plain.plain, nudged.plain = true, true
		plain.check, nudged.check = holdsFor(rt, plain), holdsFor(rt, nudged)
		perform(plain, specs, acts)
		hour := int((plain.now + time.Hour) / time.Hour)
		if most := 3000 * hour * len(specs); plain.syncs > most {
			rt.Fatalf("%d syncs in %v", plain.syncs, plain.now)
		}
		turn := 0
		nudged.nudge = func(until state.Time) state.Time {
			if turn++; turn%2 == 0 {
				return state.Never
			}
			return nudged.now + max(1, (until-nudged.now)*state.Time(turn%7)/9)
		}
		perform(nudged, specs, acts)
		if plain.out.String() != nudged.out.String() {
			rt.Fatal("a look too early changes the story: " + parting(plain.out.String(), nudged.out.String()))
		}
		for i := range plain.pods {
			if a, b := plain.pods[i], nudged.pods[i]; (a == nil) != (b == nil) {
				rt.Fatal("a look too early changes what is left")
			}
		}
	})
}

// parting is where two stories part, with the lines before that.
func parting(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	from := max(0, i-12)
	return "plain\n" + strings.Join(x[from:min(i+3, len(x))], "\n") + "\nnudged\n" + strings.Join(y[from:min(i+3, len(y))], "\n")
}

// TestObservedRecordsAreNeverEdited compares what went into each sync before and after.
func TestObservedRecordsAreNeverEdited(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		specs, acts := drawScript(rt)
		s := newStory(t)
		var pod state.Pod
		var containers []state.Container
		var seen *state.Pod
		s.watch = func(p *state.Pod) {
			seen, pod, containers = p, *p, slices.Clone(p.Containers)
		}
		s.check = func(before *state.Pod, _ Decision) {
			if before != seen || !reflect.DeepEqual(*before, pod) || !slices.Equal(before.Containers, containers) {
				rt.Fatal("a sync edited the record it observed")
			}
		}
		perform(s, specs, acts)
	})
}

// TestDeletedPodsGoWithinTheirGracePeriod: whatever a pod is doing, it is gone
// when its grace period is over, give or take the least that each container gets.
func TestDeletedPodsGoWithinTheirGracePeriod(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		specs, acts := drawScript(rt)
		s := newStory(t)
		perform(s, specs, acts)
		grace := int64(rapid.IntRange(1, 40).Draw(rt, "last grace"))
		for i := range specs {
			s.remove(fmt.Sprint("p", i), grace)
		}
		sidecars := state.Time(0)
		for _, spec := range specs {
			sidecars = max(sidecars, state.Time(len(spec.InitContainers)))
		}
		s.until(s.now + seconds(grace) + (2*sidecars+3)*state.Second)
		for _, p := range s.pods {
			if p != nil {
				rt.Fatalf("pod %s is still there:\n%s", p.Name, s.out.String())
			}
		}
	})
}

package proof

import (
	"fmt"
	"strings"

	"github.com/rollscope/rollscope/core/api/facts"
	"github.com/rollscope/rollscope/policies/rules"
)

// next is the image that the update brings.
const next = "registry.example/next:v2"

// subject is the DaemonSet that a proof is about.
type subject struct {
	document *rules.Document
	given    Given
}

func (s *subject) facts() *facts.Facts { return s.document.Facts }

// plan is what a scenario does.
type plan struct {
	title string
	nodes int
	harm  Harm // that the rule warns of
	// why says what the update is like.
	why string
	// image is how the new image behaves; "" for well.
	image string
	// floor is how many nodes must have an available pod all the time; 0 for any.
	floor int
	// mended is how the new image behaves once somebody has mended it; "" if nobody does.
	mended string
	// undo is after how many seconds the update is taken back; 0 for never.
	undo int32
}

// plans make the scenario of each rule that can be proved.
var plans = map[string]func(s *subject) plan{
	"RS301": refused("maxSurge beside maxUnavailable: refused"),
	"RS302": surging("maxSurge with a host port gets stuck", "The new pod needs the port that the old one holds until the new one is available."),
	"RS303": alone("two processes on the same ports of the node", func(f *facts.Facts) bool { return f.Pod.HostNetwork }),
	"RS304": alone("two processes in one directory of the node", writes),
	"RS305": surging("maxSurge with a device that a node has once", "Each node has the devices that one pod asks for, and the old pod holds them."),
	"RS306": blind,
	"RS307": surging("maxSurge without room for two pods", "The new pod has to fit beside the old one."),
	"RS308": surging("maxSurge with pods that keep away from each other", "The old pod keeps the new one off its node, and is there until the new one is available."),
	"RS401": wide,
	"RS402": refused("neither maxSurge nor maxUnavailable: refused"),
	"RS403": surging("OnDelete waits for a human", "Nobody deletes pods here."),
	"RS404": hasty,
	"RS405": stranded,
	"RS810": func(*subject) plan {
		return plan{title: "the API server refuses each pod", nodes: fixed, harm: Stuck}
	},
	"RS407": refused("a rollout setting in the wrong place: refused"),
}

// fixed is how many nodes there are where their number does not matter.
const fixed = 4

func refused(title string) func(s *subject) plan {
	return func(*subject) plan { return plan{title: title, nodes: fixed, harm: Refused} }
}

func surging(title, why string) func(s *subject) plan {
	return func(*subject) plan { return plan{title: title, nodes: fixed, harm: Stuck, why: why} }
}

// alone is a process that takes something of the node for itself: a second one ends at
// once, and so does every later one as long as the first is there.
func alone(title string, holds func(f *facts.Facts) bool) func(s *subject) plan {
	return func(s *subject) plan {
		p := plan{title: title, nodes: fixed, harm: Stuck}
		if holds(s.facts()) && s.facts().Strategy.MaxSurge.Value > 0 {
			p.image = "crash-after=1s ready-after=5s"
			p.why = "The old process holds it until its pod is deleted, so that the new one, started\nbeside it, ends within a second."
		}
		return p
	}
}

func writes(f *facts.Facts) bool {
	for _, m := range f.HostMounts {
		if !m.ReadOnly {
			return true
		}
	}
	return false
}

// blind brings a version that ends while it is still starting up.
func blind(s *subject) plan {
	crash := s.facts().Pod.MinReadySeconds + 10
	image, mended := fmt.Sprintf("crash-after=%ds", crash), "start=1s"
	if s.facts().ReadinessGated { // else nobody asks whether it is ready
		image, mended = fmt.Sprintf("ready-after=%ds ", crash+10)+image, "ready-after=5s"
	}
	return plan{
		title: "maxSurge with nothing that says when a pod is ready", nodes: fixed, harm: Lost, floor: fixed,
		why:   "The new version ends before it could do any work, until somebody mends it.",
		image: image, mended: mended,
	}
}

// wide brings a version that is fine, and takes its time to be pulled.
func wide(s *subject) plan {
	n := 10
	if a := s.facts().Strategy.MaxUnavailable; a.Kind == "number" {
		n = int(min(max(2*a.Value, 2), 100))
	}
	return plan{
		title: "an update that takes half of the nodes at once", nodes: n, harm: Lost, floor: n/2 + 1,
		why: "Nothing is wrong with the new version; its image takes ten seconds to be pulled.", image: "pull=10s",
	}
}

// hasty brings a version that answers its probe once and then ends.
func hasty(s *subject) plan {
	var ready int32
	for _, c := range s.facts().Containers {
		if p, ok := c.Probes["readiness"]; ok {
			ready = max(ready, p.InitialDelay+p.Period*max(0, p.SuccessThreshold-1))
		}
	}
	return plan{
		title: "one good probe is enough", nodes: fixed, harm: Lost, floor: fixed - s.unavailable(fixed),
		why:    "The new version answers its probe, and ends some seconds later, until somebody mends it.",
		image:  fmt.Sprintf("crash-after=%ds", ready+6),
		mended: "ready-after=0s",
	}
}

// stranded brings a version that proves bad once it is everywhere. Until then its
// predecessor is in use, and kept.
func stranded(s *subject) plan {
	crash := fixed * (s.facts().Pod.MinReadySeconds + 60)
	return plan{
		title: "no revision to go back to", nodes: fixed, harm: Stuck, undo: crash,
		why:   "The new version rolls out and ends some time later, everywhere, so the update is\ntaken back.",
		image: fmt.Sprintf("crash-after=%ds", crash),
	}
}

// unavailable is how many of n nodes an update may cost: percentages round up.
func (s *subject) unavailable(n int) int {
	a := s.facts().Strategy.MaxUnavailable
	if a.Kind == "percent" {
		return min(n, (n*int(a.Value)+99)/100)
	}
	return int(min(max(a.Value, 0), int64(n)))
}

// steps are the commands of a plan.
func (p plan) steps(s *subject) []step {
	ns := ""
	if s.document.Namespace != "" {
		ns = " -n " + s.document.Namespace
	}
	ds := "ds/" + s.document.Name
	out := []step{
		{command: "kubectl apply -f nodes.yaml", quiet: true},
		{command: "kubectl apply -f agent.yaml", harm: Refused},
		{command: "until rolled-out --within 1h", harm: Stuck},
	}
	prose := p.why
	if p.image != "" {
		out = append(out, step{prose: prose, command: "image " + next + " " + p.image})
		prose = ""
	}
	container := s.document.Set.Spec.Template.Spec.Containers[0].Name
	out = append(out, step{prose: prose, command: "kubectl" + ns + " set image " + ds + " " + container + "=" + next})
	if p.floor > 0 {
		out = append(out, step{command: fmt.Sprintf("advance 5m --always 'available>=%d'", p.floor), harm: Lost})
	}
	if p.mended != "" {
		out = append(out, step{prose: "Mended, it rolls out.", command: "image " + next + " " + p.mended})
	}
	if p.undo > 0 {
		out = append(out, step{command: "until rolled-out --within 2h", harm: Stuck},
			step{command: fmt.Sprintf("advance %ds", p.undo)}, step{command: "kubectl" + ns + " rollout undo " + ds, harm: Stuck})
	}
	out = append(out, step{command: "until rolled-out --within 2h", harm: Stuck})
	if p.floor > 0 && strings.HasPrefix(p.image, "pull=") {
		out = append(out, step{command: fmt.Sprintf("expect %s available=%d", ds, p.nodes)})
	}
	return out
}

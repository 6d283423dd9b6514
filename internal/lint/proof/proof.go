// Package proof runs what a finding warns of: it writes a scenario with the manifest, a
// few nodes and an update, runs it, and says what harm came of it.
//
// What the simulator cannot know, such as that two processes cannot write one database,
// is said in the scenario as the behaviour of an image; whether it does harm is for the
// run to show. A manifest that is fine comes out of the same scenario without any.
package proof

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/tree"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/policies/rules"
)

// Harm is what a run shows.
type Harm string

// The kinds of harm.
const (
	None    Harm = ""
	Refused Harm = "refused" // the API server does not take the manifest: nothing rolls out
	Lost    Harm = "lost"    // fewer nodes have an available pod than the update may cost
	Stuck   Harm = "stuck"   // the rollout does not come to its end
)

// Proof is a scenario that was run.
type Proof struct {
	// Name is that of a file: agents-agent-RS302.txtar.
	Name string
	// Content is the scenario, with what its commands print.
	Content []byte
	// Harm is what came of it. Shows says that it is the harm that the rule warns of.
	Harm  Harm
	Shows bool
}

// Given are nodes that are there, with what runs on them, for rules about these; the
// zero value gives none, and the proof makes nodes of its own.
type Given struct {
	Nodes   []*api.Node
	Pods    []*api.Pod
	Classes []*api.PriorityClass
}

// Rules are the ids of the rules that can be proved.
func Rules() []string {
	out := make([]string, 0, len(plans))
	for id := range plans {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// Of proves what a rule says about a DaemonSet. It is false where there is nothing to
// run: for other rules, and for a manifest without a name or a container.
func Of(rule string, d *rules.Document, given Given) (*Proof, bool) {
	make, ok := plans[rule]
	if !ok || d.Set == nil || d.Name == "" || len(d.Set.Spec.Template.Spec.Containers) == 0 {
		return nil, false
	}
	s := &subject{document: d, given: given}
	p := make(s)
	text := s.file(p)
	run, err := transcript.Parse("proof.txtar", text)
	if err != nil {
		return nil, false
	}
	out, harm := record(run, p.steps(s))
	name := strings.Trim(d.Namespace+"-"+d.Name, "-") + "-" + rule + ".txtar"
	return &Proof{Name: fileName(name), Content: append(out, s.manifests(p)...), Harm: harm, Shows: harm == p.harm && harm != None}, true
}

// fileName keeps a name of a manifest from leading elsewhere.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}

// file is the scenario before it is run.
func (s *subject) file(p plan) []byte {
	var out strings.Builder
	writeProse(&out, []string{p.title})
	for _, step := range p.steps(s) {
		out.WriteString("$ " + step.command + "\n")
	}
	return append([]byte(out.String()), s.manifests(p)...)
}

// manifests are the files of the scenario.
func (s *subject) manifests(p plan) []byte {
	var out strings.Builder
	out.WriteString("-- nodes.yaml --\n")
	for i, o := range s.cluster(p) {
		if i > 0 {
			out.WriteString("---\n")
		}
		out.WriteString(tree.YAML(o))
	}
	out.WriteString("-- agent.yaml --\n")
	if object, err := tree.Value(s.document.Raw()); err == nil {
		out.WriteString(tree.YAML(object))
	}
	return []byte(out.String())
}

// Package stage makes a scenario of files: manifests, nodes in their several forms, and
// what a live cluster prints about itself.
package stage

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// Builder puts a scenario together, step by step.
type Builder struct{ File *transcript.File }

// New begins a scenario with a title in English and Chinese.
func New(english, chinese string) *Builder {
	return &Builder{&transcript.File{Name: "staged", Title: transcript.Paragraph{English: []string{english}, Chinese: []string{chinese}}}}
}

// Step adds a command.
func (b *Builder) Step(command string) {
	b.File.Steps = append(b.File.Steps, transcript.Step{Command: command})
}

// Apply adds a manifest under a name of its own, and the step that applies it.
func (b *Builder) Apply(name string, content []byte) {
	name = b.add(name, content)
	b.Step("kubectl apply -f " + name)
}

func (b *Builder) add(name string, content []byte) string {
	base := strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '.' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return r
		}
		return '-'
	}, path.Base(name))
	name = base
	for n := 2; ; n++ {
		if _, taken := b.File.Manifest(name); !taken {
			break
		}
		name = strconv.Itoa(n) + "-" + base
	}
	b.File.Manifests = append(b.File.Manifests, transcript.Manifest{Name: name, Content: content})
	return name
}

// Nodes adds equal nodes, and what files hold: pools of nodes, or objects as a cluster
// prints them.
func (b *Builder) Nodes(equal []*api.Node, files []manifest.File) error {
	nodes := slices.Clone(equal)
	for _, f := range files {
		if short := pools.Read(f.Name, f.Content); len(short.Nodes) > 0 {
			nodes = append(nodes, short.Nodes...)
			continue
		}
		objects, err := Read(f.Name, f.Content)
		if err != nil {
			return err
		}
		objects.Steps(b)
	}
	if len(nodes) > 0 {
		list := make([]any, len(nodes))
		for i, n := range nodes {
			list[i] = n
		}
		b.Apply("nodes.json", listOf(list))
	}
	return nil
}

// listOf is a manifest of objects.
func listOf(objects []any) []byte {
	for _, o := range objects {
		typed(o)
	}
	text, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": objects})
	if err != nil {
		panic(fmt.Sprintf("objects that came from JSON do not go back: %v", err))
	}
	return text
}

// typed writes into an object what it is, as manifests say it.
func typed(o any) {
	switch o := o.(type) {
	case *api.Node:
		o.APIVersion, o.Kind = "v1", "Node"
	case *api.Pod:
		o.APIVersion, o.Kind = "v1", "Pod"
	case *api.DaemonSet:
		o.APIVersion, o.Kind = "apps/v1", "DaemonSet"
	case *api.ControllerRevision:
		o.APIVersion, o.Kind = "apps/v1", "ControllerRevision"
	case *api.PriorityClass:
		o.APIVersion, o.Kind = "scheduling.k8s.io/v1", "PriorityClass"
	case *api.PodDisruptionBudget:
		o.APIVersion, o.Kind = "policy/v1", "PodDisruptionBudget"
	}
}

// Read reads what a cluster has printed. Fields that are not known are left
// out, as the cluster may be newer.
func Read(name string, content []byte) (*Live, error) {
	result := decode.File(name, content)
	for i := range result.Errors {
		if e := &result.Errors[i]; e.Code != decode.CodeUnknownField {
			return nil, fmt.Errorf("%s:%d:%d: %s", name, e.Line, e.Column, e.Message)
		}
	}
	out := &Live{}
	for i := range result.Documents {
		out.take(result.Documents[i].Object)
	}
	return out, nil
}

// Live is what a cluster has printed about itself.
type Live struct {
	Nodes, Sets, Revisions, Pods []any
	others                       []any
	faults                       []string // commands that break what is not ready
}

// take sorts an object in. Secrets of the cluster stay out: values of environment
// variables in pods, and what kubectl notes about applied manifests.
func (l *Live) take(o any) {
	switch o := o.(type) {
	case *api.Node:
		if fault := unready(o); fault != "" {
			l.faults = append(l.faults, fault)
		}
		l.Nodes = append(l.Nodes, o)
	case *api.DaemonSet:
		delete(o.Annotations, lastApplied)
		l.Sets = append(l.Sets, o)
	case *api.ControllerRevision:
		l.Revisions = append(l.Revisions, o)
	case *api.Pod:
		delete(o.Annotations, lastApplied)
		for i := range o.Spec.Containers {
			o.Spec.Containers[i].Env, o.Spec.Containers[i].EnvFrom = nil, nil
		}
		if o.Status.Phase != api.PodSucceeded && o.Status.Phase != api.PodFailed {
			l.Pods = append(l.Pods, o)
		}
	case *api.PriorityClass, *api.PodDisruptionBudget:
		l.others = append(l.others, o)
	}
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// unready is the command that breaks a node as it is broken, "" for one that is
// ready. The node becomes one that is ready until then.
func unready(n *api.Node) string {
	for i := range n.Status.Conditions {
		c := &n.Status.Conditions[i]
		if c.Type != api.NodeReady || c.Status == api.ConditionTrue {
			continue
		}
		fault := "break node/" + n.Name
		if c.Status == api.ConditionFalse {
			fault += " --not-ready"
		}
		n.Status.Conditions = nil
		n.Spec.Taints = slices.DeleteFunc(n.Spec.Taints, func(t api.Taint) bool {
			return t.Key == api.TaintNodeNotReady || t.Key == api.TaintNodeUnreachable
		})
		return fault
	}
	return ""
}

// Add puts two together.
func (l *Live) Add(o *Live) {
	l.Nodes, l.Sets = append(l.Nodes, o.Nodes...), append(l.Sets, o.Sets...)
	l.Revisions, l.Pods = append(l.Revisions, o.Revisions...), append(l.Pods, o.Pods...)
	l.others, l.faults = append(l.others, o.others...), append(l.faults, o.faults...)
}

// Steps brings everything into being at one moment: owners before what they own.
func (l *Live) Steps(b *Builder) {
	all := slices.Concat(l.Nodes, l.others, l.Sets, l.Revisions, l.Pods)
	b.Step("kubectl create -f " + b.add("cluster.json", listOf(all)))
	for _, fault := range l.faults {
		b.Step(fault)
	}
}

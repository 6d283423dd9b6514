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
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// Builder puts a scenario together, step by step.
type Builder struct {
	File *transcript.File

	has Live // what a cluster has printed, of that what Classes looks at
}

// New begins a scenario with a title in English and Chinese.
func New(english, chinese string) *Builder {
	return &Builder{File: &transcript.File{Name: "staged", Title: transcript.Paragraph{English: []string{english}, Chinese: []string{chinese}}}}
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

// RollOut adds what was there before: the old DaemonSets, rolled out, and their pods
// ready for as long as the new ones ask for, as those of a cluster have been for days.
// Otherwise a longer minReadySeconds would make all of them unavailable at once.
func (b *Builder) RollOut(olds, news []manifest.File) {
	for _, f := range olds {
		b.Apply(f.Name, f.Content)
	}
	if len(olds) == 0 {
		return
	}
	b.Step("until idle")
	was := map[string]int32{}
	for _, d := range sets(olds) {
		was[key(d.Namespace, d.Name)] = d.Spec.MinReadySeconds
	}
	age := int32(0)
	for _, d := range sets(news) {
		if before, ok := was[key(d.Namespace, d.Name)]; ok && d.Spec.MinReadySeconds > before {
			age = max(age, d.Spec.MinReadySeconds)
		}
	}
	if age > 0 {
		b.Step("advance " + strconv.Itoa(int(age)) + "s")
	}
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
// prints them. keep are the DaemonSets that keep the values of their variables.
func (b *Builder) Nodes(equal []*api.Node, files []manifest.File, keep ...string) error {
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
		objects.Hide(keep)
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
	text, err := json.MarshalIndent(map[string]any{"apiVersion": "v1", "kind": "List", "items": objects}, "", " ")
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

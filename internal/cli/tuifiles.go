package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// manifests makes a scenario of manifests and nodes.
func (o *tuiOptions) manifests(cmd *cobra.Command) (*transcript.File, error) {
	if len(o.nodes) == 0 {
		return o.live(cmd)
	}
	if _, err := readPlan(cmd, o.files, o.from, o.nodes); err != nil && !slices.Contains(append(slices.Clone(o.files), o.nodes...), "-") {
		return nil, err
	}
	b := &builder{file: &transcript.File{Name: "tui", Title: transcript.Paragraph{English: []string{strings.Join(o.files, ", ")}}}}
	for _, image := range o.images {
		b.step("image " + image)
	}
	if err := b.nodes(cmd, o.nodes); err != nil {
		return nil, err
	}
	for i, names := range [][]string{o.from, o.files} {
		files, err := readFiles(cmd, names)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			b.apply(f.Name, f.Content)
		}
		if i == 0 && len(files) > 0 {
			b.step("until idle")
		}
	}
	return b.file, nil
}

// builder puts a scenario together.
type builder struct{ file *transcript.File }

func (b *builder) step(command string) {
	b.file.Steps = append(b.file.Steps, transcript.Step{Command: command})
}

// apply adds a manifest under a name of its own, and the step that applies it.
func (b *builder) apply(name string, content []byte) {
	name = b.add(name, content)
	b.step("kubectl apply -f " + name)
}

func (b *builder) add(name string, content []byte) string {
	base := strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '.' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return r
		}
		return '-'
	}, path.Base(name))
	name = base
	for n := 2; ; n++ {
		if _, taken := b.file.Manifest(name); !taken {
			break
		}
		name = strconv.Itoa(n) + "-" + base
	}
	b.file.Manifests = append(b.file.Manifests, transcript.Manifest{Name: name, Content: content})
	return name
}

// nodes adds what --nodes names: numbers, pools, and files with objects.
func (b *builder) nodes(cmd *cobra.Command, args []string) error {
	var names []string
	var nodes []*api.Node
	for _, arg := range args {
		if n, err := strconv.Atoi(arg); err == nil && !exists(arg) {
			nodes = append(nodes, pools.Same(min(max(n, 1), pools.MaxNodes))...)
			continue
		}
		names = append(names, arg)
	}
	files, err := readFiles(cmd, names)
	if err != nil {
		return err
	}
	for _, f := range files {
		if short := pools.Read(f.Name, f.Content); len(short.Nodes) > 0 {
			nodes = append(nodes, short.Nodes...)
			continue
		}
		objects, err := liveObjects(f.Name, f.Content)
		if err != nil {
			return err
		}
		objects.steps(b)
	}
	if len(nodes) > 0 {
		list := make([]any, len(nodes))
		for i, n := range nodes {
			list[i] = n
		}
		b.apply("nodes.json", listOf(list))
	}
	return nil
}

// listOf is a manifest of objects.
func listOf(objects []any) []byte {
	text, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": objects})
	if err != nil {
		panic(fmt.Sprintf("objects that came from JSON do not go back: %v", err))
	}
	return text
}

// live makes a scenario of everything that a cluster has printed about itself.
func (o *tuiOptions) live(cmd *cobra.Command) (*transcript.File, error) {
	b := &builder{file: &transcript.File{Name: "live", Title: transcript.Paragraph{English: []string{"live: " + strings.Join(o.files, ", ")}, Chinese: []string{"现场：" + strings.Join(o.files, ", ")}}}}
	files, err := readFiles(cmd, o.files)
	if err != nil {
		return nil, err
	}
	all := &live{}
	for _, f := range files {
		objects, err := liveObjects(f.Name, f.Content)
		if err != nil {
			return nil, err
		}
		all.add(objects)
	}
	if len(all.nodes) == 0 {
		return nil, exitError{code: exitUsage, err: errors.New("there is no node in " + strings.Join(o.files, ", ")),
			hint: "add --nodes 50, or give everything: kubectl get nodes,ds,pods,controllerrevisions -A -o yaml"}
	}
	all.steps(b)
	return b.file, nil
}

// liveObjects reads what a cluster has printed. Fields that are not known are left
// out, as the cluster may be newer.
func liveObjects(name string, content []byte) (*live, error) {
	result := decode.File(name, content)
	for i := range result.Errors {
		if e := &result.Errors[i]; e.Code != decode.CodeUnknownField {
			return nil, exitError{code: exitUsage, err: fmt.Errorf("%s:%d:%d: %s", name, e.Line, e.Column, e.Message), hint: e.Hint}
		}
	}
	out := &live{}
	for i := range result.Documents {
		out.take(result.Documents[i].Object)
	}
	return out, nil
}

// live is what a cluster has printed about itself.
type live struct {
	nodes, sets, revisions, pods, others []any
	faults                               []string // commands that break what is not ready
}

// take sorts an object in. Secrets of the cluster stay out: values of environment
// variables in pods, and what kubectl notes about applied manifests.
func (l *live) take(o any) {
	switch o := o.(type) {
	case *api.Node:
		if fault := unready(o); fault != "" {
			l.faults = append(l.faults, fault)
		}
		l.nodes = append(l.nodes, o)
	case *api.DaemonSet:
		delete(o.Annotations, lastApplied)
		l.sets = append(l.sets, o)
	case *api.ControllerRevision:
		l.revisions = append(l.revisions, o)
	case *api.Pod:
		delete(o.Annotations, lastApplied)
		for i := range o.Spec.Containers {
			o.Spec.Containers[i].Env, o.Spec.Containers[i].EnvFrom = nil, nil
		}
		if o.Status.Phase != api.PodSucceeded && o.Status.Phase != api.PodFailed {
			l.pods = append(l.pods, o)
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

// add puts two together.
func (l *live) add(o *live) {
	l.nodes, l.sets = append(l.nodes, o.nodes...), append(l.sets, o.sets...)
	l.revisions, l.pods = append(l.revisions, o.revisions...), append(l.pods, o.pods...)
	l.others, l.faults = append(l.others, o.others...), append(l.faults, o.faults...)
}

// steps brings everything into being at one moment: owners before what they own.
func (l *live) steps(b *builder) {
	all := slices.Concat(l.nodes, l.others, l.sets, l.revisions, l.pods)
	b.step("kubectl create -f " + b.add("cluster.json", listOf(all)))
	for _, fault := range l.faults {
		b.step(fault)
	}
}

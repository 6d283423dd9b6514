package stage_test

import (
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/internal/cli/stage"
)

func TestPriorityClassesThatNobodyBringsAreTakenToBeThere(t *testing.T) {
	const (
		set    = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {priorityClassName: agents, containers: [{name: a, image: a}]}}}\n"
		class  = "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: agents}\nvalue: 7\n"
		system = "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: system-node-critical}\nvalue: 2000001000\n"
		pod    = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {nodeName: n1, priorityClassName: agents, priority: 9, containers: [{name: a, image: a}]}\n"
		node   = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n"
	)
	for _, c := range []struct{ name, cluster, file, value string }{
		{"a DaemonSet alone", node, set, "0"},
		{"a pod of the class is there", node + pod, set, "9"},
		{"a DaemonSet that is there", node + "---\n" + set, "", "0"},
		{"the class is in the file", node, set + class, ""},
		{"the class is there", node + class, set, ""},
		{"all classes of a cluster are there", node + system, set, ""},
		{"a class of Kubernetes' own", node, strings.Replace(set, "agents", "system-agents", 1), ""},
	} {
		l, err := stage.Read("cluster.yaml", []byte(c.cluster))
		if err != nil {
			t.Fatal(err)
		}
		b := stage.New("classes", "优先级类")
		l.Steps(b)
		b.Classes(manifest.File{Name: "new.yaml", Content: []byte(c.file)})
		made := ""
		if m, ok := b.File.Manifest("priorityclasses.json"); ok {
			_, after, _ := strings.Cut(string(m), `"value": `)
			made, _, _ = strings.Cut(after, "\n")
		}
		if made != c.value {
			t.Errorf("%s: the class has value %q, want %q", c.name, made, c.value)
		}
	}
}

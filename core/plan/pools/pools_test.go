package pools_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/plan/pools"
)

// read reads a text and writes nodes and findings as lines.
func read(text string) string {
	f := pools.Read("nodes.yaml", []byte(text))
	var b strings.Builder
	for _, n := range f.Nodes {
		fmt.Fprintf(&b, "%s zone=%s os=%s", n.Name, n.Labels["topology.kubernetes.io/zone"], n.Labels["kubernetes.io/os"])
		for _, t := range n.Spec.Taints {
			fmt.Fprintf(&b, " %s", t.String())
		}
		if n.Spec.Unschedulable {
			b.WriteString(" cordoned")
		}
		for _, c := range n.Status.Conditions {
			fmt.Fprintf(&b, " %s=%s", c.Type, c.Status)
		}
		if cpu, ok := n.Status.Allocatable["cpu"]; ok {
			fmt.Fprintf(&b, " cpu=%s", cpu.String())
		}
		b.WriteString("\n")
	}
	for _, e := range f.Findings {
		fmt.Fprintf(&b, "%d:%d: %s: %s: %s\n", e.Line, e.Column, e.Path, e.Kind, e.Message)
	}
	return b.String()
}

func TestPools(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a pool without a count is one node of its name", "pools:\n- name: n1\n", "n1 zone= os=linux\n"},
		{
			"numbers have the same width", "pools:\n- {name: w, count: 10, zones: [a, b]}\n",
			"w-01 zone=a os=linux\nw-02 zone=b os=linux\nw-03 zone=a os=linux\nw-04 zone=b os=linux\nw-05 zone=a os=linux\n" +
				"w-06 zone=b os=linux\nw-07 zone=a os=linux\nw-08 zone=b os=linux\nw-09 zone=a os=linux\nw-10 zone=b os=linux\n",
		},
		{"everything a pool may have", `pools:
- name: w
  count: 1
  labels: {kubernetes.io/os: windows}
  annotations: {a: b}
  taints: [a=b:NoSchedule, c:NoExecute, {key: d, value: e, effect: PreferNoSchedule}]
  allocatable: {cpu: 2, memory: 4Gi}
  unschedulable: true
  ready: false
`, "w-1 zone= os=windows a=b:NoSchedule c:NoExecute d=e:PreferNoSchedule cordoned Ready=Unknown cpu=2\n"},
		{"no nodes", "pools: [{name: w, count: 0}]\n", ""},
		{"other documents are left alone", "pools: [{name: n1}]\n---\nkind: Pod\npools: []\n", "n1 zone= os=linux\n"},
		{"JSON", `{"pools": [{"name": "n1"}]}`, "n1 zone= os=linux\n"},

		{"no list", "pools: 3\n", "1:8: pools: Wrong type: must be a list, but is the number 3\n"},
		{"no map", "pools: [w]\n", "1:9: pools[0]: Wrong type: must be a map, but is the text \"w\"\n"},
		{"no name", "pools: [{count: 1}]\n", "1:9: pools[0].name: Required value: a pool has a name\n"},
		{
			"an unknown field", "pools:\n- name: w\n  size: 3\n",
			"3:3: pools[0].size: Unknown field: a pool has no \"size\"; it may have: name, count, labels, annotations, taints, allocatable, zones, unschedulable, ready\n",
		},
		{"a field beside pools", "pools: []\nnodes: []\n", "2:1: nodes: Unknown field: beside pools there is nothing else\n"},
		{"a count that is none", "pools:\n- name: w\n  count: 1.5\n", "3:10: pools[0].count: Invalid value: 1.5: must be a whole number from 0 to 200000\n"},
		{"too many nodes", "pools:\n- {name: v, count: 200000}\n- {name: w, count: 1}\n", "3:3: pools[1]: Too many: more than 200000 nodes in one file\n"},
		{
			"a taint without an effect", "pools:\n- name: w\n  taints: [a=b]\n",
			"3:12: pools[0].taints[0]: Invalid value: a taint has a key and the effect NoSchedule, PreferNoSchedule or NoExecute\n",
		},
		{"a label that is no text", "pools:\n- name: w\n  labels: {a: true}\n", "3:15: pools[0].labels[a]: Wrong type: must be text, but is the boolean true\n"},
		{
			"an amount that is none", "pools:\n- name: w\n  allocatable: {cpu: many}\n",
			"3:22: pools[0].allocatable[cpu]: Invalid value: \"many\": quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'\n",
		},
		{
			"nodes that an API server refuses", "pools:\n- name: Worker_1\n",
			"2:3: pools[0]: Invalid value: the pool's nodes are refused: metadata.name: Invalid value: \"Worker_1\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(c.text)
			if strings.Count(got, "\n") > 1000 {
				got = got[strings.LastIndex(strings.TrimSuffix(got, "\n"), "\n")+1:]
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestTwoPoolsCannotShareANode(t *testing.T) {
	if got := read("pools:\n- {name: w, count: 2}\n- {name: w-1}\n"); !strings.Contains(got, "3:3: pools[1].name: Duplicate value: \"w-1\": another pool has a node of that name") {
		t.Errorf("got %s", got)
	}
}

func TestSameNodesHaveNumbers(t *testing.T) {
	nodes := pools.Same(100)
	if len(nodes) != 100 || nodes[0].Name != "node-001" || nodes[99].Name != "node-100" {
		t.Errorf("%d nodes, %s to %s", len(nodes), nodes[0].Name, nodes[len(nodes)-1].Name)
	}
	if n := len(pools.Same(-1)); n != 0 {
		t.Errorf("%d nodes, want none", n)
	}
}

func FuzzPools(f *testing.F) {
	for _, text := range []string{
		"pools:\n- name: w\n  count: 3\n  taints: [a=b:NoSchedule]\n  zones: [a]\n",
		"pools: [{name: w, allocatable: {cpu: 1}, labels: {a: b}, ready: false}]",
		"pools: &a\n- *a\n", "pools:\n- name: [\n", "pools: {}\n---\npools: []\n", "{\"pools\": null}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := pools.Read("nodes.yaml", []byte(text))
		names := map[string]bool{}
		for _, n := range file.Nodes {
			if n.Name == "" || names[n.Name] {
				t.Fatalf("two nodes, or none, are called %q", n.Name)
			}
			names[n.Name] = true
		}
		if len(file.Nodes) > pools.MaxNodes {
			t.Fatalf("%d nodes", len(file.Nodes))
		}
		for _, e := range file.Findings {
			if e.Line < 1 || e.Column < 1 || e.Kind == "" || e.Message == "" {
				t.Fatalf("a finding without a place or words: %+v", e)
			}
		}
	})
}

func TestWhatAPoolDoesNotSayOfItsMachinesIsCommon(t *testing.T) {
	f := pools.Read("p.yaml", []byte("pools:\n- {name: w, allocatable: {cpu: 8}}\n- {name: x, allocatable: {memory: 1Gi, example.com/gpu: 1}}\n"))
	if len(f.Findings) != 0 {
		t.Fatal(f.Findings)
	}
	var got []string
	for _, n := range f.Nodes {
		for _, name := range []api.ResourceName{"cpu", "memory", "ephemeral-storage", "pods", "example.com/gpu"} {
			if q, ok := n.Status.Allocatable[name]; ok {
				got = append(got, n.Name+" "+string(name)+" "+q.String())
			}
		}
	}
	want := []string{
		"w cpu 8", "w memory 16Gi", "w ephemeral-storage 100Gi", "w pods 110",
		"x cpu 4", "x memory 1Gi", "x ephemeral-storage 100Gi", "x pods 110", "x example.com/gpu 1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

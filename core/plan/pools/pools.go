// Package pools reads the short way to write a cluster's nodes:
//
//	pools:
//	- name: worker
//	  count: 500
//	  labels: {disk: ssd}
//	  taints: [dedicated=db:NoSchedule]
//	  allocatable: {cpu: "8", memory: 32Gi, pods: 110}
//	  zones: [a, b, c]
//
// The nodes are worker-001 to worker-500. A pool without a count is one node that
// is called like the pool. Every node has the labels that its kubelet would give
// it: host name, operating system (linux) and architecture (amd64), unless the
// pool gives others.
package pools

import (
	"maps"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/api/validation"
)

// Limits of what a file may ask for.
const (
	MaxPools = 1_000
	MaxNodes = 200_000
)

// File is what a file of nodes holds.
type File struct {
	Nodes []*api.Node
	// Documents are the numbers of the documents that are pools; what the decoder
	// says about these does not count.
	Documents []int
	Findings  []manifest.Finding
}

// Read reads the pools in a file, which may hold other documents too.
func Read(name string, content []byte) File { return ReadAtMost(name, content, MaxNodes) }

// ReadAtMost is Read with a limit of its own for the nodes of the file.
func ReadAtMost(name string, content []byte, most int) File {
	r := reader{name: name, most: min(most, MaxNodes)}
	for _, d := range tree.Read(content).Documents {
		if pools := d.Root.Member("pools"); pools != nil && d.Root.Member("kind") == nil {
			r.file.Documents = append(r.file.Documents, d.Number)
			r.document(d.Root)
		}
	}
	return r.file
}

// Same are n equal nodes of 4 CPUs and 16 GiB, called node-1 to node-n.
func Same(n int) []*api.Node {
	p := pool{name: "node", count: min(max(n, 0), MaxNodes), counted: true}
	return p.nodes()
}

// pool is one entry of the list.
type pool struct {
	name        string
	count       int
	counted     bool // the count was given, so that names are numbered
	labels      map[string]string
	annotations map[string]string
	taints      []api.Taint
	allocatable api.ResourceList
	zones       []string
	cordoned    bool
	notReady    bool
}

// reader reads pools and collects what is wrong with them.
type reader struct {
	name string
	most int // nodes
	file File
}

func (r *reader) fail(at tree.Pos, path, kind, message, hint string) {
	r.file.Findings = append(r.file.Findings, manifest.Finding{
		File: r.name, Line: at.Line, Column: at.Column,
		Path: path, Kind: kind, Message: message, Severity: manifest.Error, Hint: hint,
	})
}

func (r *reader) document(root *tree.Node) {
	for i := range root.Members {
		if m := &root.Members[i]; m.Key != "pools" {
			r.fail(m.At, m.Key, "Unknown field", "beside pools there is nothing else", "put it into a document of its own, after a line of ---")
		}
	}
	r.repeats(root, "")
	list := root.Child("pools")
	if list.Kind != tree.List {
		r.fail(list.At, "pools", "Wrong type", "must be a list, but is "+list.Describe(), "begin each pool with - name:")
		return
	}
	if len(list.Items) > MaxPools {
		r.fail(list.At, "pools", "Too many", fmt.Sprintf("more than %d pools", MaxPools), "")
		return
	}
	names := map[string]bool{}
	asked := 0
	for i, item := range list.Items {
		at := "pools[" + strconv.Itoa(i) + "]"
		p, ok := r.pool(item, at)
		if !ok {
			continue
		}
		if asked += p.count; asked > r.most {
			r.fail(item.At, at, "Too many", fmt.Sprintf("more than %d nodes in one file", r.most), "")
			return
		}
		if r.valid(item, at, &p) {
			r.add(item, at, p.nodes(), names)
		}
	}
}

// add adds the nodes of a pool, unless another has nodes of these names.
func (r *reader) add(item *tree.Node, path string, nodes []*api.Node, names map[string]bool) {
	for _, n := range nodes {
		if names[n.Name] {
			r.fail(item.At, path+".name", "Duplicate value", tree.Quote(n.Name)+": another pool has a node of that name", "")
			return
		}
		names[n.Name] = true
		r.file.Nodes = append(r.file.Nodes, n)
	}
}

// valid says whether an API server would take the nodes of a pool. They differ in
// their names alone, so the last, which has the longest, stands for all.
func (r *reader) valid(item *tree.Node, path string, p *pool) bool {
	if p.count == 0 {
		return true
	}
	last := p.node(p.count - 1).DeepCopy()
	defaults.Node(last)
	errs := validation.Node(last)
	for _, e := range errs {
		r.fail(item.At, path, e.Type.String(), "the pool's nodes are refused: "+e.Error(), "")
	}
	return len(errs) == 0
}

// nodes makes the nodes of a pool.
func (p *pool) nodes() []*api.Node {
	nodes := make([]*api.Node, p.count)
	for i := range nodes {
		nodes[i] = p.node(i)
	}
	return nodes
}

// node makes one node of a pool, counted from 0.
func (p *pool) node(i int) *api.Node {
	n := &api.Node{}
	n.Name = p.name
	if p.counted {
		n.Name = fmt.Sprintf("%s-%0*d", p.name, len(strconv.Itoa(p.count)), i+1)
	}
	n.Labels = map[string]string{api.LabelHostname: n.Name, api.LabelOSStable: "linux", api.LabelArchStable: "amd64"}
	if len(p.zones) > 0 {
		n.Labels[api.LabelTopologyZone] = p.zones[i%len(p.zones)]
	}
	maps.Copy(n.Labels, p.labels)
	n.Annotations = p.annotations
	n.Spec.Taints = append([]api.Taint(nil), p.taints...)
	n.Spec.Unschedulable = p.cordoned
	n.Status.Allocatable = p.allocatable
	n.Status.NodeInfo.OperatingSystem, n.Status.NodeInfo.Architecture = n.Labels[api.LabelOSStable], n.Labels[api.LabelArchStable]
	if p.notReady {
		n.Status.Conditions = []api.NodeCondition{{Type: api.NodeReady, Status: api.ConditionUnknown}}
	}
	return n
}

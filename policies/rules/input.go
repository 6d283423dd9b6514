package rules

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/facts"
)

// Input is what one check is about.
type Input struct {
	// Document is the DaemonSet to check; nil to check Run.
	Document *Document
	// Others are DaemonSets of the same run that it is compared with; see Neighbours.
	Others []*Document
	// Cluster is what it meets on the nodes; nil without nodes. Package core/facts works
	// it out.
	Cluster *facts.Cluster
	Config  Config
	// Run sums up a run, for the rules about it.
	Run *Run
}

// Run sums up what a run has looked at.
type Run struct {
	Files      int `json:"files"`
	Documents  int `json:"documents"`
	DaemonSets int `json:"daemonsets"`
	// NodeTypes are the nodes and what all DaemonSets take from them; empty without nodes.
	NodeTypes []facts.NodeType `json:"node_types"`
}

// Config is what users say about their cluster and their exceptions.
type Config struct {
	Allow Allow `json:"allow"`
	// Runtime is the container runtime of the nodes: containerd, cri-o or docker.
	Runtime string `json:"runtime"`
	// MinLivenessBudget is how many seconds after its start a container may be
	// restarted at the earliest.
	MinLivenessBudget int `json:"minLivenessBudget"`
	// PSS is the Pod Security level that templates must keep to: privileged, baseline
	// or restricted; "" for any.
	PSS string `json:"pss"`
}

// Allow lists what rules let pass.
type Allow struct {
	HostPaths  []string `json:"hostPaths"`  // directories that may be writable, with what is below
	Containers []string `json:"containers"` // names of containers that need no memory limit
}

// DefaultConfig is what holds where users say nothing.
func DefaultConfig() Config {
	return Config{Allow: Allow{HostPaths: []string{}, Containers: []string{}}, Runtime: "containerd", MinLivenessBudget: 30}
}

// File is a file that was read.
type File struct {
	Name string
	// Sets are its DaemonSets, those with mistakes included.
	Sets []*Document
	// Documents is how many objects of any kind the file holds.
	Documents int
	// Nodes, Pods and Classes are those that it holds, for who wants to take them for the
	// cluster.
	Nodes   []*api.Node
	Pods    []*api.Pod
	Classes []*api.PriorityClass
	Lines   *Lines
	// Errors are mistakes that are not about a DaemonSet; Warnings are doubts.
	Errors, Warnings []decode.Error
}

// Object names the object of a finding.
type Object struct {
	Kind      string
	Namespace string // as written; "" if the manifest names none
	Name      string
}

// Document is a DaemonSet of a file.
type Document struct {
	Object
	File  string
	Index int // of the document in its file, from 1
	Item  int // of the object in a list, from 0; -1 if it is in none
	// Set is the object as written, without defaults. It is not to be changed.
	Set   *api.DaemonSet
	Facts *facts.Facts

	source decode.Document
	lines  *Lines // of the file
}

// Read reads a file. Name is what findings call it; it is not opened.
func Read(name string, content []byte) *File { return new(Reader).Read(name, string(content)) }

// Reader reads many files, one after the other; see decode.Reader.
type Reader struct{ decode.Reader }

// Read is what the function Read is.
func (r *Reader) Read(name, content string) *File {
	result := r.File(name, content)
	f := &File{Name: name, Documents: len(result.Documents), Lines: linesOf(content), Warnings: result.Warnings}
	for _, d := range result.Documents {
		set, ok := d.Object.(*api.DaemonSet)
		if !ok {
			f.keep(d.Object)
			continue
		}
		f.Sets = append(f.Sets, &Document{
			Object: Object{d.Kind, d.Namespace, d.Name}.clone(), File: name, Index: d.Index, Item: d.Item,
			Set: set, Facts: facts.Of(set, about(&d, result.Errors)), source: d, lines: f.Lines,
		})
	}
	for i := range result.Errors {
		e := &result.Errors[i]
		if !slices.ContainsFunc(f.Sets, func(d *Document) bool { return d.Index == e.Document && d.Item == e.Item }) {
			f.Errors = append(f.Errors, *e)
		}
	}
	return f
}

// about are the mistakes of a document.
func about(d *decode.Document, errors []decode.Error) (out []decode.Error) {
	for i := range errors {
		if errors[i].Document == d.Index && errors[i].Item == d.Item {
			out = append(out, errors[i])
		}
	}
	return out
}

// keep remembers what says something about a cluster.
func (f *File) keep(object any) {
	switch o := object.(type) {
	case *api.Node:
		f.Nodes = append(f.Nodes, o)
	case *api.Pod:
		f.Pods = append(f.Pods, o)
	case *api.PriorityClass:
		f.Classes = append(f.Classes, o)
	}
}

// mostNeighbours is how many others a DaemonSet is compared with: who clashes with so many
// does not want a list of all.
const mostNeighbours = 3

// Neighbours are, for each DaemonSet, the first few of the earlier ones that want a host
// port of the same number and protocol. What is the same object in another file, as
// overlays have it, is left out.
func Neighbours(sets []*Document) [][]*Document {
	type port struct {
		number   int32
		protocol string
	}
	holders := map[port][]*Document{} // one more than is asked for, as one may be the same object
	out := make([][]*Document, len(sets))
	for i, d := range sets {
		for _, p := range d.Facts.HostPorts {
			for _, other := range holders[port{p.Port, p.Protocol}] {
				if other.Object != d.Object && len(out[i]) < mostNeighbours {
					out[i] = with(out[i], other)
				}
			}
		}
		for _, p := range d.Facts.HostPorts {
			at := port{p.Port, p.Protocol}
			if len(holders[at]) <= mostNeighbours {
				holders[at] = with(holders[at], d)
			}
		}
	}
	return out
}

// with adds a DaemonSet to others, unless it is one of them.
func with(others []*Document, d *Document) []*Document {
	if slices.ContainsFunc(others, func(o *Document) bool { return o.Object == d.Object }) {
		return others
	}
	return append(others, d)
}

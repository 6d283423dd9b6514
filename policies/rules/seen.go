package rules

import (
	"cmp"

	"github.com/rollscope/rollscope/core/api/facts"
	"github.com/rollscope/rollscope/core/api/json"
)

// Seen is the input as rules see it.
type Seen struct {
	Config  Config         `json:"config"`
	Others  []neighbour    `json:"others"`
	Facts   *facts.Facts   `json:"facts,omitempty"`
	Cluster *facts.Cluster `json:"cluster,omitempty"`
	Run     *Run           `json:"run,omitempty"`
	Written RawJSON        `json:"manifest,omitempty"`
}

// RawJSON is JSON already.
type RawJSON []byte

// AppendJSON writes it as it is.
func (r RawJSON) AppendJSON(dst []byte) []byte { return append(dst, r...) }

// MarshalJSON is the same for encoding/json.
func (r RawJSON) MarshalJSON() ([]byte, error) { return r, nil }

// neighbour is what rules see of another DaemonSet.
type neighbour struct {
	File         string            `json:"file"`
	SameFile     bool              `json:"same_file"` // as the DaemonSet that is checked
	Namespace    string            `json:"namespace"`
	Name         string            `json:"name"`
	HostPorts    []facts.HostPort  `json:"host_ports"`
	NodeSelector map[string]string `json:"node_selector"`
}

// Seen is the input as rules see it, but for the manifest.
func (in Input) Seen() Seen {
	out := Seen{Config: in.Config, Others: []neighbour{}, Cluster: in.Cluster, Run: in.Run}
	if in.Document != nil {
		out.Facts = in.Document.Facts
	}
	for _, d := range in.Others {
		out.Others = append(out.Others, neighbour{d.File, in.Document != nil && d.File == in.Document.File, d.Namespace, d.Name, d.Facts.HostPorts, d.Facts.Placement.NodeSelector})
	}
	return out
}

// MarshalJSON is the input as rules see it.
func (in Input) MarshalJSON() ([]byte, error) {
	out := in.Seen()
	if in.Document != nil {
		out.Written = in.Document.source.Raw()
	}
	return json.Marshal(out)
}

// InOrder puts findings by place, then by rule.
func InOrder(a, b *Finding) int {
	return cmp.Or(
		cmp.Compare(a.Start.Line, b.Start.Line), cmp.Compare(a.Start.Column, b.Start.Column),
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.English.Message, b.English.Message),
	)
}

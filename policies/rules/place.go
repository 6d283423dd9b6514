package rules

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/facts"
)

// Position is where a field of the manifest is written; see decode.Document.Position.
func (d *Document) Position(path string) Pos { return d.source.Position(path) }

// Value is where the value of a field begins; see decode.Document.ValuePosition.
func (d *Document) Value(path string) Pos { return d.source.ValuePosition(path) }

// Raw is the document as JSON; see decode.Document.Raw.
func (d *Document) Raw() []byte { return d.source.Raw() }

// Written is the document as it is written; see decode.Document.Root.
func (d *Document) Written() *tree.Node { return d.source.Root() }

// Outline is what others need to know of a DaemonSet that is not kept: what it is called
// and where it stands, its ports and its node selector. It shares no memory with d.
func (d *Document) Outline() *Document {
	known := &facts.Facts{HostPorts: make([]facts.HostPort, len(d.Facts.HostPorts))}
	for i, p := range d.Facts.HostPorts {
		p.Container, p.Path, p.Protocol, p.IP = strings.Clone(p.Container), strings.Clone(p.Path), strings.Clone(p.Protocol), strings.Clone(p.IP)
		known.HostPorts[i] = p
	}
	known.Placement.NodeSelector = make(map[string]string, len(d.Facts.Placement.NodeSelector))
	for key, value := range d.Facts.Placement.NodeSelector {
		known.Placement.NodeSelector[strings.Clone(key)] = strings.Clone(value)
	}
	return &Document{Object: d.Object.clone(), File: d.File, Index: d.Index, Item: d.Item, Facts: known}
}

// clone shares no memory with o.
func (o Object) clone() Object {
	return Object{strings.Clone(o.Kind), strings.Clone(o.Namespace), strings.Clone(o.Name)}
}

package rules

import "github.com/rollscope/rollscope/core/api/decode/tree"

// Position is where a field of the manifest is written; see decode.Document.Position.
func (d *Document) Position(path string) Pos { return d.source.Position(path) }

// Value is where the value of a field begins; see decode.Document.ValuePosition.
func (d *Document) Value(path string) Pos { return d.source.ValuePosition(path) }

// Raw is the document as JSON; see decode.Document.Raw.
func (d *Document) Raw() []byte { return d.source.Raw() }

// Written is the document as it is written; see decode.Document.Root.
func (d *Document) Written() *tree.Node { return d.source.Root() }

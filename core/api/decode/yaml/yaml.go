// Package yaml reads the YAML that kubectl reads, into nodes with places.
//
// It accepts, refuses and understands what the library behind kubectl does: YAML 1.1 as
// libyaml and its Go descendants have it, peculiarities included. It is written anew for
// three reasons: the library keeps no places, the one that does (go.yaml.in/yaml/v3) reads
// comments and tabs otherwise and tells no column of a mistake, and either would be a tenth
// of sim.wasm. Tests, fuzzed ones too, hold it equal to sigs.k8s.io/yaml.
//
// A scanner makes tokens of text (scan.go, indent.go, and a file for each way to write a
// scalar); a parser makes nodes of tokens (parse.go). What the text of a scalar means (that
// yes is a boolean) is left to the caller, and so are merge keys.
//
// Upstream 1.37: go.yaml.in/yaml/v2 scannerc.go and parserc.go, by way of sigs.k8s.io/yaml.
// Differs: no directives, as kubectl cuts a file before they could count; one document, and
// what follows it is an error; limits; UTF-8 only.
package yaml

import "github.com/rollscope/rollscope/core/api/slab"

// Pos is a place in the text.
type Pos struct {
	Line   int // from 1
	Column int // from 1, in characters
}

// Kind is what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota
	Sequence
	Mapping
	Alias
)

// Node is a value, or a key, as it is written.
type Node struct {
	Kind Kind
	At   Pos // of its anchor or tag, if it has one
	// Value is the text of a scalar without quotes, escapes and line breaks that only
	// fold, or the name of an alias.
	Value string
	// Plain tells that a scalar is written without quotes and not as a block of text.
	Plain bool
	Flow  bool   // a sequence or mapping is written in brackets
	Tag   string // "" if there is none, "!" if nothing follows the mark, else in full
	// Anchored tells that there is an anchor, so that aliases may name the node.
	Anchored bool
	Target   *Node // of an alias: what it stands for, which may be a node around it
	// First begins the content, items or keys and values in turn, each of which knows the
	// Next; nil where it ends. Length is how many there are.
	First, Next *Node
	Length      int
	last        *Node
}

// Failure is why a text cannot be read.
type Failure struct {
	Problem string // such as: did not find expected key
	At      Pos    // where it was noticed
	Context string // such as: while parsing a block mapping; "" if that says nothing
	From    Pos    // where what was being read began; the zero Pos if Context is ""
}

// Problems that callers tell apart.
const (
	TooDeep       = "too deep"
	TooMany       = "too many values"
	Trailing      = "trailing content"
	UnknownAnchor = "unknown anchor"
)

// Limits of a text. Depth counts sequences and mappings in each other, Nodes everything.
type Limits struct{ Depth, Nodes int }

// Parser parses one text after the other. The zero value is ready.
type Parser struct {
	nodes slab.Of[Node]
	queue []token
	room  []byte
}

// Parse reads the one document of text, which must be UTF-8 without control characters;
// nil if it is empty. Text behind the document is a failure. The nodes hold until the next
// text is parsed.
func (m *Parser) Parse(text string, limits Limits) (*Node, *Failure) {
	m.nodes.Reuse()
	p := &parser{scanner: newScanner(text), limits: limits, memory: m}
	p.queue, p.room = m.queue[:0], m.room
	root := p.document()
	m.queue, m.room = p.queue, p.room
	return root, p.failure
}

// Package tree reads YAML and JSON into values with places, as kubectl reads them, and
// explains what cannot be read. It knows nothing of Kubernetes' objects.
//
// A file is cut into parts at its "---" lines (part.go). A part is JSON (json.go) or YAML:
// package yaml reads its nodes, which become values with aliases, merge keys and scalars
// resolved (yaml.go, mapping.go, scalar.go). What package yaml refuses becomes something a
// person can act upon (syntax.go, repair.go).
package tree

import (
	"slices"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode/yaml"
	"github.com/rollscope/rollscope/core/api/slab"
)

// Limits of what is read. Beyond them a file is refused with one clear problem; nothing
// that keeps within them can take long or much memory.
const (
	// MaxFileBytes is the size of the largest file.
	MaxFileBytes = 10 << 20
	// MaxDepth is how deep maps and lists may be nested.
	MaxDepth = 100
	// MaxDocuments is how many documents a file may hold. Items of a List are not
	// documents.
	MaxDocuments = 10_000
	// MaxValues is how many maps, lists and scalars a document may hold, roughly.
	MaxValues = 1_000_000
	// MaxAliasGrowth is by how much the aliases of a document may multiply the values
	// written in it, once there are more than AliasFloor.
	MaxAliasGrowth = 10
	// AliasFloor is how many values a document may always grow to.
	AliasFloor = 10_000
	// MaxProblems is how many problems of a file are kept.
	MaxProblems = 1_000
)

// File is what a file holds.
type File struct {
	Documents []Document // in the order of the file; empty ones are left out
	Problems  []Problem  // errors and warnings, in the order found
}

// Document is one value of a file.
type Document struct {
	// Number counts from 1. Every "---" line begins a document, an empty one counts as
	// well; text before the first such line is a document unless it is blank or only
	// comments. Where JSON values follow one another, each is a document.
	Number int
	Root   *Node
}

// Read reads a file. It never fails as such: everything that is wrong is in Problems.
func Read(content []byte) *File { return new(Reader).Read(string(content)) }

// Reader reads many files, one after the other, and may use the memory of one for the next:
// see Reuse. The zero value is ready.
type Reader struct {
	parser  yaml.Parser
	nodes   slab.Of[Node]
	members slab.Of[Member]
	items   slab.Of[*Node]
}

// Reuse says that no value which was read so far is needed any more: the next files are
// read into the same memory.
func (s *Reader) Reuse() {
	s.nodes.Reuse()
	s.members.Reuse()
	s.items.Reuse()
}

// Leave says that what was read so far stays as it is, whatever is read later and reused.
func (s *Reader) Leave() {
	s.nodes.Leave()
	s.members.Leave()
	s.items.Leave()
}

// node makes a value with nothing in it.
func (s *Reader) node(kind Kind, at Pos) *Node {
	n := s.nodes.New()
	n.Kind, n.At, n.size = kind, at, 1
	return n
}

// scalar makes a value of text.
func (s *Reader) scalar(kind Kind, at Pos, text string) *Node {
	n := s.node(kind, at)
	n.Text = text
	return n
}

// Read is what the function Read is. The values are parts of content.
//
// Upstream 1.37: apimachinery:pkg/util/yaml/decoder.go, YAMLOrJSONDecoder.
// Differs: reading goes on after a mistake; depth, growth and sizes are limited; text that
// kubectl silently drops, such as that after a "..." line, is an error.
func (s *Reader) Read(content string) *File {
	r := &reader{Reader: s}
	text, ok := r.text(content)
	if !ok {
		return &r.file
	}
	parts := r.split(text)
	for _, p := range parts {
		if r.full || !r.number(p.line) {
			return &r.file
		}
		if p.blank() || p.ended() {
			continue
		}
		if !r.json(p) {
			r.yaml(p)
		}
	}
	if len(r.file.Documents) == 0 && len(r.file.Problems) == 0 {
		r.empty(text, parts)
	}
	return &r.file
}

// reader is the state of reading one file.
type reader struct {
	*Reader
	file      File
	documents int // numbers given so far
	again     int // bytes that were read a second time
	full      bool
}

// number gives the next document its number; false if there have been too many.
func (r *reader) number(line int) bool {
	if r.documents == MaxDocuments {
		r.report(Problem{
			At: Pos{line, 1}, Code: CodeTooMany,
			Message: "more than 10000 documents in one file", Hint: "split the file",
		})
		return false
	}
	r.documents++
	return true
}

// document keeps a value, unless it is null.
func (r *reader) document(root *Node) {
	if root.Kind != Null {
		r.file.Documents = append(r.file.Documents, Document{r.documents, root})
	}
}

// empty warns about a file without any value in it.
func (r *reader) empty(text string, parts []*part) {
	message := "the file is empty"
	switch {
	case slices.ContainsFunc(parts, func(p *part) bool { return !p.blank() }):
		message = "the file holds no object"
	case len(parts) > 0:
		message = "the file holds only document separators"
	case len(text) > 0:
		message = "the file holds only blank lines and comments"
	}
	r.warn(Problem{At: Pos{1, 1}, Code: CodeEmpty, Message: message})
}

// report adds an error; after MaxProblems it says so once and drops the rest.
func (r *reader) report(p Problem) {
	if r.full {
		return
	}
	if len(r.file.Problems) == MaxProblems {
		r.full = true
		p = Problem{At: p.At, Code: CodeTooMany, Message: "more than 1000 problems; the rest is not shown"}
	}
	p.Document = r.documents
	r.file.Problems = append(r.file.Problems, p)
}

// warn adds a warning, if there is room.
func (r *reader) warn(p Problem) {
	if len(r.file.Problems) < MaxProblems {
		p.Warning = true
		r.report(p)
	}
}

// fail reports an error at a place.
func (r *reader) fail(at Pos, code Code, message, hint string) {
	r.report(Problem{At: at, Code: code, Message: message, Hint: hint})
}

// column is the place of the byte at offset in a line, counted in characters.
func column(line string, offset int) int { return utf8.RuneCountInString(line[:offset]) + 1 }

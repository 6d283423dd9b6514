package decode

import (
	"sort"
	"strconv"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// Code names a kind of mistake. Codes are stable; messages may change.
type Code = tree.Code

// What keeps a document from being an object. The codes of files that cannot be read as
// YAML or JSON are package tree's.
const (
	CodeNotAnObject    Code = "not-an-object"       // a list, a word, a number
	CodeMissingKind    Code = "missing-kind"        //
	CodeMissingVersion Code = "missing-api-version" //
	CodeUnknownKind    Code = "unknown-kind"        // no such kind in that version; misspelt
	CodePatch          Code = "patch"               // a piece for kustomize, no object
	CodeDuplicateField Code = "duplicate-field"     //
	CodeUnknownField   Code = "unknown-field"       //
	CodeWrongType      Code = "wrong-type"          // a map for a list, a number for text
	CodeNumberRange    Code = "number-range"        // a number that does not fit its field
	CodeBadQuantity    Code = "bad-quantity"        //
	CodeBadTime        Code = "bad-time"            //
	CodeBadValue       Code = "bad-value"           // what a type with a notation of its own refuses
)

// What is allowed and seldom meant: warnings only.
const (
	CodeNameToGenerate Code = "generate-name" // kubectl apply needs metadata.name
	CodeCurlyQuotes    Code = "curly-quotes"  // they are part of the value
)

// Error is one mistake (or, among the warnings, one doubt) and its place.
type Error struct {
	File   string // as given to File
	Line   int    // from 1
	Column int    // from 1, in characters
	// Path is the field in Kubernetes' notation, below the object it belongs to:
	// spec.template.spec.containers[0].image. "" if the mistake is not in a field.
	Path string
	Code Code
	// Message says what is wrong. Text of the manifest in it is quoted, escaped and cut.
	Message string
	// Hint says what to do about it; "" if there is nothing to add.
	Hint string
	// Upstream is what the API server's decoder says about it, word for word: unknown
	// field "spec.foo"; json: cannot unmarshal …; quantities must match …. It is "" where
	// the decoder says nothing, where its words depend on how kubectl sent the file, and
	// where they would repeat much of the manifest.
	Upstream string

	Document int // Document.Index; 0 if the file as a whole is wrong
	Item     int // Document.Item; -1 if there is none
}

// Error is the whole line without the hint: file:line:column: path: message.
func (e Error) Error() string {
	line := tree.Printable(e.File) + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": "
	if e.Path != "" {
		line += e.Path + ": "
	}
	return line + e.Message
}

func byPlace(errors []Error) {
	sort.SliceStable(errors, func(i, j int) bool {
		a, b := &errors[i], &errors[j]
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
}

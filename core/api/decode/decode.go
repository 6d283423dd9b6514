// Package decode reads manifests: YAML or JSON, one object or many, a list as
// kubectl prints it. It answers with typed objects, with the place in the file of
// every field, and with everything that is wrong with the file, not only the first
// mistake.
//
// What a manifest means is what it means to kubectl and the API server: YAML 1.1
// scalars, document separators, merge keys and null values as they read them. Strict
// is the only mode: a field nobody knows, or one written twice, is an error.
//
// Reading has three steps. Package tree turns text into values with places. A value
// becomes documents (object.go). A document becomes an object (walk.go; mismatch.go and
// suggest.go explain what does not fit).
package decode

import (
	"reflect"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// Limits of what is read, each refused with one clear error. See package tree.
const (
	MaxFileBytes   = tree.MaxFileBytes   // of the file
	MaxDepth       = tree.MaxDepth       // of maps and lists in each other
	MaxDocuments   = tree.MaxDocuments   // of a file
	MaxValues      = tree.MaxValues      // of a document, roughly
	MaxAliasGrowth = tree.MaxAliasGrowth // of a document by its aliases
	MaxErrors      = tree.MaxProblems    // kept; the rest is not shown
)

// Result is what a file holds and what is wrong with it.
type Result struct {
	// Documents are the objects found, in the order of the file, the items of lists in
	// place of the lists. A document with errors is here too if its kind can be told.
	Documents []Document
	// Errors are all mistakes, by place. A file is usable only without any.
	Errors []Error
	// Warnings are what is allowed and yet seldom meant, by place.
	Warnings []Error
}

// Document is one object of a file.
type Document struct {
	APIVersion string // as written, such as apps/v1
	Kind       string // as written, such as DaemonSet
	Namespace  string // metadata.namespace; "" if absent
	Name       string // metadata.name; "" if absent, and then GenerateName may be set
	// GenerateName is metadata.generateName: what kubectl create would make a name of.
	GenerateName string

	// Index is the number of the document in its file, from 1. Every "---" line begins
	// a document, an empty one counts as well; text before the first such line is a
	// document unless it is blank or only comments. Where JSON values follow one
	// another without separators, each is a document.
	Index int
	// Item is the place in the list that the document held, from 0, or -1 if the
	// document was no list.
	Item int

	// Known tells whether the kind is one of those that rollscope models. If it is not,
	// only the fields above are read, and Object is nil.
	Known bool
	// Patch tells that this is a piece to be merged into an object by kustomize or
	// kubectl patch and not an object; Object is nil, and one error says so.
	Patch bool
	// Object is what the document says: *api.DaemonSet, *api.Pod, *api.Node,
	// *api.ControllerRevision, *api.PriorityClass, *api.PodDisruptionBudget,
	// *api.Event or *api.Namespace. Fields with errors are left at their zero values.
	Object any

	root *tree.Node
}

// File reads a whole file. name is what errors call it; it is not opened. The result is
// never nil, and reading never fails as such: everything that is wrong is in Errors.
//
// Upstream 1.37: cli-runtime:pkg/resource/visitor.go, StreamVisitor; apimachinery:
// pkg/runtime/serializer/json, Serializer with Strict.
// Differs: reading goes on after a mistake; see also package tree. A key written twice in
// YAML is an error, although kubectl sends the last value without a word.
func File(name string, content []byte) *Result { return new(Reader).File(name, string(content)) }

// Reader reads many files. It remembers what it learnt about the types of objects, which
// saves time, and can use the memory of one file for the next: see Reuse. It is not for
// several goroutines at once.
type Reader struct {
	fields map[reflect.Type][]structField
	trees  tree.Reader
	path   []segment // room for those of a walker
	frames []frame   // likewise
}

// Reuse says that Position, ValuePosition, Raw and Root of the documents read so far are
// needed no more: the next files are read into the memory behind them. Their objects stay.
func (s *Reader) Reuse() { s.trees.Reuse() }

// Leave says that the documents read so far are kept, whatever is reused later.
func (s *Reader) Leave() { s.trees.Leave() }

// File is what the function File is. What it answers shares memory with content.
func (s *Reader) File(name, content string) *Result {
	if s.fields == nil {
		s.fields = map[reflect.Type][]structField{}
		s.path, s.frames = make([]segment, 0, 16), make([]frame, 0, 16)
	}
	r := &reader{Reader: s, name: name, result: &Result{}}
	file := s.trees.Read(content)
	for _, p := range file.Problems {
		e := Error{
			Line: p.At.Line, Column: p.At.Column, Code: p.Code, Message: p.Message, Hint: p.Hint,
			Document: p.Document, Item: -1,
		}
		if p.Warning {
			r.warn(e)
		} else {
			r.report(e)
		}
	}
	for _, d := range file.Documents {
		r.document(d)
	}
	byPlace(r.result.Errors)
	byPlace(r.result.Warnings)
	return r.result
}

// reader is the state of reading one file.
type reader struct {
	*Reader
	name   string
	result *Result
}

// full tells whether there are as many errors as a result may hold.
func (r *reader) full() bool { return len(r.result.Errors) > MaxErrors }

// report adds an error; after MaxErrors it says so once and drops the rest.
func (r *reader) report(e Error) {
	if r.full() {
		return
	}
	if len(r.result.Errors) == MaxErrors {
		e = Error{
			Line: e.Line, Column: e.Column, Code: tree.CodeTooMany,
			Message: "more than 1000 errors; the rest is not shown", Item: -1,
		}
	}
	e.File = r.name
	r.result.Errors = append(r.result.Errors, e)
}

func (r *reader) warn(e Error) {
	if len(r.result.Warnings) < MaxErrors {
		e.File = r.name
		r.result.Warnings = append(r.result.Warnings, e)
	}
}

// newObject makes an empty object of a kind we know; nil for any other.
func newObject(apiVersion, kind string) any {
	switch apiVersion + " " + kind {
	case "apps/v1 DaemonSet":
		return &api.DaemonSet{}
	case "apps/v1 ControllerRevision":
		return &api.ControllerRevision{}
	case "v1 Pod":
		return &api.Pod{}
	case "v1 Node":
		return &api.Node{}
	case "v1 Event":
		return &api.Event{}
	case "v1 Namespace":
		return &api.Namespace{}
	case "scheduling.k8s.io/v1 PriorityClass":
		return &api.PriorityClass{}
	case "policy/v1 PodDisruptionBudget":
		return &api.PodDisruptionBudget{}
	}
	return nil
}

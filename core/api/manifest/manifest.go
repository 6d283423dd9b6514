// Package manifest reads manifest files whole: every object they hold, and in one
// list everything that is wrong with them, each with its place.
//
// Read decodes, Check goes on to what an API server would say about the objects.
package manifest

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/decode"
)

// File is a file that was read; its name is only printed.
type File struct {
	Name    string
	Content []byte
}

// Severities of a finding.
const (
	Error   = "error"   // the file or the object cannot be used
	Warning = "warning" // it can, and an API server or we have a doubt about it
)

// Finding is one thing wrong with a file.
type Finding struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in characters
	// Path is the field in Kubernetes' notation, "" where it is not about a field.
	Path string `json:"path"`
	// Kind is what sort of mistake it is: Kubernetes' words where the API server
	// would find it (Invalid value, Required value, …), else ours (Unknown field,
	// Wrong type, YAML syntax, …).
	Kind     string `json:"kind"`
	Message  string `json:"message"`
	Severity string `json:"severity"` // error or warning
	// Hint says what to do about it; "" where there is nothing to add.
	Hint string `json:"hint,omitempty"`
}

// Object is one object of a file. Its Object field is nil for kinds that are not
// read, and for patches.
type Object struct {
	decode.Document
	File string
	// Faulty says that the object could not be read as it stands; what could be is there.
	Faulty bool

	missing []string // fields that hold an unknown field, whose right one may be missing
	spoilt  bool     // something in it could not be read, so that fields may be empty
}

// Key names the object as kind/namespace/name; without a namespace it is in default.
func (o *Object) Key() string {
	namespace := o.Namespace
	if namespace == "" && !clusterScoped(o.Kind) {
		namespace = "default"
	}
	return o.Kind + "/" + namespace + "/" + o.Name
}

func clusterScoped(kind string) bool {
	return kind == "Node" || kind == "PriorityClass" || kind == "Namespace"
}

// Files is what files hold.
type Files struct {
	Objects []Object // in the order of the files, those with mistakes included
	// Findings are mistakes and doubts in reading, by file and place.
	Findings []Finding
	// Unread is how many documents are so broken that no object can be seen in them.
	Unread int

	names []string
}

// Failed says that some finding is an error.
func Failed(findings []Finding) bool {
	for i := range findings {
		if findings[i].Severity == Error {
			return true
		}
	}
	return false
}

// Read decodes files.
func Read(files []File) Files { return ReadTelling(files, func(int) {}) }

// ReadTelling is Read for many files: it tells how many are read.
func ReadTelling(files []File, tell func(done int)) Files {
	var all Files
	for i := range files {
		tell(i)
		all.add(decode.File(files[i].Name, files[i].Content), files[i].Name)
	}
	byPlace(all.Findings, all.names)
	return all
}

// Decoded is what one file holds that was decoded before.
func Decoded(name string, r *decode.Result) Files {
	var all Files
	all.add(r, name)
	byPlace(all.Findings, all.names)
	return all
}

func (f *Files) add(r *decode.Result, name string) {
	f.names = append(f.names, name)
	first := len(f.Objects)
	for _, d := range r.Documents {
		f.Objects = append(f.Objects, Object{Document: d, File: name})
	}
	unread := map[int]bool{}
	for _, e := range r.Errors {
		f.Findings = append(f.Findings, found(e, Error))
		unread[e.Document] = true
		for i := first; i < len(f.Objects); i++ {
			if o := &f.Objects[i]; o.Index == e.Document && (o.Item == e.Item || e.Item < 0) {
				o.spoil(e)
			}
		}
	}
	for i := first; i < len(f.Objects); i++ {
		delete(unread, f.Objects[i].Index)
	}
	f.Unread += len(unread)
	for _, e := range r.Warnings {
		f.Findings = append(f.Findings, found(e, Warning))
	}
}

// spoil notes an error about the object. An unknown field leaves the others as
// they are; anything else may leave fields empty.
func (o *Object) spoil(e decode.Error) {
	o.Faulty = true
	if e.Code == decode.CodeUnknownField {
		o.missing = append(o.missing, parent(e.Path))
	} else {
		o.spoilt = true
	}
}

// parent is the path of the map that a field is in.
func parent(path string) string {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i]
	}
	return ""
}

func found(e decode.Error, severity string) Finding {
	return Finding{
		File: e.File, Line: e.Line, Column: e.Column, Path: e.Path, Kind: kindOf(e.Code),
		Message: e.Message, Severity: severity, Hint: e.Hint,
	}
}

// kindOf makes a code of package decode readable: unknown-field is Unknown field.
func kindOf(code decode.Code) string {
	words := strings.ReplaceAll(string(code), "-", " ")
	for _, name := range [...]string{"yaml", "json", "api"} {
		words = strings.ReplaceAll(words, name, strings.ToUpper(name))
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

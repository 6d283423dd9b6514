package session

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Manifest is one object of a file, as it was written.
type Manifest struct {
	Tree    tree.Map
	Mistake error // what the API server's strict decoder says about it; nil if it is all right
}

// Files says which files a command reads.
type Files struct {
	Names     []string
	Recursive bool
}

// errNoFiles is kubectl's complaint about a command without -f.
var errNoFiles = errors.New("must specify one of -f and -k")

// Required fails where no file was named.
func (f Files) Required() error {
	if len(f.Names) == 0 {
		return errNoFiles
	}
	return nil
}

// read reads the objects of all files. Objects of kinds that are not modelled
// are passed over with a note. It goes on after errors.
func (s *Session) read(f Files) ([]Target, []error) {
	var names []string
	for _, name := range f.Names {
		list, err := s.expand(name, f.Recursive)
		if err != nil {
			return nil, []error{err}
		}
		names = append(names, list...)
	}
	texts := make([][]byte, len(names))
	var missing []error
	for i, name := range names { // kubectl does nothing at all when a file is missing
		text, err := s.open(name)
		if err != nil {
			missing = append(missing, err)
		}
		texts[i] = text
	}
	if len(missing) > 0 {
		return nil, missing
	}
	var targets []Target
	var errs []error
	for i, name := range names {
		found, mistakes := s.parse(name, texts[i])
		targets = append(targets, found...)
		errs = append(errs, mistakes...)
	}
	return targets, errs
}

// open is the text of a file.
func (s *Session) open(name string) ([]byte, error) {
	if s.Env.ReadFile != nil {
		if text, err := s.Env.ReadFile(name); err == nil {
			return text, nil
		}
	}
	return nil, fmt.Errorf("the path %q does not exist", name)
}

// expand is the files that a name stands for: those of a directory, or itself.
func (s *Session) expand(name string, recursive bool) ([]string, error) {
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		return nil, fmt.Errorf("rollscope does not read manifests from the network: %s", name)
	}
	if s.Env.ReadDir == nil || name == "-" {
		return []string{name}, nil
	}
	all, err := s.Env.ReadDir(name, recursive)
	if err != nil {
		return []string{name}, nil
	}
	var names []string
	for _, n := range all {
		for _, end := range []string{".json", ".yaml", ".yml"} {
			if strings.HasSuffix(n, end) {
				names = append(names, n)
			}
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("error reading [%s]: recognized file extensions are [.json .yaml .yml]", name)
	}
	return names, nil
}

// parse reads the objects of one file.
func (s *Session) parse(name string, text []byte) ([]Target, []error) {
	shown := name
	if name == "-" {
		shown = "STDIN"
	}
	result := decode.File(shown, text)
	mistakes := byDocument(result.Errors)
	var targets []Target
	var errs []error
	for _, e := range mistakes[[2]int{0, -1}] {
		errs = append(errs, unreadable(e))
	}
	for i := range result.Documents {
		d := &result.Documents[i]
		t, err := s.target(d, shown, mistakes[[2]int{d.Index, d.Item}])
		delete(mistakes, [2]int{d.Index, d.Item})
		if err != nil {
			errs = append(errs, err)
		} else if t.Name != "" || t.Manifest != nil {
			targets = append(targets, t)
		}
	}
	for _, e := range result.Errors { // of documents that could not be read at all
		if list, left := mistakes[[2]int{e.Document, e.Item}]; left && e.Document != 0 && list[0] == e {
			errs = append(errs, unreadable(e))
		}
	}
	return targets, errs
}

// byDocument sorts mistakes by the document and the item of a list they are in.
func byDocument(list []decode.Error) map[[2]int][]decode.Error {
	out := map[[2]int][]decode.Error{}
	for _, e := range list {
		k := [2]int{e.Document, e.Item}
		if e.Document == 0 {
			k[1] = -1
		}
		out[k] = append(out[k], e)
	}
	return out
}

// unreadable is a mistake for which kubectl has no words that help.
func unreadable(e decode.Error) error {
	if e.Hint != "" {
		return fmt.Errorf("%w\nrollscope: hint: %s", e, e.Hint)
	}
	return e
}

// target makes a target of a document. A document of a kind that is not
// modelled is an empty target.
func (s *Session) target(d *decode.Document, source string, mistakes []decode.Error) (Target, error) {
	k, known := kinds.Of(d.APIVersion, d.Kind)
	for _, e := range mistakes {
		switch {
		case e.Code == decode.CodeUnknownKind:
			return Target{}, fmt.Errorf("resource mapping not found for name: %q namespace: %q from %q: no matches for kind %q in version %q\nensure CRDs are installed first",
				d.Name, d.Namespace, source, d.Kind, d.APIVersion)
		case e.Upstream == "" && !known || d.Patch:
			return Target{}, unreadable(e)
		}
	}
	if !known || k.Name == "Event" {
		s.note(d)
		return Target{}, nil
	}
	m, err := tree.Parse(d.Raw())
	if err != nil {
		return Target{}, fmt.Errorf("error parsing %s: %w", source, err)
	}
	t := Target{Kind: k, Namespace: d.Namespace, Name: d.Name, Source: source, Manifest: &Manifest{Tree: m}}
	if len(mistakes) > 0 {
		t.Manifest.Mistake = refused(k, mistakes)
	}
	return t, s.place(&t)
}

// refused is the API server's answer to an object that it cannot read.
//
// Upstream 1.37: apiserver pkg/endpoints/handlers/create.go, transformDecodeError.
func refused(k kinds.Kind, mistakes []decode.Error) error {
	for _, e := range mistakes {
		if e.Upstream == "" {
			return unreadable(e)
		}
	}
	return &core.APIError{Reason: "BadRequest", Message: fmt.Sprintf("%s in version %q cannot be handled as a %s: %v",
		k.Name, k.Version, k.Name, kinds.Mistakes(mistakes))}
}

// note says that an object is passed over.
func (s *Session) note(d *decode.Document) {
	name := d.Name
	if name == "" {
		name = d.GenerateName
	}
	if d.Namespace != "" {
		name = d.Namespace + "/" + name
	}
	s.Errf("rollscope: note: %s %s is not modelled; passed over", d.Kind, name)
}

// place gives a namespaced object its namespace.
//
// Upstream 1.37: cli-runtime pkg/resource/visitor.go, RequireNamespace and SetNamespace.
func (s *Session) place(t *Target) error {
	meta := tree.Sub(t.Manifest.Tree, "metadata")
	if !t.Kind.Namespaced {
		t.Namespace = ""
		delete(meta, "namespace")
		return nil
	}
	if s.Explicit && t.Namespace != "" && t.Namespace != s.Namespace {
		return fmt.Errorf("the namespace from the provided object %q does not match the namespace %q. You must pass '--namespace=%s' to perform this operation.",
			t.Namespace, s.Namespace, t.Namespace)
	}
	if t.Namespace == "" {
		t.Namespace = s.Namespace
	}
	meta["namespace"] = t.Namespace
	return nil
}

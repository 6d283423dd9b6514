package session

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
)

// Selection says which objects a command is about, beside its words.
type Selection struct {
	Files         Files
	Labels        string // -l
	Fields        string // --field-selector
	AllNamespaces bool
	All           bool // --all
	// Everything lets a type alone stand for all its objects, as in kubectl get pods.
	Everything bool
	// OneType allows objects of one type only.
	OneType bool
}

// Target is one object a command is about.
type Target struct {
	Kind            kinds.Kind
	Namespace, Name string
	Source          string    // the file it was read from, "" for none
	Manifest        *Manifest // from a file; nil otherwise
	Listed          *kinds.Object
}

// String names a target as kubectl names objects: daemonset.apps/name.
func (t Target) String() string { return t.Kind.Type() + "/" + t.Name }

// Found is what a selection leads to.
type Found struct {
	Targets []Target
	// Single says that the words named one object, so that it is shown by itself
	// and not in a list.
	Single bool
	// Kind is the kind of the objects where all are of one, also where there are none.
	Kind kinds.Kind
	// Errs are what went wrong with some of the objects.
	Errs []error
}

// errNothing is kubectl's complaint about a command without objects.
var errNothing = errors.New(`You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`)

// Find finds the objects of a selection and of a command's words: TYPE, TYPE
// NAME…, TYPE/NAME….
//
// Upstream 1.37: cli-runtime pkg/resource/builder.go, ResourceTypeOrNameArgs and visitorResult.
func (s *Session) Find(sel Selection, words []string) (Found, error) {
	types, names, pairs, err := arguments(words)
	if err != nil {
		return Found{}, err
	}
	if sel.All && (sel.Labels != "" || sel.Fields != "") {
		return Found{}, errors.New("setting 'all' parameter but found a non empty selector. ")
	}
	bulk := sel.Labels != "" || sel.Fields != "" || sel.All || sel.Everything && types != "" && len(names) == 0
	switch {
	case len(sel.Files.Names) > 0:
		return s.byFiles(sel, types, pairs)
	case bulk:
		return s.bySelector(sel, types, names, pairs)
	case len(pairs) > 0:
		return s.byPairs(sel, pairs)
	case len(names) > 0:
		return s.byNames(sel, types, names)
	case types != "":
		if _, err := kinds.Expand(types); err != nil {
			return Found{}, err
		}
		return Found{}, errors.New("resource(s) were provided, but no name was specified")
	}
	return Found{}, errNothing
}

// arguments reads a command's words: a list of types and names, or pairs TYPE/NAME.
func arguments(words []string) (types string, names []string, pairs [][2]string, err error) {
	if len(words) >= 2 && strings.Contains(words[0], ",") {
		var all []string
		for _, t := range strings.Split(words[0], ",") {
			for _, n := range words[1:] {
				all = append(all, t+"/"+n)
			}
		}
		words = all
	}
	slashes := 0
	for _, w := range words {
		if strings.Contains(w, "/") {
			slashes++
		}
	}
	switch {
	case slashes == 0 && len(words) > 0:
		return words[0], words[1:], nil, nil
	case slashes != len(words):
		return "", nil, nil, errors.New("there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'")
	}
	for _, w := range words {
		t, n, _ := strings.Cut(w, "/")
		switch {
		case strings.Contains(n, "/"):
			return "", nil, nil, errors.New("arguments in resource/name form may not have more than one slash")
		case t == "" || n == "" || strings.Contains(t, ","):
			return "", nil, nil, errors.New("arguments in resource/name form must have a single resource and name")
		}
		pairs = append(pairs, [2]string{t, n})
	}
	return "", nil, pairs, nil
}

func (s *Session) byFiles(sel Selection, types string, pairs [][2]string) (Found, error) {
	switch {
	case types != "":
		return Found{}, errors.New("when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well")
	case len(pairs) > 0:
		return Found{}, errors.New("resource/name arguments cannot be provided when a path is specified")
	}
	targets, errs := s.read(sel.Files)
	if sel.Labels != "" {
		selector, err := api.ParseSelector(sel.Labels)
		if err != nil {
			return Found{}, fmt.Errorf("the provided selector %q is not valid: %w", sel.Labels, err)
		}
		kept := targets[:0]
		for _, t := range targets {
			if selector.Matches(t.labels()) {
				kept = append(kept, t)
			}
		}
		targets = kept
	}
	return Found{Targets: targets, Errs: errs, Single: len(targets) == 1 && len(sel.Files.Names) == 1}, nil
}

func (s *Session) bySelector(sel Selection, types string, names []string, pairs [][2]string) (Found, error) {
	switch {
	case len(names) > 0:
		return Found{}, errors.New("name cannot be provided when a selector is specified")
	case len(pairs) > 0:
		return Found{}, errors.New("selectors and the all flag cannot be used when passing resource/name arguments")
	case types == "":
		return Found{}, errors.New("at least one resource must be specified to use a selector")
	}
	list, err := s.kinds(sel, types)
	if err != nil {
		return Found{}, err
	}
	f := Found{Kind: list[0]}
	for _, k := range list {
		namespace := s.Namespace
		if sel.AllNamespaces || !k.Namespaced {
			namespace = ""
		}
		objects, err := s.list(k, namespace, sel)
		if err != nil {
			f.Errs = append(f.Errs, err)
			continue
		}
		for i := range objects {
			o := &objects[i]
			f.Targets = append(f.Targets, Target{Kind: k, Namespace: o.Meta.Namespace, Name: o.Meta.Name, Listed: o})
		}
	}
	return f, nil
}

// kinds are the kinds of a list of types, only one where only one is allowed.
func (s *Session) kinds(sel Selection, types string) ([]kinds.Kind, error) {
	list, err := kinds.Expand(types)
	if err == nil && sel.OneType && len(list) > 1 {
		err = errors.New("you may only specify a single resource type")
	}
	return list, err
}

func (s *Session) byPairs(sel Selection, pairs [][2]string) (Found, error) {
	f := Found{Single: len(pairs) == 1}
	for _, p := range pairs {
		k, err := kinds.Lookup(p[0])
		if err != nil {
			return Found{}, err
		}
		if sel.OneType && len(f.Targets) > 0 && f.Targets[0].Kind.Name != k.Name {
			return Found{}, errors.New("you may only specify a single resource type")
		}
		t, err := s.named(sel, k, p[1])
		if err != nil {
			return Found{}, err
		}
		f.Targets = append(f.Targets, t)
		f.Kind = k
	}
	return f, nil
}

func (s *Session) byNames(sel Selection, types string, names []string) (Found, error) {
	list, err := kinds.Expand(types)
	if err != nil {
		return Found{}, err
	}
	if len(list) > 1 {
		return Found{}, errors.New("you must specify only one resource")
	}
	f := Found{Single: len(names) == 1, Kind: list[0]}
	for _, n := range names {
		t, err := s.named(sel, list[0], n)
		if err != nil {
			return Found{}, err
		}
		f.Targets = append(f.Targets, t)
	}
	return f, nil
}

// named is the target of that name.
func (s *Session) named(sel Selection, k kinds.Kind, name string) (Target, error) {
	t := Target{Kind: k, Name: name}
	if k.Namespaced {
		if sel.AllNamespaces {
			return t, errors.New("a resource cannot be retrieved by name across all namespaces")
		}
		t.Namespace = s.Namespace
	}
	return t, nil
}

// Object is the target's object as it is now.
func (s *Session) Object(t Target) (kinds.Object, error) {
	return t.Kind.Find(s.Cluster, t.Namespace, t.Name)
}

// Each does something with every object found, as it is now, and goes on after
// errors.
//
// Upstream 1.37: cli-runtime pkg/resource/visitor.go, ContinueOnErrorVisitor and RetrieveLatest.
func (s *Session) Each(f Found, do func(t Target, o kinds.Object) error) error {
	errs := append([]error(nil), f.Errs...)
	for _, t := range f.Targets {
		o, err := s.Object(t)
		if err == nil {
			err = do(t, o)
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	return Join(errs)
}

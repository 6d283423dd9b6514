package session

import (
	"errors"
	"maps"
	"strconv"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/api/validation"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Made is an object that was created. What is written about it is mostly its name;
// to take all of it apart for that costs more than to create it.
type Made struct {
	object   kinds.Object
	manifest tree.Map // instead of object, after a dry run of the client's
}

// Tree is the object as the API server has it.
func (m Made) Tree() tree.Map {
	if m.manifest != nil {
		return m.manifest
	}
	return m.object.Tree()
}

// Create creates the object of a manifest and returns it as the API server has
// it then. A client-side dry run returns the manifest's object; one at the API
// server leaves the cluster as it is.
func (s *Session) Create(t Target, how DryRun) (Made, error) {
	if t.Manifest.Mistake != nil {
		return Made{}, t.Manifest.Mistake
	}
	if how == ClientDryRun {
		return Made{manifest: t.Manifest.Tree}, nil
	}
	value, err := kinds.Typed(t.Manifest.Tree)
	if err != nil {
		return Made{}, &core.APIError{Reason: "BadRequest", Message: fmt.Sprintf("%s in version %q cannot be handled as a %s: %v",
			t.Kind.Name, t.Kind.Version, t.Kind.Name, err)}
	}
	c := s.Cluster
	if how == ServerDryRun {
		c = c.Fork()
	}
	warnings := createWarnings(value)
	before := map[string]bool{}
	if t.Name == "" {
		for _, o := range t.Kind.List(c, t.Namespace) {
			before[o.Meta.Name] = true
		}
	}
	if err := c.Create(value); err != nil {
		return Made{}, err
	}
	for _, w := range warnings {
		s.Warn("%s", w)
	}
	if t.Name == "" { // the API server made the name up
		for _, o := range t.Kind.List(c, t.Namespace) {
			if !before[o.Meta.Name] {
				return Made{object: o}, nil
			}
		}
	}
	o, err := t.Kind.Find(c, t.Namespace, t.Name)
	return Made{object: o}, err
}

// createWarnings is what the API server warns about when it creates an object.
func createWarnings(value any) []string {
	switch v := value.(type) {
	case *api.DaemonSet:
		return strategy.Create(v.DeepCopy()).Warnings
	case *api.Pod:
		return validation.PodWarnings(v)
	}
	return nil
}

// Update puts a changed tree in place of an object and returns the object as the
// API server has it then. patch is what the change was asked for with, to show
// where the API server cannot read the result; nil where the whole object was sent.
func (s *Session) Update(old kinds.Object, changed, patch tree.Map, how DryRun) (kinds.Object, error) {
	value, err := kinds.Typed(changed)
	if err != nil {
		return old, unreadablePatch(old.Kind, patch, err)
	}
	if err := keeps(old, value); err != nil {
		return old, err
	}
	meta := kinds.Wrap(value).Meta
	if err := s.modified(old, meta.ResourceVersion); err != nil {
		return old, err
	}
	meta.ResourceVersion = ""
	c := s.Cluster
	if how == ServerDryRun {
		c = c.Fork()
	}
	warnings := updateWarnings(old.Value, value)
	if err := c.Update(value); err != nil {
		return old, err
	}
	for _, w := range warnings {
		s.Warn("%s", w)
	}
	return old.Kind.Find(c, old.Meta.Namespace, old.Meta.Name)
}

// modified is the API server's answer to a write that names a version of the object
// which is not the present one; nil where it names none.
//
// Upstream 1.37: apiserver pkg/registry/generic/registry/store.go, Update.
// Differs: a version that this cluster has not given out yet is from another cluster, of
// which this one is a picture, and counts as the present one.
func (s *Session) modified(o kinds.Object, version string) error {
	n, err := strconv.Atoi(version)
	if err != nil {
		return nil
	}
	versions, newest := s.Cluster.Versions(), 0
	for _, v := range versions {
		if given, err := strconv.Atoi(v); err == nil {
			newest = max(newest, given)
		}
	}
	have := versions[core.Object{Kind: o.Kind.Name, Namespace: o.Meta.Namespace, Name: o.Meta.Name}]
	if have == "" || have == version || n > newest {
		return nil
	}
	return &core.APIError{Reason: "Conflict", Message: fmt.Sprintf("Operation cannot be fulfilled on %s %q: "+
		"the object has been modified; please apply your changes to the latest version and try again", o.Kind.Resource(), o.Meta.Name)}
}

// unreadablePatch is the API server's answer to a patch whose result it cannot read.
//
// Upstream 1.37: apiserver pkg/endpoints/handlers/patch.go, applyPatchToObject.
func unreadablePatch(k kinds.Kind, patch tree.Map, err error) error {
	if patch == nil {
		return &core.APIError{Reason: "BadRequest", Message: fmt.Sprintf("%s in version %q cannot be handled as a %s: %v",
			k.Name, k.Version, k.Name, err)}
	}
	cause := &field.Error{
		Type: field.TypeInvalid, Path: "patch",
		BadValue: strconv.Quote(fmt.Sprint(patch)), Detail: err.Error(),
	}
	return &core.APIError{Reason: "Invalid", Message: ` "" is invalid: ` + cause.Error(), Causes: []*validation.FieldError{cause}}
}

// keeps refuses changes that the simulator would not carry out.
func keeps(old kinds.Object, value any) error {
	changed := kinds.Wrap(value)
	if changed.Meta.Name != old.Meta.Name {
		return &core.APIError{Reason: "BadRequest", Message: fmt.Sprintf(
			"the name of the object (%s) does not match the name on the URL (%s)", changed.Meta.Name, old.Meta.Name)}
	}
	pod, ok := value.(*api.Pod)
	if !ok {
		return nil
	}
	was := old.Value.(*api.Pod)
	if !semantic.Equal(pod.Spec, was.Spec) {
		return errors.New("rollscope does not change the spec of a pod that exists; delete it and create another")
	}
	if !maps.Equal(pod.Annotations, was.Annotations) {
		return errors.New("rollscope does not change the annotations of a pod that exists")
	}
	return nil
}

// updateWarnings is what the API server warns about when it updates an object.
func updateWarnings(old, changed any) []string {
	if ds, ok := changed.(*api.DaemonSet); ok {
		return strategy.Update(ds.DeepCopy(), old.(*api.DaemonSet)).Warnings
	}
	return nil
}

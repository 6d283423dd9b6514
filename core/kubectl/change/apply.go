// Package change has the kubectl commands that write objects: apply, create,
// replace, delete, patch, edit, set image, label, annotate, taint, diff.
package change

import (
	"errors"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/flag"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/patch"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// applier is one kubectl apply.
type applier struct {
	*session.Session
	results *session.Results
	force   bool
}

// Apply is kubectl apply.
//
// Upstream 1.37: kubectl pkg/cmd/apply/apply.go and patcher.go.
func Apply(s *session.Session, args []string) error {
	a := applier{Session: s}
	var sel session.Selection
	var output session.Output
	var validate string
	f := s.Flags("apply")
	sel.Files.Flags(f)
	output.Flags(f)
	output.DryRunFlag(f)
	f.String(&sel.Labels, "selector/l")
	f.Bool(&a.force, "force")
	f.Optional(&validate, "validate", "strict")
	f.IgnoredBool("overwrite", "openapi-patch", "wait")
	f.Ignored("grace-period", "cascade", "timeout")
	f.Absent("server-side", "force-conflicts", "prune", "prune-allowlist", "all", "applyset", "subresource")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if len(words) > 0 {
		return lastApplied(f, words)
	}
	if err := errors.Join(sel.Files.Required(), strict(validate)); err != nil {
		return err
	}
	if a.results, err = s.NewResults(output); err != nil {
		return err
	}
	if a.force && a.results.DryRun() == session.ServerDryRun {
		return errors.New("--dry-run=server cannot be used with --force")
	}
	found, err := s.Find(sel, nil)
	if err != nil {
		return err
	}
	return a.all(found)
}

// lastApplied tells a subcommand from a word too many.
func lastApplied(f *flag.Set, words []string) error {
	switch words[0] {
	case "view-last-applied", "set-last-applied", "edit-last-applied":
		return fmt.Errorf("rollscope does not have kubectl apply %s", words[0])
	}
	return f.Usage("Unexpected args: %v", words)
}

// strict refuses the lenient ways of --validate: manifests are read strictly.
func strict(validate string) error {
	switch validate {
	case "", "strict", "true":
		return nil
	case "warn", "ignore", "false":
		return fmt.Errorf("rollscope does not have --validate=%s: it reads manifests strictly", validate)
	}
	return fmt.Errorf("invalid - validate option %q; must be one of: strict (or true), warn, ignore (or false)", validate)
}

// all applies every object found. With -o the objects are shown at the end.
func (a applier) all(found session.Found) error {
	errs := found.Errs
	if len(found.Targets) == 0 && len(errs) == 0 {
		return errors.New("no objects passed to apply")
	}
	var objects []tree.Map
	for _, t := range found.Targets {
		o, err := a.one(t)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		objects = append(objects, o)
	}
	if len(errs) > 0 || !a.results.Objects() {
		return session.Join(errs)
	}
	if len(objects) == 1 {
		return a.results.Object(objects[0], "")
	}
	return a.results.Object(session.List(objects), "")
}

// one applies one object and says what became of it.
func (a applier) one(t session.Target) (tree.Map, error) {
	if t.Name == "" {
		if generate := tree.Text(t.Manifest.Tree, "metadata", "generateName"); generate != "" {
			return nil, fmt.Errorf("from %s: cannot use generate name with apply", generate)
		}
		return nil, session.AddSource("retrieving current configuration of:\n"+mapping(t)+"\nfrom server for:", t.Source,
			errors.New("resource name may not be empty"))
	}
	current, err := a.Object(t)
	if session.IsNotFound(err) {
		return a.create(t)
	}
	if err != nil {
		return nil, err
	}
	if _, ok := current.Meta.Annotations[print.LastApplied]; !ok {
		a.Warn("resource %s/%s is missing the %s annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.",
			t.Kind.Plural, t.Name, print.LastApplied)
	}
	after, changed, err := a.patch(t, current)
	if err != nil {
		return nil, err
	}
	if current.Meta.DeletionTimestamp != nil {
		a.Warn("Detected changes to resource %s which is currently being deleted.", t.Name)
	}
	operation := "configured"
	if !changed {
		operation = "unchanged"
	}
	return after, a.say(after, operation)
}

func (a applier) say(o tree.Map, operation string) error {
	if a.results.Objects() {
		return nil
	}
	return a.results.Object(o, operation)
}

// mapping is a target as errors of apply show it.
func mapping(t session.Target) string {
	return fmt.Sprintf("Resource: %q, GroupVersionKind: %q\nName: %q, Namespace: %q",
		t.Kind.APIVersion()+", Resource="+t.Kind.Plural, t.Kind.APIVersion()+", Kind="+t.Kind.Name, t.Name, t.Namespace)
}

// create creates an object that is not there yet.
func (a applier) create(t session.Target) (tree.Map, error) {
	annotate(t.Manifest.Tree)
	dropNulls(t.Manifest.Tree)
	o, err := a.Create(t, a.results.DryRun())
	if err != nil {
		return nil, session.AddSource("creating", t.Source, err)
	}
	if a.results.Objects() {
		return o.Tree(), nil
	}
	return nil, a.results.Made(o, "created")
}

// annotate writes a manifest into its own annotation.
//
// Upstream 1.37: kubectl pkg/util/apply.go, GetModifiedConfiguration.
func annotate(manifest tree.Map) {
	annotations := tree.Sub(manifest, "metadata", "annotations")
	delete(annotations, print.LastApplied)
	annotations[print.LastApplied] = string(tree.JSON(manifest)) + "\n"
}

func dropNulls(v any) {
	switch v := v.(type) {
	case tree.Map:
		for k, e := range v {
			if e == nil {
				delete(v, k)
			} else {
				dropNulls(e)
			}
		}
	case []any:
		for _, e := range v {
			dropNulls(e)
		}
	}
}

// patch brings an object to what the manifest says.
func (a applier) patch(t session.Target, current kinds.Object) (after tree.Map, changed bool, err error) {
	annotate(t.Manifest.Tree)
	live := current.Tree()
	var original tree.Map
	if text := current.Meta.Annotations[print.LastApplied]; text != "" {
		if original, err = tree.Parse([]byte(text)); err != nil {
			return nil, false, fmt.Errorf("retrieving original configuration from:\n%v\nfor: %w", t, err)
		}
	}
	schema := patch.SchemaOf(current.Value)
	change, err := patch.ThreeWay(original, t.Manifest.Tree, live, schema)
	if err == nil && (tree.At(change, "kind") != nil || tree.At(change, "apiVersion") != nil) {
		err = errors.New("At least one of apiVersion, kind and name was changed")
	}
	if err != nil {
		return nil, false, session.AddSource("applying patch:\n\nto:\n"+mapping(t)+"\nfor:", t.Source,
			fmt.Errorf("creating patch: %w", err))
	}
	if len(change) == 0 {
		return live, false, nil
	}
	sent := string(tree.JSON(change))
	merged, err := patch.Strategic(tree.Copy(live), change, schema)
	if err != nil {
		return nil, false, err
	}
	if a.results.DryRun() == session.ClientDryRun {
		return merged, true, nil
	}
	o, err := a.Update(current, merged, change, a.results.DryRun())
	if status, ok := session.Status(err); ok && a.force && (status.Reason == "Invalid" || status.Reason == "Conflict") {
		after, err := a.recreate(t)
		return after, true, err
	}
	if err != nil {
		err = session.AddSource("patching", t.Source, err)
		return nil, false, session.AddSource("applying patch:\n"+sent+"\nto:\n"+mapping(t)+"\nfor:", t.Source, err)
	}
	return o.Tree(), true, nil
}

// recreate deletes an object that cannot be changed as wanted and creates it anew.
func (a applier) recreate(t session.Target) (tree.Map, error) {
	if err := a.Cluster.Delete(t.Kind.Name, t.Namespace, t.Name, core.DeleteOptions{}); err != nil {
		return nil, err
	}
	dropNulls(t.Manifest.Tree)
	o, err := a.Create(t, session.NoDryRun)
	if err != nil {
		return nil, err
	}
	return o.Tree(), nil
}

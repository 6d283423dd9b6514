package rollout

import (
	"errors"
	"reflect"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/tabwriter"
	"github.com/rollscope/rollscope/core/kubectl/describe"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/patch"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// changeCause is the annotation that says why a revision was made.
const changeCause = "kubernetes.io/change-cause"

// history is kubectl rollout history.
//
// Upstream 1.37: kubectl pkg/cmd/rollout/rollout_history.go.
func history(s *session.Session, args []string) error {
	c := newCommand(s, "history")
	output := session.Output{Typed: true}
	revision := 0
	output.Flags(c.flags)
	c.flags.Int(&revision, "revision")
	found, err := c.find(args, &revision)
	if err != nil {
		return err
	}
	if output.Complete() != "" {
		printer, err := s.NewPrinter(output)
		if err != nil {
			return err
		}
		return s.Each(found, func(_ session.Target, o kinds.Object) error { return objects(s, o, revision, printer) })
	}
	return s.Each(found, func(_ session.Target, o kinds.Object) error {
		ds, err := set(o, "history viewer", "history")
		if err != nil {
			return err
		}
		text, err := overview(revisions(s, ds), o, revision)
		if err != nil {
			return err
		}
		with := ""
		if revision > 0 {
			with = fmt.Sprintf("with revision #%d", revision)
		}
		s.Outf("%s %s\n%s", session.NameOf(o.Tree()), with, text)
		return nil
	})
}

// revisions are the ControllerRevisions of a DaemonSet, oldest first.
//
// Upstream 1.37: kubectl pkg/polymorphichelpers/history.go, daemonSetHistory.
func revisions(s *session.Session, ds *api.DaemonSet) []*api.ControllerRevision {
	selector := api.SelectorFrom(ds.Spec.Selector)
	var out []*api.ControllerRevision
	for _, r := range s.Cluster.Revisions(ds.Namespace) {
		if !selector.Matches(r.Labels) {
			continue
		}
		for _, owner := range r.OwnerReferences {
			if owner.Controller != nil && *owner.Controller && owner.UID == ds.UID {
				out = append(out, r)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Revision < out[j].Revision })
	return out
}

// overview is the table of revisions, or with a number that revision's template.
func overview(list []*api.ControllerRevision, o kinds.Object, number int) (string, error) {
	if len(list) == 0 {
		return "No rollout history found.", nil
	}
	if number > 0 {
		r := numbered(list, number)
		if r == nil {
			return "", errors.New("unable to find the specified revision")
		}
		return template(o, r)
	}
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "REVISION\tCHANGE-CAUSE")
	for _, r := range list {
		cause := r.Annotations[changeCause]
		if cause == "" {
			cause = "<none>"
		}
		fmt.Fprintf(w, "%d\t%s\n", r.Revision, cause)
	}
	_ = w.Flush()
	return out.String(), nil
}

// numbered is the revision with a number, nil for none.
func numbered(list []*api.ControllerRevision, number int) *api.ControllerRevision {
	for _, r := range list {
		if r.Revision == int64(number) {
			return r
		}
	}
	return nil
}

// objects prints the DaemonSet as it was at each revision, or at one.
func objects(s *session.Session, o kinds.Object, number int, printer session.Printer) error {
	ds, err := set(o, "history viewer", "history")
	if err != nil {
		return err
	}
	list := revisions(s, ds)
	if number > 0 {
		r := numbered(list, number)
		if r == nil {
			return errors.New("unable to find the specified revision")
		}
		list = []*api.ControllerRevision{r}
	}
	for _, r := range list {
		at, err := restored(o, r)
		if err != nil {
			return err
		}
		text, err := printer(at)
		if err != nil {
			return err
		}
		s.Out(text)
	}
	return nil
}

// data is what a revision keeps: a patch that puts its template back.
func data(r *api.ControllerRevision) (tree.Map, error) {
	return tree.Parse(r.Data.Raw)
}

// restored is the DaemonSet with the template of a revision.
//
// Upstream 1.37: kubectl pkg/polymorphichelpers/history.go, applyDaemonSetHistory.
func restored(o kinds.Object, r *api.ControllerRevision) (tree.Map, error) {
	m, err := data(r)
	if err != nil {
		return nil, err
	}
	return patch.Strategic(o.Tree(), m, patch.SchemaOf(o.Value))
}

// template describes the template of a revision.
func template(o kinds.Object, r *api.ControllerRevision) (string, error) {
	at, err := restored(o, r)
	if err != nil {
		return "", fmt.Errorf("unable to parse history %s", r.Name)
	}
	value, err := kinds.Typed(at)
	if err != nil {
		return "", fmt.Errorf("unable to parse history %s", r.Name)
	}
	return describe.PodTemplate(&value.(*api.DaemonSet).Spec.Template), nil
}

// matches says whether the DaemonSet's template is that of a revision.
//
// Upstream 1.37: kubectl pkg/polymorphichelpers/rollback.go, daemonSetMatch.
func matches(o kinds.Object, r *api.ControllerRevision) (bool, error) {
	m, err := data(r)
	if err != nil {
		return false, err
	}
	now := tree.Copy(tree.Sub(o.Tree(), "spec", "template"))
	now["$patch"] = "replace"
	return reflect.DeepEqual(m, tree.Map{"spec": tree.Map{"template": now}}), nil
}

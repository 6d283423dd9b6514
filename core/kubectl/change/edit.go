package change

import (
	"errors"
	"reflect"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/patch"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// editHeader stands above the objects that are edited.
//
// Upstream 1.37: kubectl pkg/cmd/util/editor/editoptions.go, editHeader.
const editHeader = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`

// errNotSaved ends an edit that the API server did not take.
var errNotSaved = errors.New("Edit cancelled, no valid changes were saved.")

// Edit is kubectl edit.
//
// Upstream 1.37: kubectl pkg/cmd/util/editor/editoptions.go, Run.
// Differs: an edit that fails is not kept in a file.
func Edit(s *session.Session, args []string) error {
	sel := session.Selection{Everything: true}
	var output, validate string
	f := s.Flags("edit")
	sel.Files.Flags(f)
	f.String(&output, "output/o")
	f.Optional(&validate, "validate", "strict")
	f.IgnoredBool("show-managed-fields", "save-config")
	f.Absent("subresource", "windows-line-endings", "output-patch")
	words, err := f.Parse(args)
	switch {
	case err != nil:
		return err
	case output != "" && output != "yaml":
		return fmt.Errorf("rollscope does not have kubectl edit -o %s", output)
	case s.Env.Editor == nil:
		return errors.New("there is no editor here: use kubectl patch or kubectl apply")
	}
	found, err := s.Find(sel, words)
	if err != nil {
		return err
	}
	e := editing{Session: s}
	err = s.Each(found, func(_ session.Target, o kinds.Object) error {
		e.objects = append(e.objects, o)
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(e.objects) == 0:
		return errors.New("edit cancelled, no objects found")
	}
	return e.run()
}

// editing is an edit of one object, or of several in a list.
type editing struct {
	*session.Session
	objects []kinds.Object
	reasons []string // why the last attempt failed, as the header has it
	failed  bool     // an attempt failed for good
}

// original is the text that is edited first.
func (e *editing) original() string {
	if len(e.objects) == 1 {
		return tree.YAML(e.objects[0].Tree())
	}
	items := make([]any, len(e.objects))
	for i, o := range e.objects {
		items[i] = o.Tree()
	}
	return tree.YAML(tree.Map{"apiVersion": "v1", "kind": "List", "metadata": tree.Map{}, "items": items})
}

// run opens the editor until the edit is saved or given up.
func (e *editing) run() error {
	before := e.original()
	text := before
	for again := false; ; again = true {
		edited, err := e.Env.Editor(editHeader + strings.Join(e.reasons, "") + text)
		if err != nil {
			return err
		}
		edited = withoutComments(edited)
		switch {
		case again && edited == text:
			return errNotSaved
		case edited == before:
			e.Errf("Edit cancelled, no changes made.")
			return nil
		case strings.TrimSpace(edited) == "":
			e.Errf("Edit cancelled, saved file was empty.")
			return nil
		}
		text, e.reasons = edited, nil
		value, err := parsePatch(text)
		changed, ok := value.(tree.Map)
		if err == nil && !ok {
			err = errors.New("it is not an object")
		}
		if err != nil {
			e.reasons = []string{header(fmt.Sprintf("The edited file had a syntax error: %v", err), nil)}
			continue
		}
		for _, item := range session.Items(changed) {
			if err := e.save(item); err != nil {
				return err
			}
		}
		switch {
		case e.failed:
			return session.Exit(1)
		case len(e.reasons) == 0:
			return nil
		}
	}
}

// save takes over what was made of one object.
//
// Upstream 1.37: kubectl pkg/cmd/util/editor/editoptions.go, visitToPatch and addError.
func (e *editing) save(edited tree.Map) error {
	var o *kinds.Object
	for i := range e.objects { // nodes have no uid
		m := e.objects[i].Meta
		if uid := tree.Text(edited, "metadata", "uid"); uid == string(m.UID) && (uid != "" || tree.Text(edited, "metadata", "name") == m.Name) {
			o = &e.objects[i]
		}
	}
	if o == nil {
		return fmt.Errorf("no original object found for %s", session.NameOf(edited))
	}
	was := o.Tree()
	if reflect.DeepEqual(was, edited) {
		e.Outf("%s skipped", session.NameOf(was))
		return nil
	}
	if session.NameOf(was) != session.NameOf(edited) || was["apiVersion"] != edited["apiVersion"] {
		return errors.New("At least one of apiVersion, kind and name was changed")
	}
	sent, err := patch.TwoWay(was, edited, patch.SchemaOf(o.Value))
	if err != nil {
		return err
	}
	after, err := e.Update(*o, edited, sent, session.NoDryRun)
	if err == nil {
		*o = after
		e.Outf("%s edited", session.NameOf(after.Tree()))
		return nil
	}
	name := fmt.Sprintf("%s %q", o.Kind.Resource(), o.Meta.Name)
	status, ok := session.Status(err)
	switch {
	case ok && status.Reason == "Invalid":
		var causes []string
		for _, c := range status.Causes {
			causes = append(causes, c.Error())
		}
		e.reasons = append(e.reasons, header(name+" was not valid", causes))
		e.Errf("error: %s is invalid", name)
	case session.IsNotFound(err):
		e.failed = true
		e.Errf("error: %s could not be found on the server", name)
	default:
		e.failed = true
		e.Errf("error: %s could not be patched: %v", name, err)
	}
	return nil
}

// header is a reason as it stands above the objects when they are edited again.
func header(head string, causes []string) string {
	colon := ""
	if len(causes) > 0 {
		colon = ":"
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# %s%s\n", strings.ReplaceAll(head, "\n", "\n# "), colon)
	for _, c := range causes {
		fmt.Fprintf(&out, "# * %s\n", strings.ReplaceAll(c, "\n", "\n# "))
	}
	return out.String() + "#\n"
}

// withoutComments drops the lines that begin with #.
func withoutComments(text string) string {
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		if t := strings.TrimSpace(line); !strings.HasPrefix(t, "#") || strings.HasPrefix(t, "#!") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

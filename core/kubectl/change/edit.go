package change

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// editHeader stands above an object that is edited.
//
// Upstream 1.37: kubectl pkg/cmd/util/editor/editoptions.go, editHeader.
const editHeader = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`

// Edit is kubectl edit. The editor is asked once for each object.
//
// Upstream 1.37: kubectl pkg/cmd/util/editor/editoptions.go, Run.
// Differs: a change that is refused is not offered again.
func Edit(s *session.Session, args []string) error {
	var sel session.Selection
	var output, validate string
	f := s.Flags("edit")
	sel.Files.Flags(f)
	f.String(&output, "output/o")
	f.Optional(&validate, "validate", "strict")
	f.IgnoredBool("show-managed-fields", "save-config")
	f.Absent("subresource", "windows-line-endings", "output-patch")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if output != "" && output != "yaml" {
		return fmt.Errorf("rollscope does not have kubectl edit -o %s", output)
	}
	if s.Env.Editor == nil {
		return errors.New("there is no editor here: use kubectl patch or kubectl apply")
	}
	sel.Everything = true
	found, err := s.Find(sel, words)
	if err != nil {
		return err
	}
	if len(found.Targets)+len(found.Errs) == 0 {
		return errors.New("edit cancelled, no objects found")
	}
	return s.Each(found, func(t session.Target, o kinds.Object) error { return editOne(s, t, o) })
}

// editOne lets a person change one object.
func editOne(s *session.Session, t session.Target, o kinds.Object) error {
	before := tree.YAML(o.Tree())
	text, err := s.Env.Editor(editHeader + before)
	if err != nil {
		return err
	}
	switch text = withoutComments(text); {
	case strings.TrimSpace(text) == "":
		s.Errf("Edit cancelled, saved file was empty.")
		return nil
	case text == before:
		s.Errf("Edit cancelled, no changes made.")
		return nil
	}
	value, err := parsePatch(text)
	if err != nil {
		return fmt.Errorf("%w\nerror: Edit cancelled, no valid changes were saved.", err)
	}
	changed, ok := value.(tree.Map)
	if !ok {
		return errors.New("the edited file does not hold an object\nerror: Edit cancelled, no valid changes were saved.")
	}
	after, err := s.Update(o, changed, nil, session.NoDryRun)
	if err != nil {
		return session.Errors{err, errors.New("error: Edit cancelled, no valid changes were saved.")}
	}
	s.Outf("%s edited", session.NameOf(after.Tree()))
	return nil
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

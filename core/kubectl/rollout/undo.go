package rollout

import (
	"errors"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// undo is kubectl rollout undo.
//
// Upstream 1.37: kubectl pkg/cmd/rollout/rollout_undo.go.
func undo(s *session.Session, args []string) error {
	c := newCommand(s, "undo")
	output := session.Output{Typed: true}
	to := 0
	output.Flags(c.flags)
	output.DryRunFlag(c.flags)
	c.flags.Int(&to, "to-revision")
	found, err := c.find(args, nil)
	if err != nil {
		return err
	}
	results, err := s.NewResults(output)
	if err != nil {
		return err
	}
	return s.Each(found, func(t session.Target, o kinds.Object) error {
		if _, ok := o.Meta.Annotations[print.LastApplied]; ok {
			s.Warn("resource %s/%s was previously managed with 'kubectl apply'. Rolling back will not update the %s annotation, "+
				"which may cause unexpected behavior on future 'kubectl apply' operations. "+
				"Consider using 'kubectl apply' with your previous configuration file instead.", t.Kind.Plural, t.Name, print.LastApplied)
		}
		operation, err := rollBack(s, o, to, results.DryRun())
		if err != nil {
			return err
		}
		return results.Result(o, operation)
	})
}

// rollBack puts back the template of a revision, 0 for the one before the last,
// and says what was done.
//
// Upstream 1.37: kubectl pkg/polymorphichelpers/rollback.go, DaemonSetRollbacker.
func rollBack(s *session.Session, o kinds.Object, to int, how session.DryRun) (string, error) {
	ds, err := set(o, "rollbacker", "rollbacker")
	if err != nil {
		return "", err
	}
	list := revisions(s, ds)
	if to == 0 && len(list) <= 1 {
		return "", errors.New("no last revision to roll back to")
	}
	var r *api.ControllerRevision
	if to == 0 {
		r = list[len(list)-2]
	} else {
		r = numbered(list, to)
	}
	if r == nil {
		return "", fmt.Errorf("unable to find specified revision %d in history", to)
	}
	if how == session.ClientDryRun {
		text, err := template(o, r)
		return "will roll back to " + text, err
	}
	same, err := matches(o, r)
	switch {
	case err != nil:
		return "", err
	case same:
		return fmt.Sprintf("skipped rollback (current template already matches revision %d)", to), nil
	}
	changed, err := restored(o, r)
	if err != nil {
		return "", fmt.Errorf("failed restoring revision %d: %w", to, err)
	}
	sent, err := data(r)
	if err != nil {
		return "", err
	}
	if _, err := s.Update(o, changed, sent, how); err != nil {
		return "", fmt.Errorf("failed restoring revision %d: %w", to, err)
	}
	return "rolled back", nil
}

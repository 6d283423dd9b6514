package rollout

import (
	"errors"
	"time"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// restartedAt is the annotation that makes a template new.
const restartedAt = "kubectl.kubernetes.io/restartedAt"

// restart is kubectl rollout restart.
//
// Upstream 1.37: kubectl pkg/cmd/rollout/rollout_restart.go.
func restart(s *session.Session, args []string) error {
	c := newCommand(s, "restart")
	output := session.Output{Typed: true}
	output.Flags(c.flags)
	found, err := c.find(args, nil)
	if err != nil {
		return err
	}
	results, err := s.NewResults(output)
	if err != nil {
		return err
	}
	if len(found.Targets)+len(found.Errs) == 0 {
		c.nothing()
		return nil
	}
	// kubectl reads all objects before it changes the first.
	var objects []kinds.Object
	errs := found.Errs
	for _, t := range found.Targets {
		o, err := s.Object(t)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		objects = append(objects, o)
	}
	for _, o := range objects {
		after, err := restarted(s, o)
		if err == nil {
			err = results.Result(after, "restarted")
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	return session.Join(errs)
}

// restarted gives a DaemonSet's template the present time.
//
// Upstream 1.37: kubectl pkg/polymorphichelpers/objectrestarter.go.
func restarted(s *session.Session, o kinds.Object) (kinds.Object, error) {
	if o.Kind.Name != "DaemonSet" {
		return o, unsupported(o, "restarting")
	}
	changed := o.Tree()
	meta := tree.Sub(changed, "spec", "template", "metadata")
	annotations, ok := meta["annotations"].(tree.Map)
	if !ok {
		annotations = tree.Map{}
		meta["annotations"] = annotations
	}
	now := s.Now().Format(time.RFC3339)
	if annotations[restartedAt] == now {
		return o, fmt.Errorf("failed to create patch for %s: if restart has already been triggered within the past second, please wait before attempting to trigger another", o.Meta.Name)
	}
	annotations[restartedAt] = now
	sent := tree.Map{"spec": tree.Map{"template": tree.Map{"metadata": tree.Map{"annotations": tree.Map{restartedAt: now}}}}}
	after, err := s.Update(o, changed, sent, session.NoDryRun)
	if err != nil {
		return o, errors.New("failed to patch: " + err.Error())
	}
	return after, nil
}

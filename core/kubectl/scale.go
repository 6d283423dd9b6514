package kubectl

import (
	"errors"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// scale is kubectl scale, which no kind here supports.
//
// Upstream 1.37: kubectl pkg/cmd/scale/scale.go.
func scale(s *session.Session, args []string) error {
	var sel session.Selection
	replicas := -1
	f := s.Flags("scale")
	sel.Files.Flags(f)
	f.String(&sel.Labels, "selector/l")
	f.Bool(&sel.All, "all")
	f.Int(&replicas, "replicas")
	f.Ignored("current-replicas", "resource-version", "timeout", "output/o", "dry-run")
	words, err := f.Parse(args)
	switch {
	case err != nil:
		return err
	case !f.Given("replicas"):
		return errors.New(`required flag(s) "replicas" not set`)
	case replicas < 0:
		return errors.New("The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0")
	}
	found, err := s.Find(sel, words)
	if err != nil {
		return err
	}
	return s.Each(found, func(session.Target, kinds.Object) error {
		return &core.APIError{Reason: "NotFound", Message: "the server could not find the requested resource"}
	})
}

// autoscale is kubectl autoscale, which no kind here supports.
//
// Upstream 1.37: kubectl pkg/cmd/autoscale/autoscale.go.
func autoscale(s *session.Session, args []string) error {
	var sel session.Selection
	most := 0
	f := s.Flags("autoscale")
	sel.Files.Flags(f)
	f.Int(&most, "max")
	f.Ignored("min", "cpu-percent", "cpu", "memory", "name", "output/o", "dry-run")
	words, err := f.Parse(args)
	switch {
	case err != nil:
		return err
	case !f.Given("max"):
		return errors.New(`required flag(s) "max" not set`)
	case most < 1:
		return fmt.Errorf("--max=MAXPODS is required and must be at least 1, max: %d", most)
	}
	found, err := s.Find(sel, words)
	if err != nil {
		return err
	}
	return s.Each(found, func(_ session.Target, o kinds.Object) error {
		k := o.Kind
		return fmt.Errorf("cannot autoscale a %s: could not find scale subresource for %s, Resource=%s in discovery information",
			k.Name, k.APIVersion(), k.Plural)
	})
}

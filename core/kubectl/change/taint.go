package change

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/kubectl/describe"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// tainter is one kubectl taint.
type tainter struct {
	*session.Session
	add, remove []api.Taint
	overwrite   bool
	results     *session.Results
}

// Taint is kubectl taint.
//
// Upstream 1.37: kubectl pkg/cmd/taint/taint.go and utils.go.
func Taint(s *session.Session, args []string) error {
	tt := tainter{Session: s}
	sel := session.Selection{}
	output := session.Output{Unmarked: true}
	var validate string
	f := s.Flags("taint")
	output.Flags(f)
	output.DryRunFlag(f)
	f.String(&sel.Labels, "selector/l")
	f.Bool(&sel.All, "all")
	f.Bool(&tt.overwrite, "overwrite")
	f.Optional(&validate, "validate", "strict")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if tt.results, err = s.NewResults(output); err != nil {
		return err
	}
	resources, changes, err := taintWords(words)
	if err != nil {
		return err
	}
	if err := tt.parse(changes); err != nil {
		return f.Usage("%v", err)
	}
	if err := tt.check(sel, resources); err != nil {
		return err
	}
	if sel.All || sel.Labels != "" {
		resources = []string{"node"}
	}
	found, err := s.Find(sel, append([]string{"node"}, resources[1:]...))
	if err != nil {
		return err
	}
	return s.Each(found, tt.one)
}

// taintWords separates nodes from taints.
func taintWords(words []string) (resources, changes []string, err error) {
	for _, w := range words {
		switch taint := strings.ContainsAny(w, "=:") || strings.HasSuffix(w, "-"); {
		case taint:
			changes = append(changes, w)
		case len(changes) == 0:
			resources = append(resources, w)
		default:
			return nil, nil, fmt.Errorf("all resources must be specified before taint changes: %s", w)
		}
	}
	if len(resources) == 0 {
		return nil, nil, errors.New("one or more resources must be specified as <resource> <name>")
	}
	if len(changes) == 0 {
		return nil, nil, errors.New("at least one taint update is required")
	}
	return resources, changes, nil
}

// parse reads the taints to add and to remove.
func (tt *tainter) parse(changes []string) error {
	for _, c := range changes {
		spec, removes := strings.CutSuffix(c, "-")
		t, err := parseTaint(spec)
		switch {
		case err != nil:
			return err
		case removes:
			tt.remove = append(tt.remove, api.Taint{Key: t.Key, Effect: t.Effect})
			continue
		case t.Effect == "":
			return fmt.Errorf("invalid taint spec: %v", c)
		case indexOf(tt.add, t) >= 0:
			return fmt.Errorf("duplicated taints with the same key and effect: {%s %s %s <nil>}", t.Key, t.Value, t.Effect)
		}
		tt.add = append(tt.add, t)
	}
	return nil
}

// parseTaint reads key=value:effect, key:effect or key.
func parseTaint(spec string) (api.Taint, error) {
	parts := strings.Split(spec, ":")
	if len(parts) > 2 {
		return api.Taint{}, fmt.Errorf("invalid taint spec: %v", spec)
	}
	t := api.Taint{Key: parts[0]}
	if len(parts) == 2 {
		t.Effect = api.TaintEffect(parts[1])
		switch t.Effect {
		case api.TaintEffectNoSchedule, api.TaintEffectPreferNoSchedule, api.TaintEffectNoExecute:
		default:
			return t, fmt.Errorf("invalid taint effect: %v, unsupported taint effect", t.Effect)
		}
		pair := strings.Split(parts[0], "=")
		if len(pair) > 2 {
			return t, fmt.Errorf("invalid taint spec: %v", spec)
		}
		if t.Key = pair[0]; len(pair) == 2 {
			t.Value = pair[1]
			if wrong := format.LabelValue(t.Value); len(wrong) > 0 {
				return t, fmt.Errorf("invalid taint spec: %v, %s", spec, strings.Join(wrong, "; "))
			}
		}
	}
	if wrong := format.LabelKey(t.Key); len(wrong) > 0 {
		return t, fmt.Errorf("invalid taint spec: %v, %s", spec, strings.Join(wrong, "; "))
	}
	return t, nil
}

// indexOf finds a taint of the same key and effect, -1 for none.
func indexOf(list []api.Taint, t api.Taint) int {
	for i := range list {
		if list[i].Key == t.Key && list[i].Effect == t.Effect {
			return i
		}
	}
	return -1
}

// check tells what does not go together or is missing.
func (tt *tainter) check(sel session.Selection, resources []string) error {
	k, err := kinds.Lookup(resources[0])
	if err != nil {
		return session.Errors{err} // kubectl puts no "error: " before it
	}
	if k.Name != "Node" {
		return fmt.Errorf("invalid resource type %s, only node types are supported", strings.ToLower(resources[0]))
	}
	var both []string
	for _, add := range tt.add {
		for _, remove := range tt.remove {
			if add.Key == remove.Key && (remove.Effect == "" || add.Effect == remove.Effect) {
				both = append(both, remove.Key+"="+string(remove.Effect))
			}
		}
	}
	switch {
	case len(both) > 0:
		return fmt.Errorf("can not both modify and remove the following taint(s) in the same command: %s", strings.Join(both, ", "))
	case sel.All && sel.Labels != "":
		return errors.New("setting 'all' parameter with a non empty selector is prohibited")
	case !sel.All && sel.Labels == "" && len(resources) < 2:
		return errors.New("at least one resource name must be specified since 'all' parameter is not set")
	}
	return nil
}

// one changes the taints of one node.
func (tt *tainter) one(_ session.Target, o kinds.Object) error {
	node := o.Value.(*api.Node)
	if !tt.overwrite {
		var have []string
		for _, t := range tt.add {
			if indexOf(node.Spec.Taints, t) >= 0 {
				have = append(have, t.Key)
			}
		}
		if len(have) > 0 {
			return fmt.Errorf("node %s already has %s taint(s) with same effect(s) and --overwrite is false", node.Name, strings.Join(have, ","))
		}
	}
	taints, operation, err := tt.arrange(node.Spec.Taints)
	if err != nil {
		return err
	}
	changed := o.Tree()
	list := make([]any, len(taints))
	for i := range taints {
		if list[i], err = tree.Of(taints[i]); err != nil {
			return err
		}
	}
	if spec := tree.Sub(changed, "spec"); len(list) > 0 {
		spec["taints"] = list
	} else {
		delete(spec, "taints")
	}
	if tt.results.DryRun() == session.ClientDryRun {
		return tt.results.Object(changed, operation)
	}
	after, err := tt.Update(o, changed, nil, tt.results.DryRun())
	if err != nil {
		return err
	}
	return tt.results.Result(after, operation)
}

// arrange is a node's new list of taints and the word for the change.
//
// Upstream 1.37: kubectl pkg/cmd/taint/utils.go, reorganizeTaints.
func (tt *tainter) arrange(old []api.Taint) (taints []api.Taint, operation string, err error) {
	taints = append(taints, tt.add...)
	for _, t := range old {
		if indexOf(taints, t) < 0 {
			taints = append(taints, t)
		}
	}
	added, removed := len(taints) != len(old), false
	var errs []error
	for _, r := range tt.remove {
		before := len(taints)
		kept := taints[:0:0]
		for _, t := range taints {
			if t.Key != r.Key || r.Effect != "" && t.Effect != r.Effect {
				kept = append(kept, t)
			}
		}
		taints = kept
		if removed = len(taints) != before; !removed {
			errs = append(errs, fmt.Errorf("taint %q not found", describe.Taint(r)))
		}
	}
	switch {
	case added && removed || tt.overwrite:
		operation = "modified"
	case added:
		operation = "tainted"
	default:
		operation = "untainted"
	}
	return taints, operation, session.Join(errs)
}

package change

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Create is kubectl create -f.
//
// Upstream 1.37: kubectl pkg/cmd/create/create.go.
func Create(s *session.Session, args []string) error {
	if len(args) > 0 && (args[0] == "priorityclass" || args[0] == "pc") {
		return createClass(s, args[1:])
	}
	var sel session.Selection
	var output session.Output
	var validate string
	var save bool
	f := s.Flags("create")
	sel.Files.Flags(f)
	output.Flags(f)
	output.DryRunFlag(f)
	f.String(&sel.Labels, "selector/l")
	f.Bool(&save, "save-config")
	f.Optional(&validate, "validate", "strict")
	f.Absent("edit", "raw", "windows-line-endings")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if len(words) > 0 {
		return generator(words)
	}
	if err := errors.Join(sel.Files.Required(), strict(validate)); err != nil {
		return err
	}
	results, err := s.NewResults(output)
	if err != nil {
		return err
	}
	found, err := s.Find(sel, nil)
	if err != nil {
		return err
	}
	errs := found.Errs
	for _, t := range found.Targets {
		if _, has := tree.At(t.Manifest.Tree, "metadata", "annotations", print.LastApplied).(string); save || has {
			annotate(t.Manifest.Tree)
		}
		o, err := s.Create(t, results.DryRun())
		if err == nil {
			err = results.Made(o, "created")
		} else {
			err = session.AddSource("creating", t.Source, err)
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 && len(found.Targets) == 0 {
		errs = append(errs, errors.New("no objects passed to create"))
	}
	return session.Join(errs)
}

// createClass is kubectl create priorityclass.
//
// Upstream 1.37: kubectl pkg/cmd/create/create_priorityclass.go.
func createClass(s *session.Session, args []string) error {
	var output session.Output
	var global bool
	value, description, policy := 0, "", string(api.PreemptLowerPriority)
	f := s.Flags("create priorityclass")
	output.Flags(f)
	output.DryRunFlag(f)
	f.Int(&value, "value")
	f.Bool(&global, "global-default")
	f.String(&description, "description")
	f.String(&policy, "preemption-policy")
	f.Absent("save-config", "validate")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if value != int(int32(value)) {
		return f.Usage(`invalid argument "%d" for "--value" flag: strconv.ParseInt: parsing "%d": value out of range`, value, value)
	}
	if len(words) != 1 {
		return f.Usage("exactly one NAME is required, got %d", len(words))
	}
	results, err := s.NewResults(output)
	if err != nil {
		return err
	}
	object := tree.Map{
		"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": tree.Map{"name": words[0]},
		"value": int64(value), "preemptionPolicy": policy,
	}
	if global {
		object["globalDefault"] = true
	}
	if description != "" {
		object["description"] = description
	}
	made, err := s.Create(session.Target{Kind: kinds.Named("PriorityClass"), Name: words[0], Manifest: &session.Manifest{Tree: object}}, results.DryRun())
	if err != nil {
		return fmt.Errorf("failed to create priorityclass: %w", err)
	}
	return results.Made(made, "created")
}

// generator is the answer to kubectl create TYPE.
func generator(words []string) error {
	word := words[0]
	const known = " clusterrole clusterrolebinding configmap cm cronjob cj deployment deploy ingress ing job namespace ns " +
		"poddisruptionbudget pdb quota resourcequota role rolebinding secret service svc serviceaccount sa token "
	if strings.Contains(known, " "+word+" ") {
		return fmt.Errorf("rollscope does not have kubectl create %s: write a manifest and create it with -f", word)
	}
	return fmt.Errorf("Unexpected args: %v\nSee 'kubectl create -h' for help and examples", words)
}

// Replace is kubectl replace -f.
//
// Upstream 1.37: kubectl pkg/cmd/replace/replace.go.
func Replace(s *session.Session, args []string) error {
	var sel session.Selection
	var output session.Output
	var validate string
	var save, force bool
	f := s.Flags("replace")
	sel.Files.Flags(f)
	output.Flags(f)
	output.DryRunFlag(f)
	f.Bool(&save, "save-config")
	f.Bool(&force, "force")
	f.Optional(&validate, "validate", "strict")
	f.Ignored("grace-period", "timeout", "cascade")
	f.IgnoredBool("wait")
	f.Absent("raw", "subresource")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if len(words) > 0 {
		return f.Usage("Unexpected args: %v", words)
	}
	if err := errors.Join(sel.Files.Required(), strict(validate)); err != nil {
		return err
	}
	for _, name := range []string{"grace-period", "timeout"} {
		if !force && f.Given(name) {
			return fmt.Errorf("--%s must have --force specified", name)
		}
	}
	results, err := s.NewResults(output)
	if err != nil {
		return err
	}
	if force && results.DryRun() != session.NoDryRun {
		return errors.New("--dry-run can not be used when --force is set")
	}
	found, err := s.Find(sel, nil)
	if err != nil {
		return err
	}
	errs := found.Errs
	for _, t := range found.Targets {
		if save {
			annotate(t.Manifest.Tree)
		}
		if err := replace(s, t, results, force); err != nil {
			errs = append(errs, session.AddSource("replacing", t.Source, err))
		}
	}
	return session.Join(errs)
}

// replace puts a manifest in place of an object. With force the object is
// deleted first.
func replace(s *session.Session, t session.Target, results *session.Results, force bool) error {
	if force {
		return replaceAnew(s, t, results)
	}
	if t.Manifest.Mistake != nil {
		return t.Manifest.Mistake
	}
	old, err := s.Object(t)
	if err != nil {
		return err
	}
	if results.DryRun() == session.ClientDryRun {
		return results.Object(t.Manifest.Tree, "replaced")
	}
	o, err := s.Update(old, t.Manifest.Tree, nil, results.DryRun())
	if err != nil {
		return err
	}
	return results.Result(o, "replaced")
}

func replaceAnew(s *session.Session, t session.Target, results *session.Results) error {
	err := s.Cluster.Delete(t.Kind.Name, t.Namespace, t.Name, core.DeleteOptions{})
	if err == nil {
		s.Outf("%s %q deleted%s", t.Kind.Type(), t.Name, within(t))
		err = gone(s, t, 0)
	}
	if err != nil && !session.IsNotFound(err) {
		return err
	}
	o, err := s.Create(t, session.NoDryRun)
	if err != nil {
		return err
	}
	return results.Made(o, "replaced")
}

package change

import (
	"errors"
	"reflect"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// imager is one kubectl set image.
type imager struct {
	*session.Session
	images  map[string]string // by container; "*" is every container
	results *session.Results
}

// Set is kubectl set image; kubectl's other set commands are not there.
//
// Upstream 1.37: kubectl pkg/cmd/set/set_image.go.
func Set(s *session.Session, args []string) error {
	verb, args := session.Word(args)
	switch verb {
	case "":
		return errors.New("rollscope has kubectl set image; it needs TYPE/NAME and CONTAINER=IMAGE")
	case "image":
		return setImage(s, args)
	case "env", "resources", "selector", "serviceaccount", "sa", "subject":
		return fmt.Errorf("rollscope does not have kubectl set %s", verb)
	}
	return fmt.Errorf("unknown command %q\nSee 'kubectl set -h' for help and examples", verb)
}

func setImage(s *session.Session, args []string) error {
	m := imager{Session: s, images: map[string]string{}}
	var sel session.Selection
	output := session.Output{Typed: true}
	f := s.Flags("set image")
	sel.Files.Flags(f)
	output.Flags(f)
	output.DryRunFlag(f)
	f.String(&sel.Labels, "selector/l")
	f.Bool(&sel.Everything, "all")
	f.Absent("local")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if m.results, err = s.NewResults(output); err != nil {
		return err
	}
	resources, changes, err := splitPairs(words, "image")
	if err != nil {
		return err
	}
	var invalid []string
	for _, c := range changes {
		name, image, ok := strings.Cut(c, "=")
		if !ok {
			invalid = append(invalid, c)
			continue
		}
		m.images[name] = image
	}
	if len(invalid) > 0 {
		return fmt.Errorf("invalid image format: %s", strings.Join(invalid, ", "))
	}
	found, err := s.Find(sel, resources)
	if err != nil {
		return err
	}
	if err := m.check(sel, resources); err != nil {
		return err
	}
	return s.Each(found, m.one)
}

// check tells what does not go together or is missing.
func (m imager) check(sel session.Selection, resources []string) error {
	var errs []error
	if sel.Everything && sel.Labels != "" {
		errs = append(errs, errors.New("cannot set --all and --selector at the same time"))
	}
	if len(resources) == 0 && len(sel.Files.Names) == 0 {
		errs = append(errs, errors.New("one or more resources must be specified as <resource> <name> or <resource>/<name>"))
	}
	if _, every := m.images["*"]; len(m.images) == 0 {
		errs = append(errs, errors.New("at least one image update is required"))
	} else if every && len(m.images) > 1 {
		errs = append(errs, errors.New("all containers are already specified by *, but saw more than one container_name=container_image pairs"))
	}
	return session.Join(errs)
}

// one changes the images of one object. An object that has them already is not mentioned.
func (m imager) one(t session.Target, o kinds.Object) error {
	before := o.Tree()
	changed := tree.Copy(before)
	var spec tree.Map
	switch t.Kind.Name {
	case "DaemonSet":
		spec = tree.Sub(changed, "spec", "template", "spec")
	case "Pod":
		spec = tree.Sub(changed, "spec")
	default:
		return fmt.Errorf("error: %s/%s the object is not a pod or does not have a pod template: *v1.%s", t.Kind.Plural, t.Name, t.Kind.Name)
	}
	var errs []error
	for _, name := range print.Keys(m.images) {
		init := setImages(spec, "initContainers", name, m.images[name])
		if !setImages(spec, "containers", name, m.images[name]) && !init {
			errs = append(errs, fmt.Errorf("error: unable to find container named %q", name))
		}
	}
	if reflect.DeepEqual(before, changed) {
		return session.Join(errs)
	}
	if m.results.DryRun() != session.ClientDryRun {
		after, err := m.Update(o, changed, nil, m.results.DryRun())
		if err != nil {
			return session.Join(append(errs, fmt.Errorf("failed to patch image update to pod template: %w", err)))
		}
		changed = after.Tree()
	}
	if err := m.results.Object(changed, "image updated"); err != nil {
		errs = append(errs, err)
	}
	return session.Join(errs)
}

// setImages gives the containers of that name an image, and says whether there were any.
func setImages(spec tree.Map, list, name, image string) bool {
	found := false
	containers, _ := spec[list].([]any)
	for _, c := range containers {
		if m, ok := c.(tree.Map); ok && (name == "*" || m["name"] == name) {
			m["image"] = image
			found = true
		}
	}
	return found
}

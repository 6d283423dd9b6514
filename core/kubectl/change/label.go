package change

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// pairs are the changes that words such as a=b and c- ask for.
type pairs struct {
	set    map[string]string
	remove []string
}

// splitPairs separates the words that name objects from those that name
// changes, which must come last.
//
// Upstream 1.37: kubectl pkg/cmd/util/helpers.go, GetResourcesAndPairs.
func splitPairs(words []string, what string) (resources, changes []string, err error) {
	for _, w := range words {
		change := strings.Index(w, "=") > 0 || strings.HasSuffix(w, "-") && w != "-"
		switch {
		case change:
			changes = append(changes, w)
		case len(changes) == 0:
			resources = append(resources, w)
		default:
			return nil, nil, fmt.Errorf("all resources must be specified before %s changes: %s", what, w)
		}
	}
	return resources, changes, nil
}

// marker is one kubectl label or kubectl annotate.
type marker struct {
	*session.Session
	pairs
	labels    bool // labels, not annotations
	list      bool
	overwrite bool
	results   *session.Results
	single    bool
}

// Label is kubectl label.
//
// Upstream 1.37: kubectl pkg/cmd/label/label.go.
func Label(s *session.Session, args []string) error {
	return (&marker{Session: s, labels: true}).run("label", args)
}

// Annotate is kubectl annotate.
//
// Upstream 1.37: kubectl pkg/cmd/annotate/annotate.go.
func Annotate(s *session.Session, args []string) error {
	return (&marker{Session: s}).run("annotate", args)
}

// what is the word for one of the things that are set.
func (m *marker) what() string {
	if m.labels {
		return "label"
	}
	return "annotation"
}

func (m *marker) run(command string, args []string) error {
	var sel session.Selection
	var output session.Output
	f := m.Flags(command)
	sel.Files.Flags(f)
	output.Flags(f)
	output.DryRunFlag(f)
	f.String(&sel.Labels, "selector/l")
	f.String(&sel.Fields, "field-selector")
	f.Bool(&sel.Everything, "all")
	f.Bool(&sel.AllNamespaces, "all-namespaces/A")
	f.Bool(&m.overwrite, "overwrite")
	f.Bool(&m.list, "list")
	f.Absent("local", "resource-version")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if m.results, err = m.NewResults(output); err != nil {
		return err
	}
	resources, changes, err := splitPairs(words, m.what())
	if err != nil {
		return err
	}
	if err := m.parse(changes); err != nil {
		return err
	}
	if err := m.check(sel, resources, output.Format); err != nil {
		return err
	}
	found, err := m.Find(sel, resources)
	if err != nil {
		return err
	}
	m.single = found.Single
	return m.Each(found, m.one)
}

// parse reads the changes.
func (m *marker) parse(changes []string) error {
	m.set = map[string]string{}
	for _, c := range changes {
		key, value, sets := strings.Cut(c, "=")
		if !sets {
			m.remove = append(m.remove, strings.TrimSuffix(c, "-"))
			continue
		}
		if m.labels {
			if strings.Contains(value, "=") {
				return fmt.Errorf("invalid label spec: %v", c)
			}
			if wrong := format.LabelValue(value); len(wrong) > 0 {
				return fmt.Errorf("invalid label value: %q: %s", c, strings.Join(wrong, ";"))
			}
		}
		m.set[key] = value
	}
	var both []string
	for _, key := range m.remove {
		if _, ok := m.set[key]; ok {
			both = append(both, key)
		}
	}
	switch {
	case len(both) == 0:
		return nil
	case m.labels:
		return errors.New("can not both modify and remove a label in the same command")
	}
	return fmt.Errorf("can not both modify and remove the following annotation(s) in the same command: %s", strings.Join(both, ", "))
}

// check tells what does not go together or is missing.
func (m *marker) check(sel session.Selection, resources []string, output string) error {
	switch {
	case m.list && output != "":
		return errors.New("--list and --output may not be specified together")
	case sel.Everything && sel.Labels != "":
		return errors.New("cannot set --all and --selector at the same time")
	case sel.Everything && sel.Fields != "":
		return errors.New("cannot set --all and --field-selector at the same time")
	case len(resources) == 0 && len(sel.Files.Names) == 0:
		return errors.New("one or more resources must be specified as <resource> <name> or <resource>/<name>")
	case len(m.set) == 0 && len(m.remove) == 0 && !m.list:
		return fmt.Errorf("at least one %s update is required", m.what())
	}
	return nil
}

// one changes one object.
func (m *marker) one(t session.Target, o kinds.Object) error {
	have := o.Meta.Annotations
	if m.labels {
		have = o.Meta.Labels
	}
	if m.list {
		m.show(t, have)
		return nil
	}
	if m.labels && m.results.DryRun() != session.ClientDryRun {
		for _, key := range m.remove {
			if _, ok := have[key]; !ok {
				m.Outf("label %q not found.", key)
			}
		}
	}
	if !m.overwrite {
		if err := m.clash(have); err != nil {
			return err
		}
	}
	changed := o.Tree()
	operation := m.edit(changed, have)
	if operation != "" && m.results.DryRun() != session.ClientDryRun {
		after, err := m.Update(o, changed, nil, m.results.DryRun())
		if err != nil {
			return err
		}
		changed = after.Tree()
	}
	if m.labels && operation == "" {
		operation = "not labeled"
	} else if !m.labels {
		operation = "annotated"
	}
	return m.results.Object(changed, operation)
}

// clash is the complaint about values that would be overwritten.
func (m *marker) clash(have map[string]string) error {
	var errs []error
	var texts []string
	for _, key := range print.Keys(m.set) {
		value, ok := have[key]
		if !ok || value == m.set[key] || !m.labels && key == changeCause {
			continue
		}
		text := fmt.Sprintf("'%s' already has a value (%s)", key, value)
		texts = append(texts, text)
		errs = append(errs, errors.New(text+", and --overwrite is false"))
	}
	switch {
	case len(errs) == 0:
		return nil
	case m.labels:
		return session.Join(errs)
	}
	return fmt.Errorf("--overwrite is false but found the following declared annotation(s): %s", strings.Join(texts, "; "))
}

// changeCause is the annotation that says why a revision was made.
const changeCause = "kubernetes.io/change-cause"

// edit makes the changes and returns the word for them, "" where there are none.
func (m *marker) edit(o tree.Map, have map[string]string) string {
	field := m.what() + "s"
	in := tree.Sub(o, "metadata", field)
	added, removed := false, false
	for key, value := range m.set {
		if old, ok := have[key]; !ok || old != value {
			in[key] = value
			added = true
		}
	}
	for _, key := range m.remove {
		if _, ok := have[key]; ok {
			delete(in, key)
			removed = true
		}
	}
	switch {
	case added && removed:
		return "modified"
	case added:
		return "labeled"
	case removed:
		return "unlabeled"
	}
	return ""
}

// show lists what an object has.
func (m *marker) show(t session.Target, have map[string]string) {
	indent := ""
	if !m.single {
		indent = " "
		m.Outf("Listing %ss for %s.%s/%s:", m.what(), t.Kind.Name, t.Kind.Group, t.Name)
	}
	keys := print.Keys(have)
	for _, key := range keys {
		m.Outf("%s%s=%s", indent, key, have[key])
	}
}

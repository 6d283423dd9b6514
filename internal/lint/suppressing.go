package lint

import (
	"path/filepath"
	"strings"

	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/internal/lint/suppress"
	"github.com/rollscope/rollscope/policies/rules"
)

// suppressed is a suppression of a file with what is wrong with it.
type suppressed struct {
	suppress.Suppression
	where  string
	holds  bool
	faults []*rules.Finding
}

// comments are the suppressions in the comments of a file.
func (l *run) comments(lines []string) []suppressed {
	if l.options.NoSuppress {
		return nil
	}
	return l.judge(suppress.InComments(lines), "comment")
}

// annotations are the suppressions in the annotations of a DaemonSet and its template.
func (l *run) annotations(d *rules.Document) []suppressed {
	if l.options.NoSuppress || d.Set == nil {
		return nil
	}
	var out []suppressed
	for _, of := range [...]struct {
		path        string
		annotations map[string]string
	}{
		{"metadata.annotations", d.Set.Annotations},
		{"spec.template.metadata.annotations", d.Set.Spec.Template.Annotations},
	} {
		if value, ok := of.annotations[suppress.Annotation]; ok {
			at := d.Position(of.path + "[" + suppress.Annotation + "]")
			out = append(out, l.judge(suppress.InAnnotation(value, at), "annotation")...)
		}
	}
	return out
}

// judge says which suppressions hold, and what is wrong with the others.
func (l *run) judge(all []suppress.Suppression, where string) []suppressed {
	out := make([]suppressed, 0, len(all))
	for _, s := range all {
		j := suppressed{Suppression: s, where: where}
		holds, readable := s.Holds(l.options.Today)
		j.holds = holds
		switch {
		case !readable:
			j.fault(unreadableDay, map[string]string{"until": s.Until})
		case !holds:
			j.fault(expired, map[string]string{"until": s.Until, "rules": strings.Join(s.Rules, ",")})
		}
		if s.Reason == "" && strings.Join(s.Rules, "") != "" {
			j.fault(unreasoned, map[string]string{"rules": strings.Join(s.Rules, ",")})
		}
		for _, name := range s.Rules {
			l.judgeRule(&j, name)
		}
		out = append(out, j)
	}
	return out
}

func (l *run) judgeRule(j *suppressed, name string) {
	meant := config.Select(l.report.Rules, name)
	if len(meant) == 0 {
		near := config.Near(l.report.Rules, name)
		if name == "" {
			name = `""` // it names none at all
		}
		j.fault(unknown, map[string]string{"rule": name, "near": near})
		return
	}
	for _, r := range meant {
		if l.locked[r.ID] {
			j.fault(locked, map[string]string{"rule": r.ID})
		}
	}
}

func (j *suppressed) fault(r *rules.Rule, params map[string]string) {
	j.faults = append(j.faults, ownFinding(r, "", j.At, params))
}

// review reports what is wrong with suppressions: those in the comments of a file, or
// those in the annotations of a DaemonSet.
func (r *result) review(l *run, f *file, d *rules.Document, all []suppressed) {
	for i := range all {
		for _, fault := range all[i].faults {
			fault := *fault
			fault.File = f.source.Name
			if d != nil {
				fault.Object, fault.Document, fault.Item = d.Object, d.Index, d.Item
			}
			r.add(l, f.complete(&fault, d))
		}
	}
}

// overdue reports the entries of the configuration that hold no more, or never did.
func (l *run) overdue(r *result) {
	if l.options.NoSuppress {
		return
	}
	c := l.options.Config
	for i := range c.Ignore {
		e := &c.Ignore[i]
		s := suppress.Suppression{Until: e.Until}
		if holds, _ := s.Holds(l.options.Today); !holds {
			r.add(l, Finding{Finding: ownFinding(expired, c.File, e.At, map[string]string{"until": e.Until, "rules": e.Rule})})
		}
		for _, meant := range config.Select(l.report.Rules, e.Rule) {
			if l.locked[meant.ID] {
				r.add(l, Finding{Finding: ownFinding(locked, c.File, e.At, map[string]string{"rule": meant.ID})})
			}
		}
	}
}

// suppress marks a finding that somebody says is meant.
func (l *run) suppress(f *Finding, annotations, comments []suppressed) {
	if l.options.NoSuppress || l.locked[f.Rule] {
		return
	}
	for i := range annotations {
		if s := &annotations[i]; s.covers(f) {
			f.Suppressed = &Reason{s.Reason, s.where}
			return
		}
	}
	for i := range comments {
		if s := &comments[i]; s.Line == f.Start.Line && s.covers(f) {
			f.Suppressed = &Reason{s.Reason, s.where}
			return
		}
	}
	for i := range l.options.Config.Ignore {
		e := &l.options.Config.Ignore[i]
		s := suppressed{Suppression: suppress.Suppression{Rules: []string{e.Rule}, Container: e.Container, Until: e.Until}}
		s.holds, _ = s.Holds(l.options.Today)
		if s.covers(f) && like(e.Name, f.Object.Name) && like(e.Namespace, f.Object.Namespace) && (e.Path == "" || source.Match(e.Path, l.relative(f.File))) {
			f.Suppressed = &Reason{e.Reason, "config"}
			return
		}
	}
}

// covers says whether a suppression that holds names a finding's rule and container.
func (j *suppressed) covers(f *Finding) bool {
	if !j.holds || j.Container != "" && j.Container != f.Container {
		return false
	}
	for _, name := range j.Rules {
		if config.Named(name, f.Rule, f.Slug, f.Group) {
			return true
		}
	}
	return false
}

// like says whether a pattern means a name; the empty one means any.
func like(pattern, name string) bool {
	if pattern == "" {
		return true
	}
	ok, err := filepath.Match(pattern, name)
	return ok && err == nil
}

// relative is the path of a file from where the configuration is.
func (l *run) relative(name string) string {
	dir, err := filepath.Abs(filepath.Dir(l.options.Config.File))
	if err != nil || name == source.Stdin {
		return name
	}
	at, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if rel, err := filepath.Rel(dir, at); err == nil {
		return filepath.ToSlash(rel)
	}
	return name
}

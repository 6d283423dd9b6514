package manifest

import (
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/strategy"
	"github.com/rollscope/rollscope/core/api/validation"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// Report is what an API server would say about the objects of files.
type Report struct {
	// Findings are all mistakes and warnings, those of reading included, by file and place.
	Findings []Finding
	// Objects are all objects of the files, in order.
	Objects []Checked
	// Unread is how many documents hold no object that could be seen.
	Unread int
}

// Checked is an object with what became of it.
type Checked struct {
	*Object
	Verdict Verdict
	// Stored is the object with its defaults, as an API server would keep it; nil
	// unless it is valid.
	Stored any
}

// Verdict is what became of an object.
type Verdict uint8

// The verdicts on an object.
const (
	PassedOver Verdict = iota // a kind that is not read
	Invalid
	Valid
)

// Count is how many objects of a kind have a verdict.
func (r *Report) Count(kind string, v Verdict) int {
	n := 0
	for i := range r.Objects {
		if r.Objects[i].Kind == kind && r.Objects[i].Verdict == v {
			n++
		}
	}
	return n
}

// Check validates the objects of files as if they were created, or, where from
// has an object of the same kind, namespace and name, as if they replaced it.
// Mistakes in from are reported too, as nothing can be compared with what is invalid.
//
// An object that could not be read as it stands is validated as far as that says
// something new: not at all if values had to be left out; without the fields
// beside an unknown one otherwise.
func Check(files, from Files) Report {
	c := checker{old: map[string]any{}}
	c.report.Findings = append(c.report.Findings, from.Findings...)
	for i := range from.Objects {
		c.keep(&from.Objects[i])
	}
	c.report.Findings = append(c.report.Findings, files.Findings...)
	c.report.Unread = files.Unread
	for i := range files.Objects {
		c.object(&files.Objects[i])
	}
	byPlace(c.report.Findings, append(slices.Clone(from.names), files.names...))
	return c.report
}

type checker struct {
	old    map[string]any // what is stored, by key
	report Report
}

// keep stores an object that others may replace.
func (c *checker) keep(o *Object) {
	if o.Object == nil || o.Faulty {
		return
	}
	if v := create(o.Object); !c.findings(o, v) {
		c.old[o.Key()] = v.stored
	}
}

// object checks one object.
func (c *checker) object(o *Object) {
	done := Checked{Object: o}
	switch {
	case o.Object == nil && !o.Faulty && !o.Patch:
	case o.Object == nil || o.spoilt:
		done.Verdict = Invalid
	default:
		v := verdict{}
		if old, ok := c.old[o.Key()]; ok {
			v = update(o.Object, old)
		} else {
			v = create(o.Object)
		}
		done.Verdict = Invalid
		if !c.findings(o, v) && !o.Faulty {
			done.Verdict, done.Stored = Valid, v.stored
		}
	}
	c.report.Objects = append(c.report.Objects, done)
}

// findings reports a verdict on an object, and whether there are errors in it.
func (c *checker) findings(o *Object, v verdict) (failed bool) {
	for _, e := range v.errors {
		if o.mayFollow(e) {
			continue
		}
		failed = true
		path := field.Written(e.Path)
		at := o.Position(path)
		message := e.Detail
		if e.BadValue != "" {
			message = strings.TrimSuffix(e.BadValue+": "+e.Detail, ": ")
		}
		c.report.Findings = append(c.report.Findings, Finding{
			File: o.File, Line: at.Line, Column: at.Column,
			Path: e.Path, Kind: e.Type.String(), Message: message, Severity: Error, Hint: defaultHint(o.Object, e),
		})
	}
	for _, text := range v.warnings {
		path, message, found := strings.Cut(text, ": ")
		if !found || !strings.HasPrefix(path, "spec.") && !strings.HasPrefix(path, "metadata.") {
			path, message = "", text
		}
		at := o.Position(field.Written(path))
		c.report.Findings = append(c.report.Findings, Finding{
			File: o.File, Line: at.Line, Column: at.Column,
			Path: path, Kind: "Warning", Message: message, Severity: Warning,
		})
	}
	return failed
}

// defaultHint tells of a value that nobody wrote, where an error comes of it; "" elsewhere.
func defaultHint(o any, e *validation.FieldError) string {
	ds, ok := o.(*api.DaemonSet)
	if !ok || e.Path != "spec.updateStrategy.rollingUpdate.maxSurge" || !strings.Contains(e.Detail, "maxUnavailable") {
		return ""
	}
	if r := ds.Spec.UpdateStrategy.RollingUpdate; r == nil || r.MaxUnavailable != nil {
		return ""
	}
	return "maxUnavailable is 1 where it is not set: set it to 0"
}

// mayFollow says that an error may come of an unknown field beside it, such as a
// required field whose name is misspelt.
func (o *Object) mayFollow(e *validation.FieldError) bool {
	return slices.Contains(o.missing, parent(e.Path)) || slices.Contains(o.missing, parent(parent(e.Path)))
}

// verdict is what an API server says to a write.
type verdict struct {
	stored   any
	errors   []*validation.FieldError
	warnings []string
}

// create says what comes of creating an object.
func create(o any) verdict {
	switch o := o.(type) {
	case *api.DaemonSet:
		o = o.DeepCopy()
		return of(o, strategy.Create(o))
	case *api.Pod:
		o = o.DeepCopy()
		defaults.Pod(o)
		return verdict{o, validation.Pod(within(o, &o.ObjectMeta)), validation.PodWarnings(o)}
	case *api.Node:
		o = o.DeepCopy()
		defaults.Node(o)
		return verdict{o, validation.Node(o), nil}
	case *api.PriorityClass:
		o = o.DeepCopy()
		defaults.PriorityClass(o)
		return verdict{o, validation.PriorityClass(o), nil}
	case *api.PodDisruptionBudget:
		o = o.DeepCopy()
		return verdict{o, validation.PodDisruptionBudget(within(o, &o.ObjectMeta)), nil}
	case *api.ControllerRevision:
		o = o.DeepCopy()
		return verdict{o, validation.ControllerRevision(within(o, &o.ObjectMeta)), nil}
	}
	return verdict{stored: o}
}

// within puts an object without a namespace into the default one.
func within[T any](o T, m *api.ObjectMeta) T {
	if m.Namespace == "" {
		m.Namespace = "default"
	}
	return o
}

// update says what comes of replacing a stored object.
func update(o, old any) verdict {
	v := create(o)
	switch before := old.(type) {
	case *api.DaemonSet:
		next := o.(*api.DaemonSet).DeepCopy()
		stored := before.DeepCopy()
		stored.ResourceVersion = "1"
		next.ResourceVersion = ""
		return of(next, strategy.Update(next, stored))
	case *api.PriorityClass:
		next := v.stored.(*api.PriorityClass)
		next.ResourceVersion = "1"
		v.errors = append(v.errors, validation.PriorityClassUpdate(next, before)...)
	case *api.ControllerRevision:
		next := v.stored.(*api.ControllerRevision)
		next.ResourceVersion = "1"
		v.errors = append(v.errors, validation.ControllerRevisionUpdate(next, before)...)
	case *api.Node:
		next := v.stored.(*api.Node)
		next.ResourceVersion = "1"
		v.errors = append(v.errors, validation.NodeUpdate(next, before)...)
	}
	sort.SliceStable(v.errors, func(i, j int) bool { return v.errors[i].Path < v.errors[j].Path })
	v.errors = slices.CompactFunc(v.errors, func(a, b *validation.FieldError) bool { return *a == *b })
	return v
}

// of turns a verdict on a DaemonSet into one.
func of(ds *api.DaemonSet, v strategy.Verdict) verdict {
	if v.Unreadable != nil {
		return verdict{errors: []*validation.FieldError{{
			Type: field.TypeInvalid,
			Path: "metadata.annotations[" + api.DeprecatedTemplateGeneration + "]", Detail: v.Unreadable.Error(),
		}}}
	}
	return verdict{ds, v.Errors, v.Warnings}
}

// byPlace sorts findings by file, in the order in which the files were read, and by place.
func byPlace(findings []Finding, names []string) {
	order := make(map[string]int, len(names))
	for i, name := range names {
		if _, ok := order[name]; !ok {
			order[name] = i
		}
	}
	sort.SliceStable(findings, func(i, j int) bool {
		a, b := &findings[i], &findings[j]
		switch {
		case order[a.File] != order[b.File]:
			return order[a.File] < order[b.File]
		case a.Line != b.Line:
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
}

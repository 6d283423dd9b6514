package decode

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// unknown reports a field that its struct does not have. Of the list around documents the
// type is nil.
func (w *walker) unknown(m *tree.Member, t reflect.Type) {
	if w.full() {
		return
	}
	w.push(segment{name: m.Key})
	upstream := short("unknown field " + strconv.Quote(w.dotted()))
	e := Error{Code: CodeUnknownField, Message: "unknown field " + tree.Quote(m.Key), Upstream: upstream}
	if t != nil {
		e.Hint = w.advice(m, t)
	}
	w.reportAt(m.At, e)
	w.pop()
}

// advice says what an unknown field was probably meant to be.
func (w *walker) advice(m *tree.Member, t reflect.Type) string {
	fields := w.structFields(t)
	near, steps := nearest(fields, m.Key)
	switch {
	case m.Written != "":
		return "the key is written " + tree.Shown(m.Written, 40) + ", which YAML reads as " + tree.Shown(m.Key, 40) + "; put it in quotes"
	case steps == 0:
		return "write " + near + "; upper and lower case matter"
	case strings.ContainsFunc(m.Key, func(c rune) bool { return tree.Meant(c) != 0 }):
		return "the name holds a character that only looks like a space, a colon or a dash"
	}
	if hint := foreign(t.Name(), m.Key); hint != "" {
		return hint
	}
	if steps == 1 {
		return "did you mean " + near + "?"
	}
	if hint := w.elsewhere(m.Key); hint != "" {
		return hint
	}
	if steps <= len(m.Key)/3 && steps <= 4 {
		return "did you mean " + near + "?"
	}
	if longer := related(fields, m.Key); longer != "" {
		return "did you mean " + longer + "?"
	}
	if key, value := tree.SplitWord(m.Key, ':'); key != "" && value != "" && findField(fields, key) != nil {
		return "put a space after the colon: " + key + ": " + tree.Shown(value, 40)
	}
	return ""
}

// nearest is the field with the name most like name: 0 steps away if only case, dashes and
// underscores differ.
func nearest(fields []structField, name string) (string, int) {
	best, steps := "", len(name)+1
	if len(name) > 64 {
		return best, steps
	}
	bare := strings.NewReplacer("-", "", "_", "").Replace(name)
	for _, f := range fields {
		if strings.EqualFold(f.name, bare) {
			return f.name, 0
		}
		if d := distance(f.name, name); d < steps {
			best, steps = f.name, d
		}
	}
	return best, steps
}

// related is the first field whose name begins or ends with name, or that name begins
// with: timeoutSeconds for timeout, containerPort for port, env for environment.
func related(fields []structField, name string) string {
	name = strings.ToLower(name)
	for _, f := range fields {
		field := strings.ToLower(f.name)
		if min(len(field), len(name)) >= 3 &&
			(strings.HasPrefix(field, name) || strings.HasPrefix(name, field) || strings.HasSuffix(field, name)) {
			return f.name
		}
	}
	return ""
}

// distance is how many letters must be put in, taken out, replaced or swapped with their
// neighbour to make b of a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := [3][]int{}
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
	}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, above, row := rows[(i-1)%3], rows[i%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(x)+1)%3][len(y)]
}

// foreign knows fields of other workloads that people carry over to a DaemonSet, or names
// that people give to things with another name.
func foreign(structName, name string) string {
	switch structName + "." + name {
	case "DaemonSetSpec.strategy":
		return "a DaemonSet calls it updateStrategy"
	case "DaemonSetSpec.replicas":
		return "a DaemonSet has no replicas: it runs one pod on every node that fits; delete the field"
	case "DaemonSetSpec.paused":
		return "only a Deployment can be paused; updateStrategy type OnDelete waits for you to delete pods"
	case "DaemonSetSpec.progressDeadlineSeconds":
		return "only a Deployment has it; delete the field"
	case "DaemonSetSpec.serviceName", "DaemonSetSpec.podManagementPolicy", "DaemonSetSpec.volumeClaimTemplates":
		return "only a StatefulSet has it; delete the field"
	case "ContainerPort.port":
		return "did you mean containerPort?"
	case "HostPathVolumeSource.readOnly":
		return "readOnly belongs to the volumeMounts of the container"
	case "Container.entrypoint":
		return "a container calls it command"
	}
	return ""
}

// elsewhere tells where else near the current struct a field of that name is.
func (w *walker) elsewhere(name string) string {
	current := len(w.frames) - 1
	if below := w.below(w.frames[current].typ, name, reach(name)); below != "" {
		return name + " belongs deeper, in " + w.inside(current, below)
	}
	for i := current - 1; i >= 0; i-- {
		if findField(w.structFields(w.frames[i].typ), name) != nil {
			return name + " belongs further out, " + w.inside(i, "")
		}
	}
	for i := current - 1; i >= 0; i-- {
		if below := w.below(w.frames[i].typ, name, reach(name)); below != "" {
			return name + " belongs elsewhere, in " + w.inside(i, below)
		}
	}
	return ""
}

// inside is the path of a struct around the current field, or of what is below it.
func (w *walker) inside(i int, below string) string {
	path := pathText(w.path[:w.frames[i].depth])
	switch {
	case below == "" && path == "":
		return "beside apiVersion and kind"
	case below == "":
		return "in " + path
	case path == "":
		return below
	}
	return path + "." + below
}

// reach is how many levels below a struct a name is looked for. Names that are everywhere
// say little about where they belong.
func reach(name string) int {
	switch name {
	case "name", "type", "key", "value", "path", "port", "status", "kind", "items", "namespace", "reason", "message":
		return 1
	}
	return 3
}

// below finds a field at most depth levels below a struct, the nearest first, and writes
// the way there: template.spec, containers[]. If there are two, it names both; if there
// are more, none.
func (w *walker) below(t reflect.Type, name string, depth int) string {
	level := []place{{t, ""}}
	for ; depth > 0; depth-- {
		var next []place
		var found []string
		for _, at := range level {
			for _, inner := range w.inner(at) {
				if findField(w.structFields(inner.typ), name) != nil {
					found = append(found, inner.path)
				}
				next = append(next, place{inner.typ, inner.path + "."})
			}
		}
		switch len(found) {
		case 0:
			level = next
		case 1, 2:
			return strings.Join(found, " or ")
		default:
			return ""
		}
	}
	return ""
}

// place is a struct below another, and the way there.
type place struct {
	typ  reflect.Type
	path string
}

// inner are the structs in the fields of another. What is written by Kubernetes only, and
// containers other than the usual ones, are no places to send people to.
func (w *walker) inner(at place) []place {
	var inner []place
	for _, f := range w.structFields(at.typ) {
		switch f.name {
		case "status", "managedFields", "initContainers", "ephemeralContainers":
			continue
		}
		typ := at.typ.FieldByIndex(f.index).Type
		t, ok := element(typ)
		if !ok {
			continue
		}
		path := at.path + f.name
		if typ.Kind() == reflect.Slice {
			path += "[]"
		}
		inner = append(inner, place{t, path})
	}
	return inner
}

package decode

import (
	"reflect"
	"slices"
	"strings"
)

// structField is a field of a struct or of one embedded in it, as JSON sees it.
type structField struct {
	name     string
	index    []int    // the way to it, as reflect.Value.FieldByIndex takes it
	embedded []string // names of the structs around it that JSON does not see
}

// structFields lists the fields of a struct, and remembers them.
func (r *reader) structFields(t reflect.Type) []structField {
	fields, found := r.fields[t]
	if !found {
		fields = listFields(make([]structField, 0, t.NumField()), t, nil, nil)
		r.fields[t] = fields
	}
	return fields
}

func listFields(fields []structField, t reflect.Type, index []int, embedded []string) []structField {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		at := f.Index
		if len(index) > 0 {
			at = append(slices.Clip(index), i)
		}
		switch {
		case name == "-" || !f.IsExported():
		case name == "" && f.Anonymous:
			fields = listFields(fields, f.Type, at, append(slices.Clip(embedded), f.Name))
		case name == "":
			fields = append(fields, structField{f.Name, at, embedded})
		default:
			fields = append(fields, structField{name, at, embedded})
		}
	}
	return fields
}

func findField(fields []structField, name string) *structField {
	for i := range fields {
		if fields[i].name == name {
			return &fields[i]
		}
	}
	return nil
}

// element is the struct behind a field: below pointers, lists and maps; false if there is
// none, or one that reads its own JSON.
func element(t reflect.Type) (reflect.Type, bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[jsonUnmarshaler]()) {
		return nil, false
	}
	return t, true
}

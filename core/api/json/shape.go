package json

import (
	"reflect"
	"strings"
)

// shapeOf is what the writer has to know about a type.
func (w *writer) shapeOf(t reflect.Type) *shape {
	if s := w.types[t]; s != nil {
		return s
	}
	s := &shape{marshals: t.Implements(marshaler), appends: t.Implements(appender)}
	if t.Kind() == reflect.Struct && !s.marshals && !s.appends {
		s.fields = fieldsOf(nil, t, nil)
	}
	if w.types == nil {
		w.types = map[reflect.Type]*shape{}
	}
	w.types[t] = s
	return s
}

// fieldsOf adds the fields of a struct in order; index leads to the struct.
func fieldsOf(out []field, t reflect.Type, index []int) []field {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		at := append(index[:len(index):len(index)], i)
		switch {
		case tag == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			out = fieldsOf(out, f.Type, at)
		case f.IsExported():
			if name == "" {
				name = f.Name
			}
			out = append(out, field{
				index: at, key: string(append(AppendText(nil, name), ':')),
				omitEmpty: strings.Contains(options, "omitempty"), omitZero: strings.Contains(options, "omitzero"),
			})
		}
	}
	return out
}

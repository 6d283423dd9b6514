package patch

import (
	"maps"
	"reflect"
	"strings"
)

// FieldsForTest are the fields of a struct by their names in JSON, those of
// embedded structs among them.
func FieldsForTest(t reflect.Type) map[string]reflect.StructField {
	out := map[string]reflect.StructField{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" && f.Anonymous && f.Type.Kind() == reflect.Struct {
			maps.Copy(out, FieldsForTest(f.Type))
		} else if name != "" && name != "-" {
			out[name] = f
		}
	}
	return out
}

// MannerForTest is how we merge a field, in the words of upstream's tags.
func MannerForTest(s Schema, name string) (sub Schema, strategy, key string, ok bool) {
	sub, how, err := s.field(name)
	if err != nil {
		return s, "", "", false
	}
	if sub.typ.Kind() == reflect.Slice {
		sub = Schema{plain(sub.typ.Elem())}
	}
	var words []string
	if how.merge {
		words = append(words, "merge")
	}
	if how.retainKeys {
		words = append(words, "retainKeys")
	}
	if how.replace {
		words = append(words, "replace")
	}
	return sub, strings.Join(words, ","), how.key, true
}

package manifests

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/fielddoc"
)

// Fields is one field or kind with the fields below it.
type Fields struct {
	// Name is that of the field, or of the kind.
	Name string `json:"name"`
	// Type is as kubectl explain prints it: string, []Container, map[string]string.
	Type        string   `json:"type"`
	Description string   `json:"description"`
	Required    bool     `json:"required,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	Fields      []Field  `json:"fields"`
}

// Field is one field below.
type Field struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Required    bool     `json:"required,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	Description string   `json:"description"`
	// Holds is what the value is: map, list, or value.
	Holds string `json:"holds"`
}

// FieldsOf describes a kind, or the field that a path of names below it leads to; keys of
// maps are names in it, places in lists are not. False where there is none.
func FieldsOf(docs fielddoc.Texts, kind string, path []string) (*Fields, bool) {
	t, ok := docs.Of(kind)
	if !ok {
		return nil, false
	}
	out := &Fields{Name: kind, Type: kind, Description: t.Description}
	inMap := false
	for _, name := range path {
		if inMap {
			out.Name, out.Required, out.Enum, inMap = name, false, nil, false
			out.Type = out.Type[strings.IndexByte(out.Type, ']')+1:]
			continue
		}
		f, ok := t.Field(name)
		if !ok {
			return nil, false
		}
		out.Name, out.Type, out.Required, out.Enum = f.Name, f.Type, f.Required, f.Enum
		out.Description = f.Description
		if t, ok = docs.Of(f.Ref); ok && out.Description == "" {
			out.Description = t.Description
		}
		inMap = strings.HasPrefix(f.Type, "map[")
	}
	out.Fields = []Field{}
	if inMap {
		return out, true
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		below, _ := docs.Of(f.Ref)
		out.Fields = append(out.Fields, Field{f.Name, f.Type, f.Required, f.Enum, f.Description, holds(f.Type, len(below.Fields) > 0)})
	}
	return out, true
}

// holds says how the value of a field is written.
func holds(kind string, fields bool) string {
	switch {
	case strings.HasPrefix(kind, "[]"):
		return "list"
	case strings.HasPrefix(kind, "map[") || fields:
		return "map"
	}
	return "value"
}

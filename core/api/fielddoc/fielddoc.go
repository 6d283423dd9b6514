// Package fielddoc is what the Kubernetes API documentation says about every type and field of
// package api: the text behind `explain`. It is a package of its own so that a host without
// `explain` does not carry some 290 KB of text.
//
// The texts are generated from the comments of k8s.io/api by internal/gen, by the rules that
// produce an API server's OpenAPI documents, and say the same as those.
package fielddoc

import "strings"

// Texts have a line `type<TAB>description` for every type, and after it, by name, one line for
// each field: `<TAB>name<TAB>type<TAB>ref<TAB>required<TAB>enum<TAB>description`.
// Types are in order of their names. \n, \t and \\ stand for what they mean in Go.
//
// Built in has them all, but not in a program for a browser, which fetches the same file
// (zz_fields.txt) when somebody asks.
type Texts string

// Type is one object or part of an object.
type Type struct {
	Name        string
	Description string
	// Fields are in order of their names. A type such as Quantity, which is one value, has none.
	Fields []Field
}

// Field is one field as it is spelt in a manifest.
type Field struct {
	Name string
	// Type is what explain prints: string, integer, []Container, map[string]string.
	Type string
	// Ref is the type of the value, or of the elements of the list or map; empty if it is plain.
	Ref      string
	Required bool
	// Enum is the sorted list of allowed values; nil if any will do. Some lists have "".
	Enum        []string
	Description string
}

// Of describes the type that package api calls name, from the texts built in.
func Of(name string) (Type, bool) { return BuiltIn().Of(name) }

// Of describes the type that package api calls name; false if there is none.
func (t Texts) Of(name string) (Type, bool) {
	block, ok := find(string(t), name)
	if !ok {
		return Type{}, false
	}
	head, rest, _ := strings.Cut(block, "\n")
	_, description, _ := strings.Cut(head, "\t")
	found := Type{Name: name, Description: unescape(description)}
	for line := range strings.Lines(rest) {
		found.Fields = append(found.Fields, parseField(line))
	}
	return found, true
}

// Field finds a field by its name.
func (t Type) Field(name string) (Field, bool) {
	for _, f := range t.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// find cuts out the lines about one type.
func find(texts, name string) (string, bool) {
	start := 0
	if head := name + "\t"; !strings.HasPrefix(texts, head) {
		at := strings.Index(texts, "\n"+head)
		if at < 0 || name == "" {
			return "", false
		}
		start = at + 1
	}
	end := start
	for {
		next := strings.IndexByte(texts[end:], '\n')
		if next < 0 {
			return texts[start:], true
		}
		end += next + 1
		if end == len(texts) || texts[end] != '\t' {
			return texts[start:end], true
		}
	}
}

func parseField(line string) Field {
	parts := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 7)
	f := Field{Name: parts[1], Type: parts[2], Ref: parts[3], Required: parts[4] != "", Description: unescape(parts[6])}
	if parts[5] != "" {
		f.Enum = strings.Split(parts[5], ",")
	}
	return f
}

func unescape(s string) string {
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(s)
}

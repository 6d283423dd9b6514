// Package explain writes what kubectl explain says about a type or a field.
//
// Upstream 1.37: kubectl pkg/explain/v2/templates/plaintext.tmpl.
package explain

import (
	"errors"
	"strings"
	"unicode"

	"github.com/rollscope/rollscope/core/api/fielddoc"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
)

// Options are the flags of kubectl explain.
type Options struct {
	Recursive bool
	MaxDepth  int // of Recursive; 0 for no limit
	// Docs are the texts about types and fields; "" is those that the program carries.
	Docs fielddoc.Texts
}

// Text explains a kind, or the field that a path of names leads to. The text
// before an error is shown as well.
func Text(k kinds.Kind, path []string, o Options) (string, error) {
	if o.Docs == "" {
		o.Docs = fielddoc.BuiltIn()
	}
	if o.Docs == "" {
		return "", errors.New("rollscope has not loaded the texts of kubectl explain")
	}
	p := page{Options: o}
	if k.Group != "" {
		p.line("GROUP:      %s", k.Group)
	}
	p.line("KIND:       %s", k.Name)
	p.line("VERSION:    %s", k.Version)
	p.line("")
	at := place{ref: k.Name}
	for _, name := range path {
		next, ok := p.fieldOf(at, name)
		if !ok {
			return p.out.String(), fmt.Errorf("field %q does not exist", path[len(path)-1])
		}
		at = place{ref: next.Ref, inside: &next}
	}
	p.place(at)
	return p.out.String(), nil
}

// place is a type, or a field and the type of its value.
type place struct {
	ref    string // the type; "" for a plain one
	inside *fielddoc.Field
}

// fieldOf is the field of that name below a place.
func (p *page) fieldOf(at place, name string) (fielddoc.Field, bool) {
	t, ok := p.Docs.Of(at.ref)
	if !ok {
		return fielddoc.Field{}, false
	}
	return t.Field(name)
}

// page collects lines.
type page struct {
	Options
	out strings.Builder
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// place writes all about one place.
func (p *page) place(at place) {
	description := ""
	if f := at.inside; f != nil {
		p.line("FIELD: %s <%s>", f.Name, f.Type)
		if len(f.Enum) > 0 {
			p.out.WriteString("ENUM:")
			for _, v := range f.Enum {
				p.out.WriteString("\n    " + value(v))
			}
		}
		p.line("\n")
		if f.Description != "" {
			description = f.Description + "\n"
		}
	}
	t, _ := p.Docs.Of(at.ref)
	if t.Description != "" {
		description += t.Description + "\n"
	}
	if description == "" {
		description = "<empty>"
	}
	p.line("DESCRIPTION:")
	p.line("%s", indent(4, wrap(description, 76)))
	if len(t.Fields) > 0 {
		p.line("FIELDS:")
		p.fields(t, 1, map[string]bool{})
	}
	p.line("")
}

// value is an allowed value; the empty one is shown as "".
func value(v string) string {
	if v == "" {
		return `""`
	}
	return v
}

// fields lists the fields of a type, with those below them if asked for. seen
// are the types on the way, so that a type within itself ends the list.
func (p *page) fields(t fielddoc.Type, level int, seen map[string]bool) {
	if seen[t.Name] {
		return
	}
	seen[t.Name] = true
	for i := range t.Fields {
		f := &t.Fields[i]
		p.field(f, level)
		if !p.Recursive || p.MaxDepth > 0 && level >= p.MaxDepth {
			continue
		}
		if sub, ok := p.Docs.Of(f.Ref); ok {
			p.fields(sub, level+1, seen)
		}
	}
	delete(seen, t.Name)
}

// field writes one field of a list: its name and type, and what it is unless
// the list is recursive.
func (p *page) field(f *fielddoc.Field, level int) {
	pad := strings.Repeat("  ", level)
	p.out.WriteString(pad + f.Name + "\t<" + f.Type + ">")
	if f.Required {
		p.out.WriteString(" -required-")
	}
	if len(f.Enum) > 0 {
		p.out.WriteString("\n" + pad + "enum: " + values(f.Enum))
	}
	p.line("")
	if p.Recursive {
		return
	}
	description := f.Description
	if description == "" {
		description = "<no description>"
	}
	p.line("%s", indent(2*level+2, wrap(description, 78-2*level)))
	p.line("")
}

// values are the first four allowed values on a line.
func values(enum []string) string {
	var out strings.Builder
	for i, v := range enum {
		if i == 4 {
			out.WriteString(", ....")
			break
		}
		if i > 0 {
			out.WriteString(", ")
		}
		out.WriteString(value(v))
	}
	return out.String()
}

func indent(n int, text string) string {
	pad := strings.Repeat(" ", n)
	return pad + strings.ReplaceAll(text, "\n", "\n"+pad)
}

// wrap breaks lines at white space so that they keep to a width where they can.
//
// Upstream: github.com/mitchellh/go-wordwrap, WrapString.
func wrap(text string, width int) string {
	var out, word, space strings.Builder
	column, wordLength, spaceLength := 0, 0, 0
	flush := func() {
		column += spaceLength + wordLength
		out.WriteString(space.String() + word.String())
		word.Reset()
		space.Reset()
		wordLength, spaceLength = 0, 0
	}
	for _, r := range text {
		switch {
		case r == '\n':
			if wordLength == 0 && column+spaceLength > width {
				space.Reset()
				spaceLength = 0
			}
			flush()
			out.WriteRune(r)
			column = 0
		case unicode.IsSpace(r) && r != '\u00a0':
			if spaceLength == 0 || wordLength > 0 {
				flush()
			}
			space.WriteRune(r)
			spaceLength++
		default:
			word.WriteRune(r)
			wordLength++
			if column+wordLength+spaceLength > width && wordLength < width {
				out.WriteRune('\n')
				column = 0
				space.Reset()
				spaceLength = 0
			}
		}
	}
	if wordLength > 0 || column+spaceLength <= width {
		flush()
	}
	return out.String()
}

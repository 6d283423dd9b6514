package rules

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/json"
)

// Pos is a place in a file: line and column, both from 1, the column in characters.
type Pos = decode.Pos

// Finding is one hit of a rule.
type Finding struct {
	Rule     string // RS302
	Slug     string // surge-host-port
	Group    string // surge
	Severity Severity
	// English and Chinese are the title, the description of the rule, and message and
	// fix with the values of this finding. A rule of a user's may have no Chinese.
	English, Chinese Text
	// Path is the field, as in spec.template.spec.containers[0].image; it need not be
	// in the file: then the place is that of the nearest field above.
	Path string
	// Start is where the field begins, and End the place after the last character of
	// the field on that line.
	Start, End Pos
	Container  string // the container that the field belongs to; "" if it is in none
	Object     Object
	File       string
	Document   int // of the file, from 1; 0 if the finding is about the run
	Item       int // of a list, from 0; -1 if it is in none
	Links      []string
	// Params are the values in the sentences, as JSON knows them.
	Params map[string]any
}

// fill writes the values of a finding into the sentences of its rule.
func fill(rule, variant Text, params map[string]any) Text {
	if variant.Message != "" {
		rule.Message = variant.Message
	}
	if variant.Fix != "" {
		rule.Fix = variant.Fix
	}
	rule.Message = substitute(rule.Message, params)
	rule.Fix = substitute(rule.Fix, params)
	return rule
}

// substitute replaces {name} by the value of that name; braces around anything else stay.
func substitute(sentence string, params map[string]any) string {
	if !strings.Contains(sentence, "{") {
		return sentence
	}
	var room [512]byte
	out := room[:0]
	for {
		before, rest, found := strings.Cut(sentence, "{")
		out = append(out, before...)
		if !found {
			return string(out)
		}
		name, after, closed := strings.Cut(rest, "}")
		value, known := params[name]
		if !closed || !known {
			out = append(out, '{')
			sentence = rest
			continue
		}
		out = append(out, spell(value)...)
		sentence = after
	}
}

// spell writes a value into a sentence. Text of a manifest stays on one line.
func spell(v any) string {
	switch v := v.(type) {
	case string:
		return plain(v)
	case json.Number:
		return string(v)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		words := make([]string, len(v))
		for i := range v {
			words[i] = spell(v[i])
		}
		return strings.Join(words, ", ")
	}
	return plain(fmt.Sprint(v))
}

// longest is how much of a text a sentence quotes, in characters.
const longest = 400

// plain escapes what is not printable and cuts what is too long.
func plain(s string) string {
	if utf8.RuneCountInString(s) > longest {
		s = string([]rune(s)[:longest]) + "…"
	}
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var out strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&out, `\u{%x}`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }

// container is the name of the container that a field belongs to.
func (d *Document) container(path string) string {
	for _, c := range d.Facts.Containers {
		if rest, ok := strings.CutPrefix(path, c.Path); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return c.Name
		}
	}
	return ""
}

// span is where a field begins, and where it or its key ends on that line.
func (d *Document) span(path string) (start, end Pos) {
	start, value := d.source.Position(path), d.source.ValuePosition(path)
	end = Pos{Line: start.Line, Column: start.Column + 1}
	if value.Line == start.Line && value.Column >= start.Column {
		n := extent(d.lines.From(value))
		return start, Pos{Line: start.Line, Column: max(value.Column+n, start.Column+1)}
	}
	rest := d.lines.From(start)
	if i := strings.IndexByte(rest, ':'); i > 0 {
		end.Column = start.Column + utf8.RuneCountInString(rest[:i])
	}
	return start, end
}

// extent is how many characters of text a scalar at its beginning takes.
func extent(text string) int {
	if text != "" && (text[0] == '"' || text[0] == '\'') {
		return quoted(text)
	}
	n, end, previous := 0, 0, ' '
	for _, r := range text {
		if r == '#' && n > 0 && previous == ' ' || strings.ContainsRune(",]}", r) {
			break
		}
		n++
		if !unicode.IsSpace(r) {
			end = n
		}
		previous = r
	}
	return end
}

// quoted is how many characters there are up to the quote that closes the first one.
func quoted(text string) int {
	quote, escaped, n := rune(text[0]), false, 1
	for _, r := range text[1:] {
		n++
		switch {
		case escaped:
			escaped = false
		case r == '\\' && quote == '"':
			escaped = true
		case r == quote:
			return n
		}
	}
	return n
}

package main

import (
	"regexp"
	"strconv"
	"strings"
)

// description makes of a comment the text that the API documentation shows: markers and notes
// to the authors left out, lines joined, paragraphs and indented lines kept.
//
// Upstream: kube-openapi pkg/generators/openapi.go, generateDescription.
func description(comment string) string {
	var b []byte
	dropLast := func() { b = b[:max(len(b)-1, 0)] }
	for line := range strings.SplitSeq(comment, "\n") {
		if line == "---" {
			break
		}
		line = strings.TrimRight(line, " ")
		content := strings.TrimLeft(line, " ")
		switch {
		case line == "":
			dropLast()
			b = append(b, "\n\n"...)
		case strings.HasPrefix(content, "TODO"), strings.HasPrefix(content, "+"):
		case line[0] == ' ' || line[0] == '\t':
			dropLast()
			b = append(b, "\n"+line+"\n"...)
		default:
			b = append(b, line+" "...)
		}
	}
	return strings.TrimSpace(string(b))
}

// enumsOf finds the constants of every type marked as an enum.
//
// Upstream: kube-openapi pkg/generators/enum.go, parseEnums.
func enumsOf(src *source) map[typeName][]constant {
	enums := map[typeName][]constant{}
	for _, g := range groups {
		for _, c := range src.constants[g.path] {
			name := typeName{g.path, c.typ}
			if decl := src.types[name]; decl != nil && markedEnum(decl.doc.Text()) {
				enums[name] = addValue(enums[name], c)
			}
		}
	}
	return enums
}

func markedEnum(comment string) bool {
	for line := range strings.Lines(comment) {
		if strings.TrimSpace(line) == "+enum" {
			return true
		}
	}
	return false
}

// addValue keeps one constant for each value, the one with more to say about it.
func addValue(values []constant, c constant) []constant {
	for i, other := range values {
		if stringValue(other) == stringValue(c) {
			if len(other.doc) < len(c.doc) {
				values[i] = c
			}
			return values
		}
	}
	return append(values, c)
}

// stringValue is the text of a string constant.
func stringValue(c constant) string {
	literal, ok := c.literal()
	if !ok {
		return ""
	}
	value, _ := strconv.Unquote(literal)
	return value
}

var spaces = regexp.MustCompile(`\s+`)

// enumText is a constant's comment on one line, without its name at the front.
func enumText(c constant) string {
	text := strings.TrimPrefix(strings.TrimSpace(c.doc), c.name.name)
	return spaces.ReplaceAllString(strings.TrimSpace(text), " ")
}

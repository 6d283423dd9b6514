package describe

import (
	"strings"
	"unicode"

	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Generic describes an object of any kind, field by field.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, genericDescriber.
func Generic(o tree.Map, s Surroundings) string {
	return aligned(s.Now, func(p *page) {
		p.line(0, "Name:\t%s", tree.Text(o, "metadata", "name"))
		p.line(0, "Namespace:\t%s", tree.Text(o, "metadata", "namespace"))
		p.labels("Labels", tree.Labels(tree.At(o, "metadata", "labels")))
		p.annotations("Annotations", tree.Labels(tree.At(o, "metadata", "annotations")))
		p.content(0, o, "")
		s.end(p)
	})
}

// content writes the fields of a map.
func (p *page) content(level int, m tree.Map, path string) {
	for _, k := range print.Keys(m) {
		at := path + "." + k
		switch at {
		case ".metadata.managedFields", ".metadata.name", ".metadata.namespace", ".metadata.labels", ".metadata.annotations":
			continue
		}
		switch v := m[k].(type) {
		case tree.Map:
			p.line(level, "%s:", spaced(k))
			p.content(level+1, v, at)
		case []any:
			p.line(level, "%s:", spaced(k))
			for _, item := range v {
				if sub, ok := item.(tree.Map); ok {
					p.content(level+1, sub, at)
				} else {
					p.line(level+1, "%s", tree.Scalar(item))
				}
			}
		default:
			p.line(level, "%s:\t%s", spaced(k), tree.Scalar(v))
		}
	}
}

// spaced turns the name of a field into words: apiVersion is API Version.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, smartLabelFor.
func spaced(field string) string {
	if strings.ContainsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		return field
	}
	var words []string
	start := 0
	runes := []rune(field)
	for i := 1; i <= len(runes); i++ {
		if i < len(runes) && !boundary(runes, i) {
			continue
		}
		word := string(runes[start:i])
		start = i
		switch upper := strings.ToUpper(word); upper {
		case "API", "URL", "UID", "GUID":
			word = upper
		default:
			if word != "-" {
				word = strings.ToUpper(word[:1]) + word[1:]
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// boundary says whether a word begins at i.
func boundary(r []rune, i int) bool {
	if (r[i-1] == '-') != (r[i] == '-') {
		return true
	}
	if unicode.IsUpper(r[i]) && unicode.IsLower(r[i-1]) {
		return true
	}
	return unicode.IsUpper(r[i-1]) && unicode.IsUpper(r[i]) && i+1 < len(r) && unicode.IsLower(r[i+1])
}

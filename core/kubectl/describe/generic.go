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
	for _, word := range merged(split([]rune(field))) {
		switch upper := strings.ToUpper(word); upper {
		case "API", "URL", "UID", "GUID":
			word = upper
		case "-":
		default:
			if r := []rune(word); strings.ToLower(word) == word {
				r[0] = unicode.ToUpper(r[0])
				word = string(r)
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// split cuts a name where a capital letter begins a word.
func split(r []rune) []string {
	var words []string
	start := 0
	for i := 1; i <= len(r); i++ {
		if i == len(r) || boundary(r, i) {
			words = append(words, string(r[start:i]))
			start = i
		}
	}
	return words
}

// merged puts together again what begins with several capital letters: CID and Rs.
func merged(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if i+1 < len(words) && len(word) >= 2 && strings.ToUpper(word) == word && unicode.IsUpper([]rune(words[i+1])[0]) {
			i++
			word += words[i]
		}
		out = append(out, word)
	}
	return out
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

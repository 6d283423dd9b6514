package tree

import "strings"

// nextLine is the one line break that JSON writes as it is.
const nextLine = '\u0085'

// readBack is a text as kubectl reads it from JSON, which it takes for YAML, before it
// writes it: a lone U+0085 becomes a blank, several become line breaks, one fewer, and
// blanks around them are gone.
//
// Upstream: sigs.k8s.io/yaml, JSONToYAML; go.yaml.in/yaml/v2 scannerc.go,
// yaml_parser_scan_flow_scalar.
func readBack(s string) string {
	if !strings.ContainsRune(s, nextLine) {
		return s
	}
	var out strings.Builder
	for at := 0; at < len(s); {
		rest := s[at:]
		blank := len(rest) - len(strings.TrimLeft(rest, " "+string(nextLine)))
		switch breaks := strings.Count(rest[:blank], string(nextLine)); {
		case breaks == 1:
			out.WriteByte(' ')
		case breaks > 1:
			out.WriteString(strings.Repeat("\n", breaks-1))
		default:
			out.WriteString(rest[:blank])
		}
		at += blank
		n := strings.IndexAny(s[at:], " "+string(nextLine))
		if n < 0 {
			n = len(s) - at
		}
		out.WriteString(s[at : at+n])
		at += n
	}
	return out.String()
}

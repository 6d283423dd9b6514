package format

import "strings"

const (
	labelName  = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
	labelRule  = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
	nonEmpty   = "must be non-empty"
	labelInner = "-_."
)

// LabelKey checks a label's key: a name, perhaps after a DNS subdomain and a
// slash. Annotations, taints, resources and conditions are named the same way.
//
// Upstream 1.37: apimachinery:pkg/api/validate/content/kube.go, IsLabelKey.
func LabelKey(s string) []string {
	var wrong []string
	name := s
	switch strings.Count(s, "/") {
	case 0:
	case 1:
		prefix, rest, _ := strings.Cut(s, "/")
		name = rest
		if prefix == "" {
			wrong = append(wrong, "prefix part "+nonEmpty)
		}
		for _, message := range subdomainUnlessEmpty(prefix) {
			wrong = append(wrong, "prefix part "+message)
		}
	default:
		return []string{pattern("a valid label key "+labelRule, labelName, "MyName", "my.name", "123-abc") +
			" with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"}
	}
	switch {
	case name == "":
		wrong = append(wrong, "name part "+nonEmpty)
	case len(name) > LabelNameMax:
		wrong = append(wrong, "name part "+noMoreThan(LabelNameMax, "bytes"))
	}
	if !framed(name, alphanumeric, labelInner) {
		wrong = append(wrong, "name part "+pattern(labelRule, labelName, "MyName", "my.name", "123-abc"))
	}
	return wrong
}

func subdomainUnlessEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return subdomain(s, "bytes")
}

// LabelValue checks a label's value; empty is fine.
//
// Upstream 1.37: apimachinery:pkg/api/validate/content/kube.go, IsLabelValue.
func LabelValue(s string) []string {
	var wrong []string
	if len(s) > LabelNameMax {
		wrong = append(wrong, noMoreThan(LabelNameMax, "bytes"))
	}
	if s != "" && !framed(s, alphanumeric, labelInner) {
		wrong = append(wrong, pattern("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character", "("+labelName+")?", "MyValue", "my_value", "12345"))
	}
	return wrong
}

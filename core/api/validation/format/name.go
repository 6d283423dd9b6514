package format

import "strings"

const (
	dnsLabel     = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
	dnsSubdomain = dnsLabel + `(\.` + dnsLabel + ")*"
	loose        = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
)

// DNSLabel checks an RFC 1123 label: a container's, a volume's or a namespace's name.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsDNS1123Label.
func DNSLabel(s string) []string {
	var wrong []string
	if len(s) > LabelNameMax {
		wrong = append(wrong, noMoreThan(LabelNameMax, "characters"))
	}
	switch {
	case isDNSLabel(s):
	case isDNSSubdomain(s):
		wrong = append(wrong, "must not contain dots")
	default:
		wrong = append(wrong, pattern("a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character", dnsLabel, "my-name", "123-abc"))
	}
	return wrong
}

// DNSSubdomain checks an RFC 1123 subdomain: the name of most objects.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsDNS1123Subdomain.
func DNSSubdomain(s string) []string {
	return subdomain(s, "characters")
}

// DNSSubdomainPrefix checks the beginning of a generated name; it may end in a dash.
//
// Upstream 1.37: apimachinery:pkg/api/validation/generic.go, NameIsDNSSubdomain, maskTrailingDash.
func DNSSubdomainPrefix(s string) []string {
	if len(s) > 1 && strings.HasSuffix(s, "-") {
		s = s[:len(s)-2] + "a"
	}
	return DNSSubdomain(s)
}

func subdomain(s, unit string) []string {
	var wrong []string
	if len(s) > SubdomainMax {
		wrong = append(wrong, noMoreThan(SubdomainMax, unit))
	}
	if !isDNSSubdomain(s) {
		wrong = append(wrong, pattern("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character", dnsSubdomain, "example.com"))
	}
	return wrong
}

// DNSSubdomainWithUnderscore checks a DNS search domain.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsDNS1123SubdomainWithUnderscore.
func DNSSubdomainWithUnderscore(s string) []string {
	var wrong []string
	if len(s) > SubdomainMax {
		wrong = append(wrong, noMoreThan(SubdomainMax, "characters"))
	}
	passes := func(part string) bool { return framed(strings.TrimPrefix(part, "_"), lowerOrDigit, "-_") }
	if !eachPart(s, passes) {
		wrong = append(wrong, pattern("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character", loose+`(\.`+loose+")*", "example.com"))
	}
	return wrong
}

func isDNSLabel(s string) bool {
	return framed(s, lowerOrDigit, "-")
}

func isDNSSubdomain(s string) bool {
	return eachPart(s, isDNSLabel)
}

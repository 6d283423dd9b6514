// Package format checks texts: names, labels, ports, percentages, addresses.
// Each check returns what is wrong, in the API server's words, or nothing.
//
// The API server's messages quote the regular expression they stand for; here
// each is plain code, proved equal to apimachinery's in tests.
package format

import (
	"strconv"
	"strings"
)

// Lengths of names.
const (
	LabelNameMax = 63  // a DNS label, a label's name, a label's value
	SubdomainMax = 253 // a DNS subdomain, a config key, a sysctl
)

// Between is the message for a number outside lo..hi.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, InclusiveRangeError.
func Between(lo, hi int64) string {
	return "must be between " + strconv.FormatInt(lo, 10) + " and " + strconv.FormatInt(hi, 10) + ", inclusive"
}

// pattern words the message for a text that does not match a regular expression.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, RegexError.
func pattern(rule, expression string, examples ...string) string {
	var b strings.Builder
	b.WriteString(rule)
	b.WriteString(" (e.g. ")
	for i, example := range examples {
		if i > 0 {
			b.WriteString(" or ")
		}
		b.WriteString("'" + example + "', ")
	}
	b.WriteString("regex used for validation is '" + expression + "')")
	return b.String()
}

// The API server counts in characters in some messages and in bytes in others.
func noMoreThan(limit int, unit string) string {
	return "must be no more than " + strconv.Itoa(limit) + " " + unit
}

func lowerOrDigit(c byte) bool {
	return 'a' <= c && c <= 'z' || digit(c)
}

func alphanumeric(c byte) bool {
	return lowerOrDigit(c) || 'A' <= c && c <= 'Z'
}

func digit(c byte) bool {
	return '0' <= c && c <= '9'
}

// only tells whether s is not empty and every byte of it passes.
func only(s string, passes func(c byte) bool) bool {
	for i := range len(s) {
		if !passes(s[i]) {
			return false
		}
	}
	return s != ""
}

// framed tells whether s starts and ends with an edge byte and has only inner
// or edge bytes between.
func framed(s string, edge func(c byte) bool, inner string) bool {
	if s == "" || !edge(s[0]) || !edge(s[len(s)-1]) {
		return false
	}
	return only(s, func(c byte) bool { return edge(c) || strings.IndexByte(inner, c) >= 0 })
}

// eachPart tells whether every dot-separated part of s passes.
func eachPart(s string, passes func(part string) bool) bool {
	for part := range strings.SplitSeq(s, ".") {
		if !passes(part) {
			return false
		}
	}
	return true
}

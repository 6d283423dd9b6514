package field

import (
	"strconv"
	"strings"
)

// Sentence is what the API server says about an object that it refuses:
// `DaemonSet.apps "x" is invalid: …`. One error stands alone; several are put in
// brackets. kind is "DaemonSet.apps" for a kind in a group and "Pod" for one in
// the core group.
//
// Upstream 1.37: apimachinery:pkg/api/errors/errors.go, NewInvalid.
func Sentence(kind, name string, errs []*Error) string {
	lines := lines(distinct(errs))
	sentence := kind + " " + strconv.Quote(name) + " is invalid"
	switch len(lines) {
	case 0:
		return sentence
	case 1:
		return sentence + ": " + lines[0]
	}
	return sentence + ": [" + strings.Join(lines, ", ") + "]"
}

// Kubectl is what kubectl prints about it, with the newline at its end: one
// error follows on the same line, several are listed with a star each. kind is
// without group.
//
// Upstream 1.37: kubectl:pkg/cmd/util/helpers.go, checkErr, MultilineError.
func Kubectl(kind, name string, errs []*Error) string {
	lines := lines(distinct(errs))
	sentence := "The " + kind + " " + strconv.Quote(name) + " is invalid"
	switch len(lines) {
	case 0:
		return sentence + "\n"
	case 1:
		return sentence + ": " + lines[0] + "\n"
	}
	return sentence + ": \n* " + strings.Join(lines, "\n* ") + "\n"
}

func lines(errs []*Error) []string {
	texts := make([]string, len(errs))
	for i, e := range errs {
		texts[i] = e.Error()
	}
	return texts
}

// distinct drops errors that say what an earlier one says.
func distinct(errs []*Error) []*Error {
	seen := make(map[Error]bool, len(errs))
	var kept []*Error
	for _, e := range errs {
		if !seen[*e] {
			seen[*e] = true
			kept = append(kept, e)
		}
	}
	return kept
}

package transcript

import "strings"

// Wildcard is the line of an expected output that stands for any lines, also none.
const Wildcard = "..."

// Lines are the lines of an output as they are compared: without blanks at their
// ends, without blank lines at the end of it all.
func Lines(output string) []string {
	lines := strings.Split(output, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	return trimBlank(lines)
}

// Match says whether an output is the expected one.
func Match(expected, actual []string) bool {
	e, a := 0, 0
	star, from := -1, 0 // the last wildcard, and how far it reaches
	for a < len(actual) {
		switch {
		case e < len(expected) && expected[e] == Wildcard:
			star, from = e, a
			e++
		case e < len(expected) && expected[e] == actual[a]:
			e++
			a++
		case star >= 0:
			from++
			e, a = star+1, from
		default:
			return false
		}
	}
	for e < len(expected) && expected[e] == Wildcard {
		e++
	}
	return e == len(expected)
}

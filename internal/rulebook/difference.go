package main

import (
	"maps"
	"slices"
	"strings"
)

// difference is what turns one text into the other, line by line with two lines around
// each change; "" if they are equal.
func difference(before, after string) string {
	a, b := lines(before), lines(after)
	// same[i][j] is how many lines of a[i:] and b[j:] can stay.
	same := make([][]int, len(a)+1)
	for i := range same {
		same[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			same[i][j] = max(same[i+1][j], same[i][j+1])
			if a[i] == b[j] {
				same[i][j] = same[i+1][j+1] + 1
			}
		}
	}
	var out []string
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, " "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && same[i+1][j] >= same[i][j+1]:
			out = append(out, "-"+a[i])
			i++
		default:
			out = append(out, "+"+b[j])
			j++
		}
	}
	return around(out)
}

// around keeps the lines that are near a change.
func around(lines []string) string {
	const near = 2
	var out strings.Builder
	for i, line := range lines {
		if slices.ContainsFunc(lines[max(i-near, 0):min(i+near+1, len(lines))], func(l string) bool { return l[0] != ' ' }) {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

func lines(s string) []string {
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

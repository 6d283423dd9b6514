package rules

import "strings"

// Lines are the lines of a file.
type Lines struct {
	text   string
	starts []int32 // where each begins
}

func linesOf(text string) *Lines {
	l := &Lines{text: text, starts: make([]int32, 1, strings.Count(text, "\n")+1)}
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return l
		}
		i += n + 1
		l.starts = append(l.starts, int32(i)) // a file that is read has 10 MiB at most
	}
}

// Line is a line by its number, from 1, without its end; "" if there is none such.
func (l *Lines) Line(n int) string {
	if n < 1 || n > len(l.starts) {
		return ""
	}
	line := l.text[l.starts[n-1]:]
	if n < len(l.starts) {
		line = l.text[l.starts[n-1] : l.starts[n]-1]
	}
	return strings.TrimRight(line, "\r")
}

// All are all lines, as strings.Split has them.
func (l *Lines) All() []string { return strings.Split(l.text, "\n") }

package rules

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Lines are the lines of a file. A file may be one long line, so that places in it are not
// looked for from its beginning.
type Lines struct {
	text   string
	starts []int32 // where each begins; a file that is read has 10 MiB at most
	// marks are where each so many characters begin; nil where each character is a byte.
	marks []int32
}

// stride is how many characters are between two marks.
const stride = 1024

func linesOf(text string) *Lines {
	l := &Lines{text: text, starts: make([]int32, 1, strings.Count(text, "\n")+1)}
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		l.starts = append(l.starts, int32(i))
	}
	if strings.IndexFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return l
	}
	count := 0
	for i := range text {
		if count%stride == 0 {
			l.marks = append(l.marks, int32(i))
		}
		count++
	}
	return l
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

// From is the rest of a line from a place on; "" if there is no such place.
func (l *Lines) From(at Pos) string {
	line := l.Line(at.Line)
	if line == "" || at.Column < 1 {
		return ""
	}
	start := int(l.starts[at.Line-1])
	offset := at.Column - 1
	if l.marks != nil {
		offset = l.offset(l.before(start)+at.Column-1) - start
	}
	return line[min(offset, len(line)):]
}

// before is how many characters there are before the one that begins at an offset.
func (l *Lines) before(offset int) int {
	i := sort.Search(len(l.marks), func(i int) bool { return int(l.marks[i]) > offset }) - 1
	return i*stride + utf8.RuneCountInString(l.text[l.marks[i]:offset])
}

// offset is where a character begins, by its number from 0; the end if there is none such.
func (l *Lines) offset(number int) int {
	if number/stride >= len(l.marks) {
		return len(l.text)
	}
	at := int(l.marks[number/stride])
	for range number % stride {
		_, size := utf8.DecodeRuneInString(l.text[at:])
		at += size
	}
	return at
}

// All are all lines, as strings.Split has them.
func (l *Lines) All() []string { return strings.Split(l.text, "\n") }

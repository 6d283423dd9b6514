// Package suppress reads where people say that a finding is meant.
//
// They say it in an annotation of the DaemonSet or of its pod template, or in a comment
// on the line of the finding or above it:
//
//	rollscope.dev/ignore: "RS103@agent: writes its CNI configuration"
//	# rollscope:ignore RS103 until=2027-03-31 writes its CNI configuration
//
// Both name one or more rules (by id, slug or group, with commas between them), may name
// a container and a last day, and give a reason. An annotation may hold several, a line
// each or with semicolons between them.
package suppress

import (
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/decode"
)

// Annotation is the key under which a DaemonSet or a pod template holds suppressions.
const Annotation = "rollscope.dev/ignore"

// marker begins a suppression in a comment.
const marker = "rollscope:ignore"

// Suppression says that findings are meant.
type Suppression struct {
	Rules     []string // ids or slugs, as written
	Container string   // "" for all
	Until     string   // the last day it holds, as in 2027-03-31; "" for ever
	Reason    string
	// At is where it is written.
	At decode.Pos
	// Line is the line that a comment is about; 0 for an annotation, which is about the
	// whole object.
	Line int
}

// Holds says whether it still does on a day, and whether Until can be read at all.
func (s *Suppression) Holds(today time.Time) (holds, readable bool) {
	if s.Until == "" {
		return true, true
	}
	last, err := time.Parse(time.DateOnly, s.Until)
	if err != nil {
		return false, false
	}
	return today.Format(time.DateOnly) <= last.Format(time.DateOnly), true
}

// InAnnotation reads the value of an annotation.
func InAnnotation(value string, at decode.Pos) []Suppression {
	var out []Suppression
	for _, entry := range strings.FieldsFunc(value, func(r rune) bool { return r == '\n' || r == ';' }) {
		if entry = strings.TrimSpace(entry); entry != "" {
			for _, s := range parse(entry) {
				s.At = at
				out = append(out, s)
			}
		}
	}
	return out
}

// parse reads RULES[@CONTAINER] [until=DATE][:] REASON. A container is that of the rules
// in front of it: RS103,RS104@agent, RS701@installer are two suppressions with one reason.
func parse(entry string) []Suppression {
	names, rest := list(entry)
	var all Suppression
	rest = afterColon(rest)
	if until, ok := strings.CutPrefix(rest, "until="); ok {
		end := strings.IndexAny(until, ": \t")
		if end < 0 {
			end = len(until)
		}
		all.Until, rest = until[:end], afterColon(until[end:])
	}
	all.Reason = rest
	var out []Suppression
	next := all
	for i, name := range names {
		rule, container, of := strings.Cut(name, "@")
		next.Rules = append(next.Rules, rule)
		next.Container = container
		if of || i == len(names)-1 {
			out = append(out, next)
			next = all
		}
	}
	return out
}

// list takes names with commas between them, and maybe blanks around those, off a text.
func list(text string) (names []string, rest string) {
	for {
		end := strings.IndexAny(text, ",: \t")
		if end < 0 {
			return append(names, text), ""
		}
		names = append(names, text[:end])
		after, more := strings.CutPrefix(strings.TrimLeft(text[end:], " \t"), ",")
		if !more {
			return names, text[end:]
		}
		text = strings.TrimLeft(after, " \t")
	}
}

// afterColon is a text without the blanks around it, and without a colon before it.
func afterColon(text string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), ":"))
}

// InComments reads the comments of a YAML file, given by lines. Text in a block
// scalar is no comment.
func InComments(lines []string) []Suppression {
	var out []Suppression
	var open []int // those that wait for the line they are about
	block := -1    // the indentation of the line that began a block scalar
	for i, line := range lines {
		line = strings.TrimRight(line, "\r")
		text := strings.TrimLeft(line, " \t")
		indent := len(line) - len(text)
		if text == "" || block >= 0 && indent > block {
			continue
		}
		block = -1
		code, comment := split(line)
		for _, s := range suppressions(comment) {
			s.At = decode.Pos{Line: i + 1, Column: len([]rune(code)) + 1}
			if strings.TrimSpace(code) != "" {
				s.Line = i + 1
			} else {
				open = append(open, len(out))
			}
			out = append(out, s)
		}
		if code = strings.TrimSpace(code); code != "" {
			for _, n := range open {
				out[n].Line = i + 1
			}
			open = nil
		}
		if opensBlock(code) {
			block = indent + dashes(text)
		}
	}
	return out
}

func suppressions(comment string) []Suppression {
	text := strings.TrimSpace(strings.TrimLeft(comment, "#"))
	rest, ok := strings.CutPrefix(text, marker)
	if !ok || rest != "" && strings.IndexByte(" \t:", rest[0]) < 0 {
		return nil
	}
	return parse(afterColon(rest))
}

// Mentioned says whether a text may have a suppression in a comment at all.
func Mentioned(text string) bool { return strings.Contains(text, marker) }

// split cuts a line where its comment begins.
func split(line string) (code, comment string) {
	var quote byte
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" \t[{,:", line[i-1]) >= 0):
			quote = c
		case c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return line[:i], line[i:]
		}
	}
	return line, ""
}

// opensBlock says whether the lines after this one are the text of a scalar.
func opensBlock(code string) bool {
	i := strings.LastIndexAny(code, " \t")
	head := code[i+1:]
	if head == "" || head[0] != '|' && head[0] != '>' || strings.Trim(head[1:], "+-123456789") != "" {
		return false
	}
	before := strings.TrimSpace(code[:i+1])
	return before == "" || strings.HasSuffix(before, ":") || strings.HasSuffix(before, "-") || strings.HasPrefix(before, "!")
}

// dashes is how far the items of lists that begin on this line push its text to the right.
func dashes(text string) int {
	rest := text
	for strings.HasPrefix(rest, "- ") {
		rest = strings.TrimLeft(rest[2:], " ")
	}
	if !strings.Contains(rest, ":") {
		return max(0, len(text)-len(rest)-2)
	}
	return len(text) - len(rest)
}

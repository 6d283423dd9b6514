package tree

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// json reads a part that begins with a brace as one or more JSON values; false if it is
// none, or not JSON but YAML, as {a: b} is.
//
// Upstream 1.37: apimachinery:pkg/util/yaml/decoder.go, YAMLOrJSONDecoder.
func (r *reader) json(p *part) bool {
	if !strings.HasPrefix(strings.TrimLeftFunc(p.text, unicode.IsSpace), "{") {
		return false
	}
	j := &jsonReader{Reader: r.Reader, text: p.text, at: Pos{p.line, 1}}
	for first := true; ; first = false {
		j.space()
		if j.offset == len(j.text) {
			return true
		}
		if !first && !r.number(j.at.Line) {
			return true
		}
		start, at := j.offset, j.at
		j.values = 0
		value := j.value()
		if j.problem == "" {
			r.document(value)
			continue
		}
		if !first {
			// What follows a JSON value may be YAML: a comment, for instance.
			rest := strings.Repeat(" ", at.Column-1) + j.text[start:]
			r.yaml(&part{line: at.Line, text: rest})
			return true
		}
		return r.notJSON(p, j)
	}
}

// notJSON decides what to call a part that is not JSON: YAML if it can be read as that or
// does not even begin like JSON.
func (r *reader) notJSON(p *part, j *jsonReader) bool {
	inside := strings.TrimLeftFunc(strings.TrimLeftFunc(p.text, unicode.IsSpace)[1:], unicode.IsSpace)
	if !strings.HasPrefix(inside, "\"") && !strings.HasPrefix(inside, "}") {
		return false
	}
	if _, failure := r.parse(p.text); failure == nil {
		return false
	}
	e := Problem{At: j.at, Code: CodeJSONSyntax, Message: j.problem, Hint: j.hint}
	switch j.problem {
	case tooDeep:
		e.Code = CodeTooDeep
	case tooManyValues:
		e.Code = CodeTooLarge
	}
	if strings.HasPrefix(j.text[max(j.offset-1, 0):], "{{") || strings.HasPrefix(j.text[j.offset:], "{{") {
		e.Code, e.Message, e.Hint = CodeTemplate, TemplateMessage, TemplateHint
	}
	r.report(e)
	return true
}

// jsonReader reads JSON values one after the other. After a mistake problem is set, and
// offset and at are where it is.
type jsonReader struct {
	*Reader
	text    string
	offset  int
	at      Pos // of offset
	depth   int
	values  int
	problem string
	hint    string
}

// advance moves on by n bytes, which hold no line feed.
func (j *jsonReader) advance(n int) {
	j.at.Column += utf8.RuneCountInString(j.text[j.offset : j.offset+n])
	j.offset += n
}

func (j *jsonReader) space() {
	for j.offset < len(j.text) {
		switch j.text[j.offset] {
		case '\n':
			j.offset++
			j.at = Pos{j.at.Line + 1, 1}
		case ' ', '\t', '\r':
			j.offset++
			j.at.Column++
		default:
			return
		}
	}
}

// peek is the next byte; 0 at the end.
func (j *jsonReader) peek() byte {
	if j.offset < len(j.text) {
		return j.text[j.offset]
	}
	return 0
}

// expected stops at a mistake.
func (j *jsonReader) expected(what string) *Node {
	if j.problem == "" {
		j.problem = "expected " + what + ", found " + j.found()
	}
	return j.node(Null, j.at)
}

func (j *jsonReader) found() string {
	if j.offset == len(j.text) {
		return "the end of the file"
	}
	c, _ := utf8.DecodeRuneInString(j.text[j.offset:])
	return Quote(string(c))
}

func (j *jsonReader) value() *Node {
	at := j.at
	if j.values++; j.values > MaxValues && j.problem == "" {
		j.problem = tooManyValues
	}
	switch c := j.peek(); {
	case c == '{':
		return j.nested(j.object)
	case c == '[':
		return j.nested(j.list)
	case c == '"':
		return j.scalar(Text, at, j.string())
	case c == '-', c >= '0' && c <= '9':
		return j.scalar(Number, at, j.number())
	}
	for _, literal := range [...]struct {
		word string
		kind Kind
	}{{"true", Boolean}, {"false", Boolean}, {"null", Null}} {
		if strings.HasPrefix(j.text[j.offset:], literal.word) {
			j.advance(len(literal.word))
			if literal.kind == Null {
				return j.node(Null, at)
			}
			return j.scalar(literal.kind, at, literal.word)
		}
	}
	if j.peek() == '\'' {
		j.hint = "JSON takes double quotes only"
	}
	return j.expected("a value")
}

func (j *jsonReader) nested(read func(*Node)) *Node {
	n := j.node(Null, j.at)
	if j.depth == MaxDepth {
		j.problem = tooDeep
		return n.close()
	}
	j.depth++
	j.advance(1)
	read(n)
	j.depth--
	return n.close()
}

func (j *jsonReader) object(n *Node) {
	n.Kind = Object
	entries := entries{of: n}
	for j.more('}', len(n.Members)+len(n.Repeats)) {
		at := j.at
		if j.peek() != '"' {
			j.expected("a key in double quotes")
			return
		}
		key := j.string()
		j.space()
		if j.problem == "" && j.peek() != ':' {
			j.expected("a colon")
		}
		if j.problem != "" {
			return
		}
		j.advance(1)
		j.space()
		entries.set(Member{Key: key, At: at, Value: j.value()})
	}
}

func (j *jsonReader) list(n *Node) {
	n.Kind = List
	for j.more(']', len(n.Items)) {
		n.Items = append(n.Items, j.value())
	}
}

// more moves to the next entry, of which there were some before; false behind the closing
// bracket or after a mistake.
func (j *jsonReader) more(closing byte, before int) bool {
	if j.problem != "" {
		return false
	}
	j.space()
	if j.peek() == closing {
		j.advance(1)
		return false
	}
	if before == 0 {
		return true
	}
	if j.peek() != ',' {
		j.expected("a comma or " + Quote(string(closing)))
		return false
	}
	j.advance(1)
	j.space()
	if j.peek() == closing {
		j.expected("another entry after the comma")
		return false
	}
	return true
}

// number reads a number and leaves it as it is written.
func (j *jsonReader) number() string {
	start := j.offset
	digits := func() int {
		from := j.offset
		for j.peek() >= '0' && j.peek() <= '9' {
			j.advance(1)
		}
		return j.offset - from
	}
	if j.peek() == '-' {
		j.advance(1)
	}
	whole := j.offset
	ok := digits() > 0 && (j.text[whole] != '0' || j.offset == whole+1)
	if ok && j.peek() == '.' {
		j.advance(1)
		ok = digits() > 0
	}
	if ok && (j.peek() == 'e' || j.peek() == 'E') {
		j.advance(1)
		if j.peek() == '+' || j.peek() == '-' {
			j.advance(1)
		}
		ok = digits() > 0
	}
	if !ok {
		j.expected("a number as JSON writes it")
	}
	return j.text[start:j.offset]
}

// string reads a text in double quotes.
func (j *jsonReader) string() string {
	j.advance(1)
	var b []byte
	start := j.offset
	for i := j.offset; i < len(j.text); i++ {
		switch c := j.text[i]; {
		case c == '"' && b == nil:
			j.advance(i + 1 - j.offset)
			return j.text[start:i]
		case c == '"':
			b = append(b, j.text[j.offset:i]...)
			j.advance(i + 1 - j.offset)
			return string(b)
		case c < ' ':
			j.advance(i - j.offset)
			j.problem = "a text must end on its line; a control character in it is written as an escape"
			return ""
		case c == '\\':
			b = append(b, j.text[j.offset:i]...)
			j.advance(i - j.offset)
			if b = j.escape(b); j.problem != "" {
				return ""
			}
			i = j.offset - 1
		}
	}
	j.advance(len(j.text) - j.offset)
	j.expected("the end of the text")
	return ""
}

// escape reads one escape and appends what it stands for; never nil.
func (j *jsonReader) escape(b []byte) []byte {
	const simple, meaning = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	rest := j.text[j.offset:]
	if len(rest) > 1 {
		if i := strings.IndexByte(simple, rest[1]); i >= 0 {
			j.advance(2)
			return append(b, meaning[i])
		}
	}
	unit, ok := hex4(rest)
	if !ok {
		j.problem = "a backslash must begin an escape such as \\n or \\u00e9"
		return b
	}
	j.advance(6)
	if utf16.IsSurrogate(unit) {
		low, _ := hex4(j.text[j.offset:])
		unit = utf16.DecodeRune(unit, low)
		if unit != utf8.RuneError {
			j.advance(6)
		}
	}
	return utf8.AppendRune(b, unit)
}

// hex4 reads \uXXXX.
func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(unit), err == nil
}

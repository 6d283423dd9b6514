package json

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep maps and lists may be nested.
const maxDepth = 10000

// Parse reads one value: map[string]any, []any, string, Number, bool or nil. Of a key that
// comes twice the last value holds. Errors are worded as encoding/json words them.
func Parse(text []byte) (any, error) {
	p := parser{text: text, keep: true}
	return p.document()
}

// Valid says why a text is not one JSON value; nil if it is.
func Valid(text []byte) error {
	p := parser{text: text}
	_, err := p.document()
	return err
}

type parser struct {
	text  []byte
	at    int
	depth int
	keep  bool // values are wanted
	err   error
}

func (p *parser) document() (any, error) {
	v := p.value()
	if p.err == nil && p.space() != end {
		p.unexpected("after top-level value")
	}
	if p.err != nil {
		return nil, p.err
	}
	return v, nil
}

// end is what space and peek answer behind the last byte.
const end = -1

// peek is the next byte, or end.
func (p *parser) peek() int {
	if p.at == len(p.text) {
		return end
	}
	return int(p.text[p.at])
}

// space skips white space and peeks.
func (p *parser) space() int {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return int(p.text[p.at])
		}
	}
	return end
}

// unexpected stops at the present byte. A text that ends within a number, a literal or an
// escape ends, to encoding/json, with a blank that does not belong there.
func (p *parser) unexpected(where string) {
	within := where != "in string literal" && (where[:3] == "in " || where[:9] == "after dec")
	switch c := p.peek(); {
	case p.err != nil:
	case c == end && within:
		p.err = fail("invalid character ' ' " + where)
	case c == end:
		p.err = fail("unexpected end of JSON input")
	default:
		p.err = fail("invalid character " + quoted(byte(c)) + " " + where)
	}
	p.at = len(p.text)
}

func quoted(c byte) string {
	switch c {
	case '\'':
		return `'\''`
	case '"':
		return `'"'`
	}
	s := strconv.Quote(string(rune(c)))
	return "'" + s[1:len(s)-1] + "'"
}

func (p *parser) value() any {
	switch c := p.space(); {
	case c == '{' || c == '[':
		if p.depth++; p.depth > maxDepth {
			p.err = fail("exceeded max depth")
			p.at = len(p.text)
			return nil
		}
		p.at++
		var v any
		if c == '{' {
			v = p.object()
		} else {
			v = p.list()
		}
		p.depth--
		return v
	case c == '"':
		return p.string()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == 't':
		p.word("true")
		return true
	case c == 'f':
		p.word("false")
		return false
	case c == 'n':
		p.word("null")
		return nil
	}
	p.unexpected("looking for beginning of value")
	return nil
}

func (p *parser) word(w string) {
	for i := range len(w) {
		if p.peek() != int(w[i]) {
			p.unexpected("in literal " + w + " (expecting " + quoted(w[i]) + ")")
			return
		}
		p.at++
	}
}

func (p *parser) object() any {
	m := map[string]any{}
	for first := true; ; first = false {
		c := p.space()
		if first && c == '}' {
			p.at++
			return m
		}
		if c != '"' {
			p.unexpected("looking for beginning of object key string")
			return nil
		}
		key := p.string()
		if p.space() != ':' {
			p.unexpected("after object key")
			return nil
		}
		p.at++
		v := p.value()
		if p.keep {
			m[key] = v
		}
		switch p.space() {
		case ',':
			p.at++
		case '}':
			p.at++
			return m
		default:
			p.unexpected("after object key:value pair")
			return nil
		}
	}
}

func (p *parser) list() any {
	items := []any{}
	if p.space() == ']' {
		p.at++
		return items
	}
	for {
		v := p.value()
		if p.keep {
			items = append(items, v)
		}
		switch p.space() {
		case ',':
			p.at++
		case ']':
			p.at++
			return items
		default:
			p.unexpected("after array element")
			return nil
		}
	}
}

func (p *parser) number() any {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	if p.peek() == '0' {
		p.at++
	} else if !p.digits() {
		p.unexpected("in numeric literal")
		return nil
	}
	if p.peek() == '.' {
		p.at++
		if !p.digits() {
			p.unexpected("after decimal point in numeric literal")
			return nil
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		if !p.digits() {
			p.unexpected("in exponent of numeric literal")
			return nil
		}
	}
	if !p.keep {
		return nil
	}
	return Number(p.text[start:p.at])
}

// digits reads at least one digit.
func (p *parser) digits() bool {
	start := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	return p.at > start
}

// string reads a text. What is not UTF-8 in it becomes U+FFFD.
func (p *parser) string() string {
	p.at++
	start := p.at
	var b []byte
	for {
		switch c := p.peek(); {
		case c == '"' && b == nil:
			p.at++
			return string(p.text[start : p.at-1])
		case c == '"':
			p.at++
			return string(b)
		case c == '\\':
			b = p.escape(p.owned(b, start))
		case c < ' ': // the end of the text too
			p.unexpected("in string literal")
			return ""
		case c < utf8.RuneSelf:
			if b != nil {
				b = append(b, byte(c))
			}
			p.at++
		default:
			r, size := utf8.DecodeRune(p.text[p.at:])
			if r == utf8.RuneError && size == 1 {
				b = p.owned(b, start)
			}
			if b != nil {
				b = utf8.AppendRune(b, r)
			}
			p.at += size
		}
	}
}

// owned is b, or a copy of the text since start where there is no b yet.
func (p *parser) owned(b []byte, start int) []byte {
	if b == nil {
		b = append(make([]byte, 0, p.at-start+16), p.text[start:p.at]...)
	}
	return b
}

func (p *parser) escape(b []byte) []byte {
	const simple, meaning = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	p.at++
	c := p.peek()
	for i := range len(simple) {
		if c == int(simple[i]) {
			p.at++
			return append(b, meaning[i])
		}
	}
	if c != 'u' {
		p.unexpected("in string escape code")
		return b
	}
	p.at++
	unit, ok := p.hex4()
	if !ok {
		return b
	}
	if utf16.IsSurrogate(unit) {
		if p.at+1 < len(p.text) && p.text[p.at] == '\\' && p.text[p.at+1] == 'u' {
			back := p.at
			p.at += 2
			low, ok := p.hex4()
			if !ok {
				return b
			}
			if r := utf16.DecodeRune(unit, low); r != utf8.RuneError {
				return utf8.AppendRune(b, r)
			}
			p.at = back
		}
		unit = utf8.RuneError
	}
	return utf8.AppendRune(b, unit)
}

// hex4 reads the four digits of \uXXXX.
func (p *parser) hex4() (rune, bool) {
	var r rune
	for range 4 {
		c := p.peek()
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			p.unexpected(`in \u hexadecimal character escape`)
			return 0, false
		}
		p.at++
	}
	return r, true
}

// Text reads a text into s as encoding/json does; null leaves s as it is.
func Text(raw []byte, s *string) error {
	switch v, err := Parse(raw); v := v.(type) {
	case string:
		*s = v
		return nil
	default:
		return mismatch(v, err, "string")
	}
}

// Int32 reads a whole number into n as encoding/json does; null leaves n as it is.
func Int32(raw []byte, n *int32) error {
	v, err := Parse(raw)
	if number, ok := v.(Number); ok {
		read, failed := strconv.ParseInt(string(number), 10, 32)
		if failed != nil {
			return fail("json: cannot unmarshal number " + string(number) + " into Go value of type int32")
		}
		*n = int32(read)
		return nil
	}
	return mismatch(v, err, "int32")
}

func mismatch(v any, err error, want string) error {
	kind := "number"
	switch v.(type) {
	case nil:
		return err
	case string:
		kind = "string"
	case bool:
		kind = "bool"
	case []any:
		kind = "array"
	case map[string]any:
		kind = "object"
	}
	return fail("json: cannot unmarshal " + kind + " into Go value of type " + want)
}

package compiled

import (
	"encoding/json"
	"strconv"
	"strings"
)

// reader reads JSON without white space, as package decode writes it.
type reader struct {
	text []byte
	at   int
}

func (r *reader) value() (any, bool) {
	switch r.next() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		return r.string()
	case 't':
		return true, r.skip("true")
	case 'f':
		return false, r.skip("false")
	case 'n':
		return Null{}, r.skip("null")
	}
	start := r.at
	for r.at < len(r.text) && strings.IndexByte("+-0123456789.eE", r.text[r.at]) >= 0 {
		r.at++
	}
	return number(string(r.text[start:r.at])), r.at > start
}

// number is an int64 if it is written as one is.
func number(s string) any {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s {
		return n
	}
	return json.Number(s)
}

// next is the next character, 0 at the end.
func (r *reader) next() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *reader) skip(word string) bool {
	if !strings.HasPrefix(string(r.text[r.at:min(r.at+len(word), len(r.text))]), word) {
		return false
	}
	r.at += len(word)
	return true
}

func (r *reader) object() (any, bool) {
	out := &Object{}
	for r.at++; r.next() != '}'; {
		if len(out.keys) > 0 && !r.skip(",") {
			return nil, false
		}
		key, ok := r.string()
		if !ok || !r.skip(":") {
			return nil, false
		}
		value, ok := r.value()
		if !ok {
			return nil, false
		}
		// Keys come in order, each once.
		out.keys, out.values = append(out.keys, key.(string)), append(out.values, value)
	}
	r.at++
	return out, true
}

func (r *reader) array() (any, bool) {
	out := &Array{}
	for r.at++; r.next() != ']'; {
		if len(out.items) > 0 && !r.skip(",") {
			return nil, false
		}
		value, ok := r.value()
		if !ok {
			return nil, false
		}
		out.items = append(out.items, value)
	}
	r.at++
	return out, true
}

// string reads a text; one with escapes in it the long way.
func (r *reader) string() (any, bool) {
	if r.next() != '"' {
		return "", false
	}
	start, escaped := r.at, false
	for r.at++; r.next() != '"'; r.at++ {
		if r.at >= len(r.text) {
			return "", false
		}
		if r.text[r.at] == '\\' {
			escaped = true
			r.at++
		}
	}
	r.at++
	if !escaped {
		return string(r.text[start+1 : r.at-1]), true
	}
	var s string
	err := json.Unmarshal(r.text[start:r.at], &s)
	return s, err == nil
}

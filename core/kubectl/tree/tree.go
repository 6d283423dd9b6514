// Package tree holds objects as kubectl does once it has read them: maps, lists
// and scalars without a Go type, written as JSON or YAML as kubectl writes them.
//
// A tree is built of map[string]any, []any, string, bool, int64, float64 and nil.
package tree

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/json"
)

// Map is an object or a part of one.
type Map = map[string]any

// Of makes the tree of a typed object.
func Of(object any) (Map, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	return Parse(text)
}

// OfList makes the trees of typed objects.
func OfList(objects []any) ([]any, error) {
	text, err := json.Marshal(objects)
	if err != nil {
		return nil, err
	}
	v, err := Value(text)
	list, _ := v.([]any)
	return list, err
}

// Parse reads JSON that holds an object.
func Parse(text []byte) (Map, error) {
	v, err := Value(text)
	if err != nil {
		return nil, err
	}
	m, ok := v.(Map)
	if !ok {
		return nil, fmt.Errorf("not an object: %.40s", text)
	}
	return m, nil
}

// Value reads any JSON value. Whole numbers become int64, others float64.
func Value(text []byte) (any, error) {
	v, err := json.Parse(text)
	if err != nil {
		return nil, err
	}
	return plain(v)
}

// plain replaces json.Number throughout a value.
func plain(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case json.Number:
		if i, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return i, nil
		}
		return strconv.ParseFloat(string(v), 64)
	case Map:
		for k := range v {
			if v[k], err = plain(v[k]); err != nil {
				return nil, err
			}
		}
	case []any:
		for i := range v {
			if v[i], err = plain(v[i]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// JSON is a value as JSON on one line, keys sorted, without a line break at the end.
func JSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("tree: a tree that JSON cannot hold: " + err.Error())
	}
	return text
}

// IndentedJSON is a value as kubectl -o json prints it: four blanks a level,
// and a line break at the end.
//
// Upstream 1.37: cli-runtime pkg/printers/json.go, JSONPrinter.
func IndentedJSON(v any) string {
	return string(append(json.Indent(nil, JSON(v), "    "), '\n'))
}

// Copy is a copy that shares no map or list with v.
func Copy[T any](v T) T {
	c, _ := clone(v).(T)
	return c
}

func clone(v any) any {
	switch v := v.(type) {
	case Map:
		if v == nil {
			return v
		}
		out := make(Map, len(v))
		for k, e := range v {
			out[k] = clone(e)
		}
		return out
	case []any:
		if v == nil {
			return v
		}
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = clone(e)
		}
		return out
	}
	return v
}

// At follows keys into nested maps; nil where the way ends.
func At(v any, keys ...string) any {
	for _, k := range keys {
		m, ok := v.(Map)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}

// Text follows keys to a string; "" where there is none.
func Text(v any, keys ...string) string {
	s, _ := At(v, keys...).(string)
	return s
}

// Sub follows keys to a map and makes the maps that are missing on the way.
func Sub(m Map, keys ...string) Map {
	for _, k := range keys {
		next, ok := m[k].(Map)
		if !ok {
			next = Map{}
			m[k] = next
		}
		m = next
	}
	return m
}

// Scalar is a scalar as text, as it stands between other words. A map or list
// is its JSON.
func Scalar(v any) string {
	switch v := v.(type) {
	case nil:
		return "<nil>"
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return string(JSON(v))
}

// Labels turns a map of strings into a Go map; entries of other kinds are left out.
func Labels(v any) map[string]string {
	m, _ := v.(Map)
	out := make(map[string]string, len(m))
	for k, e := range m {
		if s, ok := e.(string); ok {
			out[k] = s
		}
	}
	return out
}

// natural compares keys as the YAML library does: numbers inside keys by their
// value, letters after everything else.
//
// Upstream: go.yaml.in/yaml/v2 sorter.go, keyList.Less.
func natural(a, b string) bool {
	ar, br := []rune(a), []rune(b)
	for i := 0; i < len(ar) && i < len(br); i++ {
		if ar[i] == br[i] {
			continue
		}
		if al, bl := letter(ar[i]), letter(br[i]); al && bl {
			return ar[i] < br[i]
		} else if al || bl {
			return bl
		}
		an, aEnd := digits(ar, br, i)
		bn, bEnd := digits(br, ar, i)
		switch {
		case an != bn:
			return an < bn
		case aEnd != bEnd:
			return aEnd < bEnd
		}
		return ar[i] < br[i]
	}
	return len(ar) < len(br)
}

// digits reads the number that begins at i; a one stands before it where either
// key has a zero there in the middle of a number.
func digits(r, other []rune, i int) (n int64, end int) {
	if r[i] == '0' || other[i] == '0' {
		for j := i - 1; j >= 0 && digit(r[j]); j-- {
			if r[j] != '0' {
				n = 1
				break
			}
		}
	}
	for end = i; end < len(r) && digit(r[end]); end++ {
		n = n*10 + int64(r[end]-'0')
	}
	return n, end
}

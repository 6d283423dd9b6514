package jsonpath

import (
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Results evaluates the template on data: a list of values for every part of
// it. With strict, a field that is nowhere is an error.
func (t *Template) Results(data any, strict bool) ([][]any, error) {
	out, _, err := evaluator{strict}.template(t.nodes, data, false)
	return out, err
}

// Text is the template filled in.
func (t *Template) Text(data any, strict bool) (string, error) {
	results, err := t.Results(data, strict)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, values := range results {
		for i, v := range values {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(shown(v))
		}
	}
	return out.String(), nil
}

// JSON is the template's values as a JSON list for every part of it.
func (t *Template) JSON(data any, strict bool) (string, error) {
	results, err := t.Results(data, strict)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, values := range results {
		out.WriteString(tree.IndentedJSON(append([]any{}, values...)))
	}
	return out.String(), nil
}

func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case tree.Map, []any:
		return string(tree.JSON(v))
	}
	return fmt.Sprint(v)
}

type evaluator struct{ strict bool }

// template evaluates parts in order. Inside a range it stops behind the end
// that closes it; next is where it stopped, 0 where nothing closed the range.
func (e evaluator) template(nodes []node, data any, inRange bool) (out [][]any, next int, err error) {
	for i := 0; i < len(nodes); i++ {
		a, _ := nodes[i].(action)
		if len(a) > 0 && a[0] == node(identifier("end")) {
			if !inRange {
				return nil, 0, fmt.Errorf("not in range, nothing to end")
			}
			return out, i + 1, nil
		}
		ranged := len(a) > 0 && a[0] == node(identifier("range"))
		if ranged {
			a = a[1:]
		}
		var values []any
		if plain, ok := nodes[i].(text); ok {
			values = []any{string(plain)}
		} else if values, err = e.chain([]any{data}, a); err != nil {
			return nil, 0, err
		}
		if !ranged {
			out = append(out, values)
			continue
		}
		looped, width, err := e.loop(nodes[i+1:], values)
		if err != nil {
			return nil, 0, err
		}
		out = append(out, looped...)
		i += width
	}
	return out, 0, nil
}

// loop evaluates the body of a range once for every value. Without a value the
// body is only passed over. Behind a range that nothing closes, the body comes
// once more for what surrounds it: width is 0 then.
func (e evaluator) loop(body []node, values []any) (out [][]any, width int, err error) {
	if len(values) == 0 {
		_, width, err = e.template(body, nil, true)
		return nil, width, err
	}
	for _, v := range values {
		var one [][]any
		if one, width, err = e.template(body, v, true); err != nil {
			return nil, 0, err
		}
		out = append(out, one...)
	}
	return out, width, nil
}

func (e evaluator) chain(values []any, a action) ([]any, error) {
	var err error
	for _, n := range a {
		if values, err = e.step(values, n); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func (e evaluator) step(values []any, n node) ([]any, error) {
	switch n := n.(type) {
	case text:
		return []any{string(n)}, nil
	case identifier:
		return nil, fmt.Errorf("unrecognized identifier %v", string(n))
	case constant:
		return slices.Repeat([]any{n.value}, len(values)), nil
	case field:
		return e.field(values, string(n))
	case subscript:
		return each(values, n.pick)
	case wildcard:
		return each(values, func(v any) ([]any, error) { return children(v), nil })
	case recursive:
		return descend(values), nil
	case union:
		var out []any
		for _, a := range n {
			part, err := e.chain(values, a)
			if err != nil {
				return nil, err
			}
			out = append(out, part...)
		}
		return out, nil
	case filter:
		return e.filter(values, n)
	}
	return nil, fmt.Errorf("unexpected Node %v", n)
}

// each collects what f finds in every value that is not null.
func each(values []any, f func(any) ([]any, error)) ([]any, error) {
	var out []any
	for _, v := range values {
		if v == nil {
			continue
		}
		part, err := f(v)
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}

func (e evaluator) field(values []any, name string) ([]any, error) {
	var out []any
	for _, v := range values {
		if m, ok := v.(tree.Map); ok {
			if found, ok := m[name]; ok {
				out = append(out, found)
			}
		}
	}
	if e.strict && len(out) == 0 && len(values) > 0 {
		return nil, fmt.Errorf("%s is not found", name)
	}
	return out, nil
}

// pick takes a slice of a list.
func (s subscript) pick(v any) ([]any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%s is not array or slice", typeName(v))
	}
	from, to, n := s[0].value, s[1].value, len(list)
	if from < 0 {
		from += n
	}
	if !s[1].known {
		to = n
	}
	if to < 0 || to == 0 && s[1].derived {
		to += n
	}
	switch {
	case from == to:
		return nil, nil
	case from >= n || from < 0:
		return nil, fmt.Errorf("array index out of bounds: index %d, length %d", from, n)
	case to > n || to < 0:
		return nil, fmt.Errorf("array index out of bounds: index %d, length %d", to-1, n)
	case from > to:
		return nil, fmt.Errorf("starting index %d is greater than ending index %d", from, to)
	}
	step := 1
	if s[2].known {
		if step = s[2].value; step <= 0 {
			return nil, fmt.Errorf("step must be > 0")
		}
	}
	var out []any
	for i := from; i < to; i += step {
		out = append(out, list[i])
	}
	return out, nil
}

// typeName is the Go type upstream has for a value.
func typeName(v any) string {
	switch v.(type) {
	case tree.Map:
		return "map[string]interface {}"
	case []any:
		return "[]interface {}"
	}
	return fmt.Sprintf("%T", v)
}

// children are the values of a map, by key, the items of a list, or the bytes of a text.
func children(v any) []any {
	switch v := v.(type) {
	case tree.Map:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		out := make([]any, len(keys))
		for i, k := range keys {
			out[i] = v[k]
		}
		return out
	case []any:
		return v
	case string:
		out := make([]any, len(v))
		for i := range len(v) {
			out[i] = v[i]
		}
		return out
	}
	return nil
}

// descend lists everything below the values that has something below it.
func descend(values []any) []any {
	var out []any
	for _, v := range values {
		if below := children(v); len(below) > 0 {
			out = append(out, v)
			out = append(out, descend(below)...)
		}
	}
	return out
}

func (e evaluator) filter(values []any, f filter) ([]any, error) {
	var out []any
	for _, v := range values {
		list, ok := v.([]any)
		if !ok {
			return nil, fmt.Errorf("%v is not array or slice and cannot be filtered", v)
		}
		for _, item := range list {
			passes, err := e.passes(item, f)
			if err != nil {
				return nil, err
			}
			if passes {
				out = append(out, item)
			}
		}
	}
	return out, nil
}

// passes says whether an item of a list meets a filter.
func (e evaluator) passes(item any, f filter) (bool, error) {
	lefts, err := e.chain([]any{item}, f.left)
	if f.operator == "exists" {
		return len(lefts) > 0, nil
	}
	if err != nil || len(lefts) == 0 {
		return false, err
	}
	rights, err := e.chain([]any{item}, f.right)
	if err != nil || len(rights) == 0 && len(lefts) == 1 {
		return false, err
	}
	if len(lefts) > 1 || len(rights) > 1 {
		return false, fmt.Errorf("can only compare one element at a time")
	}
	return compare(lefts[0], rights[0], f.operator)
}

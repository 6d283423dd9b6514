package jsonpath

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// array reads a subscript: an index, a slice, a key in quotes, or a union of them.
func (p *parser) array(a *action) error {
	for {
		r := p.next()
		if r == end || r == '\n' {
			return fmt.Errorf("unterminated array")
		}
		if r == ']' {
			break
		}
	}
	inside := p.taken()
	inside = inside[1 : len(inside)-1]
	if inside == "*" {
		inside = ":"
	}
	if parts := strings.Split(inside, ","); len(parts) > 1 {
		return unite(a, parts)
	}
	if n := len(inside); n >= 2 && inside[0] == '\'' && inside[n-1] == '\'' && !strings.Contains(inside[1:n-1], "'") {
		steps, err := chain("." + inside[1:n-1])
		if err != nil {
			return err
		}
		*a = append(*a, steps...)
		return nil
	}
	s, err := bounds(inside)
	if err != nil {
		return err
	}
	*a = append(*a, s)
	return nil
}

func unite(a *action, parts []string) error {
	u := make(union, len(parts))
	for i, part := range parts {
		steps, err := chain("[" + strings.Trim(part, " ") + "]")
		if err != nil {
			return err
		}
		u[i] = steps
	}
	*a = append(*a, u)
	return nil
}

// bounds reads from:to:step, each of them optional.
func bounds(inside string) (subscript, error) {
	var s subscript
	parts := strings.Split(inside, ":")
	if len(parts) > len(s) {
		return s, fmt.Errorf("invalid array index %s", inside)
	}
	for _, part := range parts {
		if strings.Trim(strings.TrimPrefix(part, "-"), "0123456789") != "" {
			return s, fmt.Errorf("invalid array index %s", inside)
		}
	}
	for i := range s {
		switch {
		case i < len(parts) && parts[i] != "":
			n, err := strconv.Atoi(parts[i])
			if err != nil {
				return s, fmt.Errorf("array index %s is not a number", parts[i])
			}
			s[i] = bound{value: n, known: true}
		case i == 1 && len(parts) < 2:
			s[i] = bound{value: s[0].value + 1, known: true, derived: true}
		}
	}
	return s, nil
}

// filter reads [?(left operator right)] or [?(something that exists)].
func (p *parser) filter(a *action) error {
	p.pos += len("[?(")
	p.taken()
	var pair rune
	opened, closed := false, false
	for done := false; !done; {
		switch r := p.next(); {
		case r == end, r == '\n':
			return fmt.Errorf("unterminated filter")
		case (r == '"' || r == '\'') && !opened:
			opened, pair = true, r
		case (r == '"' || r == '\'') && r == pair && p.input[p.pos-2] != '\\':
			closed = true
		case r == ')':
			done = opened == closed
		}
	}
	if p.next() != ']' {
		return fmt.Errorf("unclosed array expect ]")
	}
	inside := p.taken()
	f, err := condition(inside[:len(inside)-2])
	if err != nil {
		return err
	}
	*a = append(*a, f)
	return nil
}

// condition takes a filter's text apart.
func condition(inside string) (filter, error) {
	const signs = "!<>="
	from := strings.IndexAny(inside, signs)
	if from > 0 {
		to := from
		for to < len(inside) && strings.IndexByte(signs, inside[to]) >= 0 {
			to++
		}
		if to < len(inside) {
			left, err := chain(inside[:from])
			if err != nil {
				return filter{}, err
			}
			right, err := chain(inside[to:])
			return filter{left: left, right: right, operator: inside[from:to]}, err
		}
	}
	left, err := chain(inside)
	return filter{left: left, operator: "exists"}, err
}

// Relaxed completes a path that was written without its dot or braces.
//
// Upstream 1.37: kubectl pkg/cmd/get/customcolumn.go, RelaxedJSONPathExpression.
func Relaxed(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	inner := path
	if strings.HasPrefix(path, "{") && strings.HasSuffix(path, "}") && len(path) > 1 {
		inner = path[1 : len(path)-1]
	}
	if len(inner) > 1 {
		inner = strings.TrimPrefix(inner, ".")
	}
	if inner == "" || strings.ContainsAny(inner, "{}") {
		return "", fmt.Errorf("unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'")
	}
	return "{." + inner + "}", nil
}

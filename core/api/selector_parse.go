package api

import (
	"errors"
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// ParseSelector reads what kubectl's -l flag takes, such as `app=log,tier!=db,env in (a,b),!old`.
// An empty text picks everything. The errors are kubectl's.
//
// Upstream 1.37: apimachinery pkg/labels/selector.go, Parse.
func ParseSelector(s string) (Selector, error) {
	p := selectorParser{tokens: selectorTokens(s)}
	requirements, err := p.requirements()
	if err != nil {
		return Selector{}, err
	}
	selector, _ := newSelector(requirements)
	return selector, nil
}

// selectorTokens cuts a selector into words and symbols.
func selectorTokens(s string) []string {
	const space, symbols = " \t\r\n", "=!(),><"
	var tokens []string
	for {
		s = strings.TrimLeft(s, space)
		if s == "" {
			return tokens
		}
		length := strings.IndexAny(s, space+symbols)
		switch {
		case length < 0:
			length = len(s)
		case length == 0 && (strings.HasPrefix(s, "==") || strings.HasPrefix(s, "!=")):
			length = 2
		case length == 0:
			length = 1
		}
		tokens = append(tokens, s[:length])
		s = s[length:]
	}
}

// selectorParser walks the tokens. Past the last one it sees empty tokens.
type selectorParser struct {
	tokens []string
	at     int
}

func (p *selectorParser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return ""
}

func (p *selectorParser) next() string {
	token := p.peek()
	p.at++
	return token
}

// isWord is true for keys and values. The words "in" and "notin" may be either.
func isWord(token string) bool {
	return token != "" && !strings.ContainsAny(token[:1], "=!(),><")
}

func (p *selectorParser) requirements() ([]requirement, error) {
	var found []requirement
	for p.peek() != "" {
		if token := p.peek(); !isWord(token) && token != "!" {
			return nil, fmt.Errorf("found '%s', expected: !, identifier, or 'end of string'", token)
		}
		r, err := p.requirement()
		if err != nil {
			return nil, fmt.Errorf("unable to parse requirement: %w", err)
		}
		found = append(found, r)
		token := p.next()
		if token == "" {
			break
		}
		if token != "," {
			return nil, fmt.Errorf("found '%s', expected: ',' or 'end of string'", token)
		}
		if token := p.peek(); !isWord(token) && token != "!" {
			return nil, fmt.Errorf("found '%s', expected: identifier after ','", token)
		}
	}
	return found, nil
}

func (p *selectorParser) requirement() (requirement, error) {
	var r requirement
	token := p.next()
	if token == "!" {
		r.op = opAbsent
		token = p.next()
	}
	if !isWord(token) {
		return r, fmt.Errorf("found '%s', expected: identifier", token)
	}
	if wrong := format.LabelKey(token); len(wrong) > 0 {
		return r, fmt.Errorf("<nil>: Invalid value: %q: %s", token, strings.Join(wrong, "; "))
	}
	r.key = token
	if r.op == opAbsent {
		return r, nil
	}
	if p.peek() == "" || p.peek() == "," {
		r.op = opExists
		return r, nil
	}
	return r, p.comparison(&r)
}

// comparison reads the operator and the values.
func (p *selectorParser) comparison(r *requirement) error {
	var err error
	switch token := p.next(); token {
	case "in", "notin":
		r.op = operator(token)
		r.values, err = p.set()
	case "=", "==", "!=":
		r.op = operator(token)
		r.values, err = p.exact()
	case ">":
		r.op = opGreater
		r.values, err = p.exact()
	case "<":
		r.op = opLess
		r.values, err = p.exact()
	default:
		return fmt.Errorf("found '%s', expected: in, notin, =, ==, !=, gt, lt", token)
	}
	if err != nil {
		return err
	}
	return r.valueErrors()
}

// exact reads one value, which may be missing.
func (p *selectorParser) exact() ([]string, error) {
	if p.peek() == "" || p.peek() == "," {
		return []string{""}, nil
	}
	token := p.next()
	if !isWord(token) {
		return nil, fmt.Errorf("found '%s', expected: identifier", token)
	}
	return []string{token}, nil
}

// set reads (a,b,c), sorted and without doubles. A missing value counts as an empty one.
func (p *selectorParser) set() ([]string, error) {
	if token := p.next(); token != "(" {
		return nil, fmt.Errorf("found '%s' expected: '('", token)
	}
	if token := p.peek(); token != ")" && token != "," && !isWord(token) {
		return nil, fmt.Errorf("found '%s', expected: ',', ')' or identifier", token)
	}
	var values []string
	for {
		token := p.next()
		switch {
		case isWord(token):
			values = append(values, token)
			token = p.next()
			if token != "," && token != ")" {
				return nil, fmt.Errorf("found '%s', expected: ',' or ')'", token)
			}
		case token == "," || token == ")":
			values = append(values, "")
		default:
			return nil, fmt.Errorf("found '%s', expected: ',', or identifier", token)
		}
		if token == ")" {
			sort.Strings(values)
			return slices.Compact(values), nil
		}
	}
}

// valueErrors words what is wrong with the values as an API server does.
//
// Upstream 1.37: apimachinery pkg/labels/selector.go, NewRequirement.
func (r *requirement) valueErrors() error {
	var found []string
	if (r.op == opGreater || r.op == opLess) && !isInt64(r.values[0]) {
		found = append(found, fmt.Sprintf("values[0]: Invalid value: %q: for 'Gt', 'Lt' operators, the value must be an integer", r.values[0]))
	}
	for i, value := range r.values {
		if wrong := format.LabelValue(value); len(wrong) > 0 {
			found = append(found, fmt.Sprintf("values[%d][%s]: Invalid value: %q: %s", i, r.key, value, strings.Join(wrong, "; ")))
		}
	}
	switch len(found) {
	case 0:
		return nil
	case 1:
		return errors.New(found[0])
	}
	return errors.New("[" + strings.Join(found, ", ") + "]")
}

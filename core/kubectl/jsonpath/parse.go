// Package jsonpath reads and evaluates the JSONPath templates that kubectl takes
// in -o jsonpath=…, custom-columns, --sort-by and wait --for=jsonpath=….
//
// Upstream 1.37: client-go util/jsonpath/parser.go and jsonpath.go.
// Differs: data are trees of maps, lists and scalars, never Go structs; where
// upstream visits a map in no particular order, keys are visited in order.
package jsonpath

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// Template is a parsed template. It never changes.
type Template struct {
	text  string
	nodes []node // texts and actions in turn
}

// node is a part of a template: one of the types below.
type node any

type (
	action     []node // what stands between braces, a chain of steps
	text       string
	identifier string // range, end, or a mistake
	field      string
	constant   struct{ value any } // a number or a truth value
	wildcard   struct{}
	recursive  struct{}
	union      []action
	subscript  [3]bound // from, to, step
	filter     struct {
		left, right action
		operator    string
	}
)

// bound is a number in a subscript.
type bound struct {
	value          int
	known, derived bool // derived: it follows from the number before it
}

// end stands for the end of the input.
const end = -1

type parser struct {
	input      string
	start, pos int
	width      int // of the last rune
	nodes      []node
}

// Parse reads a template. Text outside braces stands for itself.
func Parse(input string) (*Template, error) {
	p := &parser{input: input}
	if err := p.template(); err != nil {
		return nil, err
	}
	return &Template{text: input, nodes: p.nodes}, nil
}

// chain parses what may stand between braces.
func chain(input string) (action, error) {
	t, err := Parse("{" + input + "}")
	if err != nil {
		return nil, err
	}
	a, _ := t.nodes[0].(action)
	return a, nil
}

func (p *parser) template() error {
	for {
		open := strings.IndexByte(p.input[p.pos:], '{')
		if open < 0 {
			p.pos = len(p.input)
		} else {
			p.pos += open
		}
		if p.pos > p.start {
			p.nodes = append(p.nodes, text(p.taken()))
		}
		if open < 0 {
			return nil
		}
		p.pos++
		p.taken()
		var a action
		if err := p.action(&a); err != nil {
			return err
		}
		p.nodes = append(p.nodes, a)
	}
}

// taken is the input since the last call.
func (p *parser) taken() string {
	s := p.input[p.start:p.pos]
	p.start = p.pos
	return s
}

func (p *parser) next() rune {
	if p.pos >= len(p.input) {
		p.width = 0
		return end
	}
	r, w := utf8.DecodeRuneInString(p.input[p.pos:])
	p.width = w
	p.pos += w
	return r
}

func (p *parser) back() { p.pos -= p.width }

func (p *parser) rest() string { return p.input[p.pos:] }

// action reads steps up to the closing brace.
func (p *parser) action(a *action) error {
	for {
		switch {
		case strings.HasPrefix(p.rest(), "}"):
			p.pos++
			p.taken()
			return nil
		case strings.HasPrefix(p.rest(), "[?("):
			if err := p.filter(a); err != nil {
				return err
			}
			continue
		case strings.HasPrefix(p.rest(), ".."):
			if err := p.recursive(a); err != nil {
				return err
			}
			continue
		}
		if err := p.step(a); err != nil {
			return err
		}
	}
}

// step reads one step that begins with an ordinary character.
func (p *parser) step(a *action) error {
	switch r := p.next(); {
	case r == end, r == '\r', r == '\n':
		return fmt.Errorf("unclosed action")
	case r == ' ', r == '@', r == '$':
		p.taken()
	case r == '[':
		return p.array(a)
	case r == '"', r == '\'':
		return p.quote(a, r)
	case r == '.':
		p.field(a)
	case r == '+', r == '-', unicode.IsDigit(r):
		p.back()
		return p.number(a)
	case word(r):
		p.back()
		p.identifier(a)
	default:
		return fmt.Errorf("unrecognized character in action: %#U", r)
	}
	return nil
}

// word says whether a name can begin with the character.
func word(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// terminates says whether a name ends before the character.
func terminates(r rune) bool { return r == end || strings.ContainsRune(" \t\r\n.,[]$@{}", r) }

func (p *parser) identifier(a *action) {
	for !terminates(p.next()) {
	}
	p.back()
	switch name := p.taken(); name {
	case "true", "false":
		*a = append(*a, constant{name == "true"})
	default:
		*a = append(*a, identifier(name))
	}
}

func (p *parser) recursive(a *action) error {
	if n := len(*a); n > 0 {
		if _, twice := (*a)[n-1].(recursive); twice {
			return fmt.Errorf("invalid multiple recursive descent")
		}
	}
	p.pos += len("..")
	p.taken()
	*a = append(*a, recursive{})
	r := p.next()
	p.back()
	if word(r) {
		p.field(a)
	}
	return nil
}

func (p *parser) number(a *action) error {
	if r := p.next(); r != '+' && r != '-' {
		p.back()
	}
	for {
		if r := p.next(); r != '.' && !unicode.IsDigit(r) {
			p.back()
			break
		}
	}
	digits := p.taken()
	if i, err := strconv.Atoi(digits); err == nil {
		*a = append(*a, constant{int64(i)})
		return nil
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return fmt.Errorf("cannot parse number %s", digits)
	}
	*a = append(*a, constant{f})
	return nil
}

// field reads a name up to a character that ends it and has no backslash before it.
func (p *parser) field(a *action) {
	p.taken()
	for {
		r := p.next()
		if r == '\\' {
			p.next()
		} else if terminates(r) {
			p.back()
			break
		}
	}
	name := p.taken()
	if name == "*" {
		*a = append(*a, wildcard{})
		return
	}
	*a = append(*a, field(strings.ReplaceAll(name, `\`, "")))
}

// quote reads a text in quotes.
func (p *parser) quote(a *action, pair rune) error {
	for {
		r := p.next()
		if r == end || r == '\n' {
			return fmt.Errorf("unterminated quoted string")
		}
		if r == pair && p.input[p.pos-2] != '\\' {
			break
		}
	}
	quoted := p.taken()
	s, err := unquote(quoted)
	if err != nil {
		return fmt.Errorf("unquote string %s error %w", quoted, err)
	}
	*a = append(*a, text(s))
	return nil
}

// unquote takes the quotes off a text and resolves its escapes.
func unquote(s string) (string, error) {
	if len(s) < 2 || s[0] != s[len(s)-1] {
		return "", strconv.ErrSyntax
	}
	quote, s := s[0], s[1:len(s)-1]
	var out strings.Builder
	for s != "" {
		r, multibyte, tail, err := strconv.UnquoteChar(s, quote)
		if err != nil {
			return "", err
		}
		if s = tail; r < utf8.RuneSelf || !multibyte {
			out.WriteByte(byte(r))
		} else {
			out.WriteRune(r)
		}
	}
	return out.String(), nil
}

package yaml

import (
	"fmt"
	"strings"
	"testing"
)

var plenty = Limits{Depth: 100, Nodes: 1000}

// outline writes a node in one line, each value with its place.
func outline(n *Node) string {
	if n == nil {
		return "nothing"
	}
	at := fmt.Sprintf("%d:%d", n.At.Line, n.At.Column)
	if n.Tag != "" {
		at += " <" + n.Tag + ">"
	}
	switch n.Kind {
	case Alias:
		return at + " *" + n.Value
	case Scalar:
		if n.Plain {
			return at + " " + n.Value
		}
		return fmt.Sprintf("%s %q", at, n.Value)
	}
	var inner []string
	for c := n.First; c != nil; c = c.Next {
		inner = append(inner, outline(c))
	}
	brackets := "[]"
	if n.Kind == Mapping {
		brackets = "{}"
	}
	return at + " " + brackets[:1] + strings.Join(inner, ", ") + brackets[1:]
}

func TestNodesHavePlaces(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "nothing",
		"# a\n\n":                              "nothing",
		"a\n":                                  "1:1 a",
		"é: 'b'\n":                             `1:1 {1:1 é, 1:4 "b"}`,
		"a:\n- b\n-\n- - c\n":                  "1:1 {1:1 a, 2:1 [2:3 b, 3:2 , 4:3 [4:5 c]]}",
		"a: &x\n  b: c\nd: *x\n":               "1:1 {1:1 a, 1:4 {2:3 b, 2:6 c}, 3:1 d, 3:4 *x}",
		"[a, {b: c, d}, e: f]\n":               "1:1 [1:2 a, 1:5 {1:6 b, 1:9 c, 1:12 d, 1:13 }, 1:16 {1:16 e, 1:19 f}]",
		"? a\n: b\nc:\n":                       "1:1 {1:3 a, 2:3 b, 3:1 c, 3:3 }",
		"a: |\n  b\n\n   c\nd: >-\n  e\n  f\n": `1:1 {1:1 a, 1:4 "b\n\n c\n", 5:1 d, 5:4 "e f"}`,
		"a: !!int b\nc: ! d\n":                 "1:1 {1:1 a, 1:4 <tag:yaml.org,2002:int> b, 2:1 c, 2:4 <!> d}",
		"a: \"b\\\n  c\\u00e9\"\n":             `1:1 {1:1 a, 1:4 "bcé"}`,
		"a: b\u0085c: d\n":                     "1:1 {1:1 a, 1:4 b, 1:6 c, 1:9 d}",
		"a: b\r\nc: d\re: f\n":                 "1:1 {1:1 a, 1:4 b, 2:1 c, 2:4 d, 3:1 e, 3:4 f}",
	} {
		root, failure := new(Parser).Parse(text, plenty)
		if failure != nil {
			t.Errorf("%q: %+v", text, failure)
			continue
		}
		if got := outline(root); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestFailuresHavePlaces(t *testing.T) {
	for text, want := range map[string]Failure{
		"a:\n  b: c\n d: e\n": {"did not find expected key", Pos{3, 2}, "while parsing a block mapping", Pos{1, 1}},
		"a: b\nc\nd: e\n":     {"could not find expected ':'", Pos{3, 1}, "while scanning a simple key", Pos{2, 1}},
		"a: b: c\n":           {"mapping values are not allowed in this context", Pos{1, 5}, "", Pos{}},
		"a:\n  - *b\n":        {UnknownAnchor, Pos{2, 5}, "", Pos{}},
		"a: [b\nc: d\n":       {"did not find expected ',' or ']'", Pos{2, 2}, "while parsing a flow sequence", Pos{1, 4}},
		"a: 'b\n":             {"found unexpected end of stream", Pos{2, 1}, "while scanning a quoted scalar", Pos{1, 4}},
		"a:\n  - b\n  c: d\n": {"did not find expected '-' indicator", Pos{3, 3}, "while parsing a block collection", Pos{2, 3}},
		"\ta: b\n":            {"found character that cannot start any token", Pos{1, 1}, "while scanning for the next token", Pos{1, 1}},
		"a: b\n...\nc\n":      {Trailing, Pos{3, 1}, "", Pos{}},
		"%YAML 1.1\n":         {"found a directive", Pos{1, 1}, "", Pos{}},
		"a: !x!y b\n":         {"found undefined tag handle", Pos{1, 4}, "while parsing a node", Pos{1, 4}},
	} {
		_, failure := new(Parser).Parse(text, plenty)
		if failure == nil {
			t.Errorf("%q can be read", text)
		} else if *failure != want {
			t.Errorf("%q:\n got %+v\nwant %+v", text, *failure, want)
		}
	}
}

func TestLimitsAreKept(t *testing.T) {
	for _, test := range []struct {
		text   string
		limits Limits
		want   string
	}{
		{"[[[]]]\n", Limits{Depth: 3, Nodes: 10}, ""},
		{"[[[]]]\n", Limits{Depth: 2, Nodes: 10}, TooDeep},
		{"- - - a\n", Limits{Depth: 2, Nodes: 10}, TooDeep},
		{"a: {b: c}\n", Limits{Depth: 2, Nodes: 5}, ""},
		{"a: {b: c}\n", Limits{Depth: 2, Nodes: 4}, TooMany},
		{strings.Repeat("[", 1<<20), Limits{Depth: 100, Nodes: 1000}, TooDeep},
	} {
		_, failure := new(Parser).Parse(test.text, test.limits)
		got := ""
		if failure != nil {
			got = failure.Problem
		}
		if got != test.want {
			t.Errorf("%.20q: %q, want %q", test.text, got, test.want)
		}
	}
}

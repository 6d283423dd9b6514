package tree

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v2"
	kubectl "sigs.k8s.io/yaml"
)

// read turns one part of text into a tree and says what was wrong.
func read(text string) (*Node, []Problem) {
	r := &reader{}
	p := &part{line: 1, text: text}
	if !r.countable(p) {
		return nil, errorsOf(r.file.Problems)
	}
	r.control(p)
	tree, failure := parse(p.text)
	if failure != nil {
		e, _ := diagnose(p, *failure)
		r.report(e)
		return nil, errorsOf(r.file.Problems)
	}
	if tree == nil {
		return &Node{}, errorsOf(r.file.Problems)
	}
	n, _ := r.tree(p, tree)
	return n, errorsOf(r.file.Problems)
}

func FuzzYAMLMeansWhatItMeansToKubectl(f *testing.F) {
	for _, s := range []string{"a: b\n", "a: yes\nb: 010\nc: 1_0.5e3\nd: .5\ne: 0b11\n", "a: &x [1, 2]\nb: *x\n", "- - a\n  - b\n- {c: d}\n",
		"a: |\n  x\n   y\n\n  z\nb: >-\n  x\n  y\n", "? a\n: b\n", "a: 'x ''y'\nb: \"\\x41\\u0041\\n\"\n", "<<: {a: b}\na: c\n", "a: !!str 1\nb: !!float 1\nc: ! 1\n",
		"# c\na: b # d\n#e\n", "{a: b, c: [d, e]}\n", "2001-01-01: 2001-01-01\n", "a:\n  - b\n  # c\n  - d\n", "a: 0x1F\nb: -0\nc: 1e400\nd: 18446744073709551615\n", "on: off\n~: x\n", "a:\r\n  b: c\r\n", "\ufeffa: b\n", "a: b\n...\n", "1: 2\n1.5: 3\ntrue: 4\n", "a: *b\n", "a: [1,\n\tb]\n", "a:\tb\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !strings.HasSuffix(s, "\n") {
			s += "\n"
		}
		for _, line := range strings.Split(s, "\n") {
			if strings.HasPrefix(line, "---") {
				return
			}
		}
		if trails(s) {
			return
		}
		want, err := kubectl.YAMLToJSON([]byte(s))
		n, errs := read(s)
		if err != nil != (len(errs) > 0) {
			for _, e := range errs {
				switch e.Code {
				case CodeAliasGrowth, CodeTooDeep:
					return
				}
			}
			t.Fatalf("%q\nkubectl: %v %s\nours: %v", s, err, want, errs)
		}
		if err != nil {
			return
		}
		if got := n.AppendJSON(nil); !bytes.Equal(got, want) {
			t.Fatalf("%q\nkubectl %s\nours    %s", s, want, got)
		}
	})
}

// trails holds for text behind a document, which kubectl ignores.
func trails(s string) bool {
	d := yaml.NewDecoder(strings.NewReader(s))
	var v any
	var te *yaml.TypeError
	if err := d.Decode(&v); err != nil && !errors.As(err, &te) {
		return false
	}
	return d.Decode(&v) != io.EOF
}

func errorsOf(problems []Problem) []Problem {
	return slices.DeleteFunc(problems, func(p Problem) bool { return p.Warning })
}

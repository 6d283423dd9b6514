package tree

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v2"
	kubectl "sigs.k8s.io/yaml"
)

// yamlTexts begin the search for texts that kubectl reads otherwise.
var yamlTexts = []string{
	"a: b\n", "a: yes\nb: 010\nc: 1_0.5e3\nd: .5\ne: 0b11\n", "a: &x [1, 2]\nb: *x\n", "- - a\n  - b\n- {c: d}\n",
	"a: |\n  x\n   y\n\n  z\nb: >-\n  x\n  y\n", "? a\n: b\n", "a: 'x ''y'\nb: \"\\x41\\u0041\\n\"\n",
	"<<: {a: b}\na: c\n", "a: !!str 1\nb: !!float 1\nc: ! 1\n", "# c\na: b # d\n#e\n", "{a: b, c: [d, e]}\n",
	"2001-01-01: 2001-01-01\n", "a:\n  - b\n  # c\n  - d\n", "a: 0x1F\nb: -0\nc: 1e400\nd: 18446744073709551615\n",
	"on: off\n~: x\n", "a:\r\n  b: c\r\n", "a: b\n...\n", "1: 2\n1.5: 3\ntrue: 4\n", "a: *b\n", "a: [1,\n\tb]\n",
	"a:\tb\n", "a: b\n# c\n\t\nd: e\n", "a: |\n  # b\n  \tc\n", "a: &k b\n*k : c\n", "{a: 1, <<: {a: 2}, a: 3}\n", "1e55: a\n-1e55: b\n",
}

func FuzzYAMLMeansWhatItMeansToKubectl(f *testing.F) {
	for _, text := range yamlTexts {
		f.Add(text)
	}
	f.Fuzz(sameAsKubectl)
}

func TestRandomYAMLMeansWhatItMeansToKubectl(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 15_000 {
		sameAsKubectl(t, randomYAML(random))
	}
}

// sameAsKubectl reads one document with kubectl's library and with ours: either both
// refuse it or both make the same JSON of it.
func sameAsKubectl(t *testing.T, text string) {
	text = strings.TrimSuffix(text, "\n") + "\n"
	if differs(text) {
		return
	}
	want, err := kubectl.YAMLToJSON([]byte(text))
	want = bytes.ReplaceAll(want, []byte(`\ufffd`), []byte("\ufffd")) // bytes of !!binary
	root, problems := read(text)
	if (err != nil) != (len(problems) > 0) {
		if len(problems) > 0 && slices.Contains([]Code{CodeAliasGrowth, CodeTooDeep, CodeBadValue, CodeBadKey}, problems[0].Code) {
			return // limits; mistakes in a value that the same key replaces later
		}
		t.Fatalf("%q\nkubectl: %s %v\nours: %v", text, want, err, problems)
	}
	if err != nil || bytes.Equal(root.AppendJSON(nil), want) {
		return
	}
	// Of the keys 1 and "1" kubectl takes one or the other as it comes.
	for range 20 {
		if again, _ := kubectl.YAMLToJSON([]byte(text)); !bytes.Equal(again, want) {
			return
		}
	}
	t.Fatalf("%q\nkubectl %s\nours    %s", text, want, root.AppendJSON(nil))
}

// read turns the text of one document into a tree and says what is wrong with it.
func read(text string) (*Node, []Problem) {
	r := &reader{Reader: new(Reader)}
	p := &part{line: 1, text: strings.TrimPrefix(text, byteOrderMark)}
	r.control(p)
	parsed, failure := r.parse(p.text)
	root := &Node{}
	switch {
	case failure != nil:
		problem, _ := diagnose(p, failure)
		r.report(problem)
	case parsed != nil:
		root, _ = r.tree(p, parsed)
	}
	return root, slices.DeleteFunc(r.file.Problems, func(p Problem) bool { return p.Warning })
}

var separator = regexp.MustCompile("(^|[\n\r\u0085\u2028\u2029])---")

// differs holds for the texts that we mean to read otherwise.
func differs(text string) bool {
	switch {
	case !utf8.ValidString(text): // refused before
	case separator.MatchString(text): // cut there before
	case strings.HasPrefix(text, byteOrderMark+byteOrderMark): // kubectl drops what begins a line
	case strings.Contains(text, "%"): // directives: one line of them is a document to kubectl
	case trails(text): // kubectl ignores the rest
	default:
		return false
	}
	return true
}

// trails holds for text with something behind its first document.
func trails(text string) bool {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var value any
	var mistyped *yaml.TypeError
	if err := decoder.Decode(&value); err != nil && !errors.As(err, &mistyped) {
		return false
	}
	return !errors.Is(decoder.Decode(&value), io.EOF)
}

var yamlTokens = []string{
	"a", "b", "c: ", "a: ", "b:", ": ", "- ", "- ", "-", "\n", "\n", "\n", "\n  ", "\n  ", "\n    ", "\n- ", "\n  - ",
	"  ", " ", "[", "]", "{", "}", "'", "\"", "'x'", "\"y\"", "#", "# c", " # c", "\n# c", "\n  # c", "|", ">", "|-", ">+",
	"2", "&x ", "&y ", "*x", "*y", "!!str ", "!!int ", "!t ", "? ", "<<: ", "<<: *x", "\t", "0", "1.5", "yes", "no", "on",
	"~", "null", "\\", "\\n", "\r", "\u0085", "\u2028", "\ufeff", "! ", "!", "0x1", "010", "1e3", "-0", ".5", ".inf", "2001-01-01", "%", "@", "`", "é", "\u00a0", "\r\n",
	"...", "=", "\"a\": ", "'b': ", "[a, b]", "{a: b}", "foo bar", ", ", ",",
}

func randomYAML(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(24) {
		b.WriteString(yamlTokens[random.IntN(len(yamlTokens))])
	}
	return b.String()
}

func TestScalarsAreWhatTheyAreToKubectl(t *testing.T) {
	scalars := strings.Fields(`a y Y yes Yes YES yEs true True TRUE tRUE on On ON n N no off OFF oFF ~ null Null NULL nULL
		0 00 07 08 010 -010 +010 0o10 0O10 0x1f 0X1F 0x 0b101 -0b101 0b 0b2 0b-1 1_000 1__0 _1 1_ 0_7 0x_1F
		9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616
		1. .1 -.1 +.1 . .. 1.5 1e3 1E3 1e+3 1e-3 1e 1e400 -1e400 1e-400 0.1 1e20 1e21 1e-6 1e-7 1.0 100.0 1.10 +1 -1 --1 +-1 0.0 -0 -0.0
		1:30 12:30:45 2001-01-01 2001-1-1 2001-01-01T00:00:00Z 2001-02-30 01-01 1Gi 100m 1e3Mi 5% 1,000 0x1p3 1f nan .nan .inf -.inf +.inf
		infinity NaN <<  = !!str !!int !!foo é 1é +a -a -1a 0777777777777777777777777`)
	for _, scalar := range scalars {
		sameAsKubectl(t, "a: "+scalar+"\n")
		sameAsKubectl(t, scalar+": b\n")
		for _, tag := range []string{"str", "int", "float", "bool", "null", "timestamp", "binary", "foo"} {
			sameAsKubectl(t, fmt.Sprintf("a: !!%s %s\n", tag, scalar))
			sameAsKubectl(t, fmt.Sprintf("a: !!%s '%s'\n", tag, scalar))
			sameAsKubectl(t, fmt.Sprintf("!!%s %s: a\n", tag, scalar))
		}
	}
}

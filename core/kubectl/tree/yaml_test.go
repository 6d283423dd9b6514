package tree_test

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	upstream "sigs.k8s.io/yaml"

	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// sameYAML holds our YAML of a JSON text to the library's.
func sameYAML(t *testing.T, text []byte) {
	t.Helper()
	v, err := tree.Value(text)
	if err != nil {
		return
	}
	want, err := upstream.JSONToYAML(tree.JSON(v))
	if err != nil {
		return
	}
	if got := tree.YAML(v); got != string(want) {
		t.Fatalf("%s\ngot  %q\nwant %q", text, got, want)
	}
}

func TestYAMLOfSingleTextsEqualsTheLibrarys(t *testing.T) {
	texts := strings.Split("a|true|True|TRUE|tRue|no|No|y|N|on|~|null|Null|NULL|.nan|.NaN|.NAN|.Nan|.inf|.Inf|-.inf|+.INF|<<|"+
		"0|07|08|0x1F|0b11|-0b11|0o7|1_000|1e3|1.5e-3|+1|-1|1.|.5|._5|..5|-|--|---|---x|...|1:30|190:20:30.15|-1:00|1:60|0:0|1_:2|"+
		"2001-01-01|2001-1-1|2001-01-01T10:00:00Z|2001-01-01 10:00:00|2001-13-01|20010-1-1|a: b|a:b|:a|: a|?|? a|?a|- a|-a|#a|a#b|a #b|"+
		"'a'|it's|\"q\"|@x|`x|%x|&x|*x|!x|{a|a}|a,b|,a|[x|x]| a|a | a |\ta|a\tb|a\nb|a\n|a\n\n|\n|\na|  a\nb|a \nb|a\n b|a\r\nb|\r|"+
		"é|\u0085|\u00a0|\u2028|a\u2028b|\ufeffab|\U0001F600|\x7f|\x1b[31m|9223372036854775807|18446744073709551615|99999999999999999999|1e999|||", "|")
	for _, s := range texts {
		text, _ := json.Marshal(map[string]any{"k": s, s: "v", "list": []any{s, []any{s}}})
		sameYAML(t, text)
	}
}

func TestYAMLOfTheNextLineCharacterEqualsTheLibrarys(t *testing.T) {
	for _, s := range []string{"\u0085", "a\u0085b", "a \u0085  b", "\u0085\u0085", "a\u0085 \u0085\u0085b c", "a b\u0085", " \u0085x", "\ta\u0085\tb", "a\n\u0085b", "é\u0085\u2028"} {
		for _, v := range []any{s, []any{s}, map[string]any{"k": s}} {
			text, _ := json.Marshal(v)
			sameYAML(t, text)
		}
	}
}

func TestYAMLAtRandomEqualsTheLibrarys(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 20000 {
		text, _ := json.Marshal(randomValue(random, 4))
		sameYAML(t, text)
	}
}

func randomValue(r *rand.Rand, depth int) any {
	kind := r.Intn(8)
	if depth == 0 {
		kind = r.Intn(5)
	}
	switch kind {
	case 0:
		return r.Intn(2000) - 1000
	case 1:
		return r.Float64() * 1e6
	case 2:
		return r.Intn(2) == 0
	case 3, 4:
		return randomText(r)
	case 5:
		list := []any{}
		for range r.Intn(4) {
			list = append(list, randomValue(r, depth-1))
		}
		return list
	}
	m := map[string]any{}
	for range r.Intn(4) {
		m[randomText(r)] = randomValue(r, depth-1)
	}
	return m
}

func randomText(r *rand.Rand) string {
	words := []string{
		"a", "b", "log-agent", "0", "12", ":", " ", "  ", "\n", "- ", "#", "'", "\"", "\\", "é", "{", "true",
		"null", "=", ",", "1.5", "\t", "nodes are available", "Insufficient cpu", "2026-11-30T09:50:14Z", "\u2028", "😀",
	}
	var b strings.Builder
	for range r.Intn(1 + r.Intn(30)) {
		b.WriteString(words[r.Intn(len(words))])
	}
	return b.String()
}

func FuzzYAML(f *testing.F) {
	f.Add([]byte(`{"a":["b",{"c":" d: 'e'\n"}],"f":1.5,"g10":null,"g9":true}`))
	f.Fuzz(sameYAML)
}

package jsonpath_test

import (
	"testing"

	"github.com/rollscope/rollscope/core/kubectl/jsonpath"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

const pods = `{"kind":"List","n":5,"empty":[],"items":[
 {"metadata":{"name":"a","labels":{"app.kubernetes.io/name":"log"}},"spec":{"ports":[80,81]},"ready":true},
 {"metadata":{"name":"b"},"spec":{"ports":[82],"none":null},"cpu":1.5},
 {"metadata":{"name":"c"},"spec":{}}]}`

func TestTemplatesGiveWhatKubectlGives(t *testing.T) {
	data, err := tree.Parse([]byte(pods))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ template, want string }{
		{"plain text", "plain text"},
		{"{.items[*].metadata.name}", "a b c"},
		{"{.items[0,2].metadata.name}", "a c"},
		{"{.items[-1].metadata.name} {.items[:2].metadata.name}", "c a b"},
		{"{.items[::2].metadata.name}", "a c"},
		{"{range .items[*]}{.metadata.name}{\"\\t\"}{.spec.ports}{'\\n'}{end}.", "a\t[80,81]\nb\t[82]\nc\t\n."},
		{"{range .empty[*]}x{end}after", "after"},
		{`{.items[?(@.metadata.name=="b")].cpu}`, "1.5"},
		{"{.items[?(@.ready)].metadata.name}", "a"},
		{"{.items[?(@.ready==true)].metadata.name}", "a"},
		{`{.items[0].metadata.labels.app\.kubernetes\.io/name}`, "log"},
		{`{.items[0].metadata.labels['app\.kubernetes\.io/name']}`, "log"},
		{"{..name}", "a b c"},
		{"{.items[1].spec.none}|{.nope}|{.items[0].spec}", `null||{"ports":[80,81]}`},
		{"{.items[0].spec.*}", "[80,81]"},
		{"{.n}{3}{true}{$.n}{@.n}", "53true55"},
	} {
		parsed, err := jsonpath.Parse(c.template)
		if err != nil {
			t.Errorf("%s: %v", c.template, err)
			continue
		}
		if got, err := parsed.Text(data, false); err != nil || got != c.want {
			t.Errorf("%s: got %q, %v; want %q", c.template, got, err, c.want)
		}
	}
}

func TestMistakesAreToldInKubectlsWords(t *testing.T) {
	data, _ := tree.Parse([]byte(pods))
	for _, c := range []struct{ template, want string }{
		{"{.items", "unclosed action"},
		{"{.items[0}", "unterminated array"},
		{"{.items[x]}", "invalid array index x"},
		{"{.items[?(@.a}", "unterminated filter"},
		{"{!}", "unrecognized character in action: U+0021 '!'"},
		{"{'a}", "unterminated quoted string"},
		{"{....a}", "invalid multiple recursive descent"},
		{"{.items[9]}", "array index out of bounds: index 9, length 3"},
		{"{.items[2:1]}", "starting index 2 is greater than ending index 1"},
		{"{.n[0]}", "int64 is not array or slice"},
		{"{foo}", "unrecognized identifier foo"},
		{"{end}", "not in range, nothing to end"},
		{"{.nope}", "nope is not found"},
		{`{.items[?(@.metadata.name>5)]}`, "incompatible types for comparison"},
	} {
		parsed, err := jsonpath.Parse(c.template)
		if err == nil {
			_, err = parsed.Text(data, true)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v; want %s", c.template, err, c.want)
		}
	}
}

func TestPathsMayLackDotAndBraces(t *testing.T) {
	for given, want := range map[string]string{
		"metadata.name": "{.metadata.name}", ".metadata.name": "{.metadata.name}",
		"{metadata.name}": "{.metadata.name}", "{.metadata.name}": "{.metadata.name}", "": "",
	} {
		if got, err := jsonpath.Relaxed(given); err != nil || got != want {
			t.Errorf("%q: got %q, %v; want %q", given, got, err, want)
		}
	}
	if _, err := jsonpath.Relaxed("{a"); err == nil {
		t.Error("an open brace is no mistake")
	}
}

func TestSortingComparesQuantitiesByTheirSize(t *testing.T) {
	for _, c := range []struct {
		a, b any
		want bool
	}{
		{"500m", "1", true},
		{"2", "1500m", false},
		{"b", "a", false},
		{"a", "b", true},
		{int64(2), int64(10), true},
		{1.5, 1.25, false},
		{nil, "a", true},
		{"a", nil, false},
	} {
		if got, err := jsonpath.Less(c.a, c.b); err != nil || got != c.want {
			t.Errorf("%v < %v: got %v, %v", c.a, c.b, got, err)
		}
	}
	if _, err := jsonpath.Less(true, false); err == nil {
		t.Error("truth values can be sorted")
	}
}

package fmt_test

import (
	"errors"
	std "fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api/fmt"
	"pgregory.net/rapid"
)

type word string

type kind uint8

func (k kind) String() string { return "kind" + string('0'+rune(k)) }

var values = []any{
	"a text", "", "é\u2028\x00\"`", word("named"), kind(3),
	[]string{"a", "b c"},
	[]any{"x", 1, nil},
	map[string]any{"b": 1, "a": []any{true}},
	map[word]int{"z": 1, "y": -2},
	0, -7, int32(42), int64(1 << 40), uint8(200), true, 1.5, 1e6, 1e21, 123456789.0, 1e-5, float32(0.1), 0.0, nil,
	errors.New("trouble"), time.Second, []byte("bytes"), 'x', '…', []int(nil), map[string]any(nil),
	[]word{"q"},
}

func TestArgumentsAreWrittenAsTheStandardPackageWritesThem(t *testing.T) {
	for _, verb := range []string{"%s", "%v", "%q", "%5v|", "%-9s|", "%.2s", "%x", "%X", "%+q", "%#q", "%T", "%.3v"} {
		for _, v := range values {
			if skip(verb, v) {
				continue
			}
			if got, want := fmt.Sprintf(verb, v), std.Sprintf(verb, v); got != want {
				t.Errorf("%s of %#v: got %q, want %q", verb, v, got, want)
			}
		}
	}
	for _, verb := range []string{"%d", "%6d", "%06d", "%-6d|", "%+d", "% d", "%x", "%04X", "%012x", "%c", "%U", "%#U", "%q"} {
		for _, v := range []any{0, 7, -7, int32(65), int64(1 << 40), uint8(200), 'é', kind(2), 'a'} {
			if n, ok := v.(int64); ok && n > 1<<31 && strings.ContainsAny(verb, "cUq") {
				continue
			}
			if n, ok := v.(int); ok && n < 0 && strings.ContainsAny(verb, "cUq") || strings.ContainsAny(verb, "xXq") && v == any(kind(2)) {
				continue
			}
			if got, want := fmt.Sprintf(verb, v), std.Sprintf(verb, v); got != want {
				t.Errorf("%s of %#v: got %q, want %q", verb, v, got, want)
			}
		}
	}
}

// skip passes over what this package does not promise: verbs that do not fit a value.
func skip(verb string, v any) bool {
	text := false
	switch v.(type) {
	case string, word, []string, []word, []byte, error, std.Stringer:
		text = true
	}
	switch {
	case verb == "%v" || verb == "%T" || verb == "%5v|":
		return verb == "%5v|" && strings.ContainsAny(std.Sprint(v), "[<")
	case verb == "%.3v":
		_, number := v.(float64)
		return !text && !number || strings.HasPrefix(std.Sprint(v), "[")
	}
	if _, list := v.([]string); list && verb != "%s" && verb != "%q" {
		return true
	}
	if _, list := v.([]word); list && verb != "%s" && verb != "%q" {
		return true
	}
	return !text
}

func TestFormatsAreReadAsTheStandardPackageReadsThem(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []any
	}{
		{"100%%", nil},
		{"%s and %d", []any{"a", 1}},
		{"%s", nil},
		{"%s %s", []any{"a"}},
		{"a", []any{1, "b"}},
		{"%", nil},
		{"%t %t", []any{true, false}},
		{"%s-%0*d|", []any{"n", 4, 7}},
		{"%*d|", []any{5, 7}},
		{"%v%v", []any{1, 2}},
		{"%08.3f", []any{3.14159}},
		{"%g", []any{1e7}},
		{"%e", []any{1.5}},
		{"%.0f", []any{2.5}},
	} {
		if got, want := fmt.Sprintf(c.format, c.args...), std.Sprintf(c.format, c.args...); got != want {
			t.Errorf("%q: got %q, want %q", c.format, got, want)
		}
	}
	if got, want := fmt.Sprint("a", 1, 2, "b", "c", 3.0, nil, nil), std.Sprint("a", 1, 2, "b", "c", 3.0, nil, nil); got != want {
		t.Errorf("Sprint: got %q, want %q", got, want)
	}
	var ours, theirs strings.Builder
	fmt.Fprintf(&ours, "%d.", 1)
	fmt.Fprintln(&ours, "a", 2, true)
	std.Fprintf(&theirs, "%d.", 1)
	std.Fprintln(&theirs, "a", 2, true)
	if ours.String() != theirs.String() {
		t.Errorf("got %q, want %q", ours.String(), theirs.String())
	}
}

func TestWrappedErrorsAreFound(t *testing.T) {
	err := fmt.Errorf("%s: %w, %w", "reading", io.EOF, io.ErrNoProgress)
	if err.Error() != "reading: EOF, "+io.ErrNoProgress.Error() || !errors.Is(err, io.EOF) || !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("%v", err)
	}
	const plain = "%v" // a constant of its own, as linters want %w here
	if errors.Is(fmt.Errorf(plain, io.EOF), io.EOF) {
		t.Error("a plain verb wraps")
	}
}

func TestNumbersAreWrittenAsTheStandardPackageWritesThem(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f, n, s := rapid.Float64().Draw(r, "f"), rapid.Int64().Draw(r, "n"), rapid.String().Draw(r, "s")
		if got, want := fmt.Sprintf("%v %v %q %s %.1f", f, n, s, s, f), std.Sprintf("%v %v %q %s %.1f", f, n, s, s, f); got != want {
			r.Fatalf("got %q, want %q", got, want)
		}
	})
}

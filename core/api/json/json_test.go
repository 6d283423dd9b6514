package json_test

import (
	"bytes"
	std "encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/json"
	"pgregory.net/rapid"
)

type inner struct {
	Name  string `json:"name"`
	Count int32  `json:"count,omitempty"`
}

type sample struct {
	inner   `json:""`
	Named   inner             `json:"named,omitempty"`
	Text    string            `json:"text,omitempty"`
	List    []inner           `json:"list"`
	Ptr     *inner            `json:"ptr,omitempty"`
	Map     map[string]int    `json:"map,omitempty"`
	Words   map[string]string `json:"words"`
	Bytes   []byte            `json:"bytes"`
	Float   float64           `json:"float"`
	Small   float32           `json:"small"`
	Any     any               `json:"any"`
	Hidden  int               `json:"-"`
	Plain   bool
	Zero    inner           `json:"zero,omitzero"`
	Amount  api.Quantity    `json:"amount"`
	When    api.Time        `json:"when,omitempty"`
	Percent api.IntOrString `json:"percent"`
	Raw     std.RawMessage  `json:"raw"`
	secret  int
}

func compare(t *testing.T, v any) {
	t.Helper()
	got, err := json.Marshal(v)
	want, wantErr := std.Marshal(v)
	if (err == nil) != (wantErr == nil) || err == nil && !bytes.Equal(got, want) {
		t.Fatalf("%#v:\n got %s (%v)\nwant %s (%v)", v, got, err, want, wantErr)
	}
}

func TestValuesAreWrittenAsEncodingJSONWritesThem(t *testing.T) {
	full := sample{
		inner: inner{"a", 1}, Text: "<&>\"\\\b\f\n\r\t\x01\x7f é\u2028\u2029 \xff", List: []inner{{}, {"b", 2}},
		Ptr: &inner{}, Map: map[string]int{"b": 1, "a": 2}, Bytes: []byte("any carnal pleas"), Float: 1e21, Small: 1e-7,
		Any: map[string]any{"x": []any{nil, true, int64(3), 1.5, "y"}}, Zero: inner{"z", 0}, secret: 1,
		Amount: api.MustParseQuantity("100m"), Percent: api.IntOrString{Type: api.IntOrStringString, StrVal: "10%"},
		Raw: std.RawMessage(` { "a" : [ 1, "<\"> \u2028" ] } `),
	}
	for _, v := range []any{
		sample{Raw: std.RawMessage("1")},
		&full, nil, 1, uint8(2), math.Copysign(0, -1), 123456789.125, 1e-9, 1e100, math.NaN(), math.Inf(1), float32(3.4), true,
		[]int(nil),
		[]int{},
		[2]bool{true},
		map[string]any(nil), []any(nil),
		map[string]any{},
		[][]byte{{}, {1}, {1, 2}, {1, 2, 3}},
		(*inner)(nil),
		[]*inner{nil, {"c", 3}},
		map[api.ResourceName]api.Quantity{"memory": api.MustParseQuantity("1Gi"), "cpu": {}},
		func() {},
		sample{Raw: std.RawMessage("{")},
	} {
		compare(t, v)
	}
}

func TestTextsAreWrittenAsEncodingJSONWritesThem(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := rapid.String().Draw(r, "text") + string(rapid.SliceOf(rapid.Byte()).Draw(r, "bytes"))
		got, _ := json.Marshal(s)
		want, _ := std.Marshal(s)
		if !bytes.Equal(got, want) {
			r.Fatalf("got %s, want %s", got, want)
		}
	})
}

func TestNumbersAreWrittenAsEncodingJSONWritesThem(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := math.Float64frombits(rapid.Uint64().Draw(r, "bits"))
		got, err := json.Marshal([]any{f, float32(f)})
		want, wantErr := std.Marshal([]any{f, float32(f)})
		if (err == nil) != (wantErr == nil) || err == nil && !bytes.Equal(got, want) {
			r.Fatalf("got %s, want %s", got, want)
		}
	})
}

// same turns what encoding/json read into what we read.
func same(v any) any {
	switch v := v.(type) {
	case std.Number:
		return json.Number(v)
	case map[string]any:
		for k := range v {
			v[k] = same(v[k])
		}
	case []any:
		for i := range v {
			v[i] = same(v[i])
		}
	}
	return v
}

func parseBoth(t *testing.T, text []byte) {
	t.Helper()
	got, err := json.Parse(text)
	d := std.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var want any
	wantErr := std.Unmarshal(text, new(any))
	if wantErr == nil {
		wantErr = d.Decode(&want)
	}
	switch {
	case err == nil && wantErr == nil:
		if want = same(want); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: got %#v, want %#v", text, got, want)
		}
		checkLayout(t, text, got)
	case err == nil || wantErr == nil:
		if _, large := wantErr.(*std.UnmarshalTypeError); !large { // a float that is too large
			t.Fatalf("%q: got error %v, want %v", text, err, wantErr)
		}
	case err.Error() != wantErr.Error():
		t.Fatalf("%q: got error %q, want %q", text, err, wantErr)
	}
	if (json.Valid(text) == nil) != std.Valid(text) {
		t.Fatalf("%q: Valid says %v", text, json.Valid(text))
	}
}

func checkLayout(t *testing.T, text []byte, v any) {
	t.Helper()
	line, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := std.Indent(&want, line, "", "    "); err != nil {
		t.Fatalf("%q was written as %q: %v", text, line, err)
	}
	if got := json.Indent(nil, line, "    "); !bytes.Equal(got, want.Bytes()) {
		t.Fatalf("%q: got %s, want %s", text, got, want.Bytes())
	}
}

var texts = []string{
	``, ` `, `1`, `-`, `-0`, `01`, `1.`, `1.5e`, `1e+`, `1e5`, `"`, `"a`, `"\`, `"\x"`, `"\u12"`, `"\u12g4"`, `"\ud83d\ude00"`, `"\ud83d"`,
	`"\ud83dx"`, `"\ud83d\u0041"`, `"\ud83d\n"`, "\"a\tb\"", "\"\xff\"", `tru`, `trux`, `nul`, `null`, `true false`, `[`, `[1`, `[1,`, `[1,]`, `[]`,
	`{`, `{}`, `{"a"`, `{"a" 1}`, `{"a":`, `{"a":1`, `{"a":1,}`, `{"a":1 "b"`, `{a:1}`, `{"a":{"b":[1,{"c":"d<>&"}],"e":{}},"a":2}`, `'a'`, `{"a":1}}`,
	`"` + "é\u2028" + `"`, `[[[[]]],[{}]]`, "\u00a01", `1e999`, `"\/\b\f\n\r\t\"\\"`,
}

func TestTextsAreReadAsEncodingJSONReadsThem(t *testing.T) {
	for _, text := range texts {
		parseBoth(t, []byte(text))
	}
	deep := strings.Repeat("[", 10001)
	if err := json.Valid([]byte(deep)); err == nil || err.Error() != "exceeded max depth" {
		t.Errorf("too deep: %v", err)
	}
}

func FuzzParseEqualsEncodingJSON(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { parseBoth(t, text) })
}

func TestOneValueIsReadAsEncodingJSONReadsIt(t *testing.T) {
	for _, text := range append([]string{"2147483647", "2147483648", "-1", "1.0", `"a"`, "[]", "{}"}, texts...) {
		got, want := "kept", "kept"
		err, wantErr := json.Text([]byte(text), &got), std.Unmarshal([]byte(text), &want)
		if got != want || !sameError(err, wantErr) {
			t.Errorf("%q as a text: got %q (%v), want %q (%v)", text, got, err, want, wantErr)
		}
		n, wantN := int32(7), int32(7)
		err, wantErr = json.Int32([]byte(text), &n), std.Unmarshal([]byte(text), &wantN)
		if n != wantN || !sameError(err, wantErr) {
			t.Errorf("%q as a number: got %d (%v), want %d (%v)", text, n, err, wantN, wantErr)
		}
	}
}

func sameError(a, b error) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Error() == b.Error()
}

package jsontext

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// twin is what Write has to write, said plainly: encoding/json without escapes for HTML.
func twin(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return string(Escaped(b.Bytes()))
}

type answer struct {
	Text  string         `json:"text"`
	List  []any          `json:"list"`
	None  *answer        `json:"none"`
	Empty string         `json:"empty,omitempty"`
	Map   map[string]any `json:"map"`
	Share float64        `json:"share"`
}

func FuzzWrite(f *testing.F) {
	f.Add("", 0.0)
	f.Add("a <b> & \\u003c \\\\u003c \"c\"\n\x1b[31m\u202e\u2028\U0001F600\xff中文", 99.5)
	f.Add(`\`, 1e21)
	f.Fuzz(func(t *testing.T, text string, share float64) {
		if share != share || share > 1e300 || share < -1e300 {
			t.Skip()
		}
		v := answer{Text: text, List: []any{text, true, nil, []any{}, map[string]any{}}, Map: map[string]any{text: text, "x": 1}, Share: share}
		var b strings.Builder
		if err := Write(&b, v); err != nil {
			t.Fatal(err)
		}
		if want := twin(t, v); b.String() != want {
			t.Errorf("got  %q\nwant %q", b.String(), want)
		}
		var back answer
		if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back.Text != strings.ToValidUTF8(text, "\ufffd") && back.Text != decoded(text) {
			t.Errorf("%v: %q", err, back.Text)
		}
		if i := strings.IndexFunc(b.String(), func(r rune) bool { return r < ' ' && r != '\n' || r == '\u202e' }); i >= 0 {
			t.Errorf("a sign that steers at %d", i)
		}
	})
}

// decoded is a text after a trip through encoding/json.
func decoded(text string) string {
	b, _ := json.Marshal(text)
	var out string
	_ = json.Unmarshal(b, &out)
	return out
}

package tree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func FuzzJSONMeansWhatItMeansToGo(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"a":[1,-0,0.5,1e3,1E-3],"b":null,"c":true,"d":false}`, `{"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud83d"}`,
		`{"a":{"a":{"a":[[[]]]}}}`, `{"a":1,"a":2}`, `{"a":01}`, `{"a":1.}`, `{"a":"` + "\t" + `"}`, `{"é":"<&>` + "\u2028" + `"}`, `{"a":1}{"b":2}`, `{"a":tru}`, `{"a":[1,]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.HasPrefix(text, "{") || !utf8.ValidString(text) || strings.Count(text, "{")+strings.Count(text, "[") > MaxDepth {
			return
		}
		j := &jsonReader{Reader: new(Reader), text: text, at: Pos{1, 1}}
		root := j.value()
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var want any
		err := decoder.Decode(&want)
		if (err != nil) != (j.problem != "") {
			t.Fatalf("%q: Go: %v, ours: %s", text, err, j.problem)
		}
		if err != nil {
			return
		}
		if int64(j.offset) < decoder.InputOffset() {
			t.Fatalf("%q: ends at %d, want %d", text, j.offset, decoder.InputOffset())
		}
		if wanted, _ := json.Marshal(want); !bytes.Equal(root.AppendJSON(nil), wanted) {
			t.Fatalf("%q: %s, want %s", text, root.AppendJSON(nil), wanted)
		}
	})
}

// repeated is unit so many times that it is just within the size of a file.
func repeated(before, unit, after string) string {
	return before + strings.Repeat(unit, (MaxFileBytes-len(before)-len(after)-1)/len(unit)) + after
}

func TestLimits(t *testing.T) {
	var bomb, wide strings.Builder
	bomb.WriteString("x0: &x0 [w, w, w, w, w, w, w, w, w]\n")
	for i := range 9 {
		fmt.Fprintf(&bomb, "x%d: &x%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*x%d, ", i), 9), ", "))
	}
	wide.WriteString("a: &a [" + strings.Repeat("w, ", 2000) + "w]\n")
	for i := range 9 {
		fmt.Fprintf(&wide, "b%d: *a\n", i)
	}
	tests := []struct {
		name, text string
		want       Code // "" if it is fine
	}{
		{"large", strings.Repeat(" ", MaxFileBytes+1), CodeTooLarge},
		{"just not too large", "a: " + strings.Repeat("x", MaxFileBytes-4), ""},
		{"many values", repeated("a: [", "1,", "]"), CodeTooLarge},
		{"many lines", repeated("", "- a\n", ""), CodeTooLarge},
		{"many JSON values", repeated(`{"a": [`, "1,", "1]}"), CodeTooLarge},
		{"deep brackets", strings.Repeat("[", 101) + strings.Repeat("]", 101), CodeTooDeep},
		{"not too deep", "a: " + strings.Repeat("[", 99) + strings.Repeat("]", 99), ""},
		{"deep JSON", `{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "}", CodeTooDeep},
		{"very deep", repeated("", "[", ""), CodeTooDeep},
		{"deep blocks", repeated("", "- ", ""), CodeTooDeep},
		{"deep by alias", "a: &a " + strings.Repeat("[", 60) + strings.Repeat("]", 60) + "\nb: " + strings.Repeat("[", 60) + "*a" + strings.Repeat("]", 60), CodeTooDeep},
		{"many documents", strings.Repeat("--- \n", MaxDocuments+1), CodeTooMany},
		{"as many documents as may be", strings.Repeat("--- \n", MaxDocuments), CodeEmpty},
		{"more separators than documents", repeated("", "---\n", ""), CodeTooMany},
		{"many mistakes", strings.Repeat("---x\n", MaxProblems+5), CodeSeparator},
		{"alias bomb", bomb.String(), CodeAliasGrowth},
		{"aliases in plenty", wide.String(), ""},
		{"small file of aliases", "a: &a {b: c}\n" + "d: [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			file := Read([]byte(test.text))
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			got := Code("")
			if len(file.Problems) > 0 {
				got = file.Problems[0].Code
			}
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if len(file.Problems) > MaxProblems+1 {
				t.Errorf("%d problems", len(file.Problems))
			}
		})
	}
}

func TestRepeatedKeysAreFoundInLargeMaps(t *testing.T) {
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "k%d: %d\n", i%90, i)
	}
	root := Read([]byte(text.String())).Documents[0].Root
	if len(root.Members) != 90 || len(root.Repeats) != 10 {
		t.Errorf("%d members, %d repeats", len(root.Members), len(root.Repeats))
	}
	if got := root.Child("k5").Text; got != "95" {
		t.Errorf("k5 is %s", got)
	}
	if want := (Repeat{"k5", Pos{96, 1}, Pos{6, 1}}); !slices.Contains(root.Repeats, want) {
		t.Errorf("%v", root.Repeats)
	}
}

package json

import "testing"

func TestDeeperCountsWhatStandsOpen(t *testing.T) {
	for text, depth := range map[string]int{
		``: 0, `1`: 0, `[]`: 1, `{"a":[1,{}]}`: 3, `[[],[],[]]`: 2, `["[[[["]`: 1, `["\"[["]`: 1, `["\\"[[]]]`: 3, `[[[`: 3, `]]][`: 0,
	} {
		if Deeper([]byte(text), depth) || depth > 0 && !Deeper([]byte(text), depth-1) {
			t.Errorf("%s is not %d deep", text, depth)
		}
	}
}

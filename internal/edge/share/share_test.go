package share

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestAStateIsTheScenarioAgain(t *testing.T) {
	for _, text := range []string{"", "# A title\n#zh 标题\n\n$ kubectl get nodes\n", strings.Repeat("$ step\n", 5000)} {
		state := Encode([]byte(text))
		if strings.Trim(state, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
			t.Errorf("a URL does not take %q", state)
		}
		back, err := Decode(state, len(text))
		if err != nil || string(back) != text {
			t.Errorf("%q: %q, %v", state, back, err)
		}
	}
}

// The first is what a browser's CompressionStream("deflate-raw") makes of "$ step\n",
// the second the same stored without compression.
func TestStatesOfOtherProgramsAreRead(t *testing.T) {
	for _, state := range []string{"1.U1EoLkkt4AIA", "1.AQcA-P8kIHN0ZXAK"} {
		if text, err := Decode(state, 100); err != nil || string(text) != "$ step\n" {
			t.Errorf("%s: %q, %v", state, text, err)
		}
	}
}

func TestWhatIsNoStateIsRefused(t *testing.T) {
	bomb := Encode(bytes.Repeat([]byte{'a'}, 1<<20))
	for state, want := range map[string]error{
		"": ErrVersion, "2.abc": ErrVersion, "abc": ErrVersion, "1.": ErrBroken, "1.%%": ErrBroken, "1.AAAA": ErrBroken,
		Encode([]byte("some text"))[:8]: ErrBroken, Encode([]byte{0xff, 0xfe}): ErrText,
	} {
		if _, err := Decode(state, 100); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", state, err, want)
		}
	}
	var large *TooLargeError
	if _, err := Decode(bomb, 1000); !errors.As(err, &large) || large.Most != 1000 {
		t.Errorf("%v", err)
	}
}

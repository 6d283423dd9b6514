package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestColoursAreForTerminalsOnly(t *testing.T) {
	var b bytes.Buffer
	if err := printText(&b, "default/agent: STUCK after 1s\n"); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != "default/agent: STUCK after 1s\n" {
		t.Errorf("got %q", got)
	}
	device, err := os.Open(os.DevNull) // a character device, as a terminal is
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = device.Close() }()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if !colours(device) {
		t.Error("a device gets no colours")
	}
	t.Setenv("NO_COLOR", "1")
	if colours(device) {
		t.Error("NO_COLOR is not kept")
	}
}

func TestPaintTouchesOutcomesAlone(t *testing.T) {
	text := "default/done in: update of 3 nodes, STUCK after 1s: 0 done\n" +
		"  nodes        3 STUCK\n  gate         max-duration 1m: BROKEN (does not end)\n  no  kubelet, admission: no\n  ok  kubelet, ok\n"
	got := paint(text)
	if plain := strings.NewReplacer("\x1b[31m", "", "\x1b[1;31m", "", "\x1b[32m", "", "\x1b[0m", "").Replace(got); plain != text {
		t.Errorf("words changed: %q", plain)
	}
	for _, want := range []string{"\x1b[1;31mSTUCK", "\x1b[1;31mBROKEN", "\x1b[31mno\x1b[0m  kubelet", "\x1b[32mok\x1b[0m  kubelet", "  nodes        3 STUCK"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

func TestJSONSteersNoTerminal(t *testing.T) {
	in := map[string]string{"a": "<b>\x1b[31m\u009b\u202e\U000e0001 中文"}
	var b bytes.Buffer
	if err := printJSON(&b, in); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != "{\n  \"a\": \"<b>\\u001b[31m\\u009b\\u202e\\udb40\\udc01 中文\"\n}\n" {
		t.Errorf("got %s", got)
	}
	var out map[string]string
	if err := json.Unmarshal(b.Bytes(), &out); err != nil || out["a"] != in["a"] {
		t.Errorf("read back %q, %v", out["a"], err)
	}
}

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
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
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if colours(null) {
		t.Error("a device that is no terminal gets colours")
	}
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminal can be made here: ", err)
	}
	defer func() { _ = screen.Close() }()
	if !colours(screen) {
		t.Error("a terminal gets no colours")
	}
	t.Setenv("NO_COLOR", "1")
	if colours(screen) {
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

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestResultsThatCannotBeWrittenAreAnError(t *testing.T) {
	for _, args := range [][]string{
		{"rules"},
		{"explain", "RS302"},
		{"version"},
		{"--help"},
		{"rules", "-o", "json"},
		{"test", "../../testdata/scenarios/surge"},
	} {
		var errs bytes.Buffer
		code := Main(args, Host{In: strings.NewReader(""), Out: full{}, Err: &errs})
		if code != exitUsage || strings.Count(errs.String(), "no space left on device") != 1 {
			t.Errorf("%v: exit code %d, %q", args, code, errs.String())
		}
	}
}

package command

import (
	"bytes"
	"testing"

	"github.com/rollscope/rollscope/core/reason"
)

func TestProgressSaysHowFarARunIs(t *testing.T) {
	for _, c := range []struct {
		terminal bool
		language reason.Language
		want     string
	}{
		{false, reason.English, "rollscope: 3 of 9 files, 5 DaemonSets\n"},
		{true, reason.English, "\rrollscope: 3 of 9 files, 5 DaemonSets\x1b[K"},
		{false, reason.Chinese, "rollscope：已检查 3/9 个文件，5 个 DaemonSet\n"},
	} {
		var out bytes.Buffer
		p := &progress{w: &out, terminal: c.terminal, language: c.language, files: 9}
		p.Files.Add(3)
		p.Sets.Add(5)
		p.print()
		if got := out.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestProgressIsForWhoWantsToKnow(t *testing.T) {
	for _, c := range []struct {
		flag, terminal, quiet, want bool
	}{
		{false, false, false, false},
		{false, true, false, true},
		{false, true, true, false},
		{true, false, true, true},
	} {
		var out bytes.Buffer
		l := &run{options: Options{Progress: c.flag, Quiet: c.quiet}, host: Host{Err: &out, Terminal: c.terminal}}
		p := l.follow()
		if (p != nil) != c.want {
			t.Errorf("%+v: %v", c, p != nil)
		}
		p.end()
		if out.Len() > 0 {
			t.Errorf("%+v: a run of no time prints %q", c, out.String())
		}
	}
}

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rollscope runs the command line in a folder of its own with some files.
func rollscope(t *testing.T, files map[string]string, args ...string) (code int, out, errs string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	code = Main(args, Host{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

const (
	passing = "$ advance 5s\n$? step\nerror: nothing more can happen after 0 of 1 steps\n"
	failing = "# T\n$ timeline\nsomething\n$ step\n"
	broken  = "$ step\n\n#x\nlost\n"
)

// runs are command lines with what they print.
var runs = []struct {
	name      string
	files     map[string]string
	args      []string
	code      int
	out, errs string
}{
	{
		name: "all pass", files: map[string]string{"a.txtar": passing, "b/c.txtar": passing, "b/d.txt": "x"}, args: []string{"test", "a.txtar", "b", "a.txtar"},
		out: "2 passed, 0 failed\n",
	},
	{
		name: "one fails", files: map[string]string{"a/a.txtar": passing, "a/b.txtar": failing}, args: []string{"test", "-v", "a"}, code: 1,
		out: `ok    a/a.txtar
--- a/b.txtar
+++ a/b.txtar
@@ -2,2 +2,1 @@
 $ timeline
-something
@@ -4,1 +4,2 @@ this command failed
 $ step
+error: nothing more can happen after 0 of 1 steps
FAIL  a/b.txtar
1 passed, 1 failed
`,
	},
	{
		name: "under every node order", files: map[string]string{"b.txtar": "$ timeline\nsomething\n"}, args: []string{"test", "--seeds", "3", "b.txtar"}, code: 1,
		out: `--- b.txtar
+++ b.txtar
@@ -1,2 +1,1 @@
 $ timeline
-something
FAIL  b.txtar (node orders 0, 1, 2 of 0 to 2; the difference is that of order 0)
0 passed, 1 failed
`,
	},
	{
		name: "one cannot be read", files: map[string]string{"a.txtar": passing, "b.txtar": broken}, args: []string{"test", "."}, code: 2,
		out: "1 passed, 0 failed\n",
		errs: `b.txtar:3:2: there is no blank after the #
rollscope: hint: write "# " or, for Chinese, "#zh " before prose
b.txtar:4:1: this line belongs to no command
rollscope: hint: prose starts with "# ", a command with "$ "
`,
	},
	{
		name: "what is not there", args: []string{"test", "nowhere"}, code: 2,
		errs: "rollscope: error: nowhere: no such file or directory\n",
	},
	{
		name: "nothing to run", files: map[string]string{"a/b.txt": passing}, args: []string{"test", "a"}, code: 3,
		errs: "rollscope: error: there is no scenario: no file ends in .txtar\n",
	},
	{name: "no path", args: []string{"test"}, code: 2, errs: "rollscope: error: say which scenario files or directories to run\n"},
	{name: "another format", args: []string{"test", "-o", "tap", "."}, code: 2, errs: "rollscope: error: -o is text, json or junit, not \"tap\"\n"},
	{name: "no node order", args: []string{"test", "--seeds", "0", "."}, code: 2, errs: "rollscope: error: --seeds is a number from 1 to 1000\n"},
	{name: "an unknown flag", args: []string{"test", "--seed", "1", "."}, code: 2, errs: "rollscope: error: unknown flag: --seed\nrollscope: hint: rollscope test --help lists the flags\n"},
}

func TestRollscopeTestComparesAndCounts(t *testing.T) {
	for _, c := range runs {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := rollscope(t, c.files, c.args...)
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if diff := cmp.Diff(c.out, out); diff != "" {
				t.Errorf("standard output:\n%s", diff)
			}
			if diff := cmp.Diff(c.errs, errs); diff != "" {
				t.Errorf("standard error:\n%s", diff)
			}
		})
	}
}

func TestUpdateRewritesOutputsInPlace(t *testing.T) {
	files := map[string]string{"a.txtar": "# T\r\n$ timeline\r\nsomething\r\n\r\n$? step\r\n-- x --\r\ny\r\n", "b.txtar": failing}
	code, out, _ := rollscope(t, files, "test", "-update", "a.txtar", "b.txtar")
	if code != 1 || !strings.HasSuffix(out, "1 passed, 1 failed\n") {
		t.Errorf("exit code %d: %s", code, out)
	}
	want := map[string]string{
		"a.txtar": "# T\r\n$ timeline\r\n\r\n$? step\r\nerror: nothing more can happen after 0 of 1 steps\r\n-- x --\r\ny\r\n",
		"b.txtar": "# T\n$ timeline\n$ step\n",
	}
	for name, content := range want {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(content, string(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestJUnitHasASuiteForEachFile(t *testing.T) {
	files := map[string]string{"a.txtar": passing, "b.txtar": "$ timeline\n<x>\x1b[1m\n", "c.txtar": broken}
	code, out, errs := rollscope(t, files, "test", "-o", "junit", ".", "--seeds", "2")
	if code != 2 || !strings.HasSuffix(errs, "1 passed, 1 failed\n") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="5" failures="2" errors="1">
  <testsuite name="a.txtar" tests="2" failures="0" errors="0">
    <testcase classname="a.txtar" name="node order 0" file="a.txtar"></testcase>
    <testcase classname="a.txtar" name="node order 1" file="a.txtar"></testcase>
  </testsuite>
`
	if !strings.HasPrefix(out, want) {
		t.Errorf("the report begins otherwise:\n%s", out)
	}
	for _, part := range []string{"-&lt;x&gt;^[[1m", "c.txtar:3:2: there is no blank after the #"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is missing:\n%s", part, out)
		}
	}
}

package cli

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

var rewrite = flag.Bool("update", false, "rewrite the files that scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"rollscope": func() {
			os.Exit(Main(os.Args[1:], Host{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		},
	})
}

// TestScripts runs the command line as its users do. Beside testscript's own
// commands there is
//
//	exits CODE rollscope ARGUMENT...
//
// which runs a command that has to end with exactly this code.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("..", "..", "testdata", "scripts"),
		UpdateScripts: *rewrite,
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "C")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits, "serves": serves},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("%q is no exit code", args[0])
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// TestManifests validates testdata/manifests: those in ok are clean, warnings
// included; those in bad say in comments behind the last object what is wrong with
// them, a line for each finding.
func TestManifests(t *testing.T) {
	for _, group := range []string{"ok", "bad"} {
		folder, err := filepath.Abs(filepath.Join("..", "..", "testdata", "manifests", group))
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no manifests in %s: %v", group, err)
		}
		for _, file := range files {
			t.Run(group+"/"+filepath.Base(file), func(t *testing.T) {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				code, out, errs := rollscope(t, map[string]string{"m.yaml": string(text)}, "validate", "-f", "m.yaml")
				want, wantCode := expected(string(text)), 0
				if group == "bad" {
					wantCode = 1
				}
				lines := strings.Split(strings.TrimSpace(out), "\n")
				got := strings.Join(lines[:len(lines)-1], "\n") // the last line is the account
				if *rewrite && group == "bad" {
					announce(t, file, string(text), got)
					return
				}
				if diff := cmp.Diff(want, got); diff != "" || code != wantCode {
					t.Errorf("exit code %d, want %d; findings (-want +got):\n%s%s", code, wantCode, diff, errs)
				}
			})
		}
	}
}

// expected are the findings that a manifest announces.
func expected(text string) string {
	var want []string
	for line := range strings.Lines(text) {
		if finding, ok := strings.CutPrefix(line, "#: "); ok {
			want = append(want, strings.TrimSuffix(finding, "\n"))
		}
	}
	return strings.Join(want, "\n")
}

// announce rewrites the findings that a manifest announces.
func announce(t *testing.T, file, text, findings string) {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#: ") {
			b.WriteString(line)
		}
	}
	for _, line := range strings.Split(findings, "\n") {
		b.WriteString("#: " + line + "\n")
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func ExampleMain() {
	code := Main([]string{"plan", "--nodes", "3"}, Host{In: strings.NewReader(""), Out: os.Stdout, Err: os.Stdout})
	fmt.Println("exit code", code)
	// Output:
	// rollscope: error: say which DaemonSet to plan
	// rollscope: hint: rollscope plan -f agent.yaml --nodes 500
	// exit code 2
}

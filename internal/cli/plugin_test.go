package cli_test

import (
	"strings"
	"testing"

	"github.com/rollscope/rollscope/internal/cli"
)

func TestAPluginOfKubectlSpeaksOfItselfAsThat(t *testing.T) {
	run := func(program string, args ...string) string {
		var out strings.Builder
		cli.Main(args, cli.Host{In: strings.NewReader(""), Out: &out, Err: &out, Program: program})
		return out.String()
	}
	for _, c := range []struct{ args, says string }{
		{"--help", "    $ kubectl rollscope plan -f agent.yaml --nodes 500\n"},
		{"", "    kubectl rollscope lint FILE|DIR|PATTERN...\n"},
		{"lint --help", "\n  kubectl rollscope lint deploy/\n"},
		{"why --help", "\n  kubectl rollscope why "},
		{"lint", "hint: kubectl rollscope lint deploy/"},
		{"plan --no-such", "hint: kubectl rollscope plan --help lists the flags"},
		{"nonsense", "hint: kubectl rollscope --help lists the commands"},
	} {
		args := strings.Fields(c.args)
		for _, program := range []string{"/usr/local/bin/kubectl-rollscope", "kubectl-rollscope.exe"} {
			if got := run(program, args...); !strings.Contains(got, c.says) {
				t.Errorf("%s %s: want %q in\n%s", program, c.args, c.says, got)
			}
		}
		plain := strings.Replace(c.says, "kubectl rollscope", "rollscope", 1)
		if got := run("/usr/bin/rollscope", args...); !strings.Contains(got, plain) || strings.Contains(got, "kubectl rollscope") {
			t.Errorf("rollscope %s: want %q in\n%s", c.args, plain, got)
		}
	}
}

package explain_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/kubectl/explain"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/internal/oracle"
)

// recorded reads a transcript of the real kubectl, or skips the test where
// there are none.
func recorded(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(oracle.Recording(t, "kubectl/"+name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOracleExplanations(t *testing.T) {
	var count oracle.Count
	text := recorded(t, "26-explain.txt")
	for _, part := range strings.Split(text, "$ kubectl explain ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		want = want[:strings.LastIndex(want, "[exit")]
		name, cutOff := strings.CutSuffix(command, " --recursive | head -60")
		path := strings.Split(name, ".")
		k, err := kinds.Lookup(path[0])
		if err != nil {
			t.Fatal(err)
		}
		got, err := explain.Text(k, path[1:], explain.Options{Recursive: cutOff})
		if err != nil {
			got += "error: " + err.Error() + "\n"
		}
		if cutOff {
			got = strings.Join(strings.SplitAfter(got, "\n")[:60], "")
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", command, d)
		} else {
			count.Agree++
		}
		count.Of++
	}
	count.Tell(t, "explanations")
}

func TestEveryKindCanBeExplained(t *testing.T) {
	for _, k := range kinds.All() {
		if _, err := explain.Text(k, nil, explain.Options{Recursive: true}); err != nil {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
	pod := kinds.Named("Pod")
	for _, path := range []string{"spec.containers.env.valueFrom", "metadata.labels", "spec.volumes.hostPath.type", "spec.containers.resources.limits"} {
		if _, err := explain.Text(pod, strings.Split(path, "."), explain.Options{}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{"metadata.labels.x", "spec.nope.more"} {
		if _, err := explain.Text(pod, strings.Split(path, "."), explain.Options{}); err == nil {
			t.Errorf("%s: no error", path)
		}
	}
}

func TestAllowedValuesAreListed(t *testing.T) {
	got, err := explain.Text(kinds.Named("Pod"), []string{"spec", "volumes", "hostPath", "type"}, explain.Options{})
	if err != nil || !strings.Contains(got, "ENUM:\n    \"\"\n    BlockDevice\n") {
		t.Errorf("got %v\n%s", err, got)
	}
	got, _ = explain.Text(kinds.Named("Pod"), []string{"spec", "volumes", "hostPath"}, explain.Options{Recursive: true, MaxDepth: 1})
	if !strings.Contains(got, "  type\t<string>\n  enum: \"\", BlockDevice, CharDevice, Directory, ....\n") {
		t.Errorf("got\n%s", got)
	}
}

package tree_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// kubectlReads says whether kubectl reads a file to its end.
func kubectlReads(text string) bool {
	d := yaml.NewYAMLOrJSONDecoder(bufio.NewReader(strings.NewReader(text)), 4096)
	for {
		var v any
		if err := d.Decode(&v); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

func TestAnEmptyDocumentEndsAtDotsWhereKubectlTakesIt(t *testing.T) {
	for _, text := range []string{
		"...\n", "---\n...\n", "---\n...", "# c\n...\n", "...\n# c\n", "---\n# c\n...\n---\na: b\n", "---\n\n...\n# c\n", "a: b\n...\n",
		"a: b\n---\n...\n", "a: b\n---\n---\n...\n", "a: b\n---\n---\n---\n...\n", "---\n---\n...\n", "---\na: b\n---\n...\n",
		"---\n...\n...\n", "--- # x\n... # y\n---\na: b\n", "---\n...\n---\n...\n", "---\n...\n---\n---\n...\n", "\n---\n...\n", "# c\n---\n...\n",
		"---\n...\t# c\n", "---\r\n...\r\n", "---\n...c\n",
	} {
		problems := 0
		for _, p := range tree.Read([]byte(text)).Problems {
			if !p.Warning {
				problems++
			}
		}
		if want := kubectlReads(text); want != (problems == 0) {
			t.Errorf("%q: %d problems; kubectl reads it: %t", text, problems, want)
		}
	}
	if len(tree.Read([]byte("---\n...\na: b\n")).Problems) == 0 {
		t.Error("text behind dots, which kubectl drops, is no problem")
	}
}

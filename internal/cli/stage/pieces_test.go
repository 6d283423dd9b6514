package stage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/api/decode"
)

// crowd is a list of nodes as kubectl prints it, larger than one file may be; the last
// one has a mistake.
func crowd() (text string, n int) {
	var b strings.Builder
	b.WriteString("apiVersion: v1\nitems:\n")
	filler := strings.Repeat("x", 900)
	for b.Len() < decode.MaxFileBytes+decode.MaxFileBytes/3 {
		n++
		fmt.Fprintf(&b, "- apiVersion: v1\n  kind: Node\n  metadata:\n    name: node-%d\n    annotations:\n      note: |\n        - %s\n", n, filler)
	}
	b.WriteString("kind: List\nmetadata:\n  resourceVersion: \"\"\n")
	return b.String(), n
}

func TestAListThatIsTooLargeIsReadInPieces(t *testing.T) {
	text, n := crowd()
	l, err := Read("all.yaml", []byte(text))
	if err != nil || len(l.Nodes) != n {
		t.Fatalf("%v, %d nodes, want %d", err, len(l.Nodes), n)
	}
	if last := l.Nodes[n-1]; last.Name != fmt.Sprintf("node-%d", n) || !strings.HasPrefix(last.Annotations["note"], "- xxx") {
		t.Errorf("the last node is %s", last.Name)
	}
}

func TestAMistakeInAPieceHasItsLine(t *testing.T) {
	text, _ := crowd()
	at := strings.LastIndex(text, "    annotations:")
	wrong := text[:at] + "    labels: 3\n" + text[at:]
	want := fmt.Sprintf("all.yaml:%d:", strings.Count(wrong[:at], "\n")+1)
	if _, err := Read("all.yaml", []byte(wrong)); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestJSONIsReadInPiecesToo(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"apiVersion": "v1", "kind": "List", "items": [`)
	filler, n := strings.Repeat("x", 900), 0
	for b.Len() < decode.MaxFileBytes+1000 {
		if n++; n > 1 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node-%d", "annotations": {"note": %q}}}`, n, filler)
	}
	b.WriteString("]}")
	if l, err := Read("all.json", []byte(b.String())); err != nil || len(l.Nodes) != n {
		t.Errorf("%v, %d nodes, want %d", err, len(l.Nodes), n)
	}
}

func TestWhatIsNoListStaysWhole(t *testing.T) {
	text := strings.Repeat("# a comment\n", decode.MaxFileBytes/10)
	if p := pieces([]byte(text)); len(p) != 1 {
		t.Errorf("%d pieces", len(p))
	}
	if _, err := Read("x.yaml", []byte(text)); err == nil {
		t.Error("a file that is too large is taken")
	}
}

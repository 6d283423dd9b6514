package protocol

import (
	"os"
	"strings"
	"testing"
)

const document = "../../site/content/protocol.md"

// begin and end are the lines between which the document is made from the table of requests.
const begin, end = "<!-- requests: made by go test ./wasm/protocol -update -->\n", "<!-- end of requests -->\n"

func TestTheDocumentDescribesEveryRequest(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, alsoOK := strings.Cut(rest, end)
	if !ok || !alsoOK {
		t.Fatalf("%s lacks the lines that begin and end the requests", document)
	}
	want := head + begin + described() + end + tail
	if *update {
		if err := os.WriteFile(document, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Errorf("%s is not up to date: go test ./wasm/protocol -update", document)
	}
}

func described() string {
	var b strings.Builder
	for _, r := range requests {
		b.WriteString("\n### " + r.name + "\n\n" + strings.ToUpper(r.about[:1]) + r.about[1:] + "\n")
		if len(r.takes) > 0 {
			b.WriteString("\n| field | type | |\n|---|---|---|\n")
		}
		for _, take := range r.takes {
			name, rest, _ := strings.Cut(take, " ")
			kind, about, _ := strings.Cut(rest, ": ")
			if plain, optional := strings.CutSuffix(kind, "?"); optional {
				kind = plain + ", optional"
			}
			b.WriteString("| `" + name + "` | " + kind + " | " + about + " |\n")
		}
		b.WriteString("\nResult: " + r.gives + ".\n")
	}
	return b.String() + "\n"
}

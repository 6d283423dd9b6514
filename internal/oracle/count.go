package oracle

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Count is how many recorded answers of one kind a test compared, and how many
// agree. Agree plus the answers that Exceptions argue about make Of. Apart are
// the parts of all answers that are not compared, each with the reason.
type Count struct {
	Agree      int         `json:"agree"`
	Of         int         `json:"of"`
	Exceptions []Exception `json:"exceptions,omitempty"`
	Apart      []string    `json:"apart,omitempty"`
}

// Exception is one recorded answer that ours differs from, and why that is right
// or cannot be compared.
type Exception struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// Tell logs the count and holds it to the one that the fidelity page prints,
// internal/fidelity/counts/<kind>.json; with UPDATE=1 in the environment it
// writes that file. Counts of another folder of recordings are only logged.
func (c *Count) Tell(tb testing.TB, kind string) {
	tb.Helper()
	tb.Logf("%s: %d of %d agree, %d argued exceptions", kind, c.Agree, c.Of, len(c.Exceptions))
	if c.Agree+len(c.Exceptions) != c.Of {
		tb.Errorf("%s: %d answers neither agree nor are argued exceptions", kind, c.Of-c.Agree-len(c.Exceptions))
	}
	if os.Getenv("ROLLSCOPE_ORACLE") != "" || tb.Failed() {
		return
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		tb.Fatal(err)
	}
	text = append(text, '\n')
	path := filepath.Join(Root(tb), "internal", "fidelity", "counts", kind+".json")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			tb.Fatal(err)
		}
		return
	}
	written, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(written, text) {
		tb.Errorf("the fidelity page counts otherwise; `make fidelity` rewrites it: counts/%s.json should be\n%s", kind, text)
	}
}

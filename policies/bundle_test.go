package policies

import (
	"testing"

	"github.com/open-policy-agent/opa/v1/loader"
)

// opa test -b policies reads the folder as a bundle: the manifests beside the rules are
// not taken for data.
func TestTheFolderIsABundle(t *testing.T) {
	b, err := loader.NewFileLoader().WithProcessAnnotation(true).AsBundle(".")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(b.Modules), len(folder(t)); got != want {
		t.Errorf("%d modules, want %d", got, want)
	}
	if len(b.Data) != 0 {
		t.Errorf("data: %v", b.Data)
	}
}

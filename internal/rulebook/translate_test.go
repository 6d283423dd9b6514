package main

import (
	"bytes"
	"os"
	"testing"
)

func TestGeneratedGoIsCurrent(t *testing.T) {
	for _, g := range generated {
		want, err := g.make()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(root + "policies/" + g.file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the rules make: go run ./internal/rulebook go policies", g.file)
		}
	}
}

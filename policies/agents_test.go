package policies

import (
	"os"
	"path/filepath"
	"testing"
)

// Agents that are well kept are not buried: no errors, and at most five warnings.
func TestWellKeptAgentsGetFewFindings(t *testing.T) {
	c := loaded(t)
	files, err := filepath.Glob("testdata/agents/*.yaml")
	if err != nil || len(files) < 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		warnings := []string{}
		for _, f := range checkFile(t, c, file, text) {
			switch f.Severity {
			case Error:
				t.Errorf("%s: %s: %s", file, f.Rule, f.English.Message)
			case Warning:
				warnings = append(warnings, f.Rule)
			}
		}
		if len(warnings) > 5 {
			t.Errorf("%s: %d warnings: %v", file, len(warnings), warnings)
		}
		t.Logf("%s: warnings %v", file, warnings)
	}
}

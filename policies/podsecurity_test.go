package policies

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// What k8s.io/pod-security-admission allows was recorded by testdata/oracle/podsecurity.
func TestPodSecurityLevelsAreThoseOfTheAdmissionPlugin(t *testing.T) {
	c := loaded(t)
	text, err := os.ReadFile("testdata/podsecurity.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	levels := map[string]int{"restricted": 0, "baseline": 1, "privileged": 2}
	n := 0
	for line := range strings.Lines(string(text)) {
		var recorded struct {
			Annotations json.RawMessage
			Spec        json.RawMessage
			Level       string
		}
		if err := json.Unmarshal([]byte(line), &recorded); err != nil {
			t.Fatal(err)
		}
		if recorded.Annotations == nil {
			recorded.Annotations = json.RawMessage("{}")
		}
		manifest := `{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"a"},"spec":{"template":{"metadata":{"annotations":` +
			string(recorded.Annotations) + `},"spec":` + string(recorded.Spec) + `}}}`
		d := Read("a.json", []byte(manifest)).Sets[0]
		for _, level := range []string{"restricted", "baseline"} {
			config := DefaultConfig()
			config.PSS = level
			allowed := true
			for _, f := range check(t, c, Input{Document: d, Config: config}) {
				allowed = allowed && f.Rule != "RS707"
			}
			if want := levels[recorded.Level] <= levels[level]; allowed != want {
				t.Errorf("%s allows %v, want %v: %s", level, allowed, want, line)
			}
			n++
		}
	}
	if n < 800 {
		t.Errorf("only %d answers compared", n)
	}
}

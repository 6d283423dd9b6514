package policies

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// Nothing that the API server refuses passes, and what it accepts is not called refused:
// 300 damaged manifests with the answers of the real one.
func TestWhatTheAPIRefusesIsAnError(t *testing.T) {
	c := loaded(t)
	requests, answers := jsonLines(t, shared(t, "oracle/validate.req.jsonl")), jsonLines(t, shared(t, "oracle/validate.res.jsonl"))
	refused := 0
	for i := range requests {
		var request struct {
			Validate struct{ Manifest, Old string }
		}
		var answer struct {
			Valid  bool
			Strict []string // what a server that validates fields refuses besides
			Errors []struct{ Detail string }
		}
		if json.Unmarshal(requests[i], &request) != nil || json.Unmarshal(answers[i], &answer) != nil {
			t.Fatalf("line %d cannot be read", i+1)
		}
		if request.Validate.Old != "" {
			continue // an update; lint sees one manifest
		}
		file := Read("a.json", []byte(request.Validate.Manifest))
		if len(file.Sets) == 0 {
			if answer.Valid {
				t.Errorf("line %d is no DaemonSet to us: %v", i+1, file.Errors)
			}
			continue
		}
		found := check(t, c, Input{Document: file.Sets[0], Config: DefaultConfig()})
		says := slices.ContainsFunc(found, func(f Finding) bool {
			return slices.Contains([]string{"RS301", "RS402", "RS407", "RS603", "RS801", "RS802", "RS805", "RS807"}, f.Rule)
		})
		if !answer.Valid {
			refused++
		}
		if accepted := answer.Valid && len(answer.Strict) == 0; says == accepted {
			t.Errorf("line %d: valid is %v, findings %v", i+1, answer.Valid, found)
		}
		for _, e := range answer.Errors {
			if !answer.Valid && len(answer.Errors) == 1 && !slices.ContainsFunc(found, func(f Finding) bool {
				said, _ := f.Params["refusal"].(string)
				mistake, _ := f.Params["mistake"].(string)
				return strings.Contains(said+mistake, e.Detail)
			}) {
				t.Errorf("line %d: no finding says %q", i+1, e.Detail)
			}
		}
	}
	if refused < 50 {
		t.Errorf("only %d manifests were refused", refused)
	}
}

func jsonLines(t *testing.T, name string) [][]byte {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out [][]byte
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 10<<20)
	for lines.Scan() {
		out = append(out, slices.Clone(lines.Bytes()))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

package pipelines

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// action is what action.yml says.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			Name, ID, Shell, Run, If, Uses string
			Env                            map[string]string
			With                           map[string]any
		}
	}
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z.-]+) *\}\}`)

// act runs the steps of the action as a runner does, but for those that use other
// actions, and says how it ended.
func (a *action) act(t *testing.T, p place, inputs map[string]string) ran {
	t.Helper()
	values := map[string]string{}
	for name, input := range a.Inputs {
		values["inputs."+name] = input.Default
	}
	for name, value := range inputs {
		values["inputs."+name] = value
	}
	var all ran
	temporary := t.TempDir()
	for _, s := range a.Runs.Steps {
		if s.Shell == "" {
			continue
		}
		output := filepath.Join(t.TempDir(), "output")
		if err := os.WriteFile(output, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		environment := []string{"GITHUB_OUTPUT=" + output, "GITHUB_ACTIONS=true", "CI=true", "RUNNER_TEMP=" + temporary, "GOBIN=/nowhere"}
		for name, text := range s.Env {
			environment = append(environment, name+"="+expression.ReplaceAllStringFunc(text, func(e string) string {
				return values[expression.FindStringSubmatch(e)[1]]
			}))
		}
		if expression.MatchString(s.Run) {
			t.Errorf("step %s writes an expression into its script", s.Name)
		}
		script := filepath.Join(t.TempDir(), "step.sh")
		if err := os.WriteFile(script, []byte(s.Run), 0o600); err != nil {
			t.Fatal(err)
		}
		r := p.run(t, environment, "bash", "--noprofile", "--norc", "-eo", "pipefail", script)
		all.out += r.out
		if r.code != 0 {
			all.code = r.code
			return all
		}
		outputs, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(outputs)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			values["steps."+s.ID+".outputs."+name] = value
		}
		all.report = all.report || values["steps.lint.outputs.report"] == "written"
	}
	return all
}

// onlyInstalls is a go that says what it was asked for, and installs the program that
// stands beside it.
const onlyInstalls = `#!/bin/sh
case "$1" in
install)
	echo "installs $2"
	mkdir -p "$GOBIN"
	ln -sf "$(dirname "$0")/rollscope" "$GOBIN/rollscope"
	;;
esac
`

func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash, which runs the steps")
	}
	p := build(t)
	if err := os.WriteFile(filepath.Join(p.bin, "go"), []byte(onlyInstalls), 0o755); err != nil {
		t.Fatal(err)
	}
	var a action
	read(t, "action.yml", &a)
	for _, c := range []struct {
		name   string
		inputs map[string]string
		code   int
		says   []string
	}{
		{"as it is", nil, 1, []string{
			"installs github.com/rollscope/rollscope@latest",
			"::error file=deploy/bad.yaml,line=13,col=17,endLine=13,endColumn=",
		}},
		{"clean", map[string]string{"paths": "good.yaml"}, 0, []string{"::warning file=good.yaml"}},
		{"paths and flags", map[string]string{"paths": "good.yaml\ndeploy/*.yaml", "args": "--only RS302 --skip RS201"}, 1, []string{"RS302"}},
		{"no annotations", map[string]string{"annotations": "false"}, 1, nil},
		{"warnings fail", map[string]string{"paths": "good.yaml", "fail-on": "warning"}, 1, nil},
		{"nothing fails", map[string]string{"fail-on": "none"}, 0, nil},
		{"nothing there", map[string]string{"paths": "values"}, 2, []string{"no such file"}},
		{"nothing checked", map[string]string{"paths": "values.yaml", "args": "--any-files --only RS302"}, 0, nil},
		{"a version", map[string]string{"version": "v1.2.3"}, 1, []string{"installs github.com/rollscope/rollscope@v1.2.3"}},
		{"text is no code", map[string]string{"paths": "$(touch${IFS}owned) ;touch${IFS}owned", "version": "$(touch owned)"}, 2, nil},
	} {
		r := a.act(t, p, c.inputs)
		if r.code != c.code {
			t.Errorf("%s: code %d, want %d\n%s", c.name, r.code, c.code, r.out)
		}
		for _, text := range c.says {
			if !strings.Contains(r.out, text) {
				t.Errorf("%s: does not say %s:\n%s", c.name, text, r.out)
			}
		}
		if r.report == (c.code == 2) {
			t.Errorf("%s: there is a report to upload: %t", c.name, r.report)
		}
		if c.name == "no annotations" && strings.Contains(r.out, "::error") {
			t.Errorf("%s: %s", c.name, r.out)
		}
	}
	if exists(filepath.Join(p.dir, "owned")) {
		t.Error("an input was run")
	}
}

func TestActionUploadsWhatItWrote(t *testing.T) {
	p := build(t)
	if err := os.WriteFile(filepath.Join(p.bin, "go"), []byte(onlyInstalls), 0o755); err != nil {
		t.Fatal(err)
	}
	var a action
	read(t, "action.yml", &a)
	a.act(t, p, map[string]string{"sarif-file": "found.sarif"})
	text, err := os.ReadFile(filepath.Join(p.dir, "found.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Version string
		Runs    []struct{ Results []struct{ RuleID string } }
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if report.Version != "2.1.0" || len(report.Runs) != 1 || len(report.Runs[0].Results) == 0 {
		t.Errorf("%s", text)
	}
	for _, s := range a.Runs.Steps {
		if strings.HasPrefix(s.Uses, "github/codeql-action/upload-sarif@") && (s.With["sarif_file"] != "${{ inputs.sarif-file }}" || s.If != "inputs.sarif == 'true' && steps.lint.outputs.report == 'written'") {
			t.Errorf("%+v", s)
		}
	}
}

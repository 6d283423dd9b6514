package pipelines

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

const root = "../../../"

const bad = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: agents}
spec:
  updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - name: agent
        image: registry.example/agent:1.4.2
        ports: [{containerPort: 8080, hostPort: 8080}]
        readinessProbe: {tcpSocket: {port: 8080}}
`

var good = strings.Replace(bad, "{rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}", "{type: RollingUpdate}", 1)

// place is a directory with manifests, and one with the program.
type place struct{ dir, bin string }

// program builds the program, once.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "pipelines-")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "rollscope")
	if out, err := exec.Command("go", "build", "-o", file, root).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return file, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if file, err := program(); err == nil {
		_ = os.RemoveAll(filepath.Dir(file))
	}
	os.Exit(code)
}

// build lays out a repository: bad and good manifests, and a file that is none.
func build(t *testing.T) place {
	t.Helper()
	p := place{dir: t.TempDir(), bin: filepath.Join(t.TempDir(), "bin")}
	for _, dir := range []string{p.bin, filepath.Join(p.dir, "deploy")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, filepath.Join(p.bin, "rollscope")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"deploy/bad.yaml": bad, "good.yaml": good, "values.yaml": "image: agent\n"} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// ran is what a command came to.
type ran struct {
	out    string
	code   int
	report bool // of the action: there is one to upload
}

// run runs a program in the repository, with the directory of ours first on the path.
func (p place) run(t *testing.T, environment []string, name string, args ...string) ran {
	t.Helper()
	if ours := filepath.Join(p.bin, name); exists(ours) {
		name = ours
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "PATH="+p.bin+":"+os.Getenv("PATH"))
	cmd.Env = append(cmd.Env, environment...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return ran{out: string(out), code: cmd.ProcessState.ExitCode()}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// read reads a file of YAML into what JSON has.
func read(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(root + name)
	if err != nil {
		t.Fatal(err)
	}
	file := tree.Read(text)
	if len(file.Problems) > 0 || len(file.Documents) != 1 {
		t.Fatalf("%s: %v", name, file.Problems)
	}
	if err := json.Unmarshal(file.Documents[0].Root.AppendJSON(nil), into); err != nil {
		t.Fatal(err)
	}
}

// snippet is the first block of code below a heading of the page about pipelines.
func snippet(t *testing.T, page, heading string) string {
	t.Helper()
	text, err := os.ReadFile(root + "site/content/" + page)
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), "\n## "+heading+"\n")
	block := regexp.MustCompile("(?s)\n```[a-z]*\n(.*?)\n```").FindStringSubmatch(after)
	if !found || block == nil {
		t.Fatalf("%s: no code below %s", page, heading)
	}
	return block[1]
}

func TestPreCommitHook(t *testing.T) {
	p := build(t)
	var hooks []struct {
		ID, Entry, Language, Files, Exclude string
		Serial                              bool `json:"require_serial"`
	}
	read(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || hooks[0].ID != "rollscope-lint" || hooks[0].Language != "golang" || !hooks[0].Serial {
		t.Fatalf("%+v", hooks)
	}
	h := hooks[0]
	// As pre-commit does: the program, its flags, and every file that changed and matches.
	files, exclude := regexp.MustCompile(h.Files), regexp.MustCompile(h.Exclude)
	hook := func(changed ...string) ran {
		args := strings.Fields(h.Entry)[1:]
		for _, name := range changed {
			if files.MatchString(name) && !exclude.MatchString(name) {
				args = append(args, name)
			}
		}
		return p.run(t, nil, strings.Fields(h.Entry)[0], args...)
	}
	for _, c := range []struct {
		changed []string
		code    int
		says    string
	}{
		{[]string{"values.yaml", "README.md"}, 0, ""},
		{[]string{"good.yaml", ".rollscope.yaml", "ci/.rollscope.yaml"}, 0, ""},
		{[]string{"good.yaml", "deploy/bad.yaml", "values.yaml"}, 1, "deploy/bad.yaml:13:17: error: maxSurge 1 cannot work with host port 8080"},
	} {
		if r := hook(c.changed...); r.code != c.code || !strings.Contains(r.out, c.says) || c.says == "" && r.out != "" {
			t.Errorf("%v: code %d\n%s", c.changed, r.code, r.out)
		}
	}
}

func TestGitLabSnippet(t *testing.T) {
	p := build(t)
	for _, page := range []string{"ci.md", "ci.zh.md"} {
		file := tree.Read([]byte(snippet(t, page, "GitLab")))
		var jobs map[string]struct {
			Script    []string
			Artifacts struct{ Reports struct{ CodeQuality string } }
		}
		if err := json.Unmarshal(file.Documents[0].Root.AppendJSON(nil), &jobs); err != nil {
			t.Fatal(err)
		}
		job := jobs["rollscope"]
		if len(job.Script) != 2 || !strings.HasPrefix(job.Script[0], "go install github.com/rollscope/rollscope@") {
			t.Fatalf("%s: %q", page, job.Script)
		}
		if r := p.run(t, nil, "sh", "-c", job.Script[1]); r.code != 1 || r.out != "" {
			t.Errorf("%s: code %d\n%s", page, r.code, r.out)
		}
		text, err := os.ReadFile(filepath.Join(p.dir, job.Artifacts.Reports.CodeQuality))
		if err != nil {
			t.Fatal(err)
		}
		var issues []struct {
			Description, Fingerprint, Severity string
			Location                           struct {
				Path  string
				Lines struct{ Begin int }
			}
		}
		if err := json.Unmarshal(text, &issues); err != nil {
			t.Fatal(err)
		}
		seen := false
		for _, i := range issues {
			seen = seen || i.Severity == "major" && i.Location.Path == "deploy/bad.yaml" && i.Location.Lines.Begin == 13 && i.Fingerprint != ""
		}
		if !seen {
			t.Errorf("%s: %s", page, text)
		}
	}
}

func TestKubectlPlugin(t *testing.T) {
	p := build(t)
	if !strings.Contains(snippet(t, "ci.md", "kubectl"), "kubectl-rollscope") {
		t.Error("the page does not name the plugin")
	}
	if err := os.Symlink("rollscope", filepath.Join(p.bin, "kubectl-rollscope")); err != nil {
		t.Fatal(err)
	}
	if r := p.run(t, nil, "kubectl-rollscope", "lint", "--quiet", "deploy"); r.code != 1 || !strings.Contains(r.out, "RS302") {
		t.Errorf("code %d\n%s", r.code, r.out)
	}
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Skip("no kubectl to call its plugin")
	}
	if r := p.run(t, nil, "kubectl", "rollscope", "lint", "--quiet", "deploy"); r.code != 1 || !strings.Contains(r.out, "RS302") {
		t.Errorf("by kubectl: code %d\n%s", r.code, r.out)
	}
}

package kubectl_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/state"
)

var update = flag.Bool("update", false, "write the answers of sessions anew")

// A session is a file of testdata: lines that begin with # say what it shows,
// those with $ are commands, each followed by its output and, unless it is 0, its
// exit code. The commands are kubectl; sleep; pull-fails IMAGE; and edit OLD NEW,
// which tells what the editor changes from then on. Files stand at the end, each
// below a line with its name.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := newSession(t, string(text)).play()
			if got == string(text) {
				return
			}
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("- recorded, + now\n%s", cmp.Diff(strings.Split(string(text), "\n"), strings.Split(got, "\n")))
		})
	}
}

// session is a session under way.
type session struct {
	*testing.T
	c      *core.Cluster
	script string // all but the files
	rest   string // the files, as they stand
	files  map[string]string
	edit   func(string) (string, error)
}

// common are files that every session can read.
var common = map[string]string{
	"nodes.yaml": node("a", `, node-role.kubernetes.io/control-plane: ""`, "taints: [{key: node-role.kubernetes.io/control-plane, effect: NoSchedule}]") +
		"---\n" + node("b", ", disk: ssd", "") + "---\n" + node("c", ", disk: ssd", "") + "---\n" + node("d", "", ""),
	"agent.yaml": `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, labels: {app: agent}}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - name: agent
        image: agent:1
        resources: {requests: {cpu: 100m, memory: 64Mi}, limits: {memory: 128Mi}}
`,
	"pods.yaml": `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web}
  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u, controller: true}]
spec: {nodeName: node-c, containers: [{name: c, image: web:1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: naked}
spec:
  nodeName: node-c
  containers: [{name: c, image: naked:1, volumeMounts: [{name: tmp, mountPath: /tmp}]}]
  volumes: [{name: tmp, emptyDir: {}}]
`,
}

func newSession(t *testing.T, text string) *session {
	s := &session{T: t, c: core.New(core.Options{Record: true}), script: text, files: map[string]string{}}
	if i := strings.Index(text, "\n-- "); i >= 0 {
		s.script, s.rest = text[:i+1], text[i+1:]
	}
	maps.Copy(s.files, common)
	for _, part := range strings.Split("\n"+s.rest, "\n-- ")[1:] {
		name, content, _ := strings.Cut(part, " --\n")
		s.files[name] = strings.TrimSuffix(content, "\n") + "\n"
	}
	return s
}

// play plays the commands and returns the session with their output as it is now.
func (s *session) play() string {
	var out strings.Builder
	keep := true // lines before the first command
	for _, line := range strings.SplitAfter(s.script, "\n") {
		switch {
		case strings.HasPrefix(line, "$ "):
			keep = false
			out.WriteString(line)
			output, exit := s.run(strings.TrimSpace(line[2:]))
			if output != "" && !strings.HasSuffix(output, "\n") {
				output += "\n"
			}
			out.WriteString(output)
			if exit != 0 {
				fmt.Fprintf(&out, "[exit %d]\n", exit)
			}
		case strings.HasPrefix(line, "#"), keep:
			out.WriteString(line)
		}
	}
	return out.String() + s.rest
}

func (s *session) run(line string) (output string, exit int) {
	args, err := kubectl.Split(line)
	if err != nil {
		return err.Error(), 1
	}
	switch args[0] {
	case "kubectl":
		r := kubectl.Run(s.c, kubectl.Env{ReadFile: s.read, ReadDir: s.list, Host: kubectl.Host{Editor: s.edit}}, args[1:])
		if r.Stdout+r.Stderr != r.Transcript && len(r.Stdout)+len(r.Stderr) != len(r.Transcript) {
			s.Errorf("%s: the transcript is not made of the two outputs", line)
		}
		return r.Transcript, r.Exit
	case "sleep":
		d, err := time.ParseDuration(args[1])
		if err == nil {
			err = s.c.Advance(d, nil)
		}
		if err != nil {
			s.Fatal(err)
		}
	case "pull-fails":
		s.c.SetImage(state.ImageRule{Image: args[1], Behaviour: state.Behaviour{PullFails: true}})
	case "edit":
		replace := strings.NewReplacer(args[1:]...)
		s.edit = func(text string) (string, error) { return replace.Replace(text), nil }
	default:
		s.Fatalf("no command %s", args[0])
	}
	return "", 0
}

func (s *session) read(name string) ([]byte, error) {
	if text, ok := s.files[name]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("no such file")
}

// list lists the files of a directory.
func (s *session) list(name string, recursive bool) ([]string, error) {
	var out []string
	for _, file := range slices.Sorted(maps.Keys(s.files)) {
		rest, ok := strings.CutPrefix(file, name+"/")
		if ok && (recursive || !strings.Contains(rest, "/")) {
			out = append(out, file)
		}
	}
	if out == nil {
		return nil, errors.New("not a directory")
	}
	return out, nil
}

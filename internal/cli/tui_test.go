package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rollscope/rollscope/internal/cli/stage"
)

// pane is a real terminal without a screen, in tmux.
type pane struct {
	t      *testing.T
	socket string
}

// newPane starts rollscope in a terminal of tmux.
func newPane(t *testing.T, width, height int, args string) *pane {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed; .ci/install-tmux installs it")
	}
	program := filepath.Join(t.TempDir(), "rollscope")
	build := exec.Command("go", "build", "-o", program, "../..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p := &pane{t, filepath.Join(t.TempDir(), "s")}
	command := fmt.Sprintf("LANG=C.UTF-8 %s %s; echo left with $?; exec cat", program, args)
	p.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), command)
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", p.socket, "kill-server").Run() })
	return p
}

func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (p *pane) keys(keys ...string) { p.tmux(append([]string{"send-keys"}, keys...)...) }

// shows waits until the screen has a text on it.
func (p *pane) shows(text string) string {
	p.t.Helper()
	deadline := time.After(30 * time.Second)
	beat := time.NewTicker(50 * time.Millisecond)
	defer beat.Stop()
	for {
		screen := p.tmux("capture-pane", "-p")
		if strings.Contains(screen, text) {
			return screen
		}
		select {
		case <-deadline:
			p.t.Fatalf("%q does not come up:\n%s", text, screen)
		case <-beat.C:
		}
	}
}

func TestRolloutInARealTerminal(t *testing.T) {
	scenario, err := filepath.Abs("../../testdata/scenarios/rollout/default-update.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cast := filepath.Join(t.TempDir(), "out.cast")
	p := newPane(t, 100, 30, "tui "+scenario+" --record "+cast)
	p.shows("play")
	p.keys("End")
	p.shows("successfully rolled out")
	p.keys("Home")
	p.shows("there is no DaemonSet yet")
	p.keys("]", "]", "]", "]", "Space")
	p.shows("successfully rolled out")
	p.keys("S-Left")
	p.keys("f")
	p.shows("fork-1")
	p.keys("L")
	p.shows("分叉")
	p.tmux("resize-window", "-x", "60", "-y", "20")
	p.shows("播放")
	p.keys("Escape")
	p.shows("个节点")
	p.keys("q")
	p.shows("left with 0")
	recorded, err := os.ReadFile(cast)
	if err != nil || !bytes.HasPrefix(recorded, []byte(`{"version": 2, "width": 100, "height": 30`)) || bytes.Count(recorded, []byte("\n")) < 5 {
		t.Errorf("the recording: %v, %.200s", err, recorded)
	}
}

func TestShellCompletesInARealTerminal(t *testing.T) {
	p := newPane(t, 100, 30, "shell --nodes 3")
	p.shows("0s $")
	p.keys("adv", "Tab", "5s", "Enter")
	p.shows("5s $")
	p.keys("get no", "Tab", "Enter")
	p.shows("node-3   Ready")
	p.keys("exit", "Enter")
	p.shows("left with 0")
}

// TestLiveClusterIsTakenAsItIs prints a cluster in the middle of a rollout and reads
// that again: old and new revisions, and pods that are not ready, are as they were.
func TestLiveClusterIsTakenAsItIs(t *testing.T) {
	manifest := "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  selector: {matchLabels: {app: agent}}\n" +
		"  template:\n    metadata: {labels: {app: agent}}\n    spec:\n      containers: [{name: agent, image: 'x/agent:v1'}]\n"
	code, out, errs := shellOn(t, map[string]string{"agent.yaml": manifest},
		"advance 5s\nimage x/agent:v2 ready-after=60s\nset image ds/agent agent=x/agent:v2\nadvance 5s\nget nodes,ds,pods,controllerrevisions -A -o yaml\n",
		"shell", "agent.yaml", "--nodes", "4")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	_, live, _ := strings.Cut(out, "image updated\n")
	objects, err := stage.Read("live.yaml", []byte(live))
	if err != nil {
		t.Fatal(err)
	}
	if len(objects.Nodes) != 4 || len(objects.Sets) != 1 || len(objects.Revisions) != 2 || len(objects.Pods) != 4 {
		t.Fatalf("read %d nodes, %d DaemonSets, %d revisions, %d pods", len(objects.Nodes), len(objects.Sets), len(objects.Revisions), len(objects.Pods))
	}
}

func TestTheTerminalProgramWantsATerminal(t *testing.T) {
	code, _, errs := rollscope(t, nil, "tui", "--nodes", "3", "-f", "agent.yaml")
	if code != exitUsage {
		t.Errorf("exit %d: %s", code, errs)
	}
	code, _, errs = rollscope(t, map[string]string{"a.yaml": "kind: DaemonSet\n"}, "tui", "rollout/no-such")
	if code != exitUsage || !strings.Contains(errs, "no such file") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// shellOn runs a command with a standard input.
func shellOn(t *testing.T, files map[string]string, input string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, content := range files {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	code = Main(args, Host{In: strings.NewReader(input), Out: &out, Err: &errs})
	return code, out.String(), errs.String()
}

func TestAScenarioWithoutAnEndIsNotReadToIt(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("no file without an end here")
	}
	if _, err := openScenario(nil, "/dev/zero"); err == nil || !strings.Contains(err.Error(), "a scenario may have") {
		t.Error(err)
	}
}

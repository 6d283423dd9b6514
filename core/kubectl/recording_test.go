package kubectl_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/oracle"
)

// recorded is one command of a transcript with what the real kubectl answered.
type recorded struct {
	file, line, want string
	exit             int
}

// transcript reads the commands of a transcript.
func transcript(t *testing.T, name string) []recorded {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(oracle.Recording(t, "kubectl"), name+"*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcript %s: %v", name, err)
	}
	var out []recorded
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split("\n"+string(text), "\n$ ")[1:] {
			line, rest, _ := strings.Cut(part, "\n")
			r := recorded{file: strings.TrimSuffix(filepath.Base(file), ".txt"), line: line, exit: -1}
			if i := strings.LastIndex(rest, "[exit "); i >= 0 {
				r.exit, _ = strconv.Atoi(strings.Trim(rest[i+len("[exit "):], "]\n"))
				rest = rest[:i]
			}
			r.want = clockOfLines.ReplaceAllString(rest, "")
			out = append(out, r)
		}
	}
	return out
}

// clockOfLines is the time at which a line of a long-running command came.
var clockOfLines = regexp.MustCompile(`(?m)^\d+\.\d+\| `)

// replay is the cluster of the recordings, simulated.
type replay struct {
	*testing.T
	c     *core.Cluster
	files map[string]string
}

// The cluster of the recordings: four nodes, the first for the control plane.
const nodeText = `apiVersion: v1
kind: Node
metadata:
  name: node-NAME
  annotations: {kwok.x-k8s.io/node: fake, node.alpha.kubernetes.io/ttl: "0"}
  labels: {beta.kubernetes.io/arch: amd64, beta.kubernetes.io/os: linux, kubernetes.io/arch: amd64,
    kubernetes.io/hostname: node-NAME, kubernetes.io/os: linuxMORE}
spec: {SPEC}
status:
  allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
  capacity: {cpu: "4", memory: 8Gi, pods: "110"}
  nodeInfo: {architecture: amd64, operatingSystem: linux, kernelVersion: kwok-v0.8.0, kubeletVersion: kwok-v0.8.0,
    containerRuntimeVersion: kwok-v0.8.0, kubeProxyVersion: kwok-v0.8.0, bootID: "", machineID: "", systemUUID: "", osImage: ""}
`

func node(name, labels, spec string) string {
	return strings.NewReplacer("NAME", name, "MORE", labels, "SPEC", spec).Replace(nodeText)
}

func newReplay(t *testing.T) *replay {
	t.Helper()
	manifest, err := os.ReadFile(oracle.Recording(t, "manifests/agent.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	r := &replay{T: t, c: core.New(core.Options{Record: true}), files: map[string]string{"manifests/agent.yaml": string(manifest)}}
	r.c.SetImage(state.ImageRule{Image: "*", Behaviour: state.Behaviour{Start: time.Second, Stop: time.Second, CrashAfter: state.Never}})
	r.files["nodes.yaml"] = node("a", `, node-role.kubernetes.io/control-plane: ""`, "taints: [{key: node-role.kubernetes.io/control-plane, effect: NoSchedule}]") +
		"---\n" + node("b", ", disk: ssd", "") + "---\n" + node("c", ", disk: ssd", "") + "---\n" + node("d", "", "")
	r.do("create -f nodes.yaml")
	r.sleep(5)
	return r
}

// sleep lets seconds go by.
func (r *replay) sleep(seconds float64) {
	r.Helper()
	if err := r.c.Advance(state.Time(seconds*float64(time.Second)), nil); err != nil {
		r.Fatal(err)
	}
}

// run runs a command line without the word kubectl.
func (r *replay) run(line string) kubectl.Result {
	r.Helper()
	args, err := kubectl.Split(line)
	if err != nil {
		r.Fatal(err)
	}
	return kubectl.Run(r.c, kubectl.Env{ReadFile: r.read}, args)
}

func (r *replay) read(name string) ([]byte, error) {
	if text, ok := r.files[name]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("no such file")
}

// do runs a command that has to go well.
func (r *replay) do(line string) string {
	r.Helper()
	res := r.run(line)
	if res.Exit != 0 {
		r.Fatalf("kubectl %s: exit %d\n%s", line, res.Exit, res.Transcript)
	}
	return res.Transcript
}

// edited is the recorded manifest with changes: pairs of old and new text.
func (r *replay) edited(pairs ...string) string {
	text := r.files["manifests/agent.yaml"]
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			r.Fatalf("the manifest does not contain %q", pairs[i])
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

// command is a recorded line as Run takes it, and how many lines of its output
// were kept, 0 for all.
func command(line string) (args string, head int) {
	if cmd, count, ok := strings.Cut(line, " | head -"); ok {
		head, _ = strconv.Atoi(count)
		line = cmd
	}
	line = regexp.MustCompile(`^timeout \d+ `).ReplaceAllString(line, "")
	return strings.TrimPrefix(line, "kubectl "), head
}

// same plays a recorded command and holds its output to the recording.
func (r *replay) same(rec recorded) bool {
	r.Helper()
	got, exit := "", 0
	for _, line := range regexp.MustCompile(`; kubectl `).Split(rec.line, -1) {
		args, head := command(line)
		if seconds, ok := strings.CutPrefix(args, "sleep "); ok {
			n, _ := strconv.ParseFloat(seconds, 64)
			r.sleep(n)
			continue
		}
		res := r.run(args)
		exit = res.Exit
		if lines := strings.SplitAfter(res.Transcript, "\n"); head > 0 && len(lines) > head {
			res.Transcript, exit = strings.Join(lines[:head], ""), 0
		}
		got += res.Transcript
	}
	want, got := normal(rec.want), normal(got)
	if want == got && (rec.exit == -1 || rec.exit == exit) {
		return true
	}
	r.Errorf("%s: %s\nexit %d, recorded %d; - recorded, + now\n%s", rec.file, rec.line, exit, rec.exit,
		cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	return false
}

// What differs from run to run: names, ages, addresses, times, numbers.
var differing = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`log-agent-[0-9a-f]{6,10}\b`), "log-agent-HASH"},
	{regexp.MustCompile(`log-agent-[bcdfghjklmnpqrstvwxz2456789]{5}\b`), "log-agent-xxxxx"},
	{regexp.MustCompile(`kube-api-access-[a-z0-9]{5}`), "kube-api-access-xxxxx"},
	{regexp.MustCompile(`(controller-revision-hash[=:] ?)[0-9a-f]+`), "${1}HASH"},
	{regexp.MustCompile(`(<none>\s+)[0-9a-f]{8,10}\b`), "${1}HASH"},
	{regexp.MustCompile(`\b10\.\d+\.\d+\.\d+\b`), "10.0.0.0"},
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`d0000000-0000-4000-8000-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`), "TIME"},
	{regexp.MustCompile(`[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000`), "TIME"},
	{regexp.MustCompile(`(LIVE|MERGED)-\d+`), "$1-N"},
	{regexp.MustCompile(`(?m)^@@ .* @@`), "@@ @@"},
	{regexp.MustCompile(`\t\d{4}-\d\d-\d\d [0-9:.]+ \+0000`), "\tTIME"},
	{regexp.MustCompile(`HolderIdentity: .*`), "HolderIdentity: ID"},
	{regexp.MustCompile(`(?m)( )(\d+[dhms])+( \(x\d+ over (\d+[dhms])+\))?`), "${1}AGE"},
	{regexp.MustCompile(`(?m)^(\d+[dhms])+ `), "AGE "},
	{regexp.MustCompile(`(Node: +node-)[bcd]/`), "${1}X/"},
	{regexp.MustCompile(`(?s)\n\n\nName: .*`), "\n"}, // the next pod, whichever it is
}

func normal(text string) string {
	for _, d := range differing {
		text = d.from.ReplaceAllString(text, d.to)
	}
	for _, a := range argued {
		text = a.lines.ReplaceAllString(text, "")
	}
	text = trailing.ReplaceAllString(spaces.ReplaceAllString(text, "  "), "\n")
	lines := strings.SplitAfter(text, "\n")
	if strings.HasPrefix(text, "NAME ") { // the order goes by names that differ
		sort.Strings(lines[1 : len(lines)-1])
	}
	for i, line := range lines { // pods are evicted all at once
		if i > 0 && strings.HasPrefix(line, "evicting pod") && strings.HasPrefix(lines[i-1], "evicting pod") && line < lines[i-1] {
			lines[i], lines[i-1] = lines[i-1], line
		}
	}
	return strings.Join(slices.CompactFunc(lines, again), "")
}

// The width of columns goes by names that differ.
var (
	spaces   = regexp.MustCompile(`  +`)
	trailing = regexp.MustCompile(` +\n`)
)

// again says that a line of kubectl rollout status comes twice; how often the
// controller writes a status that shows the same depends on its timing.
func again(a, b string) bool { return a == b && strings.HasPrefix(a, "Waiting for daemon set") }

// argued are lines in which the recordings and rollscope differ for a reason.
var argued = []struct {
	why   string
	lines *regexp.Regexp
}{
	{
		"the simulated kubelets of the recording list the conditions of nodes in an order of their own",
		regexp.MustCompile(`(?m)^ +(Ready .* kubelet is posting ready status|NetworkUnavailable .*)\n`),
	},
	{
		"service accounts and their token volumes are not modelled",
		regexp.MustCompile(`(?m)^Service Account:.*\n|^ +/var/run/secrets/.*\n|^  kube-api-access-xxxxx:\n( {3,}.*\n)+`),
	},
	{"resource versions count the writes of another cluster", regexp.MustCompile(`(?m)^ +resourceVersion: "\d+"\n`)},
	{
		"the node controller reports no RegisteredNode",
		regexp.MustCompile(`(?m)^Events: +<none>\n|^Events:\n.*\n.*\n.*RegisteredNode.*\n`),
	},
}

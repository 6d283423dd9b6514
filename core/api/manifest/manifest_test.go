package manifest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/api/manifest"
)

const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: {app: agent}
  template:
    metadata:
      labels: {app: agent}
    spec:
      containers:
      - name: agent
        image: agent:v1
`

// bad is a line at the end of agent that makes it invalid.
const bad = "      restartPolicy: Never\n"

// check validates texts and writes the findings as lines.
func check(from string, texts ...string) (manifest.Report, string) {
	var files, old []manifest.File
	for i, text := range texts {
		files = append(files, manifest.File{Name: fmt.Sprintf("%c.yaml", 'a'+i), Content: []byte(text)})
	}
	if from != "" {
		old = append(old, manifest.File{Name: "old.yaml", Content: []byte(from)})
	}
	r := manifest.Check(manifest.Read(files), manifest.Read(old))
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s: %s: %s\n", f.File, f.Line, f.Column, f.Severity, f.Path, f.Kind, f.Message)
	}
	return r, b.String()
}

// judged are manifests with what is found in them.
var judged = []struct {
	name, from string
	texts      []string
	want       string
}{
	{"a good manifest", "", []string{agent}, ""},
	{
		"an error has the place of its field", "",
		[]string{strings.Replace(agent, "{app: agent}", "{app: other}", 1)},
		"a.yaml:10:7: error: spec.template.metadata.labels: Invalid value: {\"app\":\"agent\"}: `selector` does not match template `labels`\n",
	},
	{
		"a required value has no more to say", "",
		[]string{strings.Replace(agent, "        image: agent:v1\n", "", 1)},
		"a.yaml:13:9: error: spec.template.spec.containers[0].image: Required value: \n",
	},
	{
		"what an unknown field may be the cause of is not repeated", "",
		[]string{strings.Replace(agent, "image:", "imag:", 1)},
		"a.yaml:14:9: error: spec.template.spec.containers[0].imag: Unknown field: unknown field \"imag\"\n",
	},
	{
		"other errors come with an unknown field", "",
		[]string{strings.Replace(agent, "image:", "imag:", 1) + bad},
		"a.yaml:14:9: error: spec.template.spec.containers[0].imag: Unknown field: unknown field \"imag\"\n" +
			"a.yaml:15:7: error: spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\"\n",
	},
	{
		"a value of the wrong type is all that is said", "",
		[]string{strings.Replace(agent, "{app: agent}", "[app]", 1)},
		"a.yaml:7:18: error: spec.selector.matchLabels: Wrong type: must be a map, but is a list\n",
	},
	{
		"an update may not change the selector", agent,
		[]string{strings.ReplaceAll(agent, "app: agent", "app: other")},
		"a.yaml:6:3: error: spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"other\"}}: field is immutable\n",
	},
	{"another name is no update", strings.Replace(agent, "name: agent", "name: old", 1), []string{strings.ReplaceAll(agent, "app: agent", "app: other")}, ""},
	{
		"the namespace default need not be written", strings.Replace(agent, "  name: agent", "  namespace: default\n  name: agent", 1),
		[]string{strings.ReplaceAll(agent, "app: agent", "app: other")},
		"a.yaml:6:3: error: spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"other\"}}: field is immutable\n",
	},
	{
		"mistakes in the old one are told", agent + bad,
		[]string{agent},
		"old.yaml:15:7: error: spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\"\n",
	},
	{
		"files keep their order", "",
		[]string{agent + bad, "a: [\n"},
		"a.yaml:15:7: error: spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\"\n" +
			"b.yaml:1:4: error: : Unclosed bracket: \"[\" is not closed\n",
	},
	{
		"an annotation that is no number", "",
		[]string{strings.Replace(agent, "  name: agent", "  name: agent\n  annotations: {deprecated.daemonset.template.generation: many}", 1)},
		"a.yaml:5:17: error: metadata.annotations[deprecated.daemonset.template.generation]: Invalid value: strconv.ParseInt: parsing \"many\": invalid syntax\n",
	},
}

func TestFindings(t *testing.T) {
	for _, c := range judged {
		t.Run(c.name, func(t *testing.T) {
			_, got := check(c.from, c.texts...)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWarningsHaveAPlace(t *testing.T) {
	r, got := check("", strings.Replace(agent, "    spec:\n", "    spec:\n      nodeSelector: {beta.kubernetes.io/os: linux}\n", 1))
	if manifest.Failed(r.Findings) {
		t.Errorf("a warning is no failure:\n%s", got)
	}
	if !strings.HasPrefix(got, "a.yaml:12:22: warning: spec.template.spec.nodeSelector[beta.kubernetes.io/os]: Warning: ") {
		t.Errorf("got %s", got)
	}
}

func TestEveryDocumentIsAccountedFor(t *testing.T) {
	r, _ := check("", agent+"---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\n"+agent+bad+"---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\n")
	var got []string
	for _, o := range r.Objects {
		got = append(got, fmt.Sprint(o.Kind, " ", o.Name, " ", o.Verdict, " ", o.Stored != nil))
	}
	want := []string{"DaemonSet agent 2 true", "ConfigMap c 0 false", "DaemonSet agent 1 false", "Node n1 2 true"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("objects (-want +got):\n%s", diff)
	}
	if r.Count("DaemonSet", manifest.Valid) != 1 || r.Count("DaemonSet", manifest.Invalid) != 1 {
		t.Error("miscounted")
	}
}

func TestAllKindsAreChecked(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: []}\n", "spec.containers: Required value"},
		{"apiVersion: v1\nkind: Node\nmetadata: {name: Upper}\n", "metadata.name: Invalid value"},
		{"apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 2000000000\n", "value: Forbidden"},
		{"apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: b}\nspec: {minAvailable: 1, maxUnavailable: 1}\n", "spec: Invalid value"},
		{"apiVersion: apps/v1\nkind: ControllerRevision\nmetadata: {name: r}\nrevision: -1\ndata: {}\n", "revision: Invalid value"},
	} {
		if _, got := check("", c.text); !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot %s, want %s", c.text, got, c.want)
		}
	}
	old := "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1\n"
	if _, got := check(old, strings.Replace(old, "value: 1", "value: 2", 1)); !strings.Contains(got, "value: Forbidden: may not be changed in an update.") {
		t.Errorf("got %s", got)
	}
}

func TestOnlyMaxSurgeIsToldOfTheDefault(t *testing.T) {
	with := func(strategy string) string {
		return strings.Replace(agent, "spec:\n", "spec:\n  updateStrategy: {rollingUpdate: "+strategy+"}\n", 1)
	}
	for strategy, want := range map[string]string{
		"{maxSurge: 1}":                    "maxUnavailable is 1 where it is not set: set it to 0",
		"{maxSurge: 1, maxUnavailable: 1}": "",
		"{maxUnavailable: -1}":             "",
	} {
		r, _ := check("", with(strategy))
		if len(r.Findings) != 1 || r.Findings[0].Hint != want {
			t.Errorf("%s: %+v, want the hint %q", strategy, r.Findings, want)
		}
	}
}

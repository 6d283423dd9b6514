package edge

import (
	"encoding/json"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"
)

// spec is the OpenAPI document, as far as tests look into it.
type spec struct {
	OpenAPI string
	Paths   map[string]map[string]operation
}

type operation struct {
	OperationID string
	Parameters  []struct {
		Name, In string
	}
	RequestBody *struct {
		Content map[string]struct {
			Schema  json.RawMessage
			Example json.RawMessage
		}
	}
	Responses map[string]struct {
		Content map[string]struct{ Schema json.RawMessage }
	}
}

func document(t *testing.T) spec {
	t.Helper()
	var d spec
	if err := json.Unmarshal(openAPI, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTheDocumentAndTheRoutesAreTheSame(t *testing.T) {
	d := document(t)
	if d.OpenAPI != "3.1.0" {
		t.Error(d.OpenAPI)
	}
	var served, told []string
	for _, to := range routes() {
		if to.get != nil {
			served = append(served, "get "+to.path)
		}
		if to.post != nil {
			served = append(served, "post "+to.path)
		}
	}
	ids := map[string]bool{}
	for path, methods := range d.Paths {
		for method, o := range methods {
			told = append(told, method+" "+path)
			if o.OperationID == "" || ids[o.OperationID] {
				t.Errorf("%s %s: the id %q is none, or another's", method, path, o.OperationID)
			}
			ids[o.OperationID] = true
		}
	}
	slices.Sort(served)
	slices.Sort(told)
	if !slices.Equal(served, told) {
		t.Errorf("served %v\ntold of %v", served, told)
	}
}

func TestTheDocumentHasTheFieldsThatAreRead(t *testing.T) {
	all := readSchemas()
	for name, takes := range map[string][]string{
		"PlanRequest": planTakes, "WhyRequest": whyTakes, "ValidateRequest": validateTakes, "LintRequest": lintTakes, "RunRequest": runTakes,
	} {
		properties, _ := all[name].(map[string]any)["properties"].(map[string]any)
		told := slices.Sorted(maps.Keys(properties))
		read := slices.Sorted(slices.Values(takes))
		if !slices.Equal(told, read) {
			t.Errorf("%s: told of %v, read %v", name, told, read)
		}
	}
}

// valid holds a JSON text to a schema of the document.
func valid(t *testing.T, what string, schema json.RawMessage, text []byte) {
	t.Helper()
	whole := map[string]json.RawMessage{"allOf": json.RawMessage("[" + string(schema) + "]")}
	var d map[string]json.RawMessage
	if err := json.Unmarshal(openAPI, &d); err != nil {
		t.Fatal(err)
	}
	whole["components"] = d["components"]
	loader, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(loader), gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatalf("%s: %v: %.200s", what, err, text)
	}
	for _, e := range result.Errors() {
		t.Errorf("%s: %s", what, e)
	}
}

func TestExamplesAreRequestsAndAnswersAreAsTold(t *testing.T) {
	for path, methods := range document(t).Paths {
		for method, o := range methods {
			target, body := path, []byte(nil)
			if strings.HasSuffix(path, ".svg") {
				target = link(path, update)
			}
			if o.RequestBody != nil {
				content := o.RequestBody.Content[plainJSON]
				body = content.Example
				valid(t, "the example of "+path, content.Schema, body)
			}
			w := send(handler(), strings.ToUpper(method), target, string(body), "Content-Type", plainJSON)
			asTold(t, method+" "+path, &o, w, "200")
		}
	}
}

// asTold holds an answer to what the document says of it.
func asTold(t *testing.T, what string, o *operation, w *httptest.ResponseRecorder, status string) {
	t.Helper()
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	told, ok := o.Responses[status].Content[kind]
	if !ok {
		t.Errorf("%s: the document has no %s of type %s: %.300s", what, status, kind, w.Body)
		return
	}
	if strings.HasSuffix(kind, "json") {
		valid(t, what, told.Schema, w.Body.Bytes())
	}
}

func TestAnswersToRealQuestionsAreAsTold(t *testing.T) {
	d := document(t)
	surging := strings.Replace(agent, "  template:", "  updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}\n  template:", 1)
	surging = strings.Replace(surging, `"example.com/agent:v2"}`, `"example.com/agent:v2", ports: [{containerPort: 80, hostPort: 80}]}`, 1)
	for _, c := range []struct{ path, query, body string }{
		{"/api/v1/plan", "?nodes=5&orders=3&minAvailable=50%25", surging},
		{"/api/v1/plan", "?nodes=5&images=*+never-ready&breaks=node/node-2@1s", agent},
		{"/api/v1/plan", "?nodes=pools:+[{name:+a,+count:+3,+taints:+[a=b:NoSchedule]},{name:+b,+count:+2}]", agent},
		{"/api/v1/why", "?nodes=pools:+[{name:+a,+taints:+[a=b:NoSchedule]}]", surging},
		{"/api/v1/lint", "?nodes=4", surging + "---\n" + strings.Replace(surging, "name: agent\n", "name: other\n  annotations: {rollscope.dev/ignore: \"RS501: meant\"}\n", 1)},
		{"/api/v1/validate", "", strings.Replace(agent, "  template:", "  replicas: 3\n  template:", 1)},
		{"/api/v1/run", "", "# A\n#zh 甲\n\n$ kubectl get nodes\nnothing\n$? kubectl get pods\n...\n"},
		{"/api/v1/run", "?seed=2", update},
	} {
		o := d.Paths[c.path]["post"]
		asTold(t, c.path+c.query, &o, send(handler(), "POST", c.path+c.query, c.body), "200")
	}
	for _, c := range []struct{ path, body, status string }{
		{"/api/v1/plan", "{", "400"},
		{"/api/v1/plan?nodes=1", "kind: DaemonSet", "422"},
		{"/api/v1/plan?nodes=9999", agent, "422"},
		{"/api/v1/run", "hello", "422"},
	} {
		path, _, _ := strings.Cut(c.path, "?")
		o := d.Paths[path]["post"]
		w := send(handler(), "POST", c.path, c.body)
		problem := o
		problem.Responses = maps.Clone(o.Responses)
		var whole struct {
			Components struct {
				Responses map[string]struct {
					Content map[string]struct{ Schema json.RawMessage }
				}
			}
		}
		_ = json.Unmarshal(openAPI, &whole)
		problem.Responses["problem"] = whole.Components.Responses["Problem"]
		asTold(t, c.path, &problem, w, "problem")
		if _, ok := o.Responses[c.status]; !ok {
			t.Errorf("%s: the document has no %s", c.path, c.status)
		}
	}
}

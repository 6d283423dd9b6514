package edge

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/scenario/summary"
	"github.com/rollscope/rollscope/core/scenario/why"
	"github.com/rollscope/rollscope/internal/edge/mcp"
	"github.com/rollscope/rollscope/internal/jsontext"
	"github.com/rollscope/rollscope/internal/lint"
	lintanswer "github.com/rollscope/rollscope/internal/lint/answer"
	"github.com/rollscope/rollscope/internal/lint/explain"
)

// instructions are for models.
const instructions = `rollscope simulates Kubernetes ` + "v1.37" + ` DaemonSet rollouts without a cluster. ` +
	`Hand it manifests as text. plan: run a change on given nodes to its end (how long, how many nodes without a pod, who blocks). ` +
	`why: for every node, whether a daemon pod runs there and why not. lint: what makes a rollout hang, starve or expose a node. ` +
	`explain: a rule or reason code from their answers. run: a scenario file of kubectl commands against a simulated cluster. ` +
	`Nothing is stored, and no cluster is touched.`

// mcp is POST /mcp.
func (s *server) mcp(r *http.Request) (*answer, error) {
	origin := r.Header.Get("Origin")
	if origin != "" && !s.welcome(origin, r.Host) {
		return nil, &problem{
			Type: "urn:rollscope:origin", Title: "the origin is not allowed", Status: http.StatusForbidden,
			Detail: "pages of " + shown(origin) + " may not ask here", header: map[string]string{"Vary": "Origin"},
		}
	}
	header := map[string]string{"Vary": "Origin"}
	if origin != "" {
		header["Access-Control-Allow-Origin"] = origin
	}
	if r.Method == http.MethodOptions {
		header["Allow"] = "POST, OPTIONS"
		header["Access-Control-Allow-Methods"] = "POST, OPTIONS"
		header["Access-Control-Allow-Headers"] = "Accept, Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-Id"
		header["Access-Control-Max-Age"] = "86400"
		return &answer{status: http.StatusNoContent, header: header}, nil
	}
	if kind := r.Header.Get("Content-Type"); kind != plainJSON && !strings.HasPrefix(kind, plainJSON+";") {
		return nil, &problem{
			Type: "urn:rollscope:media-type", Title: "the media type is not supported", Status: http.StatusUnsupportedMediaType,
			Detail: "a body of type " + shown(kind) + " is not read", Hint: "send " + plainJSON, header: map[string]string{"Accept-Post": plainJSON},
		}
	}
	if _, err := accepted(r, plainJSON); err != nil {
		return nil, err
	}
	body, err := s.body(r)
	if err != nil {
		return nil, err
	}
	if json.Deeper(body, s.limits.Depth) {
		return nil, limited(http.StatusBadRequest, "depth", s.limits.Depth, "maps and lists are nested more than "+strconv.Itoa(s.limits.Depth)+" deep")
	}
	out := s.models.Post(r.Context(), r.Header, body)
	a := &answer{status: out.Status, body: out.Body, header: header}
	if out.Body != nil {
		a.kind = plainJSON
	}
	return a, nil
}

// welcome says whether pages of an origin may ask: those of this host, and those listed.
func (s *server) welcome(origin, host string) bool {
	if slices.Contains(s.options.Origins, origin) || slices.Contains(s.options.Origins, "*") {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host == host && host != ""
}

// tools are what models can do; the schemas are those of the OpenAPI document.
func (s *server) tools() []mcp.Tool {
	all := readSchemas()
	return []mcp.Tool{
		{
			Name: "plan", Title: "Plan a DaemonSet rollout",
			Description: "Run a change of a DaemonSet on simulated nodes to its end: waves, duration, lowest availability, which nodes block it and the smallest change that helps. Gates say whether it keeps to maxDuration and minAvailable.",
			Input:       all.whole("PlanRequest"), Output: all.whole("PlanReport"),
			Call: s.tool(planTakes, func(_ context.Context, f *fields) (mcp.Result, error) {
				p, err := s.plan(f)
				if err != nil {
					return mcp.Result{}, err
				}
				return mcp.Result{Text: p.text(), Structured: p.report}, nil
			}),
		},
		{
			Name: "why", Title: "Why is there a pod on this node, or none?",
			Description: "For every node, or those of `node`: whether a daemon pod should run there, may stay and fits, each check with the component that decides, and the smallest edit that turns a no into a yes.",
			Input:       all.whole("WhyRequest"), Output: all.whole("WhyAnswers"),
			Call: s.tool(whyTakes, s.whyTool),
		},
		{
			Name: "lint", Title: "Lint DaemonSets",
			Description: "Find what makes a rollout hang, starve or expose a node, with the place in the file and how to mend it. With nodes, judge by these, too.",
			Input:       all.whole("LintRequest"), Output: all.whole("LintReport"),
			Call: s.tool(lintTakes, s.lintTool),
		},
		{
			Name: "explain", Title: "Explain a rule or a reason code",
			Description: "What a rule of lint (RS302, surge-host-port) or a reason code of plan, why and run (WaitingSurgePod) is about, and what to do.",
			Input:       all.whole("ExplainRequest"),
			Call:        s.tool([]string{"names", "lang"}, s.explainTool),
		},
		{
			Name: "run", Title: "Run a scenario",
			Description: "Run a scenario file (txtar: lines with `$ kubectl …`, `$ advance 30s`, `$ break node/n1`, `$ expect …`, then -- name.yaml -- manifests) against a simulated cluster: what every command prints, what differs from the file, and the cluster at the end.",
			Input:       all.whole("RunRequest"), Output: all.whole("RunReport"),
			Call: s.tool(runTakes, s.runTool),
		},
	}
}

// tool reads arguments as the routes read their bodies.
func (s *server) tool(takes []string, do func(context.Context, *fields) (mcp.Result, error)) func(context.Context, []byte) (mcp.Result, error) {
	return func(ctx context.Context, arguments []byte) (mcp.Result, error) {
		f := &fields{limits: s.limits, takes: takes, values: map[string]*tree.Node{}, file: "arguments"}
		file := tree.Read(arguments)
		if len(file.Documents) != 1 && len(file.Problems) > 0 {
			return mcp.Result{}, told(unreadable("arguments", file.Problems))
		}
		if len(file.Documents) == 1 {
			if err := f.object(file.Documents[0].Root); err != nil {
				return mcp.Result{}, told(s.problemOf(err))
			}
		}
		result, err := do(ctx, f)
		if err != nil {
			return result, told(s.problemOf(err))
		}
		return result, nil
	}
}

// told is a problem as text for a model, with all its places.
func told(p *problem) error { return &advice{p} }

// advice is a problem that says all it knows.
type advice struct{ *problem }

func (t *advice) Error() string {
	lines := []string{t.Detail}
	if len(t.Errors) > 1 {
		lines = lines[:0]
		for _, e := range t.Errors {
			lines = append(lines, e.File+":"+strconv.Itoa(e.Line)+":"+strconv.Itoa(e.Column)+": "+strings.TrimPrefix(e.Path+": ", ": ")+e.Message)
		}
	}
	if t.Hint != "" {
		lines = append(lines, "hint: "+t.Hint)
	}
	return strings.Join(lines, "\n")
}

func (s *server) whyTool(_ context.Context, f *fields) (mcp.Result, error) {
	l, err := f.language()
	if err != nil {
		return mcp.Result{}, err
	}
	answers, named, err := s.why(f)
	if err != nil {
		return mcp.Result{}, err
	}
	return mcp.Result{Text: why.Text(answers, named, l), Structured: map[string]any{"nodes": answers}}, nil
}

func (s *server) lintTool(ctx context.Context, f *fields) (mcp.Result, error) {
	report, l, err := s.lint(ctx, f)
	if err != nil {
		return mcp.Result{}, err
	}
	return structured(lintanswer.Of(report, l))
}

func (s *server) runTool(_ context.Context, f *fields) (mcp.Result, error) {
	report, err := s.run(f)
	if err != nil {
		return mcp.Result{}, err
	}
	return mcp.Result{Text: transcriptOf(report), Structured: report}, nil
}

// transcriptOf is a run as a terminal shows it, with what differs below.
func transcriptOf(r *summary.Report) string {
	var b strings.Builder
	for i := range r.Scenarios {
		one := &r.Scenarios[i]
		for j := range one.Steps {
			b.WriteString("$ " + one.Steps[j].Command + "\n" + one.Steps[j].Output)
		}
		if one.Diff != "" {
			b.WriteString("\n" + one.Diff)
		}
	}
	return b.String()
}

func (s *server) explainTool(_ context.Context, f *fields) (mcp.Result, error) {
	l, err := f.language()
	if err != nil {
		return mcp.Result{}, err
	}
	names, err := f.words("names")
	if err != nil {
		return mcp.Result{}, err
	}
	var b strings.Builder
	if err := explain.Write(&b, names, lint.Rules(s.rules), l); err != nil {
		return mcp.Result{}, err
	}
	return mcp.Result{Text: b.String()}, nil
}

// structured is a value as an object and as the same in text.
func structured(v any) (mcp.Result, error) {
	var b strings.Builder
	if err := jsontext.Write(&b, v); err != nil {
		return mcp.Result{}, err
	}
	return mcp.Result{Text: b.String(), Structured: v}, nil
}

// schemas are those of the OpenAPI document, by name.
type schemas map[string]any

const reference = "#/components/schemas/"

// readSchemas reads them. The document is part of the program, and tests read it.
func readSchemas() schemas {
	v, err := json.Parse(openAPI)
	if err != nil {
		panic("openapi.json: " + err.Error())
	}
	document, _ := v.(map[string]any)
	components, _ := document["components"].(map[string]any)
	all, _ := components["schemas"].(map[string]any)
	return all
}

// whole is a schema that stands by itself: it brings those that it refers to.
func (all schemas) whole(name string) []byte {
	defs := map[string]any{}
	schema, _ := all.local(all[name], defs).(map[string]any)
	if len(defs) > 0 {
		schema["$defs"] = defs
	}
	text, err := json.Marshal(schema)
	if err != nil {
		panic("openapi.json: " + name + ": " + err.Error())
	}
	return text
}

// local is a copy of a part of a schema whose references are within the whole; what they
// refer to is put into defs.
func (all schemas) local(v any, defs map[string]any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			to, _ := value.(string)
			name, refers := strings.CutPrefix(to, reference)
			if key != "$ref" || !refers {
				out[key] = all.local(value, defs)
				continue
			}
			out[key] = "#/$defs/" + name
			if defs[name] == nil {
				defs[name] = true // so that a schema that refers to itself comes once
				defs[name] = all.local(all[name], defs)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = all.local(v[i], defs)
		}
		return out
	}
	return v
}

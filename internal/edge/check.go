package edge

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	lintanswer "github.com/rollscope/rollscope/internal/lint/answer"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies/rules"
)

// postValidate is POST /api/v1/validate.
func (s *server) postValidate(r *http.Request) (*answer, error) {
	if _, err := accepted(r, plainJSON); err != nil {
		return nil, err
	}
	f, err := s.read(r, "files", validateTakes)
	if err != nil {
		return nil, err
	}
	files, err := f.files("files")
	if err != nil {
		return nil, err
	}
	from, err := f.files("from")
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, invalid(http.StatusUnprocessableEntity, "files is missing: say what to validate", "")
	}
	if err := s.within(files, from); err != nil {
		return nil, err
	}
	report := manifest.Check(manifest.Read(files), manifest.Read(from))
	findings := report.Findings
	if findings == nil {
		findings = []manifest.Finding{}
	}
	a := jsonAnswer(http.StatusOK, findings)
	a.ends(!manifest.Failed(findings))
	if !manifest.Failed(findings) && report.Count("DaemonSet", manifest.Valid)+report.Count("DaemonSet", manifest.Invalid) == 0 {
		a.header["Rollscope-Exit-Code"] = "3"
	}
	return a, nil
}

// postLint is POST /api/v1/lint.
func (s *server) postLint(r *http.Request) (*answer, error) {
	if _, err := accepted(r, plainJSON); err != nil {
		return nil, err
	}
	f, err := s.read(r, "files", lintTakes)
	if err != nil {
		return nil, err
	}
	report, l, err := s.lint(r.Context(), f)
	if err != nil {
		return nil, err
	}
	a := &answer{status: http.StatusOK, kind: plainJSON, header: map[string]string{}}
	var text strings.Builder
	if err := lintanswer.JSON(&text, lintanswer.Of(report, l)); err != nil {
		return nil, err
	}
	a.body = []byte(text.String())
	a.ends(!report.Fails(string(rules.Error)))
	if report.DaemonSets == 0 && !report.Fails(string(rules.Error)) {
		a.header["Rollscope-Exit-Code"] = "3"
	}
	return a, nil
}

// lint answers the fields of lint.
func (s *server) lint(ctx context.Context, f *fields) (*lint.Report, reason.Language, error) {
	l, err := f.language()
	if err != nil {
		return nil, l, err
	}
	o, err := s.lintOptions(f)
	if err != nil {
		return nil, l, err
	}
	files, err := f.files("files")
	if err != nil {
		return nil, l, err
	}
	if len(files) == 0 {
		return nil, l, invalid(http.StatusUnprocessableEntity, "files is missing: say what to lint", "")
	}
	if err := s.within(files); err != nil {
		return nil, l, err
	}
	sources := make([]source.Source, len(files))
	for i, file := range files {
		sources[i] = source.Text(file.Name, string(file.Content))
	}
	report, err := lint.Run(ctx, sources, o)
	return report, l, err
}

// lintOptions reads everything of lint but the files.
func (s *server) lintOptions(f *fields) (o lint.Options, err error) {
	if s.options.Rules.Lint == nil || s.broken != nil {
		return o, &problem{
			Type: "urn:rollscope:unavailable", Title: "not available here", Status: http.StatusNotImplemented,
			Detail: "this server was built without the rules of lint",
		}
	}
	o = lint.Options{Config: config.Default(), Checker: rules.NewRemote(s.rules, s.options.Rules.Lint), Today: time.Now(), Workers: 1}
	if o.Only, err = f.words("only"); err != nil {
		return o, err
	}
	if o.Skip, err = f.words("skip"); err != nil {
		return o, err
	}
	for _, name := range slices.Concat(o.Only, o.Skip) {
		if len(config.Select(lint.Rules(s.rules), name)) == 0 {
			hint := "GET /api/v1/rules lists them"
			if near := config.Near(lint.Rules(s.rules), name); near != "" {
				hint = "did you mean " + near + "?"
			}
			return o, invalid(http.StatusUnprocessableEntity, "there is no rule "+shown(name), hint)
		}
	}
	if o.NoSuppress, err = f.truth("noSuppress"); err != nil {
		return o, err
	}
	o.Nodes, err = s.lintNodes(f)
	return o, err
}

// lintNodes are the nodes to judge by; nil for none.
func (s *server) lintNodes(f *fields) (*lint.Nodes, error) {
	var in ask.Files
	if err := f.cluster(&in); err != nil {
		return nil, err
	}
	if in.Equal == 0 && len(in.Nodes) == 0 {
		return nil, nil
	}
	if err := s.within(in.Nodes); err != nil {
		return nil, err
	}
	there, findings := ask.Nodes(in)
	switch nodes := there.NodeCount(); {
	case len(findings) > 0:
		return nil, s.tooMany(findings)
	case nodes == 0:
		return nil, invalid(http.StatusUnprocessableEntity, "there is no node in nodes", "kubectl get nodes -o yaml prints them")
	case nodes > s.limits.Nodes:
		return nil, tooManyNodes(nodes, s.limits.Nodes)
	}
	return lint.NodesOf(there.Cluster), nil
}

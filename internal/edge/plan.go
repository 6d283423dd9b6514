package edge

import (
	"net/http"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/why"
)

// What the routes take, beside filename in the query for a body that is a file.
var (
	planTakes     = []string{"to", "from", "nodes", "images", "breaks", "maxDuration", "minAvailable", "gates", "seed", "orders", "qps", "name", "lang"}
	whyTakes      = []string{"files", "nodes", "node", "name", "lang"}
	validateTakes = []string{"files", "from"}
	lintTakes     = []string{"files", "nodes", "only", "skip", "noSuppress", "lang"}
	runTakes      = []string{"scenario", "name", "seed"}
)

// planned is a plan with what it is shown in.
type planned struct {
	report   *plan.Report
	language reason.Language
}

// texts are the plans one after the other, as one of the functions of a plan writes them.
func (p *planned) texts(write func(*plan.Result, reason.Language) string) string {
	texts := make([]string, len(p.report.Plans))
	for i, one := range p.report.Plans {
		texts[i] = write(one, p.language)
	}
	return strings.Join(texts, "\n")
}

func (p *planned) text() string { return p.texts((*plan.Result).Text) }

// postPlan is POST /api/v1/plan.
func (s *server) postPlan(r *http.Request) (*answer, error) {
	kind, err := accepted(r, plainJSON, "text/plain", "text/markdown")
	if err != nil {
		return nil, err
	}
	f, err := s.read(r, "to", planTakes)
	if err != nil {
		return nil, err
	}
	p, err := s.plan(f)
	if err != nil {
		return nil, err
	}
	a := jsonAnswer(http.StatusOK, p.report)
	switch kind {
	case "text/plain":
		a.kind, a.body = "text/plain; charset=utf-8", []byte(p.text())
	case "text/markdown":
		a.kind, a.body = "text/markdown; charset=utf-8", []byte(p.texts((*plan.Result).Markdown))
	}
	a.ends(p.report.OK)
	return a, nil
}

// ends says how the command line would have ended: 0, or 1 where something is wrong.
func (a *answer) ends(well bool) {
	a.header["Rollscope-Exit-Code"] = "1"
	if well {
		a.header["Rollscope-Exit-Code"] = "0"
	}
}

// plan answers the fields of a plan.
func (s *server) plan(f *fields) (*planned, error) {
	terms, err := f.terms()
	if err != nil {
		return nil, err
	}
	in, err := terms.Input()
	if err != nil {
		return nil, err
	}
	p := &planned{}
	if p.language, err = f.language(); err != nil {
		return nil, err
	}
	name, err := f.text("name")
	if err != nil {
		return nil, err
	}
	change, err := s.change(f, "to", "from")
	if err != nil {
		return nil, err
	}
	p.report, err = change.Plan(in, name, nil)
	if err == nil && *change.Budget < 0 {
		err = s.spent()
	}
	return p, err
}

// terms are the fields of a plan that are no files.
func (f *fields) terms() (*ask.Terms, error) {
	if err := f.gates(); err != nil {
		return nil, err
	}
	t := &ask.Terms{}
	var err error
	var orders uint64
	for _, read := range []func() error{
		func() error { t.Images, err = f.words("images"); return err },
		func() error { t.Breaks, err = f.words("breaks"); return err },
		func() error { t.MaxDuration, err = f.duration("maxDuration"); return err },
		func() error { t.MinAvailable, err = f.text("minAvailable"); return err },
		func() error { t.Seed, err = f.number("seed"); return err },
		func() error { orders, err = f.number("orders"); return err },
		func() error { t.QPS, err = f.text("qps"); return err },
	} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	t.Orders = int(min(orders, plan.MaxOrders+1))
	return t, nil
}

// gates takes the fields of the map gates out of it.
func (f *fields) gates() error {
	n := f.values["gates"]
	if n == nil {
		return nil
	}
	if n.Kind != tree.Object {
		return f.wrong(n.At, "gates", "must be a map of maxDuration and minAvailable, but is "+n.Describe())
	}
	for i := range n.Members {
		m := &n.Members[i]
		if m.Key != "maxDuration" && m.Key != "minAvailable" {
			return f.wrong(m.At, "gates", "has no "+shown(m.Key)+"; there are maxDuration and minAvailable")
		}
		f.values[m.Key] = m.Value
	}
	return nil
}

// change reads the files of a question about DaemonSets on nodes.
func (s *server) change(f *fields, news, olds string) (*ask.Change, error) {
	in := ask.Files{}
	var err error
	if in.New, err = f.files(news); err != nil {
		return nil, err
	}
	if in.Old, err = f.files(olds); err != nil {
		return nil, err
	}
	in.From = len(in.Old) > 0
	if len(in.New) == 0 {
		return nil, invalid(http.StatusUnprocessableEntity, news+" is missing: say which DaemonSet", "")
	}
	if err := f.cluster(&in); err != nil {
		return nil, err
	}
	if in.Equal == 0 && len(in.Nodes) == 0 {
		return nil, invalid(http.StatusUnprocessableEntity, "nodes is missing: say on which nodes",
			"nodes: 500, pools, or what kubectl get nodes -o yaml prints")
	}
	if err := s.within(in.New, in.Old, in.Nodes); err != nil {
		return nil, err
	}
	change, findings := ask.Read(in)
	return change, s.usable(change, findings, news)
}

// usable says what is wrong with a change, and gives it its budget.
func (s *server) usable(change *ask.Change, findings []manifest.Finding, news string) error {
	budget := s.limits.Events
	change.Budget = &budget
	nodes := change.NodeCount()
	switch {
	case len(findings) > 0:
		return s.tooMany(findings)
	case len(change.News) == 0:
		return invalid(http.StatusUnprocessableEntity, "there is no DaemonSet in "+news, "")
	case nodes == 0:
		return invalid(http.StatusUnprocessableEntity, "there is no node in nodes", "kubectl get nodes -o yaml prints them")
	case nodes > s.limits.Nodes:
		return tooManyNodes(nodes, s.limits.Nodes)
	}
	return nil
}

// tooMany is about mistakes; pools of more nodes than a request may have are a limit.
func (s *server) tooMany(findings []manifest.Finding) error {
	for _, one := range findings {
		if one.Kind == "Too many" && strings.Contains(one.Message, " nodes in one file") {
			return limited(http.StatusUnprocessableEntity, "nodes", s.limits.Nodes, one.Message)
		}
	}
	return mistakes(findings)
}

// postWhy is POST /api/v1/why.
func (s *server) postWhy(r *http.Request) (*answer, error) {
	kind, err := accepted(r, plainJSON, "text/plain")
	if err != nil {
		return nil, err
	}
	f, err := s.read(r, "files", whyTakes)
	if err != nil {
		return nil, err
	}
	l, err := f.language()
	if err != nil {
		return nil, err
	}
	answers, named, err := s.why(f)
	if err != nil {
		return nil, err
	}
	a := jsonAnswer(http.StatusOK, answers)
	if kind == "text/plain" {
		a.kind, a.body = "text/plain; charset=utf-8", []byte(why.Text(answers, named, l))
	}
	a.ends(true)
	return a, nil
}

// why answers the fields of why, and says whether nodes were named.
func (s *server) why(f *fields) (answers []why.Node, named bool, err error) {
	nodes, err := f.words("node")
	if err != nil {
		return nil, false, err
	}
	name, err := f.text("name")
	if err != nil {
		return nil, false, err
	}
	change, err := s.change(f, "files", "")
	if err != nil {
		return nil, false, err
	}
	answers, err = change.Why(name, nodes)
	if err == nil && *change.Budget < 0 {
		err = s.spent()
	}
	return answers, len(nodes) > 0, err
}

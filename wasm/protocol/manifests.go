package protocol

import (
	"strconv"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/fielddoc"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/core/scenario"
)

// Question is a request about manifests, read. What answers it is not in this package:
// it brings rules and more, which not every program has room for.
type Question struct {
	Files, Nodes []manifest.File
	// Cluster is that of the present branch, where the request asks to judge by it;
	// otherwise nil.
	Cluster *core.Cluster
	// Docs are the texts of kubectl explain; "" as long as nobody brought them.
	Docs fielddoc.Texts
	// Kind and Path are those of the request schema.
	Kind string
	Path []string
	// Today, Own and Fingerprint are as written.
	Today, Own, Fingerprint string
}

// Teach gives a session the answer to one of the requests about manifests: facts, lint,
// fix, proof, schema or running. A result that is a json.Appender is written by itself.
func (s *Session) Teach(name string, answer func(Question) (any, error)) {
	s.answers[name] = func(s *Session, a args) (any, error) {
		q, err := s.question(a)
		if err != nil {
			return nil, err
		}
		return answer(q)
	}
}

func (s *Session) question(a args) (Question, error) {
	q := Question{
		Docs: s.docs, Kind: a.text("kind"), Today: a.text("today"), Own: a.text("own"), Fingerprint: a.text("fingerprint"),
	}
	var err error
	if q.Files, err = s.manifests(a, "files"); err != nil {
		return q, err
	}
	if q.Nodes, err = s.manifests(a, "nodes"); err != nil {
		return q, err
	}
	var ok bool
	if q.Path, ok = a.words("path"); !ok {
		return q, refuse("path must be a list of texts", "")
	}
	if s.scenario != nil && (a["present"] == true || a.text("do") == "running") {
		q.Cluster = s.cluster()
	}
	return q, nil
}

type validateAnswer struct {
	Valid    bool               `json:"valid"`
	Findings []manifest.Finding `json:"findings"`
	Objects  []checkedObject    `json:"objects"`
}

type checkedObject struct {
	File      string `json:"file"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	Verdict   string `json:"verdict"`
}

func (s *Session) validate(a args) (any, error) {
	files, err := s.manifests(a, "files")
	if err != nil {
		return nil, err
	}
	from, err := s.manifests(a, "from")
	if err != nil {
		return nil, err
	}
	r := manifest.Check(manifest.Read(files), manifest.Read(from))
	out := validateAnswer{Valid: !manifest.Failed(r.Findings), Findings: append([]manifest.Finding{}, r.Findings...), Objects: []checkedObject{}}
	for _, o := range r.Objects {
		out.Objects = append(out.Objects, checkedObject{
			o.File, o.Kind, o.Namespace, o.Name,
			[...]string{"passed over", "invalid", "valid"}[o.Verdict],
		})
	}
	return out, nil
}

func (s *Session) manifests(a args, name string) ([]manifest.File, error) {
	files, err := s.files(a, name)
	out := make([]manifest.File, len(files))
	for i, f := range files {
		out[i] = manifest.File{Name: f.name, Content: []byte(f.content)}
	}
	return out, err
}

// maxOrders is how many node orders one request may plan.
const maxOrders = 20

func (s *Session) plan(a args) (any, error) {
	in, err := s.planInput(a)
	if err != nil {
		return nil, err
	}
	news, olds, err := s.planSets(a, &in)
	if err != nil {
		return nil, err
	}
	report := plan.Report{Version: plan.Version, OK: true}
	for _, ds := range news {
		in.New, in.Old = ds, nil
		for _, old := range olds {
			if old.Name == ds.Name && namespaceOf(old) == namespaceOf(ds) {
				in.Old = old
			}
		}
		r, err := plan.Run(in)
		if err != nil {
			return nil, err
		}
		report.Plans = append(report.Plans, r)
		report.OK = report.OK && r.OK
	}
	return &report, nil
}

func namespaceOf(ds *api.DaemonSet) string {
	if ds.Namespace == "" {
		return api.NamespaceDefault
	}
	return ds.Namespace
}

// planInput reads everything but the DaemonSets.
func (s *Session) planInput(a args) (plan.Input, error) {
	in := plan.Input{
		Seed: uint64(a.number("seed", 0, 0, 1<<53)), Orders: a.number("orders", 1, 1, maxOrders),
		MaxTime: s.limits.Time, MaxEvents: s.limits.Events,
	}
	in.Gates.MaxDuration = a.seconds("maxDuration", 0)
	var err error
	if a.has("minAvailable") {
		if in.Gates.MinAvailable, err = plan.ParseThreshold(a.text("minAvailable")); err != nil {
			return in, err
		}
	}
	images, sound := a.words("images")
	breaks, alsoSound := a.words("breaks")
	if !sound || !alsoSound || len(images) > 1000 || len(breaks) > 1000 {
		return in, refuse("images and breaks must be lists of at most 1000 texts", "")
	}
	for _, text := range images {
		words, err := kubectl.Split(text)
		if err != nil {
			return in, err
		}
		rule, err := scenario.ParseImage(words)
		if err != nil {
			return in, err
		}
		in.Images = append(in.Images, rule)
	}
	for _, text := range breaks {
		f, err := plan.ParseFault(text)
		if err != nil {
			return in, err
		}
		in.Faults = append(in.Faults, f)
	}
	return in, s.planCluster(a, &in)
}

// planCluster reads the nodes and what runs there. Fields that this version does not
// know are left out, as a cluster may be newer.
func (s *Session) planCluster(a args, in *plan.Input) error {
	files, err := s.manifests(a, "nodes")
	if err != nil {
		return err
	}
	var findings []manifest.Finding
	for _, f := range files {
		short := pools.ReadAtMost(f.Name, f.Content, s.limits.Nodes)
		for _, n := range short.Nodes {
			in.Cluster = append(in.Cluster, n)
		}
		result := decode.File(f.Name, f.Content)
		result.Errors = without(result.Errors, short.Documents)
		report := manifest.Check(manifest.Decoded(f.Name, result), manifest.Files{})
		for i := range report.Objects {
			switch o := report.Objects[i].Object.Object.(type) {
			case *api.Node, *api.Pod, *api.DaemonSet, *api.PriorityClass, *api.PodDisruptionBudget:
				in.Cluster = append(in.Cluster, o)
			}
		}
		findings = append(append(findings, short.Findings...), report.Findings...)
	}
	if len(files) == 0 {
		for _, n := range pools.Same(a.number("count", 0, 0, s.limits.Nodes+1)) {
			in.Cluster = append(in.Cluster, n)
		}
	}
	if err := findingsError(findings); err != nil {
		return err
	}
	return s.checkNodes(in.Cluster)
}

// without leaves out what the decoder says about pools, and unknown fields.
func without(list []decode.Error, documents []int) []decode.Error {
	var out []decode.Error
	for _, e := range list {
		pool := false
		for _, d := range documents {
			pool = pool || d == e.Document
		}
		if !pool && e.Code != decode.CodeUnknownField {
			out = append(out, e)
		}
	}
	return out
}

func (s *Session) checkNodes(objects []any) error {
	nodes := 0
	for _, o := range objects {
		if _, ok := o.(*api.Node); ok {
			nodes++
		}
	}
	switch {
	case nodes == 0:
		return refuse("there is no node", "give nodes or count")
	case nodes > s.limits.Nodes:
		return refuse(strconv.Itoa(nodes)+" nodes; the limit is "+strconv.Itoa(s.limits.Nodes), "")
	}
	return nil
}

// planSets reads the new and the old DaemonSets, and what else of a cluster the new
// files hold.
func (s *Session) planSets(a args, in *plan.Input) (news, olds []*api.DaemonSet, err error) {
	files, err := s.manifests(a, "files")
	if err != nil {
		return nil, nil, err
	}
	from, err := s.manifests(a, "from")
	if err != nil {
		return nil, nil, err
	}
	r := manifest.Check(manifest.Read(files), manifest.Read(from))
	if err := findingsError(r.Findings); err != nil {
		return nil, nil, err
	}
	for i := range r.Objects {
		switch o := r.Objects[i].Object.Object.(type) {
		case *api.DaemonSet:
			news = append(news, o)
		case *api.PriorityClass, *api.PodDisruptionBudget:
			in.Cluster = append(in.Cluster, o)
		}
	}
	if len(news) == 0 {
		return nil, nil, refuse("there is no DaemonSet in files", "")
	}
	old := manifest.Check(manifest.Read(from), manifest.Files{})
	for i := range old.Objects {
		if o, ok := old.Objects[i].Object.Object.(*api.DaemonSet); ok {
			olds = append(olds, o)
		}
	}
	for _, o := range in.Cluster {
		if ds, ok := o.(*api.DaemonSet); ok && len(from) == 0 {
			olds = append(olds, ds)
		}
	}
	return news, olds, nil
}

// findingsError is an answer that lists every error among findings; nil for none.
func findingsError(findings []manifest.Finding) error {
	var all []*Error
	for _, f := range findings {
		if f.Severity != manifest.Error {
			continue
		}
		message := f.Message
		if f.Path != "" {
			message = f.Path + ": " + f.Kind + ": " + f.Message
		}
		all = append(all, &Error{Message: message, Hint: f.Hint, File: f.File, Line: f.Line, Column: f.Column})
	}
	if len(all) == 0 {
		return nil
	}
	all[0].More = all[1:]
	return all[0]
}

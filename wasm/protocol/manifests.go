package protocol

import (
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fielddoc"
	"github.com/rollscope/rollscope/core/api/manifest"
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

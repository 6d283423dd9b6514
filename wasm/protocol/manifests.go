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

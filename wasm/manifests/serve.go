package manifests

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"github.com/rollscope/rollscope/wasm/protocol"
)

// Teach gives a conversation the answers of this package. Rules are asked for when the
// first request wants them, as a host may still be loading them.
func Teach(s *protocol.Session, load func() (*Rules, error)) {
	var loaded *Rules
	withRules := func(answer func(r *Rules, q Question, asked protocol.Question) (any, error)) func(protocol.Question) (any, error) {
		return func(asked protocol.Question) (any, error) {
			var err error
			if loaded == nil {
				if loaded, err = load(); err != nil {
					return nil, err
				}
			}
			q, err := questionOf(asked)
			if err != nil {
				return nil, err
			}
			result, err := answer(loaded, q, asked)
			return written(result, placed(err))
		}
	}
	s.Teach("facts", withRules(func(r *Rules, q Question, _ protocol.Question) (any, error) {
		inputs, err := r.Inputs(q)
		return map[string]any{"inputs": inputs}, err
	}))
	s.Teach("lint", withRules(func(r *Rules, q Question, _ protocol.Question) (any, error) { return r.Lint(q) }))
	s.Teach("fix", withRules(func(r *Rules, q Question, asked protocol.Question) (any, error) { return r.Fix(q, asked.Fingerprint) }))
	s.Teach("proof", withRules(func(r *Rules, q Question, asked protocol.Question) (any, error) { return r.Prove(q, asked.Fingerprint) }))
	s.Teach("schema", schema)
	s.Teach("running", running)
}

func schema(asked protocol.Question) (any, error) {
	if asked.Docs == "" {
		return nil, &protocol.Error{Message: "nobody has brought the texts about fields", Hint: `send {"do":"docs"} first`}
	}
	fields, ok := FieldsOf(asked.Docs, asked.Kind, asked.Path)
	if !ok {
		return nil, errors.New("there is no such field")
	}
	return written(fields, nil)
}

func running(asked protocol.Question) (any, error) {
	sets := []Running{}
	if asked.Cluster != nil {
		sets = append(sets, RunningIn(asked.Cluster, asked.Files)...)
	}
	return written(map[string]any{"files": sets}, nil)
}

// questionOf reads the texts of a question.
func questionOf(asked protocol.Question) (Question, error) {
	q := Question{Files: asked.Files, Nodes: asked.Nodes, Cluster: asked.Cluster}
	if asked.Today != "" {
		day, err := time.Parse(time.DateOnly, asked.Today)
		if err != nil {
			return q, &protocol.Error{Message: "today is no day", Hint: "write it as 2027-03-31"}
		}
		q.Today = day
	}
	var err error
	if asked.Own != "" {
		q.Own, err = ReadOwn(asked.Own)
	}
	return q, err
}

// placed gives an error its place in a file.
func placed(err error) error {
	if u, ok := errors.AsType[*Unusable](err); ok {
		return &protocol.Error{Message: u.Message, Hint: u.Hint, File: u.File, Line: u.Line, Column: u.Column}
	}
	return err
}

// jsonText is JSON already.
type jsonText []byte

// AppendJSON writes it.
func (t jsonText) AppendJSON(dst []byte) []byte { return append(dst, t...) }

// written writes a result: encoding/json knows the numbers that rules report.
func written(result any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(true)
	if err := encoder.Encode(result); err != nil {
		return nil, err
	}
	return jsonText(bytes.TrimRight(out.Bytes(), "\n")), nil
}

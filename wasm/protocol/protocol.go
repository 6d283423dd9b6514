// Package protocol is the one conversation that every host has with the simulator:
// a JSON request in, a JSON answer out, both as bytes. The browser's Web Worker, the
// edge and the server at home only carry them.
//
// site/content/protocol.md describes each request; its tables are made from this
// package, and a test holds them to it.
//
// A Session keeps one scenario with its branches. Answers depend on the requests
// before and on nothing else, so a recorded conversation gives the same bytes on
// every host.
package protocol

import (
	"errors"
	"strconv"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fielddoc"
	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/recorded"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/wasm/protocol/track"
)

// Version is the version of the conversation. It grows when an answer loses or
// changes a field; new requests and new fields do not count.
const Version = 1

// Kubernetes is the version of Kubernetes that is modelled.
const Kubernetes = "1.37"

// Limits are how much one session may ask for. Zero is the default.
type Limits struct {
	Bytes  int // of one request; 1 MiB
	Nodes  int // in a cluster; 5,000
	Events int // in a branch; 200,000
	// Files is how many files one request may bring; 200.
	Files int
	// Time is how far simulated time may go; 30 days.
	Time state.Time
}

// completed puts the defaults in.
func (l Limits) completed() Limits {
	set := func(n *int, to int) {
		if *n <= 0 {
			*n = to
		}
	}
	set(&l.Bytes, 1<<20)
	set(&l.Nodes, 5_000)
	set(&l.Events, 200_000)
	set(&l.Files, 200)
	if l.Time <= 0 {
		l.Time = 30 * 24 * 3600 * state.Second
	}
	return l
}

// maxDepth is how deep the maps and lists of a request may be nested.
const maxDepth = 100

// Session is one conversation. It is not safe for concurrent use.
type Session struct {
	program
	scenario *scenario.Session
	seed     uint64
	tracks   map[string]*track.Track // by branch
	view     view
	typed    []typed // commands that were not in the file
	// forecasting is a forecast under way; nil for none.
	forecasting *forecasting
	foretelling *foretelling // a look ahead under way; nil for none
}

// program is what stays of a session whatever is opened.
type program struct {
	limits  Limits
	answers map[string]answering // to the requests of the table that have none
	docs    fielddoc.Texts       // of kubectl explain
	opening *recorded.Scenario   // the only one that can be opened; nil for any
}

// New begins a conversation in which everything can be asked for.
func New(l Limits) *Session {
	return &Session{program: program{limits: l.completed(), answers: every()}}
}

// NewOpening begins a conversation that can open one scenario, with what kubectl did
// in it recorded, and move about in it. To what needs kubectl or reads manifests the
// answer is an error of the code Lacking; every other answer is, to the byte, the one
// that New's session gives. A program that needs no more is a third smaller.
func NewOpening(l Limits, opening *recorded.Scenario) *Session {
	return &Session{program: program{limits: l.completed(), answers: few(), opening: opening}}
}

// reset closes what is open.
func (s *Session) reset() { *s = Session{program: s.program} }

// Lacking is the code of the error with which a program answers what it was built
// without. Nothing has happened then: a program that has it, and that was given the
// conversation from the last open on, answers as if it had been there from the
// beginning.
const Lacking = "lacking"

// Error is why a request failed, and where in a file.
type Error struct {
	// Code is Lacking or "".
	Code    string `json:"code,omitempty"`
	Message string `json:"message"`
	// Hint says what to do about it; "" where there is nothing to add.
	Hint string `json:"hint,omitempty"`
	// File, Line and Column say where, from 1; Line 0 where it is not about a file.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// More are further errors of the same request.
	More []*Error `json:"more,omitempty"`
}

func (e *Error) Error() string { return e.Message }

func refuse(message, hint string) error { return &Error{Message: message, Hint: hint} }

// lacking is the answer to what only full.wasm can do. People read it where that
// file could not be loaded; otherwise their program asks there.
func lacking(what string) error {
	return &Error{
		Code: Lacking, Message: what + " needs the second part of the simulator, full.wasm, and that is not loaded",
		Hint: "try again, or load the page again; what needs no kubectl and no manifests works without",
	}
}

// answer is the envelope of an answer. Its State is there when the request had
// since: the state after it, as the request state gives it.
type answer struct {
	V      int           `json:"v"`
	ID     json.Number   `json:"id"`
	OK     bool          `json:"ok"`
	Result any           `json:"result,omitempty"`
	State  json.Appender `json:"state,omitempty"`
	Error  *Error        `json:"error,omitempty"`
}

// Handle answers one request. It never fails and never panics: whatever is wrong is
// an answer with ok false. After an answer that speaks of an internal error nothing
// is open any more.
func (s *Session) Handle(request []byte) (response []byte) {
	a := answer{V: Version, ID: "0"}
	defer func() {
		if problem := recover(); problem != nil {
			s.reset()
			response = write(answer{V: Version, ID: a.ID, Error: internal(problem)})
		}
	}()
	args, err := s.read(request)
	if err == nil {
		a.ID = args.id()
		a.Result, err = s.do(args)
	}
	if err == nil && s.scenario != nil && args.has("since") {
		a.State = s.state(args)
	}
	if err != nil {
		a.Result, a.State, a.Error = nil, nil, errorOf(err)
	}
	a.OK = err == nil
	return write(a)
}

func write(a answer) []byte {
	text, err := json.Marshal(a)
	if err != nil {
		text, _ = json.Marshal(answer{V: Version, ID: a.ID, Error: internal(err)})
	}
	return text
}

func internal(problem any) *Error {
	text := "unknown"
	switch p := problem.(type) {
	case error:
		text = p.Error()
	case string:
		text = p
	}
	return &Error{Message: "internal error: " + text, Hint: "this is a mistake in rollscope; please report it with the scenario. Open the scenario again to go on"}
}

func errorOf(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Message: err.Error()}
}

// read takes a request apart.
func (s *Session) read(request []byte) (args, error) {
	if len(request) > s.limits.Bytes {
		return nil, refuse("the request has "+strconv.Itoa(len(request))+" bytes; the limit is "+strconv.Itoa(s.limits.Bytes), "")
	}
	if json.Deeper(request, maxDepth) {
		return nil, refuse("maps and lists of the request are nested more than "+strconv.Itoa(maxDepth)+" deep", "")
	}
	v, err := json.Parse(request)
	if err != nil {
		return nil, refuse("the request is not JSON: "+err.Error(), "")
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, refuse("the request is not a JSON object", "")
	}
	return m, nil
}

// do finds what a request asks for.
func (s *Session) do(a args) (any, error) {
	if v := a.number("v", Version, 1, 1<<30); v != Version {
		return nil, refuse("this is version "+strconv.Itoa(Version)+" of the protocol, not "+strconv.Itoa(v), "leave v out, or load the page again")
	}
	name := a.text("do")
	for _, r := range requests {
		if r.name != name {
			continue
		}
		if r.open && s.scenario == nil {
			return nil, refuse("nothing is open", `begin with {"do":"open"}`)
		}
		if err := a.only(r); err != nil {
			return nil, err
		}
		run := r.run
		if run == nil {
			run = s.answers[name]
		}
		if run == nil {
			return nil, lacking("the request " + name)
		}
		return run(s, a)
	}
	return nil, refuse("there is no request "+strconv.Quote(name), "there are: "+names(requests))
}

// cluster is the cluster of the present branch.
func (s *Session) cluster() *core.Cluster { return s.scenario.Cluster() }

package edge

import (
	"errors"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/internal/edge/share"
)

// problem is a request that is not answered: a problem detail of RFC 9457.
type problem struct {
	// Type is urn:rollscope: with one of invalid, limit, not-found, method, media-type,
	// not-acceptable, origin, unavailable, internal.
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	// Hint says what to do about it.
	Hint string `json:"hint,omitempty"`
	// Limit names the limit that the request went over, and Max is its value.
	Limit string `json:"limit,omitempty"`
	Max   int    `json:"max,omitempty"`
	// Errors are all mistakes, each with its place.
	Errors []mistake `json:"errors,omitempty"`

	header map[string]string
}

// mistake is one error with its place in the body, or in a file of it.
type mistake struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	// Path is the field in Kubernetes' notation; "" where it is not about one.
	Path    string `json:"path"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func (p *problem) Error() string { return p.Title + ": " + p.Detail }

// answer is the problem as it is sent.
func (p *problem) answer() *answer {
	a := jsonAnswer(p.Status, p)
	a.kind = problemJSON
	maps.Copy(a.header, p.header)
	return a
}

func invalid(status int, detail, hint string) *problem {
	return &problem{Type: "urn:rollscope:invalid", Title: "the request cannot be answered", Status: status, Detail: detail, Hint: hint}
}

// limited is a request that goes over a limit.
func limited(status int, limit string, most int, detail string) *problem {
	return &problem{
		Type: "urn:rollscope:limit", Title: "the request is over a limit", Status: status, Detail: detail, Limit: limit, Max: most,
		Hint: "the command line, and rollscope serve with a limit of its own, take more",
	}
}

func count(n int, what string) string { return strconv.Itoa(n) + " " + what }

// mistakes is a request whose files have mistakes in them.
func mistakes(findings []manifest.Finding) *problem {
	p := invalid(http.StatusUnprocessableEntity, "the input cannot be used as it is", "")
	for _, f := range findings {
		p.Errors = append(p.Errors, mistake{f.File, f.Line, f.Column, f.Path, f.Kind, f.Message, f.Hint})
	}
	if len(p.Errors) > 0 {
		e := &p.Errors[0]
		p.Detail = e.File + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + e.Message
		if e.Path != "" {
			p.Detail = strings.TrimSuffix(p.Detail, e.Message) + e.Path + ": " + e.Message
		}
	}
	return p
}

// unreadable is a body that is neither JSON nor YAML.
func unreadable(file string, problems []tree.Problem) *problem {
	p := invalid(http.StatusBadRequest, "the body cannot be read", "")
	for _, one := range problems {
		if one.Warning {
			continue
		}
		if one.Code == tree.CodeTooDeep {
			return limited(http.StatusBadRequest, "depth", tree.MaxDepth, one.Message)
		}
		p.Errors = append(p.Errors, mistake{file, one.At.Line, one.At.Column, "", string(one.Code), one.Message, one.Hint})
	}
	if len(p.Errors) > 0 {
		e := &p.Errors[0]
		p.Detail = e.File + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + e.Message
	}
	return p
}

// scenarioMistakes is a scenario file with mistakes in it.
func scenarioMistakes(list transcript.Errors) *problem {
	findings := make([]manifest.Finding, len(list))
	for i, e := range list {
		findings[i] = manifest.Finding{File: e.File, Line: e.Line, Column: e.Column, Kind: "Scenario", Message: e.Message, Hint: e.Hint}
	}
	return mistakes(findings)
}

// problemOf makes a problem of any error.
func (s *server) problemOf(err error) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*ask.Error](err); ok {
		detail := e.Message
		switch {
		case e.Value != "":
			detail = e.Field + ": " + strconv.Quote(e.Value) + ": " + e.Message
		case e.Field != "":
			detail = e.Field + ": " + e.Message
		}
		return invalid(http.StatusUnprocessableEntity, detail, e.Hint)
	}
	if e, ok := errors.AsType[*share.TooLargeError](err); ok {
		return limited(http.StatusRequestEntityTooLarge, "bytes", e.Most, e.Error())
	}
	if list, ok := errors.AsType[transcript.Errors](err); ok {
		return scenarioMistakes(list)
	}
	if errors.Is(err, core.ErrBudget) {
		return s.spent()
	}
	return invalid(http.StatusUnprocessableEntity, err.Error(), "")
}

// spent is a request whose budget of simulated work is used up.
func (s *server) spent() *problem {
	most := s.limits.Events
	return limited(http.StatusUnprocessableEntity, "events", most, "simulating this takes more than "+count(most, "events"))
}

// Package answer is the JSON form of what a lint run found.
package answer

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/policies/rules"
)

// Report is the JSON form of a report. Fields may be added; none changes its meaning or
// goes while version stays.
type Report struct {
	Version  int       `json:"version"`
	Findings []Finding `json:"findings"`
	// Suppressed are findings that somebody says are meant.
	Suppressed []Finding `json:"suppressed"`
	Summary    numbers   `json:"summary"`
}

// Finding is the JSON form of a finding.
type Finding struct {
	Rule     string         `json:"rule"`     // RS302
	Slug     string         `json:"slug"`     // surge-host-port
	Group    string         `json:"group"`    // surge
	Severity rules.Severity `json:"severity"` // error, warning or info
	Title    string         `json:"title"`    // of the rule
	Message  string         `json:"message"`  // one sentence
	Fix      string         `json:"fix"`
	File     string         `json:"file"`
	// Lines and columns count from 1, columns in characters; the end is behind the last.
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"endLine"`
	EndColumn int `json:"endColumn"`
	// Path is the field in Kubernetes' notation; "" if it is not about one.
	Path      string `json:"path"`
	Container string `json:"container"` // "" if it is in none
	Object    object `json:"object"`
	Document  int    `json:"document"` // of the file, from 1; 0 if it is about none
	Item      int    `json:"item"`     // of a list, from 0; -1 if it is in none
	// Fingerprint stays the same when the file is edited elsewhere, or moved.
	Fingerprint string         `json:"fingerprint"`
	Links       []string       `json:"links"`
	Params      map[string]any `json:"params"`
	// Proof is the scenario that shows the harm, with --proof.
	Proof string `json:"proof,omitempty"`
	// Suppression is why it is suppressed; null if it is not.
	Suppression *suppression `json:"suppression,omitempty"`
}

type object struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

type suppression struct {
	Reason string `json:"reason"`
	Where  string `json:"where"` // annotation, comment, config or baseline
}

type numbers struct {
	Files      int `json:"files"`
	Documents  int `json:"documents"`
	DaemonSets int `json:"daemonSets"`
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Suppressed int `json:"suppressed"`
	Unread     int `json:"unread"`
}

// Of is a report with its sentences in a language.
func Of(r *lint.Report, l reason.Language) *Report {
	out := &Report{Version: 1, Findings: []Finding{}, Suppressed: []Finding{}, Summary: numbers{
		r.Files, r.Documents, r.DaemonSets, r.Count(rules.Error), r.Count(rules.Warning), r.Count(rules.Info), r.Suppressed(), r.Unread,
	}}
	for i := range r.Findings {
		f := of(&r.Findings[i], l)
		if f.Suppression != nil {
			out.Suppressed = append(out.Suppressed, f)
		} else {
			out.Findings = append(out.Findings, f)
		}
	}
	return out
}

func of(f *lint.Finding, l reason.Language) Finding {
	words := Words(l, f.English, f.Chinese)
	out := Finding{
		Rule: f.Rule, Slug: f.Slug, Group: f.Group, Severity: f.Severity,
		Title: words.Title, Message: words.Message, Fix: words.Fix,
		File: f.File, Line: f.Start.Line, Column: f.Start.Column, EndLine: f.End.Line, EndColumn: f.End.Column,
		Path: f.Path, Container: f.Container, Object: object(f.Object), Document: f.Document, Item: f.Item,
		Fingerprint: f.Fingerprint, Links: f.Links, Params: f.Params, Proof: f.Proof,
	}
	if out.Links == nil {
		out.Links = []string{}
	}
	if out.Params == nil {
		out.Params = map[string]any{}
	}
	if f.Suppressed != nil {
		out.Suppression = &suppression{f.Suppressed.Reason, f.Suppressed.Where}
	}
	return out
}

// JSON writes a value as JSON in which nothing could steer a terminal.
func JSON(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, Escaped(string(json.Indent(nil, text, "  "))))
	return err
}

// Escaped writes as \u what is in JSON text and does not print.
func Escaped(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case c == '\n' || unicode.IsPrint(c):
			b.WriteRune(c)
		case c > 0xffff:
			fmt.Fprintf(&b, "\\u%04x\\u%04x", (c-0x10000)>>10+0xd800, (c-0x10000)&0x3ff+0xdc00)
		default:
			fmt.Fprintf(&b, "\\u%04x", c)
		}
	}
	return b.String()
}

// Words prefers Chinese where it is asked for and there.
func Words(l reason.Language, english, chinese rules.Text) rules.Text {
	if l != reason.Chinese {
		return english
	}
	out := english
	for _, part := range [...]struct{ to, from *string }{
		{&out.Title, &chinese.Title},
		{&out.Description, &chinese.Description},
		{&out.Message, &chinese.Message},
		{&out.Fix, &chinese.Fix},
	} {
		if *part.from != "" {
			*part.to = *part.from
		}
	}
	return out
}

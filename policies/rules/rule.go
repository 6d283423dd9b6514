// Package rules holds what rules see and what comes of it: the input, the rules'
// descriptions, and findings with places and sentences. It has everything about them
// but what evaluates them, so that a program can leave OPA out and ask policy.wasm.
package rules

import "strings"

// Severity is how bad a finding is.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Known says that it is one of the three.
func (s Severity) Known() bool { return s == Error || s == Warning || s == Info }

// Text is what people read about a rule or a finding in one language.
type Text struct {
	Title       string // a few words
	Description string // why it matters
	Message     string // one sentence; of a rule with {names} of what a finding fills in
	Fix         string // what to do, likewise
	Note        string // of a rule: what its defaults rest on; "" if that needs no words
}

// Rule is what METADATA says about a rule.
type Rule struct {
	ID    string // RS302
	Slug  string // surge-host-port
	Group string // surge
	// Severity is that of its findings unless a finding says otherwise; Others are
	// those it can have besides.
	Severity Severity
	Others   []Severity
	English  Text
	Chinese  Text
	// Variants are other sentences for some findings, by name.
	Variants map[string]Variant
	Links    []string
	File     string // where it is written

	// Sees says what the rule needs besides the manifest: decoder for the mistakes of
	// the file and what the API server refuses, cluster for nodes, input for the other
	// manifests of a run; "" for nothing.
	Sees string
}

// Variant is the sentence of a rule in a special case.
type Variant struct {
	English, Chinese Text // Message, and Fix where it differs
}

// Key is how rules name themselves; see lib/finding.rego.
func (r *Rule) Key() string { return r.Group + "/" + strings.ReplaceAll(r.Slug, "_", "-") }

// ByID puts rules in order.
func ByID(a, b *Rule) int { return strings.Compare(a.ID, b.ID) }

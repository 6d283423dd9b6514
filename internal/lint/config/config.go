// Package config reads .rollscope.yaml: severities of rules, exceptions, suppressions,
// and what the users say about their cluster.
package config

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/policies/rules"
)

// Name is what the file is called where nobody names it.
const Name = ".rollscope.yaml"

// Off is the severity of a rule that is not run.
const Off rules.Severity = "off"

// Config is what the file says; the zero value says nothing.
type Config struct {
	// File is the name of the file; "" without one.
	File string
	// Severity of rules, by id or slug or group as written: error, warning, info or off.
	Severity map[string]rules.Severity
	// FailOn is the severity from which on a run fails: error, warning, info or none;
	// "" where the file does not say.
	FailOn string
	// Rules is what the rules themselves see.
	Rules rules.Config
	// Ignore are findings that are meant.
	Ignore []Ignore
	// Locked are rules, as written, that nothing suppresses.
	Locked []string
	// Nodes are files of nodes, or numbers of equal nodes; Policies are directories of
	// rules. Both are as written: relative to the file.
	Nodes, Policies []string

	mentions []mention
}

// Ignore names findings that are meant. Fields that are "" do not narrow it down.
type Ignore struct {
	Rule      string // id, slug or group
	Name      string // of the DaemonSet; * stands for any characters
	Namespace string // likewise
	Container string
	Path      string // of the file, with * and **
	Reason    string
	Until     string // the last day, as in 2027-03-31
	At        decode.Pos
}

// mention is a rule named in the file.
type mention struct {
	name string
	at   decode.Pos
	path string
}

// Problem is a mistake in the file.
type Problem struct {
	File    string
	At      decode.Pos
	Path    string // of the field
	Message string
	Hint    string // "" if there is nothing to add
}

// Default is the configuration where there is no file.
func Default() *Config {
	return &Config{Rules: rules.DefaultConfig()}
}

// Resolve checks that every rule the file names is there.
func (c *Config) Resolve(all []*rules.Rule) []Problem {
	var out []Problem
	for _, m := range c.mentions {
		if len(Select(all, m.name)) == 0 {
			p := Problem{File: c.File, At: m.at, Path: m.path, Message: "there is no rule " + quote(m.name), Hint: "rollscope rules lists them"}
			if near := Near(all, m.name); near != "" {
				p.Hint = "did you mean " + near + "?"
			}
			out = append(out, p)
		}
	}
	return out
}

// SeverityOf is what the file says about a rule: of its group, its slug or its id, the
// last of which wins; "" if it says nothing.
func (c *Config) SeverityOf(r *rules.Rule) rules.Severity {
	for _, name := range [...]string{r.ID, r.Slug, r.Group} {
		if s := c.Severity[name]; s != "" {
			return s
		}
	}
	return ""
}

// Named says whether a name means a rule: its id in any case, its slug, or its group.
func Named(name, id, slug, group string) bool {
	return strings.EqualFold(name, id) || name == slug || name == group
}

// Select are the rules that a name means.
func Select(all []*rules.Rule, name string) []*rules.Rule {
	return slices.Collect(func(yield func(*rules.Rule) bool) {
		for _, r := range all {
			if Named(name, r.ID, r.Slug, r.Group) && !yield(r) {
				return
			}
		}
	})
}

// Near is the id or slug that a name was probably meant to be; "" if none is near.
func Near(all []*rules.Rule, name string) string {
	best, least := "", 3
	for _, r := range all {
		for _, candidate := range [...]string{r.ID, r.Slug} {
			if d := distance(strings.ToLower(name), strings.ToLower(candidate)); d < least {
				best, least = candidate, d
			}
		}
	}
	return best
}

// distance is the number of letters to change, add or leave out between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

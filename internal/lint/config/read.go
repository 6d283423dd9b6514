package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/policies/rules"
)

// quote makes text of the file fit for a message.
func quote(text string) string { return tree.Quote(text) }

// field is one key of the file.
type field struct {
	name string
	kind tree.Kind
	read func(r *reader, n *tree.Node, path string)
}

// fields are the keys of the file.
func fields() []field {
	return []field{
		{"rules", tree.Object, (*reader).severities},
		{"failOn", tree.Text, func(r *reader, n *tree.Node, path string) {
			r.out.FailOn = r.oneOf(n, path, "error", "warning", "info", "none")
		}},
		{"allow", tree.Object, func(r *reader, n *tree.Node, path string) { r.members(n, path, allowed()) }},
		{"runtime", tree.Text, func(r *reader, n *tree.Node, path string) {
			r.out.Rules.Runtime = r.oneOf(n, path, "containerd", "cri-o", "docker")
		}},
		{"minLivenessBudget", tree.Number, (*reader).livenessBudget},
		{"pss", tree.Text, func(r *reader, n *tree.Node, path string) {
			r.out.Rules.PSS = r.oneOf(n, path, "privileged", "baseline", "restricted")
		}},
		{"ignore", tree.List, (*reader).ignores},
		{"locked", tree.List, func(r *reader, n *tree.Node, path string) {
			r.out.Locked = r.texts(n, path)
			for i := range n.Items {
				r.mention(n.Items[i], fmt.Sprintf("%s[%d]", path, i))
			}
		}},
		{"nodes", tree.List, func(r *reader, n *tree.Node, path string) { r.out.Nodes = r.texts(n, path) }},
		{"policies", tree.List, func(r *reader, n *tree.Node, path string) { r.out.Policies = r.texts(n, path) }},
	}
}

func allowed() []field {
	return []field{
		{"hostPaths", tree.List, func(r *reader, n *tree.Node, path string) { r.out.Rules.Allow.HostPaths = r.texts(n, path) }},
		{"containers", tree.List, func(r *reader, n *tree.Node, path string) { r.out.Rules.Allow.Containers = r.texts(n, path) }},
	}
}

// reader reads a file and keeps what is wrong with it.
type reader struct {
	out      *Config
	problems []Problem
}

// Read reads a file; name is what problems call it. With problems the configuration is
// not to be used.
func Read(name string, content []byte) (*Config, []Problem) {
	r := &reader{out: Default()}
	r.out.File = name
	r.out.Severity = map[string]rules.Severity{}
	file := tree.Read(content)
	for _, p := range file.Problems {
		if !p.Warning {
			r.problems = append(r.problems, Problem{File: name, At: p.At, Message: p.Message, Hint: p.Hint})
		}
	}
	if len(file.Documents) > 1 {
		r.fail(file.Documents[1].Root.At, "", "a configuration is one document", "")
	}
	if len(file.Documents) > 0 && len(r.problems) == 0 {
		root := file.Documents[0].Root
		if root.Kind != tree.Object {
			r.fail(root.At, "", "must be a map, but is "+root.Describe(), "")
		} else {
			r.members(root, "", fields())
		}
	}
	return r.out, r.problems
}

func (r *reader) fail(at decode.Pos, path, message, hint string) {
	r.problems = append(r.problems, Problem{File: r.out.File, At: at, Path: path, Message: message, Hint: hint})
}

// members reads the entries of a map.
func (r *reader) members(n *tree.Node, path string, known []field) {
	for _, again := range n.Repeats {
		r.fail(again.At, join(path, again.Key), fmt.Sprintf("%s is written twice, first in line %d", quote(again.Key), again.First.Line), "")
	}
	for i := range n.Members {
		m := &n.Members[i]
		at := slices.IndexFunc(known, func(f field) bool { return f.name == m.Key })
		if at < 0 {
			r.unknown(m, path, known)
			continue
		}
		if m.Value.Kind == tree.Null {
			continue
		}
		if r.is(m.Value, known[at].kind, join(path, m.Key)) {
			known[at].read(r, m.Value, join(path, m.Key))
		}
	}
}

func (r *reader) unknown(m *tree.Member, path string, known []field) {
	names := make([]string, len(known))
	hint := ""
	for i, f := range known {
		names[i] = f.name
		if distance(strings.ToLower(f.name), strings.ToLower(m.Key)) < 3 {
			hint = "did you mean " + f.name + "?"
		}
	}
	if hint == "" {
		hint = "there are " + strings.Join(names, ", ")
	}
	r.fail(m.At, join(path, m.Key), "there is no setting "+quote(m.Key), hint)
}

func join(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

func (r *reader) is(n *tree.Node, want tree.Kind, path string) bool {
	if n.Kind == want {
		return true
	}
	hint := ""
	if want == tree.Text && (n.Kind == tree.Number || n.Kind == tree.Boolean) {
		hint = "put it in quotes: " + quote(n.Source())
	}
	r.fail(n.At, path, "must be "+want.String()+", but is "+n.Describe(), hint)
	return false
}

func (r *reader) oneOf(n *tree.Node, path string, words ...string) string {
	if !slices.Contains(words, n.Text) {
		r.fail(n.At, path, quote(n.Text)+" is none of "+strings.Join(words, ", "), "")
	}
	return n.Text
}

func (r *reader) texts(n *tree.Node, path string) []string {
	out := []string{}
	for i, item := range n.Items {
		if r.is(item, tree.Text, fmt.Sprintf("%s[%d]", path, i)) {
			out = append(out, item.Text)
		}
	}
	return out
}

func (r *reader) mention(n *tree.Node, path string) {
	if n.Kind == tree.Text {
		r.out.mentions = append(r.out.mentions, mention{n.Text, n.At, path})
	}
}

func (r *reader) severities(n *tree.Node, path string) {
	for i := range n.Members {
		m := &n.Members[i]
		at := path + "." + m.Key
		r.out.mentions = append(r.out.mentions, mention{m.Key, m.At, at})
		value := m.Value
		if value.Kind == tree.Boolean && strings.EqualFold(value.Source(), "off") {
			r.out.Severity[m.Key] = Off // to YAML, off is a boolean
			continue
		}
		if r.is(value, tree.Text, at) {
			r.out.Severity[m.Key] = rules.Severity(r.oneOf(value, at, "error", "warning", "info", "off"))
		}
	}
	for _, again := range n.Repeats {
		r.fail(again.At, path+"."+again.Key, fmt.Sprintf("%s is written twice, first in line %d", quote(again.Key), again.First.Line), "")
	}
}

func (r *reader) livenessBudget(n *tree.Node, path string) {
	seconds, err := strconv.Atoi(n.Text)
	if err != nil || seconds < 0 || seconds > 86400 {
		r.fail(n.At, path, n.Text+": must be a whole number of seconds up to a day", "")
	}
	r.out.Rules.MinLivenessBudget = seconds
}

func (r *reader) ignores(n *tree.Node, path string) {
	for i, item := range n.Items {
		at := fmt.Sprintf("%s[%d]", path, i)
		if !r.is(item, tree.Object, at) {
			continue
		}
		entry := Ignore{At: item.At}
		r.members(item, at, entry.fields())
		switch {
		case entry.Rule == "":
			r.fail(item.At, at+".rule", "an entry names a rule", "rule: RS103")
		case entry.Reason == "":
			r.fail(item.At, at+".reason", "an entry gives a reason", "reason: why this is meant")
		}
		r.out.Ignore = append(r.out.Ignore, entry)
	}
}

// fields are the keys of an entry.
func (e *Ignore) fields() []field {
	into := func(to *string) func(*reader, *tree.Node, string) {
		return func(_ *reader, n *tree.Node, _ string) { *to = n.Text }
	}
	return []field{
		{"rule", tree.Text, func(r *reader, n *tree.Node, path string) {
			e.Rule = n.Text
			r.mention(n, path)
		}},
		{"name", tree.Text, e.pattern(&e.Name)},
		{"namespace", tree.Text, e.pattern(&e.Namespace)},
		{"container", tree.Text, into(&e.Container)},
		{"path", tree.Text, e.pattern(&e.Path)},
		{"reason", tree.Text, into(&e.Reason)},
		{"until", tree.Text, func(r *reader, n *tree.Node, path string) {
			e.Until = n.Text
			if _, err := time.Parse(time.DateOnly, n.Text); err != nil {
				r.fail(n.At, path, quote(n.Text)+" is no day", "write it as 2027-03-31")
			}
		}},
	}
}

func (e *Ignore) pattern(to *string) func(*reader, *tree.Node, string) {
	return func(r *reader, n *tree.Node, path string) {
		*to = n.Text
		if _, err := filepath.Match(strings.ReplaceAll(n.Text, "**", "*"), ""); err != nil {
			r.fail(n.At, path, quote(n.Text)+" is a pattern that cannot be read", "")
		}
	}
}

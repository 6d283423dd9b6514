package prompt

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario"
)

// words knows what may stand where in a session.
type words struct{ *scenario.Session }

// after are what may stand behind the words before.
func (s words) after(before []string, word string) []string {
	switch {
	case len(before) == 0:
		verbs := []string{"kubectl", "help"}
		for _, usage := range scenario.Commands() {
			verb, _, _ := strings.Cut(usage, " ")
			verbs = append(verbs, verb)
		}
		return append(verbs, kubectl.Commands()...)
	case before[0] == "kubectl":
		return s.kubectl(before[1:], word)
	case slices.Contains(kubectl.Commands(), before[0]):
		return s.kubectl(before, word)
	}
	return s.own(before)
}

// own are what stands behind the scenario's own commands.
func (s words) own(before []string) []string {
	fixed := usageWords(before[0])
	switch before[0] {
	case "switch":
		return s.Branches()
	case "break":
		if before[len(before)-1] == "--pressure" {
			return core.Pressures[:]
		}
		fixed = slices.DeleteFunc(fixed, func(w string) bool { return slices.Contains(core.Pressures[:], w) })
		return append(append(fixed, s.slashed("node/", "nodes")...), s.slashed("pod/", "pods")...)
	case "mend":
		return s.slashed("node/", "nodes")
	case "why":
		return append(s.slashed("node/", "nodes"), s.slashed("ds/", "ds")...)
	case "image":
		if len(before) == 1 {
			return append(s.images(), "'*'")
		}
		return fixed
	case "until":
		return []string{"rolled-out", "idle", "stuck", "available>=", "up-to-date>=", "--within"}
	}
	return append(fixed, s.all()...)
}

// usageWords are the flags and other fixed words in the usage of a scenario's command.
// What takes a value ends in =.
func usageWords(verb string) []string {
	var out []string
	for _, usage := range scenario.Commands() {
		fields := strings.FieldsFunc(usage, func(r rune) bool { return strings.ContainsRune(" |[](),", r) })
		if len(fields) == 0 || fields[0] != verb {
			continue
		}
		for _, f := range fields[1:] {
			if f == strings.ToLower(f) && f != "..." {
				name, _, joined := strings.Cut(f, "=")
				if joined {
					name += "="
				}
				out = append(out, name)
			}
		}
	}
	return out
}

// subcommands are the second words of the verbs that have some.
func subcommands(verb string) []string {
	switch verb {
	case "rollout":
		return []string{"status", "history", "undo", "restart", "pause", "resume"}
	case "set":
		return []string{"image"}
	}
	return nil
}

// types are the names of the kinds, as people type them.
func types() []string {
	return []string{"nodes", "pods", "daemonsets", "ds", "controllerrevisions", "events", "poddisruptionbudgets", "priorityclasses", "all"}
}

// kubectl are what may stand behind words of a kubectl command line.
func (s words) kubectl(before []string, word string) []string {
	if len(before) == 0 {
		return kubectl.Commands()
	}
	verb, rest := before[0], before[1:]
	command := []string{verb}
	if sub := subcommands(verb); sub != nil {
		if len(rest) == 0 {
			return sub
		}
		command, rest = append(command, rest[0]), rest[1:]
	}
	if strings.HasPrefix(word, "-") {
		return kubectl.Flags(command...)
	}
	if len(rest) > 0 {
		if values := s.values(rest[len(rest)-1]); values != nil {
			return values
		}
	}
	switch verb {
	case "cordon", "uncordon", "drain":
		return append(s.names("nodes"), s.slashed("node/", "nodes")...)
	case "set":
		return append(s.slashed("ds/", "ds"), s.containers(rest)...)
	case "rollout":
		return append(s.slashed("ds/", "ds"), "ds", "daemonset")
	case "taint", "label", "annotate":
		if marks := s.marks(verb, rest); marks != nil {
			return marks
		}
	}
	if strings.Contains(word, "/") {
		return s.all()
	}
	for _, w := range rest {
		if names := s.names(w); names != nil {
			return names
		}
	}
	return append(types(), s.all()...)
}

// values are what a flag may be given, nil where that is open.
func (s words) values(flag string) []string {
	switch flag {
	case "-f", "--filename":
		return s.files()
	case "-o", "--output":
		return []string{"wide", "yaml", "json", "name", "kyaml", "jsonpath=", "custom-columns=", "go-template="}
	case "-n", "--namespace":
		return s.namespaces()
	}
	return nil
}

// marks are the taints or labels that nodes named before have, as they are removed.
func (s words) marks(verb string, rest []string) []string {
	node := ""
	for i, w := range rest {
		if name, ok := strings.CutPrefix(w, "node/"); ok {
			node = name
		} else if i > 0 && s.names(rest[i-1]) != nil {
			node = w
		}
	}
	n, ok := s.Cluster().Node(node)
	if !ok {
		return nil
	}
	out := []string{}
	if verb == "taint" {
		for i := range n.Object.Spec.Taints {
			t := &n.Object.Spec.Taints[i]
			out = append(out, t.Key+":"+string(t.Effect)+"-")
		}
		return out
	}
	marks := n.Object.Labels
	if verb == "annotate" {
		marks = n.Object.Annotations
	}
	for key := range marks {
		out = append(out, key+"-")
	}
	slices.Sort(out)
	return out
}

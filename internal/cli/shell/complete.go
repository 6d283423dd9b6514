package shell

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario"
)

// complete completes the word before the cursor: verbs first, then types, flags
// of the verb, names and files.
func (s *Shell) complete(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || pos != len(line) {
		return "", 0, false
	}
	start := strings.LastIndexAny(line, " ") + 1
	word := line[start:]
	found := s.candidates(strings.Fields(line[:start]), word)
	if len(found) == 0 {
		return "", 0, false
	}
	common := found[0]
	for _, w := range found[1:] {
		for !strings.HasPrefix(w, common) {
			common = common[:len(common)-1]
		}
	}
	switch {
	case len(found) == 1 && !strings.HasSuffix(common, "=") && !strings.HasSuffix(common, "/"):
		common += " "
	case common == word && len(found) > 1:
		_, _ = fmt.Fprintln(s.Out, strings.Join(found, "  "))
	}
	return line[:start] + common, start + len(common), true
}

// candidates are the words that may stand behind those before, and begin with word.
func (s *Shell) candidates(before []string, word string) []string {
	var found []string
	for _, w := range s.words(before, word) {
		if strings.HasPrefix(w, word) && !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	return found
}

func (s *Shell) words(before []string, word string) []string {
	if len(before) > 0 && before[0] == "kubectl" {
		return s.kubectlWords(before[1:], word)
	}
	if len(before) > 0 && slices.Contains(kubectl.Commands(), before[0]) {
		return s.kubectlWords(before, word)
	}
	if len(before) > 0 {
		return append(s.slashed(), scenarioWords(before[0])...)
	}
	verbs := []string{"kubectl", "help", "exit"}
	for _, usage := range scenario.Commands() {
		verb, _, _ := strings.Cut(usage, " ")
		verbs = append(verbs, verb)
	}
	return append(verbs, kubectl.Commands()...)
}

// scenarioWords are the flags and other fixed words in the usage of a scenario's command.
func scenarioWords(verb string) []string {
	var words []string
	for _, usage := range scenario.Commands() {
		fields := strings.FieldsFunc(usage, func(r rune) bool { return strings.ContainsRune(" |[](),", r) })
		if len(fields) == 0 || fields[0] != verb {
			continue
		}
		for _, f := range fields[1:] {
			if f == strings.ToLower(f) && f != "..." {
				words = append(words, f)
			}
		}
	}
	return words
}

// subcommands are the second words of the verbs that have some.
var subcommands = map[string][]string{
	"rollout": {"status", "history", "undo", "restart", "pause", "resume"},
	"set":     {"image"},
	"create":  nil,
}

// types are the names of the kinds, as people type them.
var types = []string{"nodes", "pods", "daemonsets", "ds", "controllerrevisions", "events", "poddisruptionbudgets", "priorityclasses", "all"}

// kubectlWords are what may stand behind words of a kubectl command line.
func (s *Shell) kubectlWords(before []string, word string) []string {
	if len(before) == 0 {
		return kubectl.Commands()
	}
	verb, rest := before[0], before[1:]
	command := []string{verb}
	if sub := subcommands[verb]; sub != nil {
		if len(rest) == 0 {
			return sub
		}
		command, rest = append(command, rest[0]), rest[1:]
	}
	last := ""
	if len(rest) > 0 {
		last = rest[len(rest)-1]
	}
	switch {
	case strings.HasPrefix(word, "-"):
		return kubectl.Flags(command...)
	case last == "-f" || last == "--filename":
		return s.files()
	case last == "-o" || last == "--output":
		return []string{"wide", "yaml", "json", "name", "kyaml", "jsonpath=", "custom-columns=", "go-template="}
	case slices.Contains([]string{"cordon", "uncordon", "drain"}, verb):
		return s.names("nodes")
	case strings.Contains(word, "/"):
		return s.slashed()
	}
	for _, w := range rest {
		if names := s.names(w); names != nil {
			return names
		}
	}
	return append(slices.Clone(types), s.slashed()...)
}

// names are the names of the objects of a type, nil for what is no type.
func (s *Shell) names(kind string) []string {
	c := s.Session.Cluster()
	names := []string{}
	switch kind {
	case "nodes", "node", "no":
		for _, n := range c.Nodes() {
			names = append(names, n.Name)
		}
	case "pods", "pod", "po":
		for _, p := range c.PodRecords() {
			names = append(names, p.Name)
		}
	case "daemonsets", "daemonset", "ds":
		for _, d := range c.Sets() {
			names = append(names, d.Object.Name)
		}
	default:
		return nil
	}
	return names
}

// slashed are all objects as type/name.
func (s *Shell) slashed() []string {
	var all []string
	for _, t := range [...][2]string{{"ds/", "ds"}, {"daemonset/", "ds"}, {"node/", "nodes"}, {"pod/", "pods"}} {
		for _, name := range s.names(t[1]) {
			all = append(all, t[0]+name)
		}
	}
	return all
}

func (s *Shell) files() []string {
	var names []string
	for _, m := range s.Session.File().Manifests {
		names = append(names, m.Name)
	}
	return names
}

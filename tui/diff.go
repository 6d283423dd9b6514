package tui

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/tui/sight"
)

// manifestDiff is the DaemonSet as kubectl shows it, compared with what it was before it
// was last updated. It is kept as long as nobody updates it again.
type manifestDiff struct {
	of    *api.DaemonSet
	lines []string
}

// look compares anew where the DaemonSet is another object than before.
func (m *manifestDiff) look(c *core.Cluster, s *sight.Sight) []string {
	if m.of != s.Set.Object {
		m.of, m.lines = s.Set.Object, templateDiff(c, s)
	}
	return m.lines
}

// templateDiff is the DaemonSet as kubectl shows it, without its status. Lines that
// differ from what it was before have a + or - in front.
func templateDiff(c *core.Cluster, s *sight.Sight) []string {
	key := s.Set.Object
	out := kubectl.Run(c, kubectl.Env{Namespace: key.Namespace}, []string{"get", "ds", key.Name, "-o", "yaml"})
	now := legible(out.Stdout)
	before := oldManifest(c, s, now)
	return merged(before, now)
}

// oldManifest is the manifest of the revision before: what the DaemonSet was when the
// record last had another hash.
func oldManifest(c *core.Cluster, s *sight.Sight, now []string) []string {
	events := c.Events()
	for i := len(events) - 1; i >= 0; i-- {
		e := &events[i]
		if e.Actor != core.User || e.Object.Kind != "DaemonSet" || e.Object.Name != s.Set.Object.Name || e.Verb != "update" {
			continue
		}
		f := c.Fork()
		f.SeekEvent(i)
		out := kubectl.Run(f, kubectl.Env{Namespace: s.Set.Object.Namespace}, []string{"get", "ds", s.Set.Object.Name, "-o", "yaml"})
		return legible(out.Stdout)
	}
	return now
}

// kept are fields that the API server and kubectl keep for themselves.
var kept = []string{"uid:", "generation:", "creationTimestamp:", "resourceVersion:", "deprecated.daemonset", "kubectl.kubernetes.io/last-applied"}

// legible are the lines of a manifest that a person wrote or might have.
func legible(text string) []string {
	var lines []string
	passing := false // within a value of several lines that is left out
	for _, line := range strings.Split(strings.TrimRight(withoutStatus(text), "\n"), "\n") {
		field := strings.TrimSpace(line)
		skip := slices.ContainsFunc(kept, func(k string) bool { return strings.HasPrefix(field, k) })
		if passing = skip || passing && strings.HasPrefix(field, "{"); !passing {
			lines = append(lines, line)
		}
	}
	return withChildren(lines)
}

// withChildren leaves out an annotations field with nothing in it any more.
func withChildren(lines []string) []string {
	var out []string
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	for i, line := range lines {
		if strings.TrimSpace(line) == "annotations:" && (i+1 == len(lines) || indent(lines[i+1]) <= indent(line)) {
			continue
		}
		out = append(out, line)
	}
	return out
}

// merged is the difference of two texts with everything that is the same: the longest
// common lines stay, others are taken away and added.
func merged(a, b []string) []string {
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, "  "+a[i])
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || common[i+1][j] >= common[i][j+1]):
			out = append(out, "- "+a[i])
			i++
		default:
			out = append(out, "+ "+b[j])
			j++
		}
	}
	return out
}

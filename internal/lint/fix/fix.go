// Package fix corrects what can be corrected without asking: it edits lines, so that
// comments and order stay as they are.
//
// An edit is kept only if the finding is then gone, or not as bad any more, and none has
// come that was not there.
package fix

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/source"
	"github.com/rollscope/rollscope/policies/rules"
)

// Result is a file that was corrected.
type Result struct {
	Source source.Source
	Old    string
	New    string
	// Fixed are the findings that are gone, in order of the file.
	Fixed []lint.Finding
}

// Rules are the ids of the rules whose findings can be fixed, with what is done.
func Rules() map[string]string {
	return map[string]string{
		"RS107": "adds type: Directory where the path is a directory on every Linux node",
		"RS301": "sets maxUnavailable to 0",
		"RS407": "renames strategy to updateStrategy",
		"RS501": "adds a toleration for control-plane beside that for master",
		"RS502": "writes the label's present key",
		"RS703": "sets dnsPolicy to ClusterFirstWithHostNet",
	}
}

// fixers make the lines with one finding fixed; false where it cannot be done.
var fixers = map[string]func(t *target) bool{
	"RS107": directoryType,
	"RS301": zeroUnavailable,
	"RS407": renameStrategy,
	"RS501": tolerateControlPlane,
	"RS502": presentLabel,
	"RS703": hostNetworkDNS,
}

// Possible says that there is something to try for a finding of a file. What comes of it is
// known once it has been linted again.
func Possible(content string, f *lint.Finding) bool {
	_, ok := tried(content, f)
	return ok
}

// tried is the file with a finding fixed.
func tried(content string, f *lint.Finding) (string, bool) {
	fixer := fixers[f.Rule]
	if fixer == nil || f.Suppressed != nil || f.About() == nil {
		return "", false
	}
	t := &target{lines: strings.SplitAfter(content, "\n"), finding: f, document: f.About()}
	if !fixer(t) {
		return "", false
	}
	return strings.Join(t.lines, ""), true
}

// Again lints a text as if it were the file.
type Again func(ctx context.Context, content string) ([]lint.Finding, error)

// File fixes what it can in one file, of the findings that wanted says; nil is all, until
// there is nothing more to fix. Findings are those of the file, as lint.Run with Keep
// gives them.
func File(ctx context.Context, content string, findings []lint.Finding, wanted func(*lint.Finding) bool, again Again) (string, []lint.Finding, error) {
	c := correction{content, findings, nil, again}
	for {
		before := len(c.fixed)
		if err := c.pass(ctx, wanted); err != nil {
			return "", nil, err
		}
		// One edit can make room for another. Who wants one finding wants that one only.
		if wanted != nil || len(c.fixed) == before {
			break
		}
	}
	sort.SliceStable(c.fixed, func(i, j int) bool { return c.fixed[i].Start.Line < c.fixed[j].Start.Line })
	return c.content, c.fixed, nil
}

// correction is a file under way: its text, and what is found in that text.
type correction struct {
	content string
	present []lint.Finding
	fixed   []lint.Finding
	again   Again
}

// pass tries every finding once, from the bottom up: the findings above one that is fixed
// stay in their order, and come from the text as it then is.
func (c *correction) pass(ctx context.Context, wanted func(*lint.Finding) bool) error {
	for i := len(c.present) - 1; i >= 0; i-- {
		if i >= len(c.present) {
			continue
		}
		f := c.present[i]
		if wanted != nil && !wanted(&f) {
			continue
		}
		text, ok := tried(c.content, &f)
		if !ok {
			continue
		}
		after, err := c.again(ctx, text)
		if err != nil {
			return err
		}
		if better(c.present, after, &f) {
			c.content, c.present = text, after
			c.fixed = append(c.fixed, f)
		}
	}
	return nil
}

// better says that the finding is gone, or not as bad any more, and that no other has
// come.
func better(before, after []lint.Finding, gone *lint.Finding) bool {
	count, weight := map[string]int{}, 0
	for i := range before {
		count[before[i].Rule]++
		if before[i].Rule == gone.Rule {
			weight += weights[before[i].Severity]
		}
	}
	for i := range after {
		if count[after[i].Rule]--; count[after[i].Rule] < 0 {
			return false
		}
		if after[i].Rule == gone.Rule {
			weight -= weights[after[i].Severity]
		}
	}
	return weight > 0
}

var weights = map[rules.Severity]int{rules.Error: 3, rules.Warning: 2, rules.Info: 1}

// target is a file with one finding to fix.
type target struct {
	lines    []string // with their ends
	finding  *lint.Finding
	document *rules.Document
}

// line is a line of the file, without its end; "" where there is none.
func (t *target) line(n int) string {
	if n < 1 || n > len(t.lines) {
		return ""
	}
	return strings.TrimRight(t.lines[n-1], "\r\n")
}

// begins says that a line of its own begins with a key at a place, as in block style.
func (t *target) begins(at rules.Pos, key string) bool {
	runes := []rune(t.line(at.Line))
	if at.Column < 1 || at.Column > len(runes) {
		return false
	}
	before, rest := string(runes[:at.Column-1]), string(runes[at.Column-1:])
	return strings.Trim(before, " -") == "" && strings.HasPrefix(rest, key+":")
}

// end is how the lines of the file end.
func (t *target) end() string {
	if strings.HasSuffix(t.lines[0], "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// insert puts lines behind line n.
func (t *target) insert(n int, lines ...string) {
	for i := range lines {
		lines[i] += t.end()
	}
	if n == len(t.lines) && !strings.HasSuffix(t.lines[n-1], "\n") {
		t.lines[n-1] += t.end()
	}
	t.lines = slices.Insert(t.lines, n, lines...)
}

// replace replaces text that stands at a place, or behind it on the line.
func (t *target) replace(at rules.Pos, old, with string) bool {
	if at.Line < 1 || at.Line > len(t.lines) || old == "" {
		return false
	}
	runes := []rune(t.lines[at.Line-1])
	if at.Column < 1 || at.Column > len(runes) {
		return false
	}
	before, rest := string(runes[:at.Column-1]), string(runes[at.Column-1:])
	before0, after, ok := strings.Cut(rest, old)
	if !ok {
		return false
	}
	t.lines[at.Line-1] = before + before0 + with + after
	return true
}

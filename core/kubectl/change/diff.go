package change

import (
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/patch"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Diff is kubectl diff.
//
// Upstream 1.37: kubectl pkg/cmd/diff/diff.go.
// Differs: the folders it compares are called LIVE-0 and MERGED-0; the
// difference is found here and not by the program diff.
func Diff(s *session.Session, args []string) error {
	var sel session.Selection
	f := s.Flags("diff")
	sel.Files.Flags(f)
	f.String(&sel.Labels, "selector/l")
	f.Ignored("concurrency")
	f.IgnoredBool("show-managed-fields", "show-secrets")
	f.Absent("server-side", "force-conflicts", "prune", "prune-allowlist")
	words, err := f.Parse(args)
	if err != nil {
		return Trouble{err}
	}
	if len(words) > 0 {
		return Trouble{f.Usage("Unexpected args: %v", words)}
	}
	if err := sel.Files.Required(); err != nil {
		return Trouble{err}
	}
	found, err := s.Find(sel, nil)
	if err != nil {
		return Trouble{err}
	}
	texts := map[string][2]string{}
	errs := found.Errs
	for _, t := range found.Targets {
		live, merged, err := versions(s, t)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		texts[diffName(t)] = [2]string{live, merged}
	}
	if len(errs) > 0 {
		return Trouble{session.Join(errs)}
	}
	if !show(s, texts) {
		return nil
	}
	return session.Exit(1)
}

// Trouble is an error of kubectl diff, which exits with 2 then, as 1 means a difference.
type Trouble struct{ Err error }

// Error is the error's text.
func (t Trouble) Error() string { return t.Err.Error() }

// Unwrap is the error itself.
func (t Trouble) Unwrap() error { return t.Err }

// diffName is the name of the file in which kubectl keeps an object for diff.
func diffName(t session.Target) string {
	name := t.Kind.Version + "." + t.Kind.Name + "." + t.Namespace + "." + t.Name
	if t.Kind.Group != "" {
		name = t.Kind.Group + "." + name
	}
	return name
}

// versions are the object as it is and as it would be, as YAML.
func versions(s *session.Session, t session.Target) (live, merged string, err error) {
	current, err := s.Object(t)
	if session.IsNotFound(err) {
		o, err := s.Create(t, session.ServerDryRun)
		if err != nil {
			return "", "", err
		}
		return "", tree.YAML(o.Tree()), nil
	}
	if err != nil {
		return "", "", err
	}
	before := current.Tree()
	tree.Sub(t.Manifest.Tree, "metadata", "annotations")
	var original tree.Map
	if text := current.Meta.Annotations[print.LastApplied]; text != "" {
		if original, err = tree.Parse([]byte(text)); err != nil {
			return "", "", err
		}
	}
	schema := patch.SchemaOf(current.Value)
	change, err := patch.ThreeWay(original, t.Manifest.Tree, before, schema)
	if err != nil || len(change) == 0 {
		text := tree.YAML(before)
		return text, text, err
	}
	sent := string(tree.JSON(change))
	changed, err := patch.Strategic(tree.Copy(before), change, schema)
	if err != nil {
		return "", "", err
	}
	after, err := s.Update(current, changed, change, session.ServerDryRun)
	if err != nil {
		if status, ok := session.Status(err); !ok || status.Reason != "Invalid" {
			err = session.AddSource("applying patch:\n"+sent+"\nto:\n"+mapping(t)+"\nfor:", t.Source, err)
		}
		return "", "", err
	}
	return tree.YAML(before), tree.YAML(after.Tree()), nil
}

// show writes the differences as diff -u -N does, and says whether there are any.
func show(s *session.Session, texts map[string][2]string) bool {
	names := make([]string, 0, len(texts))
	for n := range texts {
		names = append(names, n)
	}
	sort.Strings(names)
	stamp := s.Now().UTC().Format("2006-01-02 15:04:05.000000000 +0000")
	differs := false
	for _, n := range names {
		hunks := unified(texts[n][0], texts[n][1])
		if hunks == "" {
			continue
		}
		differs = true
		s.Outf("diff -u -N LIVE-0/%s MERGED-0/%s", n, n)
		s.Outf("--- LIVE-0/%s\t%s", n, stamp)
		s.Outf("+++ MERGED-0/%s\t%s", n, stamp)
		s.Out(hunks)
	}
	return differs
}

// edit is one line of a difference: kept (' '), removed ('-') or added ('+').
type edit struct {
	sign byte
	line string
}

// around is how many lines are shown around a change.
const around = 3

// unified is the difference of two texts in hunks; "" for none. Changes with
// more than twice the lines around between them stand in hunks of their own.
func unified(a, b string) string {
	edits := difference(lines(a), lines(b))
	var out strings.Builder
	for i := 0; i < len(edits); {
		if edits[i].sign == ' ' {
			i++
			continue
		}
		last := i
		for j := i; j < len(edits) && j-last <= 2*around; j++ {
			if edits[j].sign != ' ' {
				last = j
			}
		}
		end := min(last+around+1, len(edits))
		hunk(&out, edits, max(i-around, 0), end)
		i = end
	}
	return out.String()
}

// hunk writes a part of a difference with its header.
func hunk(out *strings.Builder, edits []edit, start, end int) {
	from, to := 1, 1
	for _, e := range edits[:start] {
		if e.sign != '+' {
			from++
		}
		if e.sign != '-' {
			to++
		}
	}
	removed, added := 0, 0
	for _, e := range edits[start:end] {
		if e.sign != '+' {
			removed++
		}
		if e.sign != '-' {
			added++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(from, removed), span(to, added))
	for _, e := range edits[start:end] {
		out.WriteString(string(e.sign) + e.line + "\n")
	}
}

// span is a range of lines in the header of a hunk.
func span(from, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", from-1)
	case 1:
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d,%d", from, n)
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// difference is the shortest list of edits from a to b, removals first.
func difference(a, b []string) []edit {
	var edits []edit
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		edits = append(edits, edit{' ', a[0]})
		a, b = a[1:], b[1:]
	}
	var tail []edit
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail = append(tail, edit{' ', a[len(a)-1]})
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	common := commonLengths(a, b)
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			edits = append(edits, edit{' ', a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			edits = append(edits, edit{'-', a[i]})
			i++
		default:
			edits = append(edits, edit{'+', b[j]})
			j++
		}
	}
	for i := len(tail) - 1; i >= 0; i-- {
		edits = append(edits, tail[i])
	}
	return edits
}

// commonLengths[i][j] is the length of the longest common part of a[i:] and b[j:].
func commonLengths(a, b []string) [][]int32 {
	table := make([][]int32, len(a)+1)
	for i := range table {
		table[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}

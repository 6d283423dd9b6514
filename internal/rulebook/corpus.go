package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"text/tabwriter"

	"github.com/rollscope/rollscope/policies"
)

// often is the share of DaemonSets, in percent, above which a warning has to say in its
// METADATA why it is one all the same.
const often = 60

// hits counts DaemonSets by rule: those with any finding, and those with one that is a
// warning or worse.
type hits struct {
	sets  int
	rules map[string]int
	loud  map[string]int
}

// countCorpus checks every manifest of a folder.
func countCorpus(c *policies.Checker, files fs.FS) (hits, error) {
	h := hits{rules: map[string]int{}, loud: map[string]int{}}
	err := fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".yaml") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		for _, d := range policies.Read(name, text).Sets {
			found, err := c.Check(context.Background(), policies.Input{Document: d, Config: policies.DefaultConfig()})
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			h.add(found)
		}
		return nil
	})
	return h, err
}

func (h *hits) add(found []policies.Finding) {
	h.sets++
	seen, loud := map[string]bool{}, map[string]bool{}
	for _, f := range found {
		if !seen[f.Rule] {
			seen[f.Rule] = true
			h.rules[f.Rule]++
		}
		if f.Severity != policies.Info && !loud[f.Rule] {
			loud[f.Rule] = true
			h.loud[f.Rule]++
		}
	}
}

// share is how many of all DaemonSets n are, in percent.
func (h *hits) share(n int) int {
	if h.sets == 0 {
		return 0
	}
	return (100*n + h.sets/2) / h.sets
}

// printCorpus prints the share of each rule. The error names warnings that hit too often
// without saying why.
func printCorpus(out io.Writer, files fs.FS) error {
	c, err := policies.Load(policies.Options{})
	if err != nil {
		return err
	}
	h, err := countCorpus(c, files)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "rule\t\tseverity\tof %d\thits\twarning or worse\t\n", h.sets)
	for _, r := range c.Rules() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%3d %%\t%d\t%3d %%\t\n",
			r.ID, r.Slug, r.Severity, h.share(h.rules[r.ID]), h.rules[r.ID], h.share(h.loud[r.ID]))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if loud := h.unargued(c.Rules()); len(loud) > 0 {
		return fmt.Errorf("warnings that hit more than %d %% and do not say why in METADATA (custom.note): %s", often, strings.Join(loud, ", "))
	}
	return nil
}

// unargued are rules that hit often, as a warning or worse, and have no note.
func (h *hits) unargued(rules []*policies.Rule) []string {
	var out []string
	for _, r := range rules {
		if h.share(h.loud[r.ID]) > often && r.English.Note == "" {
			out = append(out, r.ID)
		}
	}
	return out
}

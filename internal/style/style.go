// Package style holds the project's habits as rules that a test runs over the
// whole repository: which way imports go, what core never does, how large
// things may grow, what they are called.
//
// Every rule says why it is there, and the failure repeats it: whoever trips
// over one should learn the reason at once and not look for a way around it.
// There is no list of exceptions. A rule that needs one is a wrong rule.
//
// The rules read syntax only (go/parser, go/ast), so that the whole repository
// takes a moment. What needs types is left to go vet and golangci-lint.
package style

import (
	"fmt"
	"go/ast"
)

// Rule is one habit that the repository keeps.
type Rule struct {
	Name string // a few words in kebab-case, stable
	Why  string // one sentence; part of every failure
	run  func(*pass)
}

// Finding is one place that breaks a rule.
type Finding struct {
	Rule *Rule
	File string // slash-separated path from the repository's root
	Line int    // from 1; 0 where the whole file or folder is meant
	Text string // what stands there
}

// String is the finding as a line that editors can jump from.
func (f Finding) String() string {
	place := f.File
	if f.Line > 0 {
		place = fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	return fmt.Sprintf("%s: %s\n\t%s: %s", place, f.Text, f.Rule.Name, f.Rule.Why)
}

// Rules returns every rule that reads source. WasmReach asks the go command
// and stands beside them.
func Rules() []*Rule {
	groups := [][]*Rule{importRules, coreRules, sizeRules, nameRules, commentRules, conductRules, textRules}
	var all []*Rule
	for _, group := range groups {
		all = append(all, group...)
	}
	return all
}

// Check runs the rule over a tree.
func (r *Rule) Check(t *Tree) []Finding {
	p := &pass{tree: t, rule: r}
	r.run(p)
	return p.found
}

// pass is one run of one rule.
type pass struct {
	tree  *Tree
	rule  *Rule
	found []Finding
}

// report notes a place by its line; line 0 means the whole file.
func (p *pass) report(file string, line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.found = append(p.found, Finding{Rule: p.rule, File: file, Line: line, Text: text})
}

// at notes a piece of syntax.
func (p *pass) at(f *File, n ast.Node, format string, args ...any) {
	p.report(f.Path, p.tree.Line(n.Pos()), format, args...)
}

// eachGo makes a rule that looks at every Go file on its own.
func eachGo(look func(*pass, *File)) func(*pass) {
	return func(p *pass) {
		for _, f := range p.tree.Files {
			if f.AST != nil {
				look(p, f)
			}
		}
	}
}

// eachWritten is eachGo without generated files.
func eachWritten(look func(*pass, *File)) func(*pass) {
	return eachGo(func(p *pass, f *File) {
		if !f.Generated {
			look(p, f)
		}
	})
}

// eachCore is eachWritten for what the simulator consists of: core without its tests.
func eachCore(look func(*pass, *File)) func(*pass) {
	return eachWritten(func(p *pass, f *File) {
		if f.InCore() && !f.Test {
			look(p, f)
		}
	})
}

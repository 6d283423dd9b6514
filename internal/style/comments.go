package style

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

var commentRules = []*Rule{
	{
		Name: "doc-comment",
		Why:  "an exported name is a promise: its comment says what it is, in which unit, within which bounds, and where upstream has it",
		run:  eachWritten(checkDoc),
	},
	{
		Name: "package-comment",
		Why:  "the package comment is the first thing a newcomer reads: what it decides, and what it leaves to others",
		run:  checkPackageComment,
	},
	{
		Name: "open-end",
		Why:  "a note to do something later is lost without an issue to close: write TODO(#12)",
		run:  checkOpenEnds,
	},
	{
		Name: "licence-block",
		Why:  "the licence is in LICENSE and the authors are in git; files begin with what they are about",
		run:  eachWritten(checkLicenceBlock),
	},
}

// understood are the methods that an interface of the standard library explains.
var understood = []string{"Error", "Unwrap", "Len", "Less", "Swap", "Read", "Write"}

func checkDoc(p *pass, f *File) {
	if f.Test || f.AST.Name.Name == "main" {
		return
	}
	for _, d := range f.AST.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			explained := d.Doc != nil || d.Recv != nil && slices.Contains(understood, d.Name.Name)
			if d.Name.IsExported() && exportedReceiver(d) && !explained {
				p.at(f, d, "%s has no comment", d.Name.Name)
			}
		case *ast.GenDecl:
			checkGroupDoc(p, f, d)
		}
	}
}

// checkGroupDoc wants a comment on each exported name or, for constants and
// variables, on their group.
func checkGroupDoc(p *pass, f *File, d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
				p.at(f, s, "type %s has no comment", s.Name.Name)
			}
		case *ast.ValueSpec:
			if d.Doc != nil || s.Doc != nil || s.Comment != nil {
				continue
			}
			for _, id := range s.Names {
				if id.IsExported() {
					p.at(f, id, "%s has no comment, nor has its group", id.Name)
				}
			}
		}
	}
}

// exportedReceiver says that a method's type is exported; true for functions.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	e := d.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

func checkPackageComment(p *pass) {
	var dirs []string
	documented := map[string]bool{}
	for _, f := range p.tree.Files {
		if f.AST == nil || f.Test {
			continue
		}
		if !slices.Contains(dirs, f.Dir()) {
			dirs = append(dirs, f.Dir())
		}
		documented[f.Dir()] = documented[f.Dir()] || f.AST.Doc != nil
	}
	for _, dir := range dirs {
		if !documented[dir] {
			p.report(dir, 0, "no file has a package comment")
		}
	}
}

var (
	// openEnd is one of the usual marks, as a word in capitals.
	openEnd = regexp.MustCompile(`\b(TODO|FIXME|HACK|XXX)\b(\(#\d+\))?`)
	// sources are the endings of files that people write code in, besides Go.
	sources = []string{".ts", ".js", ".mjs", ".svelte", ".css", ".rego", ".sh", ".mk", ".yml"}
)

// checkOpenEnds reads the comments of Go files and every line of other sources.
func checkOpenEnds(p *pass) {
	for _, f := range p.tree.Files {
		switch {
		case f.AST != nil && !f.Generated:
			for _, group := range f.AST.Comments {
				for _, c := range group.List {
					checkOpenEnd(p, f, p.tree.Line(c.Pos()), c.Text)
				}
			}
		case slices.Contains(sources, path.Ext(f.Path)) && !covers("testdata/...", f.Dir()):
			checkOpenEnd(p, f, 1, f.Text)
		}
	}
}

// checkOpenEnd reports marks without an issue in a text that begins at a line.
func checkOpenEnd(p *pass, f *File, line int, text string) {
	for i, l := range strings.Split(text, "\n") {
		for _, m := range openEnd.FindAllStringSubmatch(l, -1) {
			if m[2] == "" {
				p.report(f.Path, line+i, "%s without an issue", m[1])
			}
		}
	}
}

var licence = regexp.MustCompile(`(?i)copyright|licensed under|spdx-|@author`)

func checkLicenceBlock(p *pass, f *File) {
	for _, group := range f.AST.Comments {
		if group.Pos() < f.AST.Package && licence.MatchString(group.Text()) {
			p.at(f, group, "a licence or author block")
		}
	}
}

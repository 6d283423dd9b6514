package style

import (
	"go/ast"
	"strings"
)

// The limits. They are where a reader loses the thread, not where a compiler would.
const (
	maxFileLines     = 400
	maxTestFileLines = 600
	maxFunctionLines = 60
	maxPackageFiles  = 12
)

var sizeRules = []*Rule{
	{
		Name: "file-size",
		Why:  "a file of more than 400 lines (a test: 600) holds two ideas; split by idea, not by line count",
		run:  eachWritten(checkFileSize),
	},
	{
		Name: "function-size",
		Why:  "a function fits on a screen: 60 lines at most; push ifs up to the caller and loops down",
		run:  eachWritten(checkFunctionSize),
	},
	{
		Name: "package-size",
		Why:  "a package of more than 12 files has grown a second subject",
		run:  checkPackageSize,
	},
}

func checkFileSize(p *pass, f *File) {
	limit := maxFileLines
	if f.Test {
		limit = maxTestFileLines
	}
	if n := strings.Count(f.Text, "\n"); n > limit {
		p.report(f.Path, 0, "%d lines, the limit is %d", n, limit)
	}
}

func checkFunctionSize(p *pass, f *File) {
	for _, d := range f.AST.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := p.tree.Line(fn.End()) - p.tree.Line(fn.Pos()) + 1; n > maxFunctionLines {
			p.at(f, fn, "%s has %d lines", fn.Name.Name, n)
		}
	}
}

// checkPackageSize counts neither tests nor generated files.
func checkPackageSize(p *pass) {
	count := map[string]int{}
	for _, f := range p.tree.Files {
		if f.AST == nil || f.Test || f.Generated {
			continue
		}
		if count[f.Dir()]++; count[f.Dir()] == maxPackageFiles+1 {
			p.report(f.Dir(), 0, "more than %d files", maxPackageFiles)
		}
	}
}

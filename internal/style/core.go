package style

import (
	"go/ast"
	"go/token"
	"slices"
)

var coreRules = []*Rule{
	{
		Name: "wall-clock",
		Why:  "time is an argument in core: a run that looks at the clock gives other bytes tomorrow",
		run: eachCore(banned("time",
			"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "Local", "LoadLocation")),
	},
	{
		Name: "concurrency",
		Why:  "the order of goroutines is nobody's decision, and core must be able to say who decided what",
		run:  eachCore(checkConcurrency),
	},
	{
		Name: "init-function",
		Why:  "what runs before main cannot be wound back or run twice; build values where they are used",
		run:  eachCore(checkInit),
	},
	{
		Name: "changing-global",
		Why:  "a package variable that changes is shared by every cluster and every fork of one; keep state in the cluster",
		run:  checkGlobals,
	},
	{
		Name: "random-source",
		Why:  "chance comes from the cluster's seeded generator, so that one seed means one run",
		run:  eachCore(checkRandom),
	},
	{
		Name: "core-output",
		Why:  "core returns what happened; hosts print it",
		run:  eachCore(checkOutput),
	},
}

// banned makes a check for names of one package that must not be used.
func banned(pkgPath string, names ...string) func(*pass, *File) {
	return func(p *pass, f *File) {
		f.uses(pkgPath, func(sel *ast.SelectorExpr) {
			if slices.Contains(names, sel.Sel.Name) {
				p.at(f, sel, "%s.%s", pkgPath, sel.Sel.Name)
			}
		})
	}
}

func checkConcurrency(p *pass, f *File) {
	ast.Inspect(f.AST, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			p.at(f, n, "starts a goroutine")
		case *ast.SelectStmt:
			p.at(f, n, "select")
		case *ast.ChanType:
			p.at(f, n, "a channel")
		case *ast.SendStmt:
			p.at(f, n, "sends on a channel")
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				p.at(f, n, "receives from a channel")
			}
		}
		return true
	})
}

func checkInit(p *pass, f *File) {
	for _, d := range f.AST.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
			p.at(f, fn, "func init")
		}
	}
}

// seeded are the names of math/rand/v2 that do not draw from the shared generator.
var seeded = []string{"New", "NewPCG", "NewChaCha8", "NewZipf", "PCG", "ChaCha8", "Rand", "Source", "Zipf"}

func checkRandom(p *pass, f *File) {
	f.uses("math/rand/v2", func(sel *ast.SelectorExpr) {
		if !slices.Contains(seeded, sel.Sel.Name) {
			p.at(f, sel, "rand.%s draws from the process's generator", sel.Sel.Name)
		}
	})
}

func checkOutput(p *pass, f *File) {
	banned("fmt", "Print", "Printf", "Println", "Scan", "Scanf", "Scanln")(p, f)
	ast.Inspect(f.AST, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Obj == nil && (id.Name == "print" || id.Name == "println") {
				p.at(f, call, "%s", id.Name)
			}
		}
		return true
	})
}

// checkGlobals finds assignments to package variables, package by package, as a
// variable of one file may change in another.
func checkGlobals(p *pass) {
	vars := map[string]map[string]bool{} // by folder
	each := func(look func(*File)) {
		eachCore(func(_ *pass, f *File) { look(f) })(p)
	}
	each(func(f *File) {
		if vars[f.Dir()] == nil {
			vars[f.Dir()] = map[string]bool{}
		}
		for _, name := range packageVars(f.AST) {
			vars[f.Dir()][name] = true
		}
	})
	each(func(f *File) {
		ast.Inspect(f.AST, func(n ast.Node) bool {
			for _, target := range assigned(n) {
				if id := root(target); id != nil && vars[f.Dir()][id.Name] && !local(f.AST, id) {
					p.at(f, n, "changes the package variable %s", id.Name)
				}
			}
			return true
		})
	})
}

// packageVars are the names of a file's package variables.
func packageVars(file *ast.File) []string {
	var names []string
	for _, d := range file.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, s := range gen.Specs {
			for _, name := range s.(*ast.ValueSpec).Names {
				names = append(names, name.Name)
			}
		}
	}
	return names
}

// assigned are the expressions that a statement gives a new value.
func assigned(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && id.Obj == nil && (id.Name == "delete" || id.Name == "clear") {
			return n.Args[:1]
		}
	}
	return nil
}

// root is the variable at the bottom of x.y[z]; nil for anything else.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// local says that an identifier is declared inside a function of the file.
func local(file *ast.File, id *ast.Ident) bool {
	return id.Obj != nil && file.Scope.Lookup(id.Name) != id.Obj
}

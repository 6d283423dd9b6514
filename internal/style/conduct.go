package style

import "go/ast"

var conductRules = []*Rule{
	{
		Name: "exit-in-main",
		Why:  "only main exits: a function that ends the process cannot be tested or called twice",
		run:  eachWritten(checkExit),
	},
	{
		Name: "sleep-in-test",
		Why:  "a test that sleeps is slow on a good day and wrong on a bad one; simulated time, channels and deadlines are exact",
		run:  eachWritten(checkSleep),
	},
}

// exits are the functions that end the process.
var exits = map[string][]string{
	"os":  {"Exit"},
	"log": {"Fatal", "Fatalf", "Fatalln"},
}

func checkExit(p *pass, f *File) {
	for _, d := range f.AST.Decls {
		fn, isFunc := d.(*ast.FuncDecl)
		if isFunc && fn.Recv == nil && (fn.Name.Name == "main" && f.AST.Name.Name == "main" || fn.Name.Name == "TestMain" && f.Test) {
			continue // TestMain is where testscript turns a test into the program under test
		}
		ast.Inspect(d, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			for _, name := range exits[f.pkg(sel.X)] {
				if sel.Sel.Name == name {
					p.at(f, sel, "%s.%s outside main", f.pkg(sel.X), name)
				}
			}
			return true
		})
	}
}

func checkSleep(p *pass, f *File) {
	if f.Test {
		banned("time", "Sleep")(p, f)
	}
}

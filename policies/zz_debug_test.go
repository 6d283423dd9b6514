package policies

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
)

func TestDebug(t *testing.T) {
	q := os.Getenv("Q")
	if q == "" {
		t.Skip()
	}
	c := ast.NewCompiler()
	c.Compile(folder(t))
	if c.Failed() {
		t.Fatal(c.Errors)
	}
	rs, err := rego.New(rego.Compiler(c), rego.Query(q)).Eval(context.Background())
	b, _ := json.MarshalIndent(rs, "", " ")
	fmt.Println(string(b), err)
}

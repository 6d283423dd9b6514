package policies

import (
	"context"
	"fmt"
	"os"
	"sort"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
)

func TestProf(t *testing.T) {
	if os.Getenv("PROF") == "" {
		t.Skip()
	}
	modules, _ := parse(nil)
	c := ast.NewCompiler()
	c.Compile(modules)
	var values []ast.Value
	for _, text := range corpus(t) {
		for _, d := range Read("x", text).Sets {
			v, _ := Input{Document: d, Config: DefaultConfig()}.value(false)
			values = append(values, v)
		}
	}
	type res struct {
		name string
		d    time.Duration
	}
	var out []res
	run := func(name, q string) {
		pq, err := rego.New(rego.Compiler(c), rego.Query(q)).PrepareForEval(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		best := time.Hour
		for range 15 {
			s := time.Now()
			for _, v := range values {
				pq.Eval(context.Background(), rego.EvalParsedInput(v))
			}
			if d := time.Since(s); d < best {
				best = d
			}
		}
		out = append(out, res{name, best / time.Duration(len(values))})
	}
	run("nothing", "1 == 1")
	run("all", "data.rollscope.report")
	rules, _ := Rules()
	for _, r := range rules {
		run(r.ID+" "+r.Slug, fmt.Sprintf("data.rollscope.rules.%s[%q].report", r.Group, r.Slug))
	}
	sort.Slice(out, func(i, j int) bool { return out[i].d > out[j].d })
	for _, o := range out[:40] {
		fmt.Println(o.d, o.name)
	}
	fmt.Println(out[len(out)-1])
}

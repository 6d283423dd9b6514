package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/compile"
	"github.com/open-policy-agent/opa/v1/ir"

	"github.com/rollscope/rollscope/policies"
)

// planRules has OPA make a plan of the rules that come with rollscope: what to do step by
// step, which is what policy.wasm is made of as well. Of METADATA only the place of a rule
// is left.
func planRules() (*ir.Policy, error) {
	b := &bundle.Bundle{Data: map[string]any{}}
	b.Manifest.Init()
	for name, text := range policies.Sources() {
		module, err := ast.ParseModule(name, text)
		if err != nil {
			return nil, err
		}
		if module, err = plain(module); err != nil {
			return nil, err
		}
		if err := placed(module); err != nil {
			return nil, err
		}
		b.Modules = append(b.Modules, bundle.ModuleFile{URL: name, Path: name, Raw: []byte(text), Parsed: module})
	}
	c := compile.New().
		WithTarget(compile.TargetPlan).
		WithEntrypoints(entrypoint).
		WithCapabilities(policies.Capabilities()).
		WithBundle(b)
	if err := c.Build(context.Background()); err != nil {
		return nil, err
	}
	for _, m := range c.Bundle().PlanModules {
		var plan ir.Policy
		return &plan, json.Unmarshal(m.Raw, &plan)
	}
	return nil, errors.New("the compiler made no plan")
}

// placed writes the chain of METADATA that a module asks for as what is needed of it: the
// place of the module.
func placed(m *ast.Module) error {
	var path []*ast.Term
	for _, part := range m.Package.Path[1:] {
		path = append(path, ast.StringTerm(string(part.Value.(ast.String))))
	}
	chain := ast.NewArray(ast.ObjectTerm([2]*ast.Term{ast.StringTerm("path"), ast.ArrayTerm(path...)}))
	_, err := ast.Transform(ast.NewGenericTransformer(func(x any) (any, error) {
		if call, ok := x.(ast.Call); ok && call[0].Equal(metadataChain) {
			return chain, nil
		}
		return x, nil
	}), m)
	return err
}

var metadataChain = ast.NewTerm(ast.MustParseRef("rego.metadata.chain"))

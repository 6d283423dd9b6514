package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/compile"

	"github.com/rollscope/rollscope/policies"
)

// entrypoint is what hosts of policy.wasm ask for.
const entrypoint = "rollscope/report"

// compileWasm compiles the rules that come with rollscope. What METADATA says is left out:
// hosts add titles and sentences from the catalogue.
func compileWasm() ([]byte, error) {
	b := &bundle.Bundle{Manifest: bundle.Manifest{}, Data: map[string]any{}}
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
		WithTarget(compile.TargetWasm).
		WithOptimizationLevel(1).
		WithEntrypoints(entrypoint).
		WithCapabilities(policies.Capabilities()).
		WithBundle(b)
	if err := c.Build(context.Background()); err != nil {
		return nil, err
	}
	for _, m := range c.Bundle().WasmModules {
		return m.Raw, nil
	}
	return nil, errors.New("the compiler made no module")
}

// plain writes the package of a rule as a plain name, surge_host_port. The optimizer of
// OPA takes names with dashes for a part of the rule's name, and so the functions of all
// rules for those of one.
func plain(m *ast.Module) (*ast.Module, error) {
	_, err := ast.TransformRefs(m, func(ref ast.Ref) (ast.Value, error) {
		if ref.HasPrefix(rulesPath) && len(ref) > len(rulesPath)+1 {
			if slug, ok := ref[len(rulesPath)+1].Value.(ast.String); ok {
				ref[len(rulesPath)+1] = ast.StringTerm(strings.ReplaceAll(string(slug), "-", "_"))
			}
		}
		return ref, nil
	})
	return m, err
}

var rulesPath = ast.MustParseRef("data.rollscope.rules")

// writeWasm writes policy.wasm and beside it the catalogue, rules.json.
func writeWasm(file string) error {
	module, err := compileWasm()
	if err != nil {
		return err
	}
	texts, err := catalogue()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "rules.json"), texts, 0o644); err != nil {
		return err
	}
	return os.WriteFile(file, module, 0o644)
}

// Package policies checks DaemonSets with rules written in Rego.
//
// A rule is a folder below rules/: the rule, its test, and manifests that it lets
// pass and does not. What people read about it is in its METADATA and nowhere else.
// Rego decides what is wrong and at which field; this package gives it the facts,
// and turns its answer into findings with places and sentences.
package policies

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/rollscope/rollscope/policies/rules"
)

//go:embed lib/*.rego rules/*/*/*.rego rules/*/*/*.yaml
var own embed.FS

// Example is one of the manifests beside a rule that comes with rollscope: good, bad or
// absent, without the comments for tests. It is "" if there is none.
func Example(r *Rule, name string) string {
	text, err := own.ReadFile(path.Join("rules", r.Group, r.Slug, name+".yaml"))
	if err != nil {
		return ""
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// Source is a directory of rules: any number of .rego files at any depth, each with
// a package below rollscope. Tests (*_test.rego) are left out.
type Source struct {
	Name string // what errors call it
	FS   fs.FS
}

// Options say what is loaded. The zero value loads the rules that come with rollscope.
type Options struct {
	// Extra are rules beside those that come with rollscope, in packages
	// rollscope.rules.<group>.<rule>. They may use the same helpers (data.rollscope.lib)
	// and the same input: facts, see package core/api/facts; manifest, the object as it
	// is written; config; others; cluster and run where there are any; and besides
	// object, the DaemonSet with all defaults. They cannot reach the network, files, the
	// environment or the clock.
	Extra []Source
	// Interpreted has OPA evaluate the rules that come with rollscope as well, which are
	// compiled into it. The findings are the same, and take longer.
	Interpreted bool
	// TimeLimit stops the evaluation of one document; 0 means 5 seconds.
	TimeLimit time.Duration
}

// Checker holds compiled rules. It does not change and may be used by any number of
// goroutines at once.
type Checker struct {
	rules map[string]*Rule // by group/slug
	limit time.Duration
	// interpreter evaluates rules in Rego; nil if only those that come with rollscope are
	// loaded, which are compiled into it.
	interpreter *rego.PreparedEvalQuery
	// objects says that rules of users may ask for input.object.
	objects bool
}

// Load loads rules. The error is about rules that do not compile, about two with one
// name, or about one whose METADATA is incomplete, with file and line.
func Load(o Options) (*Checker, error) {
	c := &Checker{rules: map[string]*Rule{}, limit: o.TimeLimit, objects: len(o.Extra) > 0}
	if c.limit == 0 {
		c.limit = 5 * time.Second
	}
	all := catalogue()
	if len(o.Extra) > 0 || o.Interpreted {
		var err error
		if all, err = c.interpret(o.Extra); err != nil {
			return nil, err
		}
	}
	for _, r := range all {
		c.rules[r.Key()] = r
	}
	return c, nil
}

// interpret has OPA compile the rules that come with rollscope and others.
func (c *Checker) interpret(extra []Source) ([]*Rule, error) {
	modules, err := parse(extra)
	if err != nil {
		return nil, err
	}
	all, err := rulesBeside(modules, extra)
	if err != nil {
		return nil, err
	}
	compiler := ast.NewCompiler().WithCapabilities(Capabilities())
	if compiler.Compile(modules); compiler.Failed() {
		return nil, compiler.Errors
	}
	query, err := rego.New(rego.Compiler(compiler), rego.Query("data.rollscope.report")).PrepareForEval(context.Background())
	c.interpreter = &query
	return all, err
}

// Rules are the rules loaded, by ID.
func (c *Checker) Rules() []*Rule {
	out := make([]*Rule, 0, len(c.rules))
	for _, r := range c.rules {
		out = append(out, r)
	}
	slices.SortFunc(out, rules.ByID)
	return out
}

// Rules are the rules that Load would load, by ID, without compiling them.
func Rules(extra ...Source) ([]*Rule, error) {
	if len(extra) == 0 {
		return catalogue(), nil
	}
	modules, err := parse(extra)
	if err != nil {
		return nil, err
	}
	return rulesBeside(modules, extra)
}

// rulesBeside are the rules among modules. In directories that people name for their rules
// there is one at least: a run without it would be green because nobody was asked.
func rulesBeside(modules map[string]*ast.Module, extra []Source) ([]*Rule, error) {
	all, err := rulesOf(modules)
	if err != nil || len(extra) == 0 {
		return all, err
	}
	names := make([]string, len(extra))
	for i, s := range extra {
		names[i] = s.Name
		if slices.ContainsFunc(all, func(r *Rule) bool { return strings.HasPrefix(r.File, s.Name+"/") }) {
			return all, nil
		}
	}
	return nil, fmt.Errorf("%s: there is no rule in a package rollscope.rules.<group>.<rule>", strings.Join(names, ", "))
}

// Written are the rules that come with rollscope as their METADATA has them, by ID.
func Written() ([]*Rule, error) {
	modules, err := parse(nil)
	if err != nil {
		return nil, err
	}
	return rulesOf(modules)
}

// Sources are the texts of the modules that come with rollscope, tests left out, by file.
func Sources() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		_ = fs.WalkDir(own, ".", func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !isRule(name) {
				return err
			}
			text, err := own.ReadFile(name)
			if err == nil && !yield(name, string(text)) {
				return fs.SkipAll
			}
			return err
		})
	}
}

// ErrNoRules is a directory in which rules could be, and are none.
var ErrNoRules = errors.New("there are no rules (files that end in .rego) in this directory")

// parse reads all modules, ours and those of extra, by file name.
func parse(extra []Source) (map[string]*ast.Module, error) {
	modules := map[string]*ast.Module{}
	for _, s := range append([]Source{{"policies", own}}, extra...) {
		before := len(modules)
		err := fs.WalkDir(s.FS, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return s.unread(name, err)
			}
			if d.IsDir() || !isRule(name) {
				return nil
			}
			return s.parse(name, modules)
		})
		if err != nil {
			return nil, err
		}
		if len(modules) == before {
			return nil, fmt.Errorf("%s: %w", s.Name, ErrNoRules)
		}
	}
	return modules, nil
}

// parse reads one module.
func (s Source) parse(name string, modules map[string]*ast.Module) error {
	text, err := fs.ReadFile(s.FS, name)
	if err != nil {
		return s.unread(name, err)
	}
	name = s.Name + "/" + name
	if modules[name] != nil {
		return fmt.Errorf("%s: two directories of rules have one name", name)
	}
	modules[name], err = ast.ParseModuleWithOpts(name, string(text), ast.ParserOptions{
		ProcessAnnotation: true, Capabilities: Capabilities(),
	})
	return err
}

// unread says which file cannot be read.
func (s Source) unread(name string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", path.Join(s.Name, name), err)
}

// isRule says that a file is Rego and no test.
func isRule(name string) bool {
	return strings.HasSuffix(name, ".rego") && !strings.HasSuffix(name, "_test.rego")
}

// forbidden are the builtins that reach outside: the network, files, the process, the
// clock, chance. What they would need is not there in a browser either.
var forbidden = []string{
	"http.send", "net.lookup_ip_addr", "opa.runtime", "rego.parse_module", "time.now_ns",
	"rand.intn", "uuid.rfc4122", "trace", "print",
}

// Capabilities are what rules may use.
func Capabilities() *ast.Capabilities {
	c := ast.CapabilitiesForThisVersion()
	c.AllowNet = []string{}
	c.Builtins = slices.DeleteFunc(c.Builtins, func(b *ast.Builtin) bool { return slices.Contains(forbidden, b.Name) })
	return c
}

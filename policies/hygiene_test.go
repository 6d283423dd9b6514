package policies

import (
	"bytes"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rollscope/rollscope/core/api/facts"
)

// refused are builtins that policy.wasm would need its host for, or that reach outside.
var refused = regexp.MustCompile(`^(sprintf|units\.|http\.|net\.lookup|opa\.|time\.|rand\.|uuid\.|semver\.|yaml\.|io\.jwt|crypto\.|graphql\.|trace$|print$)`)

// wasmNeeds are builtins that only what runs outside of policy.wasm may use.
var wasmNeeds = regexp.MustCompile(`^(regex\.(replace|split|find_n)|strings\.(any|replace_n)|json\.patch|object\.subset)`)

func TestRulesUseNoBuiltinThatAHostWouldHaveToBring(t *testing.T) {
	for name, m := range folder(t) {
		inWasm := (strings.HasPrefix(name, "rules/") || strings.HasPrefix(name, "lib/")) && !strings.HasSuffix(name, "_test.rego")
		ast.WalkExprs(m, func(e *ast.Expr) bool {
			if e.IsCall() {
				checkBuiltin(t, name, e.Operator().String(), e.Location, inWasm)
			}
			return false
		})
		ast.WalkTerms(m, func(term *ast.Term) bool {
			if call, ok := term.Value.(ast.Call); ok {
				checkBuiltin(t, name, call[0].String(), term.Location, inWasm)
			}
			return false
		})
	}
}

func checkBuiltin(t *testing.T, file, builtin string, at *ast.Location, inWasm bool) {
	t.Helper()
	if refused.MatchString(builtin) || inWasm && wasmNeeds.MatchString(builtin) {
		t.Errorf("%s:%d: %s: use template strings, and facts for quantities", file, at.Row, builtin)
	}
}

// A call of a field that is missing is undefined, and so is the call under not: the rule
// is silent where it should speak. Facts are complete; fields of a manifest are not.
func TestNegationsAskNoFieldThatCanBeMissing(t *testing.T) {
	complete := factNames(reflect.TypeFor[facts.Facts](), map[string]bool{"input": true, "facts": true, "config": true, "allow": true, "containers": true})
	for name, m := range folder(t) {
		if !strings.HasPrefix(name, "rules/") || strings.HasSuffix(name, "_test.rego") {
			continue
		}
		ast.WalkExprs(m, func(e *ast.Expr) bool {
			if !e.Negated || !e.IsCall() {
				return false
			}
			for _, operand := range e.Operands() {
				ref, ok := operand.Value.(ast.Ref)
				if !ok || len(ref) < 2 {
					continue
				}
				for _, part := range ref[1:] {
					if field, ok := part.Value.(ast.String); ok && !complete[string(field)] {
						t.Errorf("%s:%d: %s under not can be missing: bind it with object.get or pod.lacks", name, e.Location.Row, ref)
					}
				}
			}
			return false
		})
	}
}

// factNames adds the names of all fields of facts.
func factNames(t reflect.Type, names map[string]bool) map[string]bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer:
		return factNames(t.Elem(), names)
	case reflect.Struct:
		for i := range t.NumField() {
			names[t.Field(i).Tag.Get("json")] = true
			factNames(t.Field(i).Type, names)
		}
	}
	return names
}

func TestARuleIsOneFolder(t *testing.T) {
	modules := folder(t)
	for _, r := range loaded(t).Rules() {
		snake := strings.ReplaceAll(r.Slug, "-", "_")
		for _, name := range []string{snake + ".rego", snake + "_test.rego"} {
			file := path.Join("rules", r.Group, r.Slug, name)
			if modules[file] == nil {
				t.Errorf("%s is missing", file)
				continue
			}
			want := `data.rollscope.rules.` + r.Group + `["` + strings.TrimSuffix(r.Slug, "") + `"]`
			if strings.HasSuffix(name, "_test.rego") {
				want = strings.TrimSuffix(want, `"]`) + `_test"]`
			}
			if got := modules[file].Package.Path.String(); got != want && got != strings.NewReplacer(`["`, ".", `"]`, "").Replace(want) {
				t.Errorf("%s is in package %s, want %s", file, got, want)
			}
		}
		for _, name := range []string{"good", "bad"} {
			if Example(r, name) == "" {
				t.Errorf("%s has no %s.yaml", r.Slug, name)
			}
		}
	}
}

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

func TestTextsAreCompleteInBothLanguages(t *testing.T) {
	ids := regexp.MustCompile(`^RS[1-8][0-9]{2}$`)
	for _, r := range loaded(t).Rules() {
		if !ids.MatchString(r.ID) {
			t.Errorf("%s: id %s", r.Slug, r.ID)
		}
		sameTexts(t, r.ID, r.English, r.Chinese, true)
		for name, v := range r.Variants {
			sameTexts(t, r.ID+" "+name, v.English, v.Chinese, false)
		}
		if len(r.Links) == 0 {
			t.Errorf("%s has no links", r.ID)
		}
	}
}

// sameTexts checks that both languages say as much, with the same values.
func sameTexts(t *testing.T, rule string, english, chinese Text, all bool) {
	t.Helper()
	for _, pair := range [][2]string{
		{english.Title, chinese.Title},
		{english.Description, chinese.Description},
		{english.Message, chinese.Message},
		{english.Fix, chinese.Fix},
		{english.Note, chinese.Note},
	} {
		if (pair[0] == "") != (pair[1] == "") {
			t.Errorf("%s: one language lacks a text: %q, %q", rule, pair[0], pair[1])
		}
		names := [2][]string{placeholder.FindAllString(pair[0], -1), placeholder.FindAllString(pair[1], -1)}
		slices.Sort(names[0])
		slices.Sort(names[1])
		if !slices.Equal(slices.Compact(names[0]), slices.Compact(names[1])) {
			t.Errorf("%s: the languages name different values: %q, %q", rule, pair[0], pair[1])
		}
	}
	if all && (english.Title == "" || english.Description == "" || english.Fix == "") {
		t.Errorf("%s: a text is missing", rule)
	}
}

// A file of Rego is about one thing.
func TestFilesOfRegoAreShort(t *testing.T) {
	for name := range folder(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > 150 {
			t.Errorf("%s has %d lines, more than 150", name, n)
		}
	}
}

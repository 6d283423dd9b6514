package change

import (
	"errors"
	"reflect"
	"strings"

	"github.com/rollscope/rollscope/core"
	yaml "github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/patch"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// patcher is one kubectl patch.
type patcher struct {
	*session.Session
	kind    string // strategic, merge or json
	value   any    // the patch, as JSON has it
	results *session.Results
}

// Patch is kubectl patch.
//
// Upstream 1.37: kubectl pkg/cmd/patch/patch.go.
func Patch(s *session.Session, args []string) error {
	p := patcher{Session: s, kind: "strategic"}
	var sel session.Selection
	output := session.Output{Unmarked: true}
	var text, file string
	f := s.Flags("patch")
	sel.Files.Flags(f)
	output.Flags(f)
	output.DryRunFlag(f)
	f.String(&text, "patch/p")
	f.String(&file, "patch-file")
	f.String(&p.kind, "type")
	f.Absent("local", "subresource")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	switch p.kind = strings.ToLower(p.kind); {
	case text != "" && file != "":
		return errors.New("cannot specify --patch and --patch-file together")
	case text == "" && file == "":
		return errors.New("must specify --patch or --patch-file containing the contents of the patch")
	case p.kind != "" && p.kind != "strategic" && p.kind != "merge" && p.kind != "json":
		return fmt.Errorf("--type must be one of [json merge strategic], not %q", p.kind)
	}
	if file != "" {
		content, err := readPatch(s, file)
		if err != nil {
			return err
		}
		text = content
	}
	if p.value, err = parsePatch(text); err != nil {
		return err
	}
	if p.results, err = s.NewResults(output); err != nil {
		return err
	}
	found, err := s.Find(sel, words)
	if err != nil {
		return err
	}
	if len(found.Targets)+len(found.Errs) == 0 {
		return errors.New("no objects passed to patch")
	}
	return s.Each(found, p.one)
}

func readPatch(s *session.Session, name string) (string, error) {
	if s.Env.ReadFile == nil {
		return "", fmt.Errorf("unable to read patch file: open %s: no such file or directory", name)
	}
	content, err := s.Env.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("unable to read patch file: %w", err)
	}
	return string(content), nil
}

// parsePatch reads a patch in YAML or JSON. What begins with a brace has to be JSON.
//
// Upstream 1.37: apimachinery pkg/util/yaml/decoder.go, ToJSON.
func parsePatch(text string) (any, error) {
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		if err := json.Valid([]byte(text)); err != nil {
			return nil, &core.APIError{Reason: "BadRequest", Message: "error decoding patch: " + err.Error()}
		}
	}
	file := yaml.Read([]byte(text))
	for _, p := range file.Problems {
		if p.Code != yaml.CodeEmpty {
			return nil, fmt.Errorf("unable to parse %q: line %d: %s", text, p.At.Line, p.Message)
		}
	}
	if len(file.Documents) != 1 {
		return nil, fmt.Errorf("unable to parse %q: not one document", text)
	}
	return tree.Value(file.Documents[0].Root.AppendJSON(nil))
}

// one patches one object.
func (p patcher) one(_ session.Target, o kinds.Object) error {
	before := o.Tree()
	changed, sent, err := p.apply(tree.Copy(before), o)
	if err != nil {
		return err
	}
	if p.results.DryRun() != session.ClientDryRun {
		after, err := p.Update(o, changed, sent, p.results.DryRun())
		if err != nil {
			return err
		}
		changed = after.Tree()
	}
	operation := "patched"
	if reflect.DeepEqual(before, changed) {
		operation = "patched (no change)"
	}
	return p.results.Object(changed, operation)
}

// apply applies the patch to a tree. sent is what the API server shows of it in errors.
//
// Upstream 1.37: apiserver pkg/endpoints/handlers/patch.go.
func (p patcher) apply(o tree.Map, live kinds.Object) (changed, sent tree.Map, err error) {
	bad := func(format string, args ...any) error {
		return &core.APIError{Reason: "BadRequest", Message: fmt.Sprintf(format, args...)}
	}
	value := cloneValue(p.value)
	if p.kind == "json" {
		operations, ok := value.([]any)
		if !ok {
			return nil, nil, bad("json: cannot unmarshal object into Go value of type jsonpatch.Patch")
		}
		if changed, err = patch.JSON(o, operations); err != nil {
			return nil, nil, &core.APIError{Reason: "Invalid", Message: "the server rejected our request due to an error in our request"}
		}
		return changed, nil, nil
	}
	m, ok := value.(tree.Map)
	if !ok {
		return nil, nil, bad("error decoding patch: json: cannot unmarshal %s into Go value of type map[string]interface {}", jsonType(value))
	}
	if p.kind == "merge" {
		return patch.Merge(o, m), nil, nil
	}
	if changed, err = patch.Strategic(o, m, patch.SchemaOf(live.Value)); err != nil {
		return nil, nil, bad("%v", err)
	}
	return changed, m, nil
}

func cloneValue(v any) any {
	if v == nil {
		return nil
	}
	return tree.Copy(tree.Map{"": v})[""]
}

// jsonType is what encoding/json calls a value.
func jsonType(v any) string {
	switch v.(type) {
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "bool"
	case nil:
		return "null"
	}
	return "number"
}

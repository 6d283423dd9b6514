package wait

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/jsonpath"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// condition is one --for.
type condition struct {
	create, delete bool
	met            func(o tree.Map) (bool, error) // nil for create and delete
}

// parse reads the values of --for.
//
// Upstream 1.37: kubectl pkg/cmd/wait/wait.go, conditionFuncsFor.
func parse(list []string) ([]condition, error) {
	if len(list) == 0 {
		return nil, errors.New(`unrecognized condition: []`)
	}
	var out []condition
	for _, text := range list {
		word := strings.ToLower(text)
		status, isStatus := strings.CutPrefix(text, "condition=")
		path, isPath := strings.CutPrefix(text, "jsonpath=")
		switch {
		case word == "delete" || word == "create":
			out = append(out, condition{create: word == "create", delete: word == "delete"})
		case isStatus:
			name, value, given := strings.Cut(status, "=")
			if !given {
				value = "true"
			}
			out = append(out, condition{met: func(o tree.Map) (bool, error) { return hasCondition(o, name, value), nil }})
		case isPath:
			met, err := parsePath(path)
			if err != nil {
				return nil, err
			}
			out = append(out, condition{met: met})
		default:
			return nil, fmt.Errorf("unrecognized condition: %q", text)
		}
	}
	return out, nil
}

// hasCondition says whether an object has a condition with a status, and has had
// it since its spec last changed.
//
// Upstream 1.37: kubectl pkg/cmd/wait/condition.go, checkCondition.
func hasCondition(o tree.Map, name, value string) bool {
	list, _ := tree.At(o, "status", "conditions").([]any)
	for _, item := range list {
		c, _ := item.(tree.Map)
		status, has := c["status"].(string)
		if !strings.EqualFold(tree.Text(c, "type"), name) || !has {
			continue
		}
		generation, is := tree.At(o, "metadata", "generation").(int64)
		observed, seen := c["observedGeneration"].(int64)
		if !seen {
			observed, seen = tree.At(o, "status", "observedGeneration").(int64)
		}
		if is && seen && observed < generation {
			return false
		}
		return strings.EqualFold(status, value)
	}
	return false
}

// parsePath reads PATH or PATH=VALUE.
//
// Upstream 1.37: kubectl pkg/cmd/wait/wait.go, processJSONPathInput; json.go, checkCondition.
func parsePath(text string) (func(tree.Map) (bool, error), error) {
	parts := splitEquals(text)
	if len(parts) > 2 {
		return nil, errors.New("jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'")
	}
	path, err := jsonpath.Relaxed(parts[0])
	if err != nil {
		return nil, err
	}
	want := ""
	if len(parts) == 2 {
		if want = strings.Trim(parts[1], `'"`); want == "" {
			return nil, errors.New("jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3")
		}
	}
	if path == "" {
		return nil, errors.New("jsonpath expression cannot be empty")
	}
	template, err := jsonpath.Parse(path)
	if err != nil {
		return nil, err
	}
	return func(o tree.Map) (bool, error) {
		results, err := template.Results(o, false)
		if err != nil {
			return false, err
		}
		return compare(results, want)
	}, nil
}

// compare says whether the results are one value, the wanted one; "" wants any.
func compare(results [][]any, want string) (bool, error) {
	switch {
	case len(results) == 0 || len(results[0]) == 0:
		return false, nil
	case len(results) > 1:
		return false, errors.New("given jsonpath expression matches more than one list")
	case len(results[0]) > 1:
		return false, errors.New("given jsonpath expression matches more than one value")
	case want == "":
		return true, nil
	}
	switch results[0][0].(type) {
	case tree.Map, []any:
		return false, errors.New("jsonpath leads to a nested object or list which is not supported")
	}
	return strings.TrimSpace(fmt.Sprint(results[0][0])) == strings.TrimSpace(want), nil
}

// splitEquals splits a text at single equal signs; doubled ones belong to the text.
func splitEquals(text string) []string {
	var out []string
	from := 0
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '=':
		case i+1 < len(text) && text[i+1] == '=':
			i++
		default:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}

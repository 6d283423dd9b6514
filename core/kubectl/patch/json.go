package patch

import (
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Merge applies a JSON merge patch (RFC 7386): null removes, maps are merged,
// everything else is replaced. The object becomes the result.
func Merge(object, patch tree.Map) tree.Map {
	if object == nil {
		object = tree.Map{}
	}
	for k, v := range patch {
		switch v := v.(type) {
		case nil:
			delete(object, k)
		case tree.Map:
			old, _ := object[k].(tree.Map)
			object[k] = Merge(old, v)
		default:
			object[k] = v
		}
	}
	return object
}

// errMissing is returned for a place that is not there.
var errMissing = errors.New("unable to find it")

// JSON applies a JSON patch (RFC 6902), a list of operations. The object becomes
// the result. Negative indexes count from a list's end.
func JSON(object tree.Map, operations []any) (tree.Map, error) {
	var root any = object
	for _, o := range operations {
		op, ok := o.(tree.Map)
		if !ok {
			return nil, fmt.Errorf("an operation is not an object: %v", o)
		}
		var err error
		if root, err = operate(root, op); err != nil {
			return nil, err
		}
	}
	result, ok := root.(tree.Map)
	if !ok {
		return nil, errors.New("the patch leaves no object")
	}
	return result, nil
}

func operate(root any, op tree.Map) (any, error) {
	path, err := pointer(tree.Text(op, "path"))
	if err != nil || !has(op, "path") {
		return nil, fmt.Errorf("operation without a path: %v", op)
	}
	name := tree.Text(op, "op")
	switch name {
	case "add":
		return change(root, path, put(tree.Copy(op["value"])))
	case "replace":
		return change(root, path, swap(tree.Copy(op["value"])))
	case "remove":
		return change(root, path, remove)
	case "test":
		found, err := lookup(root, path)
		if err == nil && !reflect.DeepEqual(found, op["value"]) {
			err = fmt.Errorf("testing value %s failed", tree.Text(op, "path"))
		}
		return root, err
	case "move", "copy":
		return transfer(root, path, op, name == "move")
	}
	return nil, fmt.Errorf("Unexpected kind: %s", name)
}

// transfer moves or copies a value.
func transfer(root any, to []string, op tree.Map, move bool) (any, error) {
	from, err := pointer(tree.Text(op, "from"))
	if err != nil {
		return nil, err
	}
	v, err := lookup(root, from)
	if err != nil {
		return nil, err
	}
	if move {
		if root, err = change(root, from, remove); err != nil {
			return nil, err
		}
	}
	return change(root, to, put(tree.Copy(v)))
}

// pointer takes a JSON pointer apart.
func pointer(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	if path[0] != '/' {
		return nil, fmt.Errorf("not a JSON pointer: %s", path)
	}
	parts := strings.Split(path[1:], "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts, nil
}

func lookup(v any, path []string) (any, error) {
	for _, p := range path {
		switch c := v.(type) {
		case tree.Map:
			if !has(c, p) {
				return nil, errMissing
			}
			v = c[p]
		case []any:
			i, err := index(p, len(c))
			if err != nil {
				return nil, err
			}
			v = c[i]
		default:
			return nil, errMissing
		}
	}
	return v, nil
}

// index reads an index into a list of n items.
func index(p string, n int) (int, error) {
	i, err := strconv.Atoi(p)
	if i < 0 {
		i += n
	}
	if err != nil || i < 0 || i >= n {
		return 0, errMissing
	}
	return i, nil
}

// edit does something to the entry p of a collection and returns the collection.
type edit func(collection any, p string) (any, error)

// change applies an edit to the entry that a path leads to.
func change(v any, path []string, do edit) (any, error) {
	if len(path) == 0 {
		wrapped, err := do(tree.Map{"": v}, "")
		return tree.At(wrapped, ""), err
	}
	if len(path) == 1 {
		return do(v, path[0])
	}
	child, err := lookup(v, path[:1])
	if err != nil {
		return nil, err
	}
	if child, err = change(child, path[1:], do); err != nil {
		return nil, err
	}
	return swap(child)(v, path[0])
}

// put adds a value: an entry of a map, or an item before the index given.
func put(v any) edit {
	return func(collection any, p string) (any, error) {
		switch c := collection.(type) {
		case tree.Map:
			c[p] = v
			return c, nil
		case []any:
			i := len(c)
			if p != "-" {
				var err error
				if i, err = index(p, len(c)+1); err != nil {
					return nil, err
				}
			}
			out := append(make([]any, 0, len(c)+1), c[:i]...)
			return append(append(out, v), c[i:]...), nil
		}
		return nil, errMissing
	}
}

// swap replaces a value that is there.
func swap(v any) edit {
	return func(collection any, p string) (any, error) {
		switch c := collection.(type) {
		case tree.Map:
			if has(c, p) {
				c[p] = v
				return c, nil
			}
		case []any:
			i, err := index(p, len(c))
			if err == nil {
				c[i] = v
			}
			return c, err
		}
		return nil, errMissing
	}
}

// remove takes a value away.
func remove(collection any, p string) (any, error) {
	switch c := collection.(type) {
	case tree.Map:
		if has(c, p) {
			delete(c, p)
			return c, nil
		}
	case []any:
		i, err := index(p, len(c))
		if err != nil {
			return nil, err
		}
		return append(append(make([]any, 0, len(c)), c[:i]...), c[i+1:]...), nil
	}
	return nil, errMissing
}

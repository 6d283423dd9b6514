package patch

import (
	"reflect"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Strategic applies a strategic merge patch to an object. Both are used up: the
// object becomes the result, and of the patch remains what upstream shows in
// its errors.
//
// Upstream 1.37: strategicpatch, StrategicMergeMapPatchUsingLookupPatchMeta.
func Strategic(object, patch tree.Map, s Schema) (tree.Map, error) {
	return merger{apply: true}.maps(object, patch, s)
}

// merger merges a patch into an object, or into another patch, where orders and
// nulls have to stay.
type merger struct{ apply bool }

// maps merges a map into another.
//
// Upstream 1.37: strategicpatch, mergeMap.
func (m merger) maps(original, patch tree.Map, s Schema) (tree.Map, error) {
	switch order := patch[directive]; {
	case order == "replace":
		delete(patch, directive)
		return patch, nil
	case order == "delete":
		return tree.Map{}, nil
	case has(patch, directive):
		return nil, fmt.Errorf("unknown patch type: %s in map: %v", order, patch)
	}
	if original == nil {
		original = tree.Map{}
	}
	if err := m.retainKeys(original, patch); err != nil {
		return nil, err
	}
	if err := m.orderedLists(original, patch, s); err != nil {
		return nil, err
	}
	for _, k := range print.Keys(patch) {
		if err := m.entry(original, k, patch[k], s); err != nil {
			return nil, err
		}
	}
	return original, nil
}

func has(m tree.Map, key string) bool {
	_, ok := m[key]
	return ok
}

// entry merges one entry of a patch.
func (m merger) entry(original tree.Map, k string, v any, s Schema) error {
	deletions := strings.HasPrefix(k, deletePrefix)
	if deletions {
		if !m.apply {
			original[k] = v
			return nil
		}
		var err error
		if k, err = suffix(k, deletePrefix, errDeletions); err != nil {
			return err
		}
	}
	if v == nil {
		delete(original, k)
		if m.apply {
			return nil
		}
	}
	old, found := original[k]
	if !found || reflect.TypeOf(old) != reflect.TypeOf(v) {
		if !deletions {
			m.take(original, k, v)
		}
		return nil
	}
	var err error
	switch v := v.(type) {
	case tree.Map:
		original[k], err = m.mapField(old.(tree.Map), v, k, s)
	case []any:
		original[k], err = m.listField(old.([]any), v, k, s, deletions)
	default:
		original[k] = v
	}
	return err
}

// suffix is what follows a mark's prefix and slash.
func suffix(k, prefix string, mistake error) (string, error) {
	mark, rest, ok := strings.Cut(k, "/")
	if !ok || mark != prefix {
		return "", mistake
	}
	return rest, nil
}

// take puts a value of the patch where there was none of its sort.
func (m merger) take(original tree.Map, k string, v any) {
	if m.apply {
		dropNulls(v)
	}
	kept, keep := withoutOrders(v)
	if keep {
		original[k] = kept
	} else {
		delete(original, k)
	}
}

func (m merger) mapField(old, v tree.Map, k string, s Schema) (any, error) {
	sub, how, err := s.field(k)
	if err != nil {
		return old, err
	}
	if how.replace {
		return v, nil
	}
	return m.maps(old, v, sub)
}

func (m merger) listField(old, v []any, k string, s Schema, deletions bool) (any, error) {
	sub, how, err := s.list(k)
	if err != nil {
		return old, err
	}
	if !how.merge && !deletions {
		return v, nil
	}
	return m.lists(old, v, sub, how.key, deletions)
}

// dropNulls removes entries that are null, however deep.
func dropNulls(v any) {
	switch v := v.(type) {
	case tree.Map:
		for k, e := range v {
			if e == nil {
				delete(v, k)
			} else {
				dropNulls(e)
			}
		}
	case []any:
		for _, e := range v {
			dropNulls(e)
		}
	}
}

// withoutOrders removes maps that are orders; keep is false for one that is.
func withoutOrders(v any) (kept any, keep bool) {
	switch v := v.(type) {
	case tree.Map:
		if has(v, directive) {
			return nil, false
		}
		for k, e := range v {
			if kept, keep := withoutOrders(e); keep {
				v[k] = kept
			} else {
				delete(v, k)
			}
		}
	case []any:
		out := make([]any, 0, len(v))
		for _, e := range v {
			if kept, keep := withoutOrders(e); keep {
				out = append(out, kept)
			}
		}
		return out, true
	}
	return v, true
}

// retainKeys removes the keys of the original that the patch does not retain.
//
// Upstream 1.37: strategicpatch, applyRetainKeysDirective.
func (m merger) retainKeys(original, patch tree.Map) error {
	order, ok := patch[retainKeys]
	if !ok {
		return nil
	}
	delete(patch, retainKeys)
	if !m.apply {
		if old, found := original[retainKeys]; found && !reflect.DeepEqual(old, order) {
			return fmt.Errorf("%v and %v are not deep equal: this may happen when calculating the 3-way diff patch", old, order)
		}
		original[retainKeys] = order
		return nil
	}
	list, ok := order.([]any)
	if !ok {
		return errRetainKeys
	}
	keep := map[string]bool{}
	for _, k := range list {
		if name, ok := k.(string); ok {
			keep[name] = true
		}
	}
	for k, v := range patch {
		if v != nil && !keep[k] && !strings.HasPrefix(k, deletePrefix) && !strings.HasPrefix(k, orderPrefix) {
			return errRetainKeys
		}
	}
	for k := range original {
		if !keep[k] {
			delete(original, k)
		}
	}
	return nil
}

// lists merges a list of the patch into one of the original.
//
// Upstream 1.37: strategicpatch, mergeSlice.
func (m merger) lists(original, patch []any, s Schema, key string, deletions bool) ([]any, error) {
	if len(original) == 0 && len(patch) == 0 {
		return original, nil
	}
	sort, err := itemKind(original, patch)
	if err != nil {
		return nil, err
	}
	var merged []any
	switch {
	case sort != reflect.Map && m.apply && deletions:
		return except(original, patch), nil
	case sort != reflect.Map:
		merged = distinct(append(original, patch...))
	case key == "":
		return nil, fmt.Errorf("cannot merge lists without merge key for %s", s.typ.Kind())
	default:
		if original, patch, err = orders(original, patch, key); err != nil {
			return nil, err
		}
		if merged, err = m.items(original, patch, s, key); err != nil {
			return nil, err
		}
	}
	named, others, err := partition(merged, patch, key)
	if err != nil {
		return nil, err
	}
	return arrange(named, others, patch, original, key, sort)
}

// orders carries out the items of a patch that are orders, and returns what
// remains of both lists.
//
// Upstream 1.37: strategicpatch, mergeSliceWithSpecialElements.
func orders(original, patch []any, key string) (left, rest []any, err error) {
	replace := false
	rest = []any{}
	for _, v := range patch {
		item := v.(tree.Map)
		switch order := item[directive]; {
		case !has(item, directive):
			rest = append(rest, v)
		case order == "delete":
			name, ok := item[key]
			if !ok {
				return nil, nil, noKey(item, key)
			}
			if original, err = withoutKey(original, key, name); err != nil {
				return nil, nil, err
			}
		case order == "replace":
			replace = true
		case order == "merge":
			return nil, nil, fmt.Errorf("merging lists cannot yet be specified in the patch")
		default:
			return nil, nil, fmt.Errorf("unknown patch type: %s in map: %v", order, item)
		}
	}
	if replace {
		return rest, nil, nil
	}
	return original, rest, nil
}

// withoutKey removes the items with that key, in place: the order that there was
// is looked up in the same memory later, and new items count into it where they
// fill a place that became free. Upstream has it so, and the result depends on it.
//
// Upstream 1.37: strategicpatch, deleteMatchingEntries.
func withoutKey(list []any, key string, name any) ([]any, error) {
	for {
		i, err := find(list, key, name)
		if err != nil || i < 0 {
			return list, err
		}
		list = append(list[:i], list[i+1:]...)
	}
}

// items merges the items of a patch into those with the same key, and appends
// the others; see withoutKey for what append does to the order.
//
// Upstream 1.37: strategicpatch, mergeSliceWithoutSpecialElements.
func (m merger) items(original, patch []any, s Schema, key string) ([]any, error) {
	for _, v := range patch {
		item := v.(tree.Map)
		name, ok := item[key]
		if !ok {
			return nil, noKey(item, key)
		}
		i, err := find(original, key, name)
		if err != nil {
			return nil, err
		}
		if i < 0 {
			original = append(original, v)
			continue
		}
		if original[i], err = m.maps(original[i].(tree.Map), item, s); err != nil {
			return nil, err
		}
	}
	return original, nil
}

// find is the index of the item with that key, -1 for none.
func find(list []any, key string, name any) (int, error) {
	for i, v := range list {
		item, ok := v.(tree.Map)
		if !ok {
			return -1, fmt.Errorf("value for key %v is not a map", i)
		}
		if has(item, key) && same(item[key], name) {
			return i, nil
		}
	}
	return -1, nil
}

// except is a list of scalars without some of them.
func except(list, drop []any) []any {
	out := make([]any, 0, len(list))
	for _, v := range list {
		if position(drop, v) < 0 {
			out = append(out, v)
		}
	}
	return out
}

// position is the index of a scalar in a list, -1 for none.
func position(list []any, v any) int {
	for i, e := range list {
		if same(e, v) {
			return i
		}
	}
	return -1
}

// distinct removes scalars that occur again. The last one takes the place of
// each that goes, as upstream has it.
//
// Upstream 1.37: strategicpatch, deduplicateScalars.
func distinct(list []any) []any {
	last := len(list) - 1
	for i := 0; i < last; i++ {
		for j := i + 1; j <= last; j++ {
			if same(list[i], list[j]) {
				list[j] = list[last]
				list = list[:last]
				last--
				j--
			}
		}
	}
	return list
}

package patch

import (
	"reflect"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// orderedLists merges the lists for which a patch gives an order of items.
//
// Upstream 1.37: strategicpatch, mergePatchIntoOriginal.
func (m merger) orderedLists(original, patch tree.Map, s Schema) error {
	for _, k := range print.Keys(patch) {
		if !strings.HasPrefix(k, orderPrefix) {
			continue
		}
		order := patch[k]
		if !m.apply {
			if old, found := original[k]; found && !reflect.DeepEqual(old, order) {
				return errOrder
			}
			original[k] = order
		}
		delete(patch, k)
		list, err := asList(order)
		if err != nil {
			return err
		}
		field, err := suffix(k, orderPrefix, errOrder)
		if err != nil {
			return err
		}
		if err := m.orderedList(original, patch, field, list, s); err != nil {
			return err
		}
	}
	return nil
}

// orderedList merges one list and brings it into the order given.
func (m merger) orderedList(original, patch tree.Map, field string, order []any, s Schema) error {
	old, change, err := bothLists(original, patch, field)
	if err != nil {
		return err
	}
	sub, how, err := s.list(field)
	if err != nil {
		return err
	}
	if err := fits(change, order, how.key); err != nil {
		return err
	}
	merged := old
	switch {
	case !has(original, field) && !has(patch, field):
		return nil
	case !has(original, field):
		kept, _ := withoutOrders(change)
		merged = kept.([]any)
	case has(patch, field) && !how.merge:
		merged = change
	case has(patch, field):
		if merged, err = m.lists(old, change, sub, how.key, false); err != nil {
			return err
		}
	}
	named, others, err := partition(merged, order, how.key)
	if err != nil {
		return err
	}
	sort, err := itemKind(old, change)
	if err != nil {
		return err
	}
	if original[field], err = arrange(named, others, order, old, how.key, sort); err != nil {
		return err
	}
	delete(patch, field)
	return nil
}

func bothLists(original, patch tree.Map, field string) (old, change []any, err error) {
	if v, ok := original[field]; ok {
		if old, err = asList(v); err != nil {
			return nil, nil, err
		}
	}
	if v, ok := patch[field]; ok {
		if change, err = asList(v); err != nil {
			return nil, nil, err
		}
	}
	return old, change, nil
}

// fits checks that the items of a patch come in the order that it gives.
//
// Upstream 1.37: strategicpatch, validatePatchWithSetOrderList.
func fits(change, order []any, key string) error {
	if len(change) == 0 || len(order) == 0 {
		return nil
	}
	items := change
	if key != "" {
		var err error
		if items, _, err = deleted(change); err != nil {
			return err
		}
	}
	i, j := 0, 0
	for i < len(items) && j < len(order) {
		if item, ok := items[i].(tree.Map); ok && has(item, directive) {
			i++
			continue
		}
		equal, err := sameKey(items[i], order[j], key)
		if err != nil {
			return err
		}
		if equal {
			i++
		}
		j++
	}
	if i < len(items) && j >= len(order) {
		return fmt.Errorf("The order in patch list:\n%v\n doesn't match %s list:\n%v\n", change, orderPrefix, order)
	}
	return nil
}

// sameKey says whether two items are the same: by their keys, or as scalars.
func sameKey(a, b any, key string) (bool, error) {
	if key == "" {
		return same(a, b), nil
	}
	ka, err := keyOf(a, key)
	if err != nil {
		return false, err
	}
	kb, err := keyOf(b, key)
	return err == nil && same(ka, kb), err
}

// deleted separates the items that are orders to delete.
func deleted(list []any) (others, orders []any, err error) {
	for _, v := range list {
		item, err := asMap(v)
		if err != nil {
			return nil, nil, err
		}
		if item[directive] == "delete" {
			orders = append(orders, v)
		} else {
			others = append(others, v)
		}
	}
	return others, orders, nil
}

// partition separates the items that a list names from the others.
func partition(merged, by []any, key string) (named, others []any, err error) {
	named, others = make([]any, 0, len(merged)), make([]any, 0, len(merged))
	for _, v := range merged {
		var i int
		if key == "" {
			i = position(by, v)
		} else {
			name, err := keyOf(v, key)
			if err != nil {
				return nil, nil, err
			}
			if i, err = find(by, key, name); err != nil {
				return nil, nil, err
			}
		}
		if i >= 0 {
			named = append(named, v)
		} else {
			others = append(others, v)
		}
	}
	return named, others, nil
}

// arrange puts the items of the patch into its order, the others into theirs,
// and interleaves the two by the order that there was.
//
// Upstream 1.37: strategicpatch, normalizeElementOrder.
func arrange(named, others, order, oldOrder []any, key string, sort reflect.Kind) ([]any, error) {
	named, err := sorted(named, order, key, sort)
	if err != nil {
		return nil, err
	}
	if others, err = sorted(others, oldOrder, key, sort); err != nil {
		return nil, err
	}
	return interleave(others, named, oldOrder, key, sort), nil
}

// rank is the place of an item in an order, -1 for none.
func rank(order []any, item any, key string, sort reflect.Kind) int {
	for i, v := range order {
		a, b := item, v
		if sort == reflect.Map {
			a, b = tree.At(item, key), tree.At(v, key)
		}
		if same(a, b) {
			return i
		}
	}
	return -1
}

// sorted brings a list into an order; orders to delete go to its end.
//
// Upstream 1.37: strategicpatch, normalizeSliceOrder.
func sorted(list, order []any, key string, what reflect.Kind) ([]any, error) {
	var gone []any
	if what == reflect.Map {
		for _, items := range [][]any{list, order} {
			for _, v := range items {
				if _, err := keyOf(v, key); err != nil {
					return nil, err
				}
			}
		}
		var err error
		if list, gone, err = deleted(list); err != nil {
			return nil, err
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		if a := rank(order, list[i], key, what); a >= 0 {
			if b := rank(order, list[j], key, what); b >= 0 {
				return a < b
			}
		}
		return true
	})
	return append(list, gone...), nil
}

// interleave merges two lists: an item of the left goes before the first of the
// right that comes after it in the old order.
//
// Upstream 1.37: strategicpatch, mergeSortedSlice.
func interleave(left, right, oldOrder []any, key string, sort reflect.Kind) []any {
	out := make([]any, 0, len(left)+len(right))
	for len(left) > 0 && len(right) > 0 {
		a, b := rank(oldOrder, left[0], key, sort), rank(oldOrder, right[0], key, sort)
		if a >= 0 && b >= 0 && a < b {
			out, left = append(out, left[0]), left[1:]
		} else {
			out, right = append(out, right[0]), right[1:]
		}
	}
	return append(append(out, left...), right...)
}

package patch

import (
	"reflect"
	"sort"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// ThreeWay is the patch that kubectl apply sends: it brings current to what
// modified says, and takes away what original, the manifest applied before, had
// and modified has no longer. None of the three is changed.
//
// Upstream 1.37: strategicpatch, CreateThreeWayMergePatch with overwrite.
func ThreeWay(original, modified, current tree.Map, s Schema) (tree.Map, error) {
	original, modified, current = tree.Copy(original), tree.Copy(modified), tree.Copy(current)
	changes, err := differ{ignoreDeletions: true, order: true}.maps(current, modified, s, false)
	if err != nil {
		return nil, err
	}
	deletions, err := differ{ignoreChanges: true, order: true}.maps(original, tree.Copy(modified), s, false)
	if err != nil {
		return nil, err
	}
	return merger{}.maps(deletions, tree.Copy(changes), s)
}

// TwoWay is the strategic merge patch that turns original into modified.
//
// Upstream 1.37: strategicpatch, CreateTwoWayMergeMapPatchUsingLookupPatchMeta.
func TwoWay(original, modified tree.Map, s Schema) (tree.Map, error) {
	return differ{order: true}.maps(tree.Copy(original), tree.Copy(modified), s, false)
}

// differ finds patches.
type differ struct {
	order           bool // write down the order of lists
	ignoreChanges   bool // find only what is gone
	ignoreDeletions bool // find only what is new or different
}

// maps is the patch from one map to another.
//
// Upstream 1.37: strategicpatch, diffMaps.
func (d differ) maps(original, modified tree.Map, s Schema, retain bool) (tree.Map, error) {
	patch := tree.Map{}
	var kept []any
	for _, k := range print.Keys(modified) {
		v := modified[k]
		if retain && v != nil {
			kept = append(kept, k)
		}
		if err := d.entry(patch, k, original, v, s); err != nil {
			return nil, err
		}
	}
	more := false
	for k, v := range original {
		if has(modified, k) {
			continue
		}
		more = more || v != nil
		if !d.ignoreDeletions {
			patch[k] = nil
		}
	}
	if len(kept) > 0 && (len(patch) > 0 || more) {
		patch[retainKeys] = kept
	}
	return patch, nil
}

// entry writes the difference in one entry.
func (d differ) entry(patch tree.Map, k string, original tree.Map, v any, s Schema) error {
	old, found := original[k]
	if found && k == directive {
		return fmt.Errorf("invalid value for special key: %s", directive)
	}
	if !found || reflect.TypeOf(old) != reflect.TypeOf(v) {
		if !d.ignoreChanges {
			patch[k] = v
		}
		return nil
	}
	switch v := v.(type) {
	case tree.Map:
		return d.mapField(patch, k, old.(tree.Map), v, s)
	case []any:
		return d.listField(patch, k, old.([]any), v, s)
	}
	d.replace(patch, k, old, v)
	return nil
}

// replace writes a value that is different.
func (d differ) replace(patch tree.Map, k string, old, v any) {
	if !d.ignoreChanges && !reflect.DeepEqual(old, v) {
		patch[k] = v
	}
}

func (d differ) mapField(patch tree.Map, k string, old, v tree.Map, s Schema) error {
	sub, how, err := s.field(k)
	switch {
	case err != nil && reflect.DeepEqual(old, v):
		return nil
	case err != nil:
		return err
	case how.replace:
		if !d.ignoreChanges {
			patch[k] = v
		}
		return nil
	}
	change, err := d.maps(old, v, sub, how.retainKeys)
	if len(change) > 0 {
		patch[k] = change
	}
	return err
}

func (d differ) listField(patch tree.Map, k string, old, v []any, s Schema) error {
	sub, how, err := s.list(k)
	switch {
	case err != nil && reflect.DeepEqual(old, v):
		return nil
	case err != nil:
		return err
	case !how.merge:
		d.replace(patch, k, old, v)
		return nil
	}
	change, err := d.lists(old, v, sub, how)
	if err != nil {
		return err
	}
	for _, e := range []struct {
		key  string
		list []any
	}{{k, change.items}, {deletePrefix + "/" + k, change.gone}, {orderPrefix + "/" + k, change.order}} {
		if len(e.list) > 0 {
			patch[e.key] = e.list
		}
	}
	return nil
}

// listChange is the difference between two lists.
type listChange struct {
	items []any // new and changed items, and orders to delete
	gone  []any // scalars that are gone
	order []any // the order of items, where it has to be given
}

// lists is the difference between two lists whose items are merged.
//
// Upstream 1.37: strategicpatch, diffLists.
func (d differ) lists(old, v []any, s Schema, how manner) (listChange, error) {
	if len(old) == 0 {
		if len(v) == 0 || d.ignoreChanges {
			return listChange{}, nil
		}
		return listChange{items: v}, nil
	}
	sort, err := itemKind(old, v)
	if err != nil {
		return listChange{}, err
	}
	if sort != reflect.Map {
		return d.scalars(old, v)
	}
	change, gone, err := d.items(old, v, s, how)
	if err != nil {
		return listChange{}, err
	}
	if change, err = sorted(change, v, how.key, sort); err != nil {
		return listChange{}, err
	}
	moved, err := reordered(old, v, how.key)
	if err != nil {
		return listChange{}, err
	}
	change = append(change, gone...)
	c := listChange{items: change}
	if d.order && (!d.ignoreChanges && (len(change) > 0 || moved) || !d.ignoreDeletions && len(change) > 0) {
		for _, item := range v {
			c.order = append(c.order, tree.Map{how.key: tree.At(item, how.key)})
		}
	}
	return c, nil
}

// reordered says whether two lists name different items, or in another order.
func reordered(old, v []any, key string) (bool, error) {
	if len(old) != len(v) {
		return true, nil
	}
	for i := range v {
		equal, err := sameKey(old[i], v[i], key)
		if err != nil || !equal {
			return true, err
		}
	}
	return false, nil
}

// scalars is the difference between two lists of scalars.
//
// Upstream 1.37: strategicpatch, diffListsOfScalars.
func (d differ) scalars(old, v []any) (listChange, error) {
	var c listChange
	a, b := byText(old), byText(v)
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) > 0 && len(b) > 0 && fmt.Sprint(a[0]) == fmt.Sprint(b[0]):
			a, b = a[1:], b[1:]
		case len(a) == 0 || len(b) > 0 && fmt.Sprint(a[0]) > fmt.Sprint(b[0]):
			if !d.ignoreChanges {
				c.items = append(c.items, b[0])
			}
			b = b[1:]
		default:
			if !d.ignoreDeletions {
				c.gone = append(c.gone, a[0])
			}
			a = a[1:]
		}
	}
	c.gone = distinct(c.gone)
	var err error
	c.items, err = sorted(c.items, v, "", reflect.String)
	if d.order && (!d.ignoreDeletions && len(c.gone) > 0 || !d.ignoreChanges && !reflect.DeepEqual(byText(old), v)) {
		c.order = v
	}
	return c, err
}

// byText is a copy of a list of scalars, sorted by their text.
func byText(list []any) []any {
	out := append([]any(nil), list...)
	sort.SliceStable(out, func(i, j int) bool { return fmt.Sprint(out[i]) < fmt.Sprint(out[j]) })
	return out
}

// items is the difference between two lists of maps: new and changed items, and
// orders to delete those that are gone.
//
// Upstream 1.37: strategicpatch, diffListsOfMaps.
func (d differ) items(old, v []any, s Schema, how manner) (change, gone []any, err error) {
	a, err := byKey(old, how.key)
	if err != nil {
		return nil, nil, err
	}
	b, err := byKey(v, how.key)
	if err != nil {
		return nil, nil, err
	}
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) > 0 && len(b) > 0 && a[0].text == b[0].text:
			part, err := d.maps(a[0].item, b[0].item, s, how.retainKeys)
			if err != nil {
				return nil, nil, err
			}
			if len(part) > 0 {
				part[how.key] = b[0].item[how.key]
				change = append(change, part)
			}
			a, b = a[1:], b[1:]
		case len(a) == 0 || len(b) > 0 && a[0].text > b[0].text:
			if !d.ignoreChanges {
				change = append(change, b[0].item)
			}
			b = b[1:]
		default:
			if !d.ignoreDeletions {
				gone = append(gone, tree.Map{how.key: a[0].item[how.key], directive: "delete"})
			}
			a = a[1:]
		}
	}
	return change, gone, nil
}

// keyed is an item of a list with its key as text.
type keyed struct {
	text string
	item tree.Map
}

// byKey is a list sorted by the text of its items' keys.
func byKey(list []any, key string) ([]keyed, error) {
	out := make([]keyed, len(list))
	for i, v := range list {
		name, err := keyOf(v, key)
		if err != nil {
			return nil, err
		}
		out[i] = keyed{fmt.Sprint(name), v.(tree.Map)}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].text < out[j].text })
	return out, nil
}

// Package compiled is the rules that come with rollscope, compiled: OPA makes a plan of the
// Rego, and internal/rulebook writes that plan down in Go (zz_rules_gen.go). What is here
// besides is what such code runs on: the values of Rego, and the builtins that the rules use.
//
// Values are any: nil for undefined, Null, bool, string, numbers (int64; json.Number where
// the text of a manifest is none; *big.Rat for a quotient), *Array, *Object and *Set.
package compiled

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// Null is Rego's null.
type Null struct{}

// Array is a list of values.
type Array struct{ items []any }

// Object is values by key. Rules use text for keys and nothing else.
type Object struct {
	keys   []string
	values []any
	sorted bool // keys are in order
	// rest is a map of a manifest of which only those entries are above that have been
	// asked for, as most never are; nil if all are. See all.
	rest *tree.Node
	run  *Run // of rest
}

// Set is values in order, each once.
type Set struct{ items []any }

func arrayOf(items ...any) *Array { return &Array{items} }

func setOf(items ...any) *Set {
	s := &Set{}
	for _, item := range items {
		s.add(item)
	}
	return s
}

// objectOf is an object of keys and values in turn.
func objectOf(pairs ...any) *Object {
	o := &Object{}
	for i := 0; i < len(pairs); i += 2 {
		o.insert(pairs[i], pairs[i+1])
	}
	o.order()
	return o
}

func (a *Array) add(v any) { a.items = append(a.items, v) }

func (s *Set) add(v any) {
	if n := len(s.items); n == 0 || compare(s.items[n-1], v) < 0 {
		s.items = append(s.items, v)
		return
	}
	if i, found := slices.BinarySearchFunc(s.items, v, compare); !found {
		s.items = slices.Insert(s.items, i, v)
	}
}

func (s *Set) has(v any) bool {
	_, found := slices.BinarySearchFunc(s.items, v, compare)
	return found
}

// get is the value of a key; nil without one.
func (o *Object) get(key string) any {
	for i, k := range o.keys {
		if k == key {
			return o.values[i]
		}
	}
	m := o.rest.Member(key)
	if m == nil {
		return nil
	}
	value := o.run.valueOfNode(m.Value)
	o.keys, o.values = append(o.keys, m.Key), append(o.values, value)
	return value
}

// all is o with all its entries. What looks at its keys or values by itself begins with it.
func (o *Object) all() *Object {
	rest := o.rest
	if rest == nil {
		return o
	}
	whole := o.run.object(len(rest.Members))
	for i := range rest.Members {
		m := &rest.Members[i]
		value := any(nil)
		if at := slices.Index(o.keys, m.Key); at >= 0 {
			value = o.values[at]
		} else {
			value = o.run.valueOfNode(m.Value)
		}
		whole.keys, whole.values = append(whole.keys, m.Key), append(whole.values, value)
	}
	o.keys, o.values, o.rest = whole.keys, whole.values, nil
	return o
}

func (o *Object) insert(key, value any) {
	k, ok := key.(string)
	if !ok {
		panic(failure("a rule makes an object with a key that is no text"))
	}
	o.all()
	for i := range o.keys {
		if o.keys[i] == k {
			o.values[i] = value
			return
		}
	}
	o.keys, o.values, o.sorted = append(o.keys, k), append(o.values, value), false
}

// order puts the keys in order.
func (o *Object) order() {
	if o.all(); o.sorted {
		return
	}
	if !slices.IsSorted(o.keys) {
		at := make([]int, len(o.keys))
		for i := range at {
			at[i] = i
		}
		slices.SortFunc(at, func(a, b int) int { return strings.Compare(o.keys[a], o.keys[b]) })
		keys, values := make([]string, len(at)), make([]any, len(at))
		for i, from := range at {
			keys[i], values[i] = o.keys[from], o.values[from]
		}
		o.keys, o.values = keys, values
	}
	o.sorted = true
}

// field is source[key]; nil if there is none.
func field(source any, key string) any {
	switch s := source.(type) {
	case *Object:
		return s.get(key)
	case *Set:
		if s.has(key) {
			return key
		}
	}
	return nil
}

// item is source[key] for any key.
func item(source, key any) any {
	switch s := source.(type) {
	case *Array:
		if i, ok := key.(int64); ok && i >= 0 && i < int64(len(s.items)) {
			return s.items[i]
		}
	case *Object:
		if k, ok := key.(string); ok {
			return s.get(k)
		}
	case *Set:
		if s.has(key) {
			return key
		}
	}
	return nil
}

// walk is the way over an array, object or set.
type walk struct {
	array      []any
	keys       []string
	set        bool
	at         int
	key, value any
}

func over(source any) walk {
	switch s := source.(type) {
	case *Array:
		return walk{array: s.items}
	case *Set:
		return walk{array: s.items, set: true}
	case *Object:
		s.order()
		return walk{array: s.values, keys: s.keys}
	}
	return walk{}
}

// next goes to the next item; false behind the last.
func (w *walk) next(r *Run) bool {
	if w.at >= len(w.array) {
		return false
	}
	r.tick()
	w.value = w.array[w.at]
	switch {
	case w.set:
		w.key = w.value
	case w.keys != nil:
		w.key = w.keys[w.at]
	default:
		w.key = int64(w.at)
	}
	w.at++
	return true
}

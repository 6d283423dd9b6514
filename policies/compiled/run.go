package compiled

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"sync"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/slab"
	"github.com/rollscope/rollscope/policies/rules"
)

// Run is the evaluation of all rules over one input. The values that it makes are in memory
// that serves for the next one, so nothing of them may be left behind it but text.
type Run struct {
	ctx   context.Context
	steps int
	memo  [functions]memo

	arrays  slab.Of[Array]
	objects slab.Of[Object]
	sets    slab.Of[Set]
	keys    slab.Of[string]
	values  slab.Of[any]
}

var runs = sync.Pool{New: func() any { return new(Run) }}

// end gives the memory of a run back.
func (r *Run) end() {
	r.ctx, r.steps = nil, 0
	clear(r.memo[:])
	r.arrays.Reuse()
	r.objects.Reuse()
	r.sets.Reuse()
	r.keys.Reuse()
	r.values.Reuse()
	runs.Put(r)
}

// array is an empty array with room for n items.
func (r *Run) array(n int) *Array {
	a := r.arrays.New()
	a.items = r.values.Take(n)[:0]
	return a
}

// object is an empty object with room for n entries.
func (r *Run) object(n int) *Object {
	o := r.objects.New()
	o.keys, o.values = r.keys.Take(n)[:0], r.values.Take(n)[:0]
	return o
}

// set is an empty set with room for n items.
func (r *Run) set(n int) *Set {
	s := r.sets.New()
	s.items = r.values.Take(n)[:0]
	return s
}

// memo is what a rule without arguments came to.
type memo struct {
	value any
	known bool
}

// failure stops an evaluation; it is the text of an error.
type failure string

// stopped is that of a context that is over.
type stopped struct{ err error }

// tick counts a step, and looks now and then whether there is time left.
func (r *Run) tick() {
	if r.steps++; r.steps%4096 == 0 {
		if err := r.ctx.Err(); err != nil {
			panic(stopped{err})
		}
	}
}

// once keeps the only value that a rule may have.
func once(had, value any) any {
	if had != nil && !equal(had, value) {
		panic(failure("a rule has two values at once"))
	}
	return value
}

// entry is a rule that reports.
type entry struct {
	rule string // group/slug
	of   func(r *Run, input any) any
}

// Hits are what all rules report of an input, which points to a struct with JSON names for
// what rules see of it, and of the manifest, if there is one. Rules by name, and each set in
// order. The error is that of ctx when it is over, and else about a rule that contradicts
// itself.
func Hits(ctx context.Context, input any, manifest *tree.Node) ([]rules.Hit, error) {
	r := runs.Get().(*Run)
	in, ok := r.valueOf(reflect.ValueOf(input)).(*Object)
	if !ok {
		return nil, errors.New("the input of rules is no struct")
	}
	if manifest != nil {
		in.insert("manifest", r.valueOfNode(manifest))
	}
	var out []rules.Hit
	err := r.hits(ctx, in, func(all []any) {
		out = make([]rules.Hit, len(all))
		for i := range all {
			out[i] = hitOf(all[i])
		}
	})
	return out, err
}

// HitsOfJSON is Hits of an input that is JSON.
func HitsOfJSON(ctx context.Context, input []byte) ([]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(input))
	decoder.UseNumber()
	var of map[string]any
	if err := decoder.Decode(&of); err != nil {
		return nil, err
	}
	var out []any
	err := runs.Get().(*Run).hits(ctx, valueOfJSON(of).(*Object), func(all []any) { out = plainAll(all) })
	return out, err
}

// hits hands on what all rules report, in memory of the run, which ends here.
func (r *Run) hits(ctx context.Context, in *Object, found func(all []any)) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stopped:
			err = p.err
		case failure:
			err = errors.New(string(p))
		default:
			panic(p)
		}
	}()
	defer r.end()
	r.ctx = ctx
	list := reports[:]
	if in.get("facts") == nil {
		list = summaries[:]
	}
	all := r.array(32)
	for i := range list {
		if of, ok := list[i].of(r, in).(*Set); ok {
			all.items = append(all.items, of.items...)
		}
	}
	found(all.items)
	return nil
}

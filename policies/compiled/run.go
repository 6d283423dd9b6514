package compiled

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// Run is the evaluation of all rules over one input.
type Run struct {
	ctx   context.Context
	steps int
	memo  [functions]memo
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

// Hits are what all rules report of an input, which is a struct with JSON names for what
// rules see of it, and of the manifest, if there is one. Rules by name, and each set in order. The error is that of ctx when it is over, and else
// about a rule that contradicts itself.
func Hits(ctx context.Context, input any, manifest *tree.Node) ([]any, error) {
	in, ok := valueOf(reflect.ValueOf(input)).(*Object)
	if !ok {
		return nil, errors.New("the input of rules is no struct")
	}
	if manifest != nil {
		in.insert("manifest", valueOfNode(manifest))
	}
	return hits(ctx, in)
}

// HitsOfJSON is Hits of an input that is JSON.
func HitsOfJSON(ctx context.Context, input []byte) ([]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(input))
	decoder.UseNumber()
	var of map[string]any
	if err := decoder.Decode(&of); err != nil {
		return nil, err
	}
	return hits(ctx, valueOfJSON(of).(*Object))
}

func hits(ctx context.Context, in *Object) (out []any, err error) {
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
	r := &Run{ctx: ctx}
	list := reports[:]
	if in.get("facts") == nil {
		list = summaries[:]
	}
	for i := range list {
		found, _ := list[i].of(r, in).(*Set)
		if found == nil {
			continue
		}
		for _, hit := range found.items {
			out = append(out, plain(hit))
		}
	}
	return out, nil
}

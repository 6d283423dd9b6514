package compiled

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
)

// The builtins that the rules use. A wrong sort of value makes them undefined, as OPA has it.

// Two texts.

func texts(a, b any, ask func(a, b string) bool) any {
	x, ok := a.(string)
	y, also := b.(string)
	if !ok || !also {
		return nil
	}
	return ask(x, y)
}

func builtinContains(a, b any) any   { return texts(a, b, strings.Contains) }
func builtinStartswith(a, b any) any { return texts(a, b, strings.HasPrefix) }
func builtinEndswith(a, b any) any   { return texts(a, b, strings.HasSuffix) }

// One text.

func text(v any, change func(string) string) any {
	s, ok := v.(string)
	if !ok {
		return nil
	}
	return change(s)
}

func builtinLower(v any) any { return text(v, strings.ToLower) }
func builtinUpper(v any) any { return text(v, strings.ToUpper) }

func builtinTrimRight(v, cut any) any {
	of, ok := cut.(string)
	if !ok {
		return nil
	}
	return text(v, func(s string) string { return strings.TrimRight(s, of) })
}

func builtinReplace(v, old, by any) any {
	from, ok := old.(string)
	to, also := by.(string)
	if !ok || !also {
		return nil
	}
	return text(v, func(s string) string { return strings.ReplaceAll(s, from, to) })
}

// builtinInternalTemplateString writes the parts of a template string one after the other.
// A part that is computed comes as a set: of its value, or of none if it is undefined.
func builtinInternalTemplateString(parts any) any {
	a, ok := parts.(*Array)
	if !ok {
		return nil
	}
	var room [256]byte
	out := room[:0]
	for _, part := range a.items {
		if s, ok := part.(*Set); ok {
			if len(s.items) == 0 {
				out = append(out, "<undefined>"...)
				continue
			}
			part = s.items[0]
		}
		out = append(out, spelt(part)...)
	}
	return string(out)
}

// Collections.

func builtinCount(v any) any {
	switch v := v.(type) {
	case *Array:
		return int64(len(v.items))
	case *Set:
		return int64(len(v.items))
	case *Object:
		return int64(len(v.all().keys))
	case string:
		return int64(len([]rune(v)))
	}
	return nil
}

// length is the length of a collection for code that asks for shapes.
func length(v any) any {
	if n := builtinCount(v); n != nil {
		return n
	}
	return int64(0)
}

func builtinInternalMember2(v, in any) any {
	switch in := in.(type) {
	case *Set:
		return in.has(v)
	case *Array:
		return slices.ContainsFunc(in.items, func(each any) bool { return equal(each, v) })
	case *Object:
		return slices.ContainsFunc(in.all().values, func(each any) bool { return equal(each, v) })
	}
	return false
}

func builtinSort(v any) any {
	var items []any
	switch v := v.(type) {
	case *Array:
		items = slices.Clone(v.items)
	case *Set:
		items = slices.Clone(v.items)
	default:
		return nil
	}
	slices.SortStableFunc(items, compare)
	return &Array{items}
}

func builtinOr(a, b any) any {
	x, ok := a.(*Set)
	y, also := b.(*Set)
	if !ok || !also {
		return nil
	}
	out := &Set{items: slices.Clone(x.items)}
	for _, item := range y.items {
		out.add(item)
	}
	return out
}

func builtinObjectGet(o, key, otherwise any) any {
	object, ok := o.(*Object)
	if !ok {
		return nil
	}
	path, ok := key.(*Array)
	if !ok {
		path = arrayOf(key)
	}
	var at any = object
	for _, k := range path.items {
		if at = item(at, k); at == nil {
			return otherwise
		}
	}
	return at
}

func builtinObjectUnion(a, b any) any {
	x, ok := a.(*Object)
	y, also := b.(*Object)
	if !ok || !also {
		return nil
	}
	x, y = x.all(), y.all()
	out := &Object{keys: slices.Clone(x.keys), values: slices.Clone(x.values), sorted: x.sorted}
	for i, k := range y.keys {
		value := y.values[i]
		if old, ok := out.get(k).(*Object); ok {
			if merged := builtinObjectUnion(old, value); merged != nil {
				value = merged
			}
		}
		out.insert(k, value)
	}
	return out
}

func builtinIsObject(v any) any { _, ok := v.(*Object); return ok }
func builtinIsString(v any) any { _, ok := v.(string); return ok }

// Order.

func builtinNeq(a, b any) any { return !equal(a, b) }
func builtinGt(a, b any) any  { return compare(a, b) > 0 }
func builtinGte(a, b any) any { return compare(a, b) >= 0 }
func builtinLt(a, b any) any  { return compare(a, b) < 0 }
func builtinLte(a, b any) any { return compare(a, b) <= 0 }

// Numbers. They are exact.

func rational(v any) *big.Rat {
	switch v := v.(type) {
	case int64:
		return new(big.Rat).SetInt64(v)
	case *big.Rat:
		return v
	case json.Number:
		f := float(v)
		if exponent := f.MantExp(nil); exponent > widest || exponent < -widest {
			return nil
		}
		r, _ := f.Rat(nil)
		return r
	}
	return nil
}

// widest is how many binary digits a number may have that rules reckon with.
const widest = 4096

func arithmetic(a, b any, do func(z, x, y *big.Rat) *big.Rat) any {
	x, y := rational(a), rational(b)
	if x == nil || y == nil {
		return nil
	}
	return whole(do(new(big.Rat), x, y))
}

// whole is a number in its simplest form.
func whole(r *big.Rat) any {
	if r.IsInt() && r.Num().IsInt64() {
		return r.Num().Int64()
	}
	return r
}

func builtinPlus(a, b any) any { return arithmetic(a, b, (*big.Rat).Add) }
func builtinMul(a, b any) any  { return arithmetic(a, b, (*big.Rat).Mul) }

func builtinMinus(a, b any) any {
	if x, ok := a.(*Set); ok {
		if y, ok := b.(*Set); ok {
			out := &Set{}
			for _, item := range x.items {
				if !y.has(item) {
					out.items = append(out.items, item)
				}
			}
			return out
		}
	}
	return arithmetic(a, b, (*big.Rat).Sub)
}

func builtinDiv(a, b any) any {
	if y := rational(b); y == nil || y.Sign() == 0 {
		return nil
	}
	return arithmetic(a, b, (*big.Rat).Quo)
}

func builtinFloor(v any) any { return rounded(v, func(quotient *big.Int, exact bool) {}) }

func builtinCeil(v any) any {
	return rounded(v, func(quotient *big.Int, exact bool) {
		if !exact {
			quotient.Add(quotient, big.NewInt(1))
		}
	})
}

// rounded is the next whole number below, adjusted.
func rounded(v any, adjust func(quotient *big.Int, exact bool)) any {
	r := rational(v)
	if r == nil {
		return nil
	}
	var remainder big.Int
	quotient, _ := new(big.Int).DivMod(r.Num(), r.Denom(), &remainder)
	adjust(quotient, remainder.Sign() == 0)
	return whole(new(big.Rat).SetInt(quotient))
}

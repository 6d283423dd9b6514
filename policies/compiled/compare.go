package compiled

import (
	"cmp"
	"encoding/json"
	"math/big"
	"strings"
)

// rank is the order of sorts of values in Rego.
func rank(v any) int {
	switch v.(type) {
	case Null:
		return 1
	case bool:
		return 2
	case int64, json.Number, *big.Rat:
		return 3
	case string:
		return 4
	case *Array:
		return 5
	case *Object:
		return 6
	case *Set:
		return 7
	}
	return 0
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		return ok && a == b
	case bool:
		b, ok := b.(bool)
		return ok && a == b
	}
	return compare(a, b) == 0
}

// compare is the order of values in Rego.
//
// Upstream: opa:v1/ast/compare.go, Compare.
func compare(a, b any) int {
	if a, ok := a.(string); ok {
		if b, ok := b.(string); ok {
			return strings.Compare(a, b)
		}
	}
	if by := cmp.Compare(rank(a), rank(b)); by != 0 {
		return by
	}
	switch a := a.(type) {
	case bool:
		return compareBools(a, b.(bool))
	case *Array:
		return compareAll(a.items, b.(*Array).items)
	case *Set:
		return compareAll(a.items, b.(*Set).items)
	case *Object:
		return compareObjects(a, b.(*Object))
	case int64, json.Number, *big.Rat:
		return compareNumbers(a, b)
	}
	return 0
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func compareAll(a, b []any) int {
	for i := range min(len(a), len(b)) {
		if by := compare(a[i], b[i]); by != 0 {
			return by
		}
	}
	return cmp.Compare(len(a), len(b))
}

func compareObjects(a, b *Object) int {
	if a == b {
		return 0
	}
	a.order()
	b.order()
	for i := range min(len(a.keys), len(b.keys)) {
		if by := strings.Compare(a.keys[i], b.keys[i]); by != 0 {
			return by
		}
		if by := compare(a.values[i], b.values[i]); by != 0 {
			return by
		}
	}
	return cmp.Compare(len(a.keys), len(b.keys))
}

func compareNumbers(a, b any) int {
	if a, ok := a.(int64); ok {
		if b, ok := b.(int64); ok {
			return cmp.Compare(a, b)
		}
	}
	return float(a).Cmp(float(b))
}

// float is a number, with as many digits as OPA keeps.
func float(v any) *big.Float {
	f := new(big.Float).SetPrec(256)
	switch v := v.(type) {
	case int64:
		return f.SetInt64(v)
	case *big.Rat:
		return f.SetRat(v)
	case json.Number:
		if out, ok := f.SetString(string(v)); ok {
			return out
		}
	}
	return f
}

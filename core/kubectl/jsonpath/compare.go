package jsonpath

import (
	"cmp"
	"errors"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
)

var (
	errType = errors.New("invalid type for comparison")
	errKind = errors.New("incompatible types for comparison")
)

// compare applies the operator of a filter.
//
// Upstream 1.37: client-go third_party/forked/golang/template/funcs.go, Equal and Less.
func compare(a, b any, operator string) (bool, error) {
	order, err := orderOf(a, b)
	_, truth := a.(bool)
	switch operator {
	case "==":
		return order == 0, err
	case "!=":
		return order != 0, err
	case "<", ">", "<=", ">=":
		if err == nil && truth {
			err = errType
		}
	default:
		return false, fmt.Errorf("unrecognized filter operator %s", operator)
	}
	switch operator {
	case "<":
		return order < 0, err
	case ">":
		return order > 0, err
	case "<=":
		return order <= 0, err
	}
	return order >= 0, err
}

// orderOf is below, at or above 0 as a is less than, equal to or greater than b.
func orderOf(a, b any) (int, error) {
	switch a := a.(type) {
	case string:
		return ordered(a, b)
	case int64:
		return ordered(a, b)
	case float64:
		return ordered(a, b)
	case bool:
		if other, ok := b.(bool); ok && a == other {
			return 0, nil
		} else if ok {
			return 1, nil
		}
		if _, ok := b.(string); ok {
			return 0, errKind
		}
		return ordered("", b)
	}
	return 0, errType
}

func ordered[T cmp.Ordered](a T, b any) (int, error) {
	switch b := b.(type) {
	case T:
		return cmp.Compare(a, b), nil
	case string, int64, float64, bool:
		return 0, errKind
	}
	return 0, errType
}

// Less orders two values for --sort-by: numbers by size, texts as quantities
// where both are some, else as texts. Values of other kinds cannot be sorted.
//
// Upstream 1.37: kubectl pkg/cmd/get/sorter.go, isLess.
func Less(a, b any) (bool, error) {
	switch a := a.(type) {
	case nil:
		return b != nil, nil
	case int64:
		if b, ok := b.(int64); ok {
			return a < b, nil
		}
	case float64:
		if b, ok := b.(float64); ok {
			return a < b, nil
		}
	case string:
		if b, ok := b.(string); ok {
			return lessText(a, b), nil
		}
	default:
		return false, fmt.Errorf("unsortable type: %s", typeName(a))
	}
	if b == nil {
		return false, nil
	}
	return false, errors.New("unsortable interface: interface")
}

func lessText(a, b string) bool {
	qa, err := api.ParseQuantity(a)
	if err != nil {
		return a < b
	}
	qb, err := api.ParseQuantity(b)
	if err != nil {
		return a < b
	}
	return qa.Cmp(qb) < 0
}

// Package semantic compares objects by what they mean: an absent list equals an
// empty one, 1Gi equals 1024Mi, and two times are equal when they are the same instant.
package semantic

import (
	"reflect"

	"github.com/rollscope/rollscope/core/api"
)

// Equal tells whether a and b mean the same. They have to be of one type.
//
// Upstream 1.37: apimachinery:pkg/api/equality/semantic.go, Semantic.DeepEqual.
func Equal(a, b any) bool {
	return equal(reflect.ValueOf(a), reflect.ValueOf(b))
}

func equal(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	if same, known := byMeaning(a, b); known {
		return same
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return equal(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		return equalItems(a, b)
	case reflect.Map:
		return equalEntries(a, b)
	}
	return a.Equal(b)
}

// byMeaning compares the types whose fields do not show what they mean.
func byMeaning(a, b reflect.Value) (same, known bool) {
	if !a.CanInterface() {
		return false, false
	}
	switch x := a.Interface().(type) {
	case api.Quantity:
		return x.Cmp(b.Interface().(api.Quantity)) == 0, true
	case api.Time:
		return x.Time.Equal(b.Interface().(api.Time).Time), true
	case api.MicroTime:
		return x.Time.Equal(b.Interface().(api.MicroTime).Time), true
	}
	return false, false
}

func equalItems(a, b reflect.Value) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !equal(a.Index(i), b.Index(i)) {
			return false
		}
	}
	return true
}

func equalEntries(a, b reflect.Value) bool {
	if a.Len() != b.Len() {
		return false
	}
	for _, key := range a.MapKeys() {
		other := b.MapIndex(key)
		if !other.IsValid() || !equal(a.MapIndex(key), other) {
			return false
		}
	}
	return true
}

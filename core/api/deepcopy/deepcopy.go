// Package deepcopy copies API objects so that the copy shares no memory with the original.
//
// It goes by reflection: written out for each type, as upstream does, copying weighs ten
// times as much in sim.wasm as the types themselves.
package deepcopy

import (
	"reflect"
	"time"
)

// Of is a copy of in; nil for nil. Fields that are not exported are taken for plain values,
// as they are in Quantity and in time.Time.
func Of[T any](in *T) *T {
	if in == nil {
		return nil
	}
	out := new(T)
	*out = *in
	detach(reflect.ValueOf(out).Elem())
	return out
}

// detach replaces everything that v shares with the value it was copied from by a copy.
func detach(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return // never changed in place
		}
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() && !f.IsZero() { // what is not exported is plain
				detach(f)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			out := reflect.New(v.Type().Elem())
			out.Elem().Set(v.Elem())
			detach(out.Elem())
			v.Set(out)
		}
	case reflect.Slice:
		detachSlice(v)
	case reflect.Map:
		detachMap(v)
	default: // plain
	}
}

func detachSlice(v reflect.Value) {
	if v.IsNil() {
		return
	}
	out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(out, v)
	if shares(v.Type().Elem()) {
		for i := range out.Len() {
			detach(out.Index(i))
		}
	}
	v.Set(out)
}

func detachMap(v reflect.Value) {
	if v.IsNil() {
		return
	}
	t := v.Type()
	out := reflect.MakeMapWithSize(t, v.Len())
	for i := v.MapRange(); i.Next(); {
		value := i.Value()
		if shares(t.Elem()) {
			own := reflect.New(t.Elem()).Elem()
			own.Set(value)
			detach(own)
			value = own
		}
		out.SetMapIndex(i.Key(), value)
	}
	v.Set(out)
}

// shares says whether values of a type may hold memory that assigning them does not copy.
func shares(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Pointer, reflect.Slice, reflect.Map:
		return true
	default:
		return false
	}
}

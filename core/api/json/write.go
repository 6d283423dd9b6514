package json

import (
	"math"
	"reflect"
	"sort"
	"strconv"
)

// Marshal is v as JSON on one line.
func Marshal(v any) ([]byte, error) { return Append(nil, v) }

// Append writes v as JSON behind dst.
func Append(dst []byte, v any) ([]byte, error) {
	w := writer{out: dst}
	err := w.any(v)
	return w.out, err
}

// writer keeps what it has learnt about types for the one value that it writes.
type writer struct {
	out   []byte
	types map[reflect.Type]*shape
}

// shape is how values of a type are written.
type shape struct {
	marshals, appends bool
	fields            []field // of a struct
}

// field is a field of a struct or of one embedded in it.
type field struct {
	index     []int
	key       string // with quotes and colon
	omitEmpty bool
	omitZero  bool
}

var (
	marshaler = reflect.TypeFor[Marshaler]()
	appender  = reflect.TypeFor[Appender]()
)

// any writes common values without reflection.
func (w *writer) any(v any) error {
	switch v := v.(type) {
	case nil:
		w.out = append(w.out, "null"...)
	case string:
		w.out = AppendText(w.out, v)
	case bool:
		w.out = strconv.AppendBool(w.out, v)
	case int64:
		w.out = strconv.AppendInt(w.out, v, 10)
	case map[string]any:
		return w.object(v)
	case []any:
		return w.list(v)
	case Number:
		if v == "" {
			v = "0"
		}
		w.out = append(w.out, v...)
	default:
		return w.value(reflect.ValueOf(v))
	}
	return nil
}

func (w *writer) object(m map[string]any) error {
	if m == nil {
		w.out = append(w.out, "null"...)
		return nil
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	w.out = append(w.out, '{')
	for i, k := range keys {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(AppendText(w.out, k), ':')
		if err := w.any(m[k]); err != nil {
			return err
		}
	}
	w.out = append(w.out, '}')
	return nil
}

func (w *writer) list(items []any) error {
	if items == nil {
		w.out = append(w.out, "null"...)
		return nil
	}
	w.out = append(w.out, '[')
	for i, item := range items {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if err := w.any(item); err != nil {
			return err
		}
	}
	w.out = append(w.out, ']')
	return nil
}

func (w *writer) value(v reflect.Value) error {
	t := v.Type()
	switch k := t.Kind(); k {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			w.out = append(w.out, "null"...)
			return nil
		}
		if k == reflect.Interface {
			return w.any(v.Interface())
		}
		if s := w.shapeOf(t); !s.appends {
			return w.value(v.Elem())
		}
	default:
	}
	switch s := w.shapeOf(t); {
	case s.appends:
		w.out = v.Interface().(Appender).AppendJSON(w.out)
		return nil
	case s.marshals:
		text, err := v.Interface().(Marshaler).MarshalJSON()
		if err == nil {
			w.out, err = compact(w.out, text)
		}
		return err
	}
	return w.kind(v, t)
}

func (w *writer) kind(v reflect.Value, t reflect.Type) error {
	switch t.Kind() {
	case reflect.String:
		if t == reflect.TypeFor[Number]() {
			return w.any(Number(v.String()))
		}
		w.out = AppendText(w.out, v.String())
	case reflect.Bool:
		w.out = strconv.AppendBool(w.out, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.out = strconv.AppendInt(w.out, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.out = strconv.AppendUint(w.out, v.Uint(), 10)
	case reflect.Float32:
		return w.float(v.Float(), 32)
	case reflect.Float64:
		return w.float(v.Float(), 64)
	case reflect.Struct:
		return w.structure(v, w.shapeOf(t))
	case reflect.Map:
		return w.mapping(v)
	case reflect.Slice, reflect.Array:
		return w.sequence(v, t)
	default:
		return fail("json: unsupported type: " + t.String())
	}
	return nil
}

// float writes a number as ECMAScript does.
func (w *writer) float(f float64, bits int) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return fail("json: unsupported value: " + strconv.FormatFloat(f, 'g', -1, bits))
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (bits == 64 && (abs < 1e-6 || abs >= 1e21) ||
		bits == 32 && (float32(abs) < 1e-6 || float32(abs) >= 1e21)) {
		format = 'e'
	}
	w.out = strconv.AppendFloat(w.out, f, format, -1, bits)
	if n := len(w.out); format == 'e' && n >= 4 && w.out[n-4] == 'e' && w.out[n-3] == '-' && w.out[n-2] == '0' {
		w.out[n-2] = w.out[n-1] // e-09 becomes e-9
		w.out = w.out[:n-1]
	}
	return nil
}

func (w *writer) structure(v reflect.Value, s *shape) error {
	w.out = append(w.out, '{')
	first := true
	for i := range s.fields {
		f := &s.fields[i]
		value := v
		for _, at := range f.index {
			value = value.Field(at)
		}
		if f.omitEmpty && empty(value) || f.omitZero && value.IsZero() {
			continue
		}
		if !first {
			w.out = append(w.out, ',')
		}
		first = false
		w.out = append(w.out, f.key...)
		if err := w.value(value); err != nil {
			return err
		}
	}
	w.out = append(w.out, '}')
	return nil
}

// empty is what omitempty leaves out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	default:
		return v.IsZero()
	}
}

func (w *writer) mapping(v reflect.Value) error {
	if v.IsNil() {
		w.out = append(w.out, "null"...)
		return nil
	}
	if v.Type().Key().Kind() != reflect.String {
		return fail("json: unsupported type: " + v.Type().String())
	}
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	w.out = append(w.out, '{')
	for i, k := range keys {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(AppendText(w.out, k.String()), ':')
		if err := w.value(v.MapIndex(k)); err != nil {
			return err
		}
	}
	w.out = append(w.out, '}')
	return nil
}

func (w *writer) sequence(v reflect.Value, t reflect.Type) error {
	if t.Kind() == reflect.Slice {
		if v.IsNil() {
			w.out = append(w.out, "null"...)
			return nil
		}
		if t.Elem().Kind() == reflect.Uint8 {
			w.out = append(base64(append(w.out, '"'), v.Bytes()), '"')
			return nil
		}
	}
	w.out = append(w.out, '[')
	for i := range v.Len() {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if err := w.value(v.Index(i)); err != nil {
			return err
		}
	}
	w.out = append(w.out, ']')
	return nil
}

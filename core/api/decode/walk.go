package decode

import (
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// segment is one step of a path: a field of a struct, a key of a map, an item of a list.
type segment struct {
	name  string
	index int
	kind  segmentKind
}

type segmentKind uint8

const (
	fieldSegment segmentKind = iota
	keySegment
	itemSegment
	embeddedSegment // a struct inside another in Go, and nothing in JSON
)

// walker reads one document into an object. It goes on after an error, which leaves a
// field at its zero value.
type walker struct {
	*reader
	root   *tree.Node
	number int // Document.Index
	item   int // Document.Item
	path   []segment
	frames []frame // the structs around the value, outermost first
}

// walker begins a document, or an item of a list in it.
func (r *reader) walker(root *tree.Node, number, item int) *walker {
	return &walker{reader: r, root: root, number: number, item: item, path: r.path[:0], frames: r.frames[:0]}
}

// frame is a struct being read.
type frame struct {
	typ   reflect.Type
	depth int // length of the path that leads to it
}

func (w *walker) push(s segment) { w.path = append(w.path, s) }
func (w *walker) pop()           { w.path = w.path[:len(w.path)-1] }

// jsonUnmarshaler is what reads its own JSON: quantities, times, raw data.
type jsonUnmarshaler interface{ UnmarshalJSON([]byte) error }

// decode reads root into target, a pointer to a struct.
//
// Upstream 1.37: sigs.k8s.io/json, UnmarshalStrict.
func (w *walker) decode(root *tree.Node, target any) {
	w.value(root, reflect.ValueOf(target).Elem())
}

// value reads n into v, which can be set.
func (w *walker) value(n *tree.Node, v reflect.Value) {
	if w.full() || n.Kind == tree.Null && isNilable(v.Kind()) {
		return // v is zero
	}
	if v.Kind() != reflect.Pointer {
		w.present(n, v)
		return
	}
	v.Set(reflect.New(v.Type().Elem()))
	before := len(w.result.Errors)
	w.present(n, v.Elem())
	if len(w.result.Errors) > before && n.Kind != tree.Object && n.Kind != tree.List {
		v.SetZero() // a value that cannot be read is none, not 0
	}
}

// present reads n into v, which is no pointer.
func (w *walker) present(n *tree.Node, v reflect.Value) {
	if custom, ok := v.Addr().Interface().(jsonUnmarshaler); ok {
		w.custom(n, v, custom)
		return
	}
	if n.Kind == tree.Null {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		w.structure(n, v)
	case reflect.Map:
		w.mapping(n, v)
	case reflect.Slice:
		w.slice(n, v)
	default:
		w.scalar(n, v)
	}
}

func isNilable(k reflect.Kind) bool {
	return k == reflect.Pointer || k == reflect.Map || k == reflect.Slice
}

func (w *walker) custom(n *tree.Node, v reflect.Value, custom jsonUnmarshaler) {
	if err := custom.UnmarshalJSON(n.AppendJSON(nil)); err != nil {
		v.SetZero()
		w.refused(n, v.Type(), err)
	}
}

func (w *walker) structure(n *tree.Node, v reflect.Value) {
	if n.Kind != tree.Object {
		w.wrong(n, tree.Object, v.Type())
		return
	}
	fields := w.structFields(v.Type())
	w.frames = append(w.frames, frame{v.Type(), len(w.path)})
	for i := range n.Members {
		m := &n.Members[i]
		f := findField(fields, m.Key)
		if f == nil {
			w.unknown(m, v.Type())
			continue
		}
		for _, name := range f.embedded {
			w.push(segment{name: name, kind: embeddedSegment})
		}
		w.push(segment{name: m.Key})
		w.value(m.Value, v.FieldByIndex(f.index))
		w.path = w.path[:len(w.path)-1-len(f.embedded)]
	}
	w.repeats(n, fields, fieldSegment)
	w.frames = w.frames[:len(w.frames)-1]
}

func (w *walker) mapping(n *tree.Node, v reflect.Value) {
	if n.Kind != tree.Object {
		w.wrong(n, tree.Object, v.Type())
		return
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(n.Members)))
	element := reflect.New(v.Type().Elem()).Elem()
	key := reflect.New(v.Type().Key()).Elem()
	for i := range n.Members {
		m := &n.Members[i]
		element.SetZero()
		w.push(segment{name: m.Key, kind: keySegment})
		w.value(m.Value, element)
		w.pop()
		key.SetString(m.Key)
		v.SetMapIndex(key, element)
	}
	w.repeats(n, nil, keySegment)
}

func (w *walker) slice(n *tree.Node, v reflect.Value) {
	if n.Kind != tree.List {
		w.wrong(n, tree.List, v.Type())
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Items), len(n.Items)))
	for i, item := range n.Items {
		w.push(segment{index: i, kind: itemSegment})
		w.value(item, v.Index(i))
		w.pop()
	}
}

func (w *walker) scalar(n *tree.Node, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if n.Kind != tree.Text {
			w.wrong(n, tree.Text, v.Type())
			return
		}
		v.SetString(n.Text)
		w.leftovers(n)
	case reflect.Bool:
		if n.Kind != tree.Boolean {
			w.wrong(n, tree.Boolean, v.Type())
			return
		}
		v.SetBool(n.Text == "true")
	default:
		if n.Kind != tree.Number {
			w.wrong(n, tree.Number, v.Type())
			return
		}
		i, err := strconv.ParseInt(n.Text, 10, 64)
		if err != nil || v.OverflowInt(i) {
			w.outOfRange(n, v.Type())
			return
		}
		v.SetInt(i)
	}
}

// plain looks at a document of a kind we do not know: only for keys written twice.
func (w *walker) plain(n *tree.Node) {
	for i := range n.Members {
		w.push(segment{name: n.Members[i].Key})
		w.plain(n.Members[i].Value)
		w.pop()
	}
	for i, item := range n.Items {
		w.push(segment{index: i, kind: itemSegment})
		w.plain(item)
		w.pop()
	}
	w.repeats(n, nil, fieldSegment)
}

// repeats reports the keys of a map that were written more than once. For a struct, given
// by its fields, those that it does not have are reported as unknown already.
func (w *walker) repeats(n *tree.Node, fields []structField, as segmentKind) {
	for _, again := range n.Repeats {
		if fields != nil && findField(fields, again.Key) == nil {
			continue
		}
		w.push(segment{name: again.Key, kind: as})
		w.reportAt(again.At, Error{
			Code:     CodeDuplicateField,
			Message:  "the key comes a second time; it is also on line " + strconv.Itoa(again.First.Line),
			Hint:     "keep one of the two; kubectl would take the last",
			Upstream: "duplicate field " + strconv.Quote(w.dotted()),
		})
		w.pop()
	}
}

// reportAt reports an error about the current path.
func (w *walker) reportAt(at tree.Pos, e Error) { w.report(w.placed(at, e)) }

// placed fills in the place, the path and the document of an error.
func (w *walker) placed(at tree.Pos, e Error) Error {
	e.Line, e.Column, e.Path = at.Line, at.Column, w.pathText()
	e.Document, e.Item = w.number, w.item
	return e
}

// pathText is the current path in Kubernetes' notation, with keys that are no plain words
// in brackets, escaped and cut if need be.
func (w *walker) pathText() string { return pathText(w.path) }

func pathText(path []segment) string {
	var b strings.Builder
	for _, s := range path {
		switch {
		case s.kind == embeddedSegment:
		case s.kind == itemSegment:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case s.kind == keySegment || !isWord(s.name):
			b.WriteString("[" + tree.Shown(s.name, 253) + "]")
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.name)
		}
	}
	return b.String()
}

func isWord(s string) bool {
	return s != "" && len(s) <= 63 && strings.IndexFunc(s, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_' && c != '$'
	}) < 0
}

// dotted is the current path as the strict decoder writes it: keys of maps after dots.
func (w *walker) dotted() string {
	var b strings.Builder
	for _, s := range w.path {
		switch {
		case s.kind == embeddedSegment:
		case s.kind == itemSegment:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.name)
		}
	}
	return b.String()
}

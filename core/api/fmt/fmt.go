// Package fmt formats text as the standard library's fmt does, for what this project
// formats: the verbs s q v w d t x X c U T with flags, width and precision, of texts,
// numbers, booleans, errors, what has a String method, and lists and maps of those.
//
// It is here for its size: the standard package brings printing and scanning of every type
// by reflection, files, and with them a fifth of the runtime to sim.wasm. Tests hold every
// answer equal to the standard package's.
//
// Differs: no structs, no pointers to print, no Formatter and GoStringer, no argument
// indexes, no negative widths.
package fmt

import (
	"reflect"
	"sort"
	"strconv"
	"unicode/utf8"
)

// Stringer is what has a text of its own.
type Stringer interface{ String() string }

// Writer is where Fprintf writes to.
type Writer interface {
	Write(b []byte) (n int, err error)
}

// Sprintf formats args by a format.
func Sprintf(format string, args ...any) string { return string(appendf(nil, format, args)) }

// Fprintf formats args by a format and writes the text.
func Fprintf(w Writer, format string, args ...any) (int, error) {
	return w.Write(appendf(nil, format, args))
}

// Sprint is args as %v writes them, with a blank between two of which neither is a text.
func Sprint(args ...any) string {
	var b []byte
	for i, a := range args {
		_, text := a.(string)
		if i > 0 && !text {
			if _, before := args[i-1].(string); !before {
				b = append(b, ' ')
			}
		}
		b = appendValue(b, a, spec{verb: 'v', precision: -1})
	}
	return string(b)
}

// Fprintln writes args as %v writes them, with blanks between them, and ends the line.
func Fprintln(w Writer, args ...any) (int, error) {
	var b []byte
	for i, a := range args {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendValue(b, a, spec{verb: 'v', precision: -1})
	}
	return w.Write(append(b, '\n'))
}

// spec is how one argument is written.
type spec struct {
	verb             byte
	left, zero, hash bool
	star             bool // the width is an argument
	plus, blank      bool
	width, precision int // precision -1 is none
}

func appendf(b []byte, format string, args []any) []byte {
	next := 0
	for i := 0; i < len(format); {
		if format[i] != '%' {
			b = append(b, format[i])
			i++
			continue
		}
		s, end := parse(format, i+1)
		i = end
		if s.star && next < len(args) {
			s.width, _ = args[next].(int)
			next++
		}
		switch {
		case s.verb == '%':
			b = append(b, '%')
		case s.verb == 0:
			b = append(b, "%!(NOVERB)"...)
		case next == len(args):
			b = append(append(append(b, "%!"...), s.verb), "(MISSING)"...)
		default:
			b = appendPadded(b, args[next], s)
			next++
		}
	}
	if next < len(args) {
		b = append(b, "%!(EXTRA "...)
		for i, a := range args[next:] {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendValue(append(append(b, typeName(a)...), '='), a, spec{verb: 'v', precision: -1})
		}
		b = append(b, ')')
	}
	return b
}

// parse reads what stands behind a percent sign; end is behind the verb.
func parse(format string, i int) (s spec, end int) {
	s.precision = -1
	for ; i < len(format); i++ {
		switch format[i] {
		case '-':
			s.left = true
		case '0':
			s.zero = true
		case '#':
			s.hash = true
		case '+':
			s.plus = true
		case ' ':
			s.blank = true
		default:
			if format[i] == '*' {
				s.star = true
				i++
			}
			s.width, i = number(format, i)
			if i < len(format) && format[i] == '.' {
				s.precision, i = number(format, i+1)
			}
			if i < len(format) {
				s.verb = format[i]
				i++
			}
			return s, i
		}
	}
	return s, i
}

func number(text string, i int) (n, end int) {
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		n = n*10 + int(text[i]-'0')
		i++
	}
	return n, i
}

// appendPadded writes an argument in the width asked for.
func appendPadded(b []byte, a any, s spec) []byte {
	if s.width == 0 {
		return appendValue(b, a, s)
	}
	text := appendValue(nil, a, s)
	missing := s.width - utf8.RuneCount(text)
	switch {
	case s.left:
		return pad(append(b, text...), ' ', missing)
	case s.zero && len(text) > 0 && (text[0] == '-' || text[0] == '+') && s.verb != 's' && s.verb != 'v':
		return append(pad(append(b, text[0]), '0', missing), text[1:]...)
	case s.zero:
		return append(pad(b, '0', missing), text...)
	}
	return append(pad(b, ' ', missing), text...)
}

func pad(b []byte, with byte, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, with)
	}
	return b
}

// appendValue writes an argument by its verb.
func appendValue(b []byte, a any, s spec) []byte {
	switch s.verb {
	case 'T':
		return append(b, typeName(a)...)
	case 'v', 's', 'q', 'w', 'x', 'X':
		switch a := a.(type) {
		case nil:
			if s.verb == 'v' || s.verb == 'w' {
				return append(b, "<nil>"...)
			}
			return append(append(append(b, "%!"...), s.verb), "(<nil>)"...)
		case error:
			return appendText(b, a.Error(), s)
		case Stringer:
			return appendText(b, a.String(), s)
		case string:
			return appendText(b, a, s)
		case []byte:
			if s.verb != 'v' && s.verb != 'w' {
				return appendText(b, string(a), s)
			}
		}
	}
	if a == nil {
		return append(append(append(b, "%!"...), s.verb), "(<nil>)"...)
	}
	return appendKind(b, reflect.ValueOf(a), s)
}

func typeName(a any) string {
	if a == nil {
		return "<nil>"
	}
	return reflect.TypeOf(a).String()
}

// appendKind writes a value by what its type is made of.
func appendKind(b []byte, v reflect.Value, s spec) []byte {
	switch v.Kind() {
	case reflect.String:
		return appendText(b, v.String(), s)
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return appendInteger(b, v.Int(), s)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return appendInteger(b, int64(v.Uint()), s)
	case reflect.Float32, reflect.Float64:
		return appendFloat(b, v.Float(), v.Type().Bits(), s)
	case reflect.Slice, reflect.Array:
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendValue(b, v.Index(i).Interface(), s)
		}
		return append(b, ']')
	case reflect.Map:
		return appendMap(b, v, s)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(b, "<nil>"...)
		}
		return appendValue(append(b, '&'), v.Elem().Interface(), s)
	default:
		return append(append(append(b, '('), v.Type().String()...), ')')
	}
}

// appendMap writes a map with its keys, which are texts, in order.
func appendMap(b []byte, v reflect.Value, s spec) []byte {
	if v.Type().Key().Kind() != reflect.String {
		return append(append(append(b, '('), v.Type().String()...), ')')
	}
	keys := make([]string, 0, v.Len())
	for i := v.MapRange(); i.Next(); {
		keys = append(keys, i.Key().String())
	}
	sort.Strings(keys)
	b = append(b, "map["...)
	for i, k := range keys {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(appendText(b, k, s), ':')
		b = appendValue(b, v.MapIndex(reflect.ValueOf(k).Convert(v.Type().Key())).Interface(), s)
	}
	return append(b, ']')
}

func appendText(b []byte, text string, s spec) []byte {
	if s.precision >= 0 && s.verb != 'x' && s.verb != 'X' {
		n := 0
		for i := range text {
			if n == s.precision {
				text = text[:i]
				break
			}
			n++
		}
	}
	switch {
	case s.verb == 'q' && s.hash && strconv.CanBackquote(text):
		return append(append(append(b, '`'), text...), '`')
	case s.verb == 'q' && s.plus:
		return strconv.AppendQuoteToASCII(b, text)
	case s.verb == 'q':
		return strconv.AppendQuote(b, text)
	case s.verb == 'x' || s.verb == 'X':
		for i := range len(text) {
			b = appendBase16(b, uint64(text[i]), 2, s.verb)
		}
		return b
	case s.verb == 's' || s.verb == 'v' || s.verb == 'w':
		return append(b, text...)
	}
	return append(append(append(append(append(b, "%!"...), s.verb), "(string="...), text...), ')')
}

func appendBase16(b []byte, n uint64, digits int, verb byte) []byte {
	text := strconv.FormatUint(n, 16)
	b = pad(b, '0', digits-len(text))
	for i := range len(text) {
		c := text[i]
		if verb == 'X' && c >= 'a' {
			c -= 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
}

func appendInteger(b []byte, n int64, s spec) []byte {
	switch s.verb {
	case 'c':
		return utf8.AppendRune(b, rune(n))
	case 'q':
		return strconv.AppendQuoteRune(b, rune(n))
	case 'U':
		b = appendBase16(append(b, "U+"...), uint64(n), 4, 'X')
		if s.hash && strconv.IsPrint(rune(n)) {
			b = append(utf8.AppendRune(append(b, " '"...), rune(n)), '\'')
		}
		return b
	case 'x', 'X':
		if n < 0 {
			b, n = append(b, '-'), -n
		}
		return appendBase16(b, uint64(n), 0, s.verb)
	}
	if s.plus && n >= 0 {
		b = append(b, '+')
	} else if s.blank && n >= 0 {
		b = append(b, ' ')
	}
	return strconv.AppendInt(b, n, 10)
}

func appendFloat(b []byte, f float64, bits int, s spec) []byte {
	if s.verb == 'v' {
		return strconv.AppendFloat(b, f, 'g', s.precision, bits)
	}
	if s.precision < 0 && s.verb != 'g' {
		s.precision = 6
	}
	return strconv.AppendFloat(b, f, s.verb, s.precision, bits)
}

package draw

import "strings"

// Ink is how a cell looks: a colour and attributes. The zero Ink is what the
// terminal writes with. Colours are the sixteen that a terminal's theme sets, so
// that they suit its background.
type Ink uint16

// The colours.
const (
	Plain Ink = iota
	Red
	Green
	Yellow
	Blue
	Magenta
	Cyan
	Grey
	colours Ink = 0xff
)

// The attributes, to be added to a colour.
const (
	Bold Ink = 0x100 << iota
	Dim
	Underline
	Reverse
	Strike
)

// codes are the colours' numbers in an escape sequence.
var codes = [...]int{0, 31, 32, 33, 34, 35, 36, 90}

// With adds attributes or, to a plain ink, a colour.
func (i Ink) With(o Ink) Ink {
	if o&colours != 0 {
		i &^= colours
	}
	return i | o
}

// write writes the escape sequence that switches to the ink from any other.
func (i Ink) write(b *strings.Builder) {
	b.WriteString("\x1b[0")
	for bit, code := range attributeCodes {
		if i&(Bold<<bit) != 0 {
			b.WriteByte(';')
			b.WriteByte('0' + byte(code))
		}
	}
	if n := i & colours; n != 0 && int(n) < len(codes) {
		b.WriteByte(';')
		b.WriteByte('0' + byte(codes[n]/10))
		b.WriteByte('0' + byte(codes[n]%10))
	}
	b.WriteByte('m')
}

// attributeCodes are the codes of the attributes in the order of their bits.
var attributeCodes = [...]int{1, 2, 4, 7, 9}

// revisionInks tell revisions apart, the newest first.
var revisionInks = [...]Ink{Cyan, Yellow, Magenta, Blue}

// RevisionInk is the colour of a revision by its age: 0 is the newest.
func RevisionInk(age int) Ink {
	return revisionInks[min(max(age, 0), len(revisionInks)-1)]
}

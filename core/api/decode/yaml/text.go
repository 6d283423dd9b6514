package yaml

import (
	"strings"
	"unicode/utf8"
)

// fold joins the pieces of a scalar that is written over several lines. As long as there
// is one piece, it is a part of the text and not copied.
type fold struct {
	whole  string
	joined []byte
}

func (f *fold) add(piece string) {
	switch {
	case piece == "":
	case f.joined != nil:
		f.joined = append(f.joined, piece...)
	case f.whole == "":
		f.whole = piece
	default:
		f.joined = append([]byte(f.whole), piece...)
	}
}

func (f *fold) text() string {
	if f.joined != nil {
		return string(f.joined)
	}
	return f.whole
}

// gap is what is between two pieces of text: blanks, or ends of lines, the first of which
// only folds.
type gap struct {
	blanks string
	first  string // end of line; "" if there is none
	more   strings.Builder
}

// readGap moves to the next character that is no blank, here or on a line below. within
// tells, for a tab at the beginning of a line, whether it may be there.
func (s *scanner) readGap(g *gap, tabAllowed func() bool) bool {
	start := s.offset
	for {
		switch c := s.byte(0); {
		case isBlank(c):
			if g.first != "" && c == '\t' && !tabAllowed() {
				return false
			}
			s.skip()
		case s.breakLength(0) == 0:
			if g.first == "" {
				g.blanks = s.text[start:s.offset]
			}
			return true
		case g.first == "":
			g.first = s.skipBreak()
		default:
			g.more.WriteString(s.skipBreak())
		}
	}
}

// join adds a gap to a scalar: one end of line is a space, several are one less.
func (f *fold) join(g *gap) {
	switch {
	case g.first == "":
		f.add(g.blanks)
	case g.first == "\n" && g.more.Len() == 0:
		f.add(" ")
	case g.first == "\n":
		f.add(g.more.String())
	default:
		f.add(g.first)
		f.add(g.more.String())
	}
}

// beginsPlain tells whether a scalar without quotes may begin with the next character.
func (s *scanner) beginsPlain(c byte) bool {
	switch c {
	case '-':
		return !isBlank(s.byte(1))
	case '?', ':':
		return s.flow == 0 && !s.blankAt(1)
	}
	return !s.blankAt(0) && strings.IndexByte(",[]{}#&*!|>'\"%@`", c) < 0
}

// fetchPlain reads a scalar without quotes.
func (s *scanner) fetchPlain() {
	s.saveKey()
	s.keyAllowed = false
	t := token{kind: scalarText, at: s.seen, end: s.seen, plain: true}
	indent := s.indent + 1
	var value fold
	var between gap
	for !s.documentMark() && s.byte(0) != '#' {
		if piece := s.plainPiece(); piece != "" {
			value.join(&between)
			value.add(piece)
			between = gap{}
			t.end = s.seen
		}
		if !s.blankAt(0) || s.atEnd() {
			break
		}
		if !s.readGap(&between, func() bool { return s.column >= indent }) {
			s.fail("found a tab character that violates indentation", "while scanning a plain scalar", t.at)
			return
		}
		if s.flow == 0 && s.column < indent {
			break
		}
	}
	t.value = value.text()
	s.queue = append(s.queue, t)
	if between.first != "" {
		s.keyAllowed = true
	}
}

// plainPiece reads up to the next blank, end of line, or sign that ends the scalar.
func (s *scanner) plainPiece() string {
	start := s.offset
	for s.skipWhile(inPlain); !s.blankAt(0); s.skipWhile(inPlain) {
		switch c := s.byte(0); {
		case c == ':' && s.blankAt(1):
			return s.text[start:s.offset]
		case s.flow > 0 && strings.IndexByte(",?[]{}", c) >= 0:
			return s.text[start:s.offset]
		}
		s.skip()
	}
	return s.text[start:s.offset]
}

// fetchQuoted reads a scalar in single or double quotes.
func (s *scanner) fetchQuoted(single bool) {
	s.saveKey()
	s.keyAllowed = false
	t := token{kind: scalarText, at: s.seen}
	s.skip()
	var value fold
	for {
		if s.documentMark() {
			s.fail("found unexpected document indicator", "while scanning a quoted scalar", t.at)
		}
		if s.atEnd() {
			s.fail("found unexpected end of stream", "while scanning a quoted scalar", t.at)
		}
		var between gap
		if single {
			s.singlePieces(&value)
		} else if s.doublePieces(&value, t.at) {
			between.first = "\\" // an escaped end of line: what follows it folds to nothing
		}
		if s.failure != nil {
			return
		}
		if quote := s.byte(0); single && quote == '\'' || !single && quote == '"' {
			break
		}
		s.readGap(&between, func() bool { return true })
		if between.first == "\\" {
			between.first = ""
			value.add(between.more.String())
			continue
		}
		value.join(&between)
	}
	s.skip()
	t.end, t.value = s.seen, value.text()
	s.queue = append(s.queue, t)
}

// singlePieces reads up to a blank, the end of the line or the closing quote.
func (s *scanner) singlePieces(value *fold) {
	start := s.offset
	for !s.blankAt(0) {
		if s.byte(0) == '\'' {
			if s.byte(1) != '\'' {
				break
			}
			s.skip()
			value.add(s.text[start:s.offset])
			s.skip()
			start = s.offset
			continue
		}
		s.skip()
	}
	value.add(s.text[start:s.offset])
}

// doublePieces reads up to a blank, the end of the line or the closing quote; true if it
// stopped behind an escaped end of line.
func (s *scanner) doublePieces(value *fold, from Pos) bool {
	start := s.offset
	for !s.blankAt(0) && s.byte(0) != '"' {
		if s.byte(0) != '\\' {
			s.skip()
			continue
		}
		value.add(s.text[start:s.offset])
		if s.breakLength(1) > 0 {
			s.skip()
			s.skipBreak()
			return true
		}
		if !s.escape(value, from) {
			return false
		}
		start = s.offset
	}
	value.add(s.text[start:s.offset])
	return false
}

// escape reads a backslash and what it stands for.
func (s *scanner) escape(value *fold, from Pos) bool {
	const simple = "0\x00a\ab\bt\t\t\tn\nv\vf\fr\re\x1b  \"\"''\\\\"
	c := s.byte(1)
	for i := 0; i < len(simple); i += 2 {
		if c == simple[i] && s.offset+1 < len(s.text) {
			s.skip()
			s.skip()
			value.add(simple[i+1 : i+2])
			return true
		}
	}
	switch c {
	case 'N':
		return s.escaped(value, "\u0085")
	case '_':
		return s.escaped(value, "\u00a0")
	case 'L':
		return s.escaped(value, "\u2028")
	case 'P':
		return s.escaped(value, "\u2029")
	case 'x':
		return s.escapeNumber(value, 2, from)
	case 'u':
		return s.escapeNumber(value, 4, from)
	case 'U':
		return s.escapeNumber(value, 8, from)
	}
	s.fail("found unknown escape character", "while parsing a quoted scalar", from)
	return false
}

func (s *scanner) escaped(value *fold, meaning string) bool {
	s.skip()
	s.skip()
	value.add(meaning)
	return true
}

// escapeNumber reads a character by its number in so many digits.
func (s *scanner) escapeNumber(value *fold, digits int, from Pos) bool {
	s.skip()
	s.skip()
	number := 0
	for i := range digits {
		digit := hexDigit(s.byte(i))
		if digit < 0 {
			s.fail("did not find expected hexdecimal number", "while parsing a quoted scalar", from)
			return false
		}
		number = number<<4 | digit
	}
	if number > utf8.MaxRune || !utf8.ValidRune(rune(number)) {
		s.fail("found invalid Unicode character escape code", "while parsing a quoted scalar", from)
		return false
	}
	for range digits {
		s.skip()
	}
	value.add(string(rune(number)))
	return true
}

package yaml

import "strings"

// fetchBlock reads a block of text after | (literal) or >.
func (s *scanner) fetchBlock(literal bool) {
	s.dropKey()
	s.keyAllowed = true
	b := block{scanner: s, literal: literal, from: s.seen, value: s.room[:0]}
	t := token{kind: scalarText, at: s.seen}
	s.skip()
	if b.header() && b.lines() {
		t.value = string(b.value)
	}
	s.room = b.value
	t.end = s.seen
	s.queue = append(s.queue, t)
}

// block is the state of reading a block of text.
type block struct {
	*scanner
	literal  bool
	from     Pos
	keep     bool // + : all ends of lines at the end
	strip    bool // - : none
	indent   int  // column of the text; 0 if not known yet
	value    []byte
	pending  string          // end of the last line that has text
	trailing strings.Builder // ends of the empty lines below it
}

func (b *block) fail(problem string) bool {
	b.scanner.fail(problem, "while scanning a block scalar", b.from)
	return false
}

// header reads what may stand behind the sign on its line: how to end, and by how much the
// text is indented, in any order; a comment.
func (b *block) header() bool {
	if !b.chomping() {
		if !b.indentation() {
			return false
		}
		b.chomping()
	} else if !b.indentation() {
		return false
	}
	for isBlank(b.byte(0)) {
		b.skip()
	}
	if b.byte(0) == '#' {
		b.skipLine()
	}
	if !b.blankAt(0) {
		return b.fail("did not find expected comment or line break")
	}
	if b.breakLength(0) > 0 {
		b.skipBreak()
	}
	return true
}

func (b *block) chomping() bool {
	b.keep, b.strip = b.byte(0) == '+', b.byte(0) == '-'
	if b.keep || b.strip {
		b.skip()
	}
	return b.keep || b.strip
}

func (b *block) indentation() bool {
	switch c := b.byte(0); {
	case c == '0':
		return b.fail("found an indentation indicator equal to 0")
	case c > '0' && c <= '9':
		b.indent = int(c-'0') + max(b.scanner.indent, 0)
		b.skip()
	}
	return true
}

// lines reads the text. Ends of lines are kept, or else fold as in plain scalars between
// two lines that begin with no blank.
func (b *block) lines() bool {
	if !b.breaks() {
		return false
	}
	afterBlank := false
	for b.column == b.indent && !b.atEnd() {
		blank := isBlank(b.byte(0))
		if !b.literal && !afterBlank && !blank && strings.HasPrefix(b.pending, "\n") {
			if b.trailing.Len() == 0 {
				b.value = append(b.value, ' ')
			}
		} else {
			b.value = append(b.value, b.pending...)
		}
		b.value = append(b.value, b.trailing.String()...)
		b.trailing.Reset()
		b.pending = ""
		afterBlank = blank
		start := b.offset
		b.skipLine()
		b.value = append(b.value, b.text[start:b.offset]...)
		if b.breakLength(0) > 0 {
			b.pending = b.skipBreak()
		}
		if !b.breaks() {
			return false
		}
	}
	if !b.strip {
		b.value = append(b.value, b.pending...)
	}
	if b.keep {
		b.value = append(b.value, b.trailing.String()...)
	}
	return true
}

// breaks reads empty lines and the indentation of the next one. The first line with text
// settles the indentation, if the header does not.
func (b *block) breaks() bool {
	deepest := 0
	for {
		for (b.indent == 0 || b.column < b.indent) && b.byte(0) == ' ' {
			b.skip()
		}
		deepest = max(deepest, b.column)
		if (b.indent == 0 || b.column < b.indent) && b.byte(0) == '\t' {
			return b.fail("found a tab character where an indentation space is expected")
		}
		if b.breakLength(0) == 0 {
			break
		}
		b.trailing.WriteString(b.skipBreak())
	}
	if b.indent == 0 {
		b.indent = max(deepest, b.scanner.indent+1, 1)
	}
	return true
}

package yaml

import "strings"

// fetchName reads an alias or an anchor.
func (s *scanner) fetchName(kind tokenKind, context string) {
	s.saveKey()
	s.keyAllowed = false
	at := s.seen
	s.skip()
	start := s.offset
	for isWord(s.byte(0)) {
		s.skip()
	}
	name := s.text[start:s.offset]
	if name == "" || !s.blankAt(0) && !strings.ContainsRune("?:,]}%@`", rune(s.byte(0))) {
		s.fail("did not find expected alphabetic or numeric character", context, at)
		return
	}
	s.queue = append(s.queue, token{kind: kind, at: at, end: s.seen, value: name})
}

// fetchTag reads a tag: !word, !!word, !handle!word, !<text>, or the mark alone.
func (s *scanner) fetchTag() {
	s.saveKey()
	s.keyAllowed = false
	t := token{kind: tagName, at: s.seen}
	s.skip()
	if s.byte(0) == '<' {
		s.skip()
		t.tail = s.tagText("", false, t.at)
		if s.byte(0) != '>' {
			s.fail("did not find the expected '>'", "while scanning a tag", t.at)
			return
		}
		s.skip()
	} else {
		s.tagHandle(&t)
	}
	if !s.blankAt(0) {
		s.fail("did not find expected whitespace or line break", "while scanning a tag", t.at)
		return
	}
	t.end = s.seen
	s.queue = append(s.queue, t)
}

// tagHandle reads a tag behind its first mark. What looks like a handle is one only if
// another mark follows.
func (s *scanner) tagHandle(t *token) {
	start := s.offset
	for isWord(s.byte(0)) {
		s.skip()
	}
	word := s.text[start:s.offset]
	if s.byte(0) == '!' {
		s.skip()
		t.value, t.tail = "!"+word+"!", s.tagText("", false, t.at)
		return
	}
	t.value, t.tail = "!", s.tagText(word, true, t.at)
	if t.tail == "" {
		t.value, t.tail = "", "!"
	}
}

// tagText reads the rest of a tag behind head. It must not be empty unless that is optional.
func (s *scanner) tagText(head string, optional bool, from Pos) string {
	var b strings.Builder
	b.WriteString(head)
	for !s.atEnd() && (isWord(s.byte(0)) || strings.IndexByte(";/?:@&=+$,.!~*'()[]%", s.byte(0)) >= 0) {
		optional = true
		if s.byte(0) == '%' {
			if !s.tagEscape(&b, from) {
				return ""
			}
			continue
		}
		b.WriteByte(s.byte(0))
		s.skip()
	}
	if !optional {
		s.fail("did not find expected tag URI", "while parsing a tag", from)
	}
	return b.String()
}

// tagEscape reads one character written as bytes in hexadecimal, %c3%a9.
func (s *scanner) tagEscape(b *strings.Builder, from Pos) bool {
	for left := 0; ; {
		high, low := hexDigit(s.byte(1)), hexDigit(s.byte(2))
		if s.byte(0) != '%' || high < 0 || low < 0 {
			s.fail("did not find URI escaped octet", "while parsing a tag", from)
			return false
		}
		octet := byte(high<<4 | low)
		switch {
		case left == 0:
			left = sequenceLength(octet)
		case octet&0xc0 != 0x80:
			left = 0
		}
		if left == 0 {
			s.fail("found an incorrect UTF-8 octet", "while parsing a tag", from)
			return false
		}
		b.WriteByte(octet)
		s.skip()
		s.skip()
		s.skip()
		if left--; left == 0 {
			return true
		}
	}
}

// sequenceLength is how many bytes a character has that begins with octet; 0 if none does.
func sequenceLength(octet byte) int {
	switch {
	case octet < 0x80:
		return 1
	case octet&0xe0 == 0xc0:
		return 2
	case octet&0xf0 == 0xe0:
		return 3
	case octet&0xf8 == 0xf0:
		return 4
	}
	return 0
}

// hexDigit is the value of a hexadecimal digit; -1 if it is none.
func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

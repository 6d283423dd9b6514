package yaml

import (
	"strings"
	"unicode/utf8"
)

// token is a piece of YAML. Some are written and others, such as the end of a block, are
// only seen by the indentation.
type token struct {
	kind  tokenKind
	at    Pos
	end   Pos    // behind it
	value string // of a scalar, an anchor, an alias; the handle of a tag
	tail  string // of a tag: what follows its handle
	plain bool   // of a scalar: neither in quotes nor a block
}

type tokenKind uint8

const (
	streamEnd tokenKind = iota
	documentStart
	documentEnd
	blockSequenceStart
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowSequenceEnd
	flowMappingStart
	flowMappingEnd
	blockEntry
	flowEntry
	keyMark
	valueMark
	aliasName
	anchorName
	tagName
	scalarText
)

// place is where the scanner is. A line of YAML also ends where no editor ends one, so
// lines and columns are counted twice: as YAML needs them and as people see them.
type place struct {
	offset int
	count  int // characters before
	row    int // lines before, to YAML
	column int // characters before in the line, to YAML
	seen   Pos
}

// scanner makes tokens of text. Whether a word is a key shows only at the colon behind it,
// so tokens wait in a queue until it is certain that none has to go in before them.
type scanner struct {
	place
	text    string
	failure *Failure

	queue []token
	head  int // of the queue; what is before has been taken
	taken int // tokens that were taken

	indent  int // column of the block around; -1 outside of all
	indents []int
	flow    int // brackets around

	// keyAllowed tells that a key may begin here.
	keyAllowed bool
	room       []byte      // for the text of a block
	keys       []simpleKey // what may become a key, one for each bracket around and one outside
}

func newScanner(text string) scanner {
	return scanner{place: place{seen: Pos{1, 1}}, text: text, indent: -1, keyAllowed: true, keys: make([]simpleKey, 1)}
}

// fail stops the scanner at the place where it is.
func (s *scanner) fail(problem, context string, from Pos) {
	s.failAt(problem, s.seen, context, from)
}

func (s *scanner) failAt(problem string, at Pos, context string, from Pos) {
	if s.failure == nil {
		s.failure = &Failure{Problem: problem, At: at, Context: context, From: from}
	}
}

// byte is the byte n bytes ahead; 0 behind the end.
func (s *scanner) byte(n int) byte {
	if s.offset+n < len(s.text) {
		return s.text[s.offset+n]
	}
	return 0
}

func (s *scanner) atEnd() bool { return s.offset >= len(s.text) }

// skip moves behind one character that ends no line.
func (s *scanner) skip() {
	size := 1
	if s.byte(0) >= utf8.RuneSelf {
		_, size = utf8.DecodeRuneInString(s.text[s.offset:])
	}
	s.offset += size
	s.count++
	s.column++
	s.seen.Column++
}

// skipAll moves behind the next n bytes, which are ASCII and end no line.
func (s *scanner) skipAll(n int) {
	s.offset += n
	s.count += n
	s.column += n
	s.seen.Column += n
}

// skipWhile moves behind all characters of ASCII that one asks for by their class.
func (s *scanner) skipWhile(class uint8) {
	n := 0
	for rest := s.text[s.offset:]; n < len(rest) && classes[rest[n]]&class != 0; {
		n++
	}
	s.skipAll(n)
}

// Classes of characters of which many follow one another.
const (
	inLine  = 1 << iota // all that end no line: comments and blocks are of them
	inPlain             // those that mean nothing else in a scalar without quotes
)

var classes = func() (of [256]uint8) {
	for c := ' '; c < 0x7f; c++ {
		of[c] |= inLine
		if c != ' ' && !strings.ContainsRune(":,?[]{}", c) {
			of[c] |= inPlain
		}
	}
	return of
}()

// breakLength is how many bytes the end of a line has that begins n bytes ahead; 0 if none
// does.
func (s *scanner) breakLength(n int) int {
	switch c := s.byte(n); {
	case c == '\n':
		return 1
	case c == '\r':
		if s.byte(n+1) == '\n' {
			return 2
		}
		return 1
	case c == 0xc2 && s.byte(n+1) == 0x85: // U+0085
		return 2
	case c == 0xe2 && s.byte(n+1) == 0x80 && s.byte(n+2)|1 == 0xa9: // U+2028, U+2029
		return 3
	}
	return 0
}

// skipBreak moves behind the end of a line and answers what it is in a text: a line feed,
// but the separators of Unicode stay themselves.
func (s *scanner) skipBreak() string {
	length := s.breakLength(0)
	written := s.text[s.offset : s.offset+length]
	s.offset += length
	s.count += utf8.RuneCountInString(written)
	s.row++
	s.column = 0
	if written[0] == '\n' || written[0] == '\r' {
		s.seen = Pos{s.seen.Line + 1, 1}
		return "\n"
	}
	s.seen.Column++
	if length == 2 {
		return "\n"
	}
	return written
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// blankAt holds for a space, a tab, the end of a line and the end of the text.
func (s *scanner) blankAt(n int) bool {
	return isBlank(s.byte(n)) || s.offset+n >= len(s.text) || s.breakLength(n) > 0
}

// isWord holds for the characters of the names of anchors and tags.
func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '-'
}

// peek is the next token; the end of the stream after a failure.
func (s *scanner) peek() *token {
	for s.failure == nil && (s.waiting() == 0 || s.undecided()) {
		s.fetch()
	}
	if s.failure != nil {
		return &token{kind: streamEnd, at: s.failure.At, end: s.failure.At}
	}
	return &s.queue[s.head]
}

// waiting is how many tokens are in the queue.
func (s *scanner) waiting() int { return len(s.queue) - s.head }

// take removes the next token from the queue.
func (s *scanner) take() token {
	t := *s.peek()
	if s.failure == nil && t.kind != streamEnd {
		s.taken++
		if s.head++; s.head == len(s.queue) {
			s.queue, s.head = s.queue[:0], 0
		}
	}
	return t
}

// add puts a token of one character at the end of the queue and moves behind it.
func (s *scanner) add(kind tokenKind) {
	at := s.seen
	s.skip()
	s.queue = append(s.queue, token{kind: kind, at: at, end: s.seen})
}

// fetch reads at least one token more, or fails.
func (s *scanner) fetch() {
	s.toNextToken()
	s.closeBlocks(s.column)
	switch c := s.byte(0); {
	case s.atEnd():
		s.closeBlocks(-1)
		s.dropKey()
		s.keyAllowed = false
		s.queue = append(s.queue, token{kind: streamEnd, at: s.seen, end: s.seen})
	case s.column == 0 && c == '%':
		s.fail("found a directive", "", Pos{})
	case s.documentMark():
		s.fetchDocumentMark()
	case c == '[':
		s.fetchOpening(flowSequenceStart)
	case c == '{':
		s.fetchOpening(flowMappingStart)
	case c == ']':
		s.fetchClosing(flowSequenceEnd)
	case c == '}':
		s.fetchClosing(flowMappingEnd)
	case c == ',':
		s.dropKey()
		s.keyAllowed = true
		s.add(flowEntry)
	case c == '-' && s.blankAt(1):
		s.fetchEntry()
	case c == '?' && (s.flow > 0 || s.blankAt(1)):
		s.fetchKeyMark()
	case c == ':' && (s.flow > 0 || s.blankAt(1)):
		s.fetchValueMark()
	default:
		s.fetchContent(c)
	}
}

// fetchContent reads a scalar, or what may stand before one.
func (s *scanner) fetchContent(c byte) {
	switch {
	case c == '*':
		s.fetchName(aliasName, "while scanning an alias")
	case c == '&':
		s.fetchName(anchorName, "while scanning an anchor")
	case c == '!':
		s.fetchTag()
	case (c == '|' || c == '>') && s.flow == 0:
		s.fetchBlock(c == '|')
	case c == '\'':
		s.fetchQuoted(true)
	case c == '"':
		s.fetchQuoted(false)
	case s.beginsPlain(c):
		s.fetchPlain()
	default:
		s.fail("found character that cannot start any token", "while scanning for the next token", s.seen)
	}
}

// toNextToken skips blanks, comments and ends of lines. A tab is a blank only where no key
// may begin.
func (s *scanner) toNextToken() {
	for {
		for s.byte(0) == ' ' || s.byte(0) == '\t' && (s.flow > 0 || !s.keyAllowed) {
			s.skip()
		}
		if s.byte(0) == '#' {
			s.skipLine()
		}
		if s.breakLength(0) == 0 {
			return
		}
		s.skipBreak()
		if s.flow == 0 {
			s.keyAllowed = true
		}
	}
}

// skipLine moves to the end of the line.
func (s *scanner) skipLine() {
	for s.skipWhile(inLine); !s.atEnd() && s.breakLength(0) == 0; s.skipWhile(inLine) {
		s.skip()
	}
}

// documentMark tells whether a line of three dashes or dots begins here.
func (s *scanner) documentMark() bool {
	if s.column != 0 {
		return false
	}
	rest := s.text[s.offset:]
	return (strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...")) && s.blankAt(3)
}

func (s *scanner) fetchDocumentMark() {
	s.closeBlocks(-1)
	s.dropKey()
	s.keyAllowed = false
	kind := documentEnd
	if s.byte(0) == '-' {
		kind = documentStart
	}
	at := s.seen
	s.skip()
	s.skip()
	s.skip()
	s.queue = append(s.queue, token{kind: kind, at: at, end: s.seen})
}

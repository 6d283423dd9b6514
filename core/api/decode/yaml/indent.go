package yaml

// simpleKey is a place where a key may have begun, which shows when a colon follows.
type simpleKey struct {
	possible bool
	required bool // it stands where only a key may stand
	listed   bool // peek waits for the decision
	number   int  // of its token, counted from the first of the text
	from     place
}

// maxKeyLength is how many characters there may be from the beginning of a key to its
// colon.
const maxKeyLength = 1024

// alive tells whether a key can still come of k; it fails if one must and cannot.
func (s *scanner) alive(k *simpleKey) bool {
	if !k.possible {
		return false
	}
	if k.from.row < s.row || k.from.count+maxKeyLength < s.count {
		if k.required {
			s.missingColon(k)
		}
		k.possible = false
		return false
	}
	return true
}

func (s *scanner) missingColon(k *simpleKey) {
	s.fail("could not find expected ':'", "while scanning a simple key", k.from.seen)
}

// undecided tells whether the first token of the queue may still become a key, before
// which other tokens would have to go.
func (s *scanner) undecided() bool {
	for i := len(s.keys) - 1; i >= 0; i-- {
		if k := &s.keys[i]; k.listed && k.number == s.taken {
			return s.alive(k)
		}
	}
	return false
}

// saveKey notes that a key may begin with the next token.
func (s *scanner) saveKey() {
	if !s.keyAllowed {
		return
	}
	required := s.flow == 0 && s.indent == s.column
	number := s.taken + s.waiting()
	s.dropKey()
	s.keys[len(s.keys)-1] = simpleKey{possible: true, required: required, listed: true, number: number, from: s.place}
}

// dropKey forgets what might have become a key; it fails if that had to.
func (s *scanner) dropKey() {
	k := &s.keys[len(s.keys)-1]
	if !k.possible {
		return
	}
	if k.required {
		s.missingColon(k)
		return
	}
	k.possible = false
	s.unlist(k.number)
}

// unlist stops waiting for the decision about a token, whichever key it belongs to.
func (s *scanner) unlist(number int) {
	for i := range s.keys {
		if s.keys[i].number == number {
			s.keys[i].listed = false
		}
	}
}

// insert puts a token before the one with a number; at the end if that has been taken.
func (s *scanner) insert(number int, t token) {
	s.queue = append(s.queue, t)
	if i := s.head + number - s.taken; i >= s.head {
		copy(s.queue[i+1:], s.queue[i:])
		s.queue[i] = t
	}
}

// atTheEnd is the number to insert a token behind all others.
const atTheEnd = -1

// openBlock begins a block if the column is further to the right than the one around.
func (s *scanner) openBlock(column, number int, kind tokenKind, at Pos) {
	if s.flow > 0 || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	t := token{kind: kind, at: at, end: at}
	if number == atTheEnd {
		s.queue = append(s.queue, t)
		return
	}
	s.insert(number, t)
}

// closeBlocks ends the blocks that are further to the right than column.
func (s *scanner) closeBlocks(column int) {
	for s.flow == 0 && s.indent > column {
		s.queue = append(s.queue, token{kind: blockEnd, at: s.seen, end: s.seen})
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

func (s *scanner) fetchOpening(kind tokenKind) {
	s.saveKey()
	s.keys = append(s.keys, simpleKey{number: s.taken + s.waiting()})
	s.flow++
	s.keyAllowed = true
	s.add(kind)
}

func (s *scanner) fetchClosing(kind tokenKind) {
	s.dropKey()
	if last := len(s.keys) - 1; s.flow > 0 {
		s.flow--
		s.unlist(s.keys[last].number)
		s.keys = s.keys[:last]
	}
	s.keyAllowed = false
	s.add(kind)
}

// fetchEntry reads the dash before an item.
func (s *scanner) fetchEntry() {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail("block sequence entries are not allowed in this context", "", Pos{})
			return
		}
		s.openBlock(s.column, atTheEnd, blockSequenceStart, s.seen)
	}
	s.dropKey()
	s.keyAllowed = true
	s.add(blockEntry)
}

// fetchKeyMark reads the question mark before a key.
func (s *scanner) fetchKeyMark() {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail("mapping keys are not allowed in this context", "", Pos{})
			return
		}
		s.openBlock(s.column, atTheEnd, blockMappingStart, s.seen)
	}
	s.dropKey()
	s.keyAllowed = s.flow == 0
	s.add(keyMark)
}

// fetchValueMark reads the colon behind a key.
func (s *scanner) fetchValueMark() {
	if k := &s.keys[len(s.keys)-1]; s.alive(k) {
		s.insert(k.number, token{kind: keyMark, at: k.from.seen, end: k.from.seen})
		s.openBlock(k.from.column, k.number, blockMappingStart, k.from.seen)
		k.possible = false
		s.unlist(k.number)
		s.keyAllowed = false
	} else if s.failure == nil {
		if s.flow == 0 {
			if !s.keyAllowed {
				s.fail("mapping values are not allowed in this context", "", Pos{})
				return
			}
			s.openBlock(s.column, atTheEnd, blockMappingStart, s.seen)
		}
		s.keyAllowed = s.flow == 0
	}
	s.add(valueMark)
}

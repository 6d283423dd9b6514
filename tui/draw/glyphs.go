package draw

// Glyphs choose the characters of a screen: with shapes, or plain ASCII.
type Glyphs struct {
	// ASCII keeps to characters that every terminal and font has.
	ASCII bool
}

// Shape is the state of a daemon pod on a node, as far as its shape tells.
type Shape uint8

// The shapes. Ready is a circle, NotReady a square, Waiting and Pending triangles,
// Terminating a diamond; Failed and Succeeded are crosses and ticks.
const (
	NoPod Shape = iota
	Excluded
	Pending
	Waiting
	NotReady
	Ready
	Terminating
	Failed
	Succeeded
)

// The glyphs by shape; hollow and small are those of older revisions.
var (
	filled  = []rune("· ▼▲■●◆✖✔")
	hollow  = []rune("· ▽△□○◇✕✓")
	capital = []rune(". PWNRTFS")
	small   = []rune(". pwnrtfs")
)

// Pod is the glyph of a daemon pod: its shape by its state, filled (in ASCII a
// capital) where it is of the newest revision.
func (g Glyphs) Pod(s Shape, newest bool) rune {
	list := hollow
	switch {
	case g.ASCII && newest:
		list = capital
	case g.ASCII:
		list = small
	case newest:
		list = filled
	}
	return list[s]
}

// Of picks one of two characters.
func (g Glyphs) Of(shape, plain rune) rune {
	if g.ASCII {
		return plain
	}
	return shape
}

// Bar is a block that fills so many eighths of its cell from below.
func (g Glyphs) Bar(eighths int) rune {
	eighths = min(max(eighths, 0), 8)
	if g.ASCII {
		return []rune("  ..::##|")[eighths]
	}
	return []rune(" ▁▂▃▄▅▆▇█")[eighths]
}

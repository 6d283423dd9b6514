package daemon

import (
	"math/bits"
	"slices"
)

// ranks is an ordered set of node ranks: a bit for each rank, and above it, level
// by level, a bit for each word that is not empty. Adding, removing and finding
// the next member take a step per level: three for 262,144 nodes.
type ranks struct {
	levels [][]uint64
	count  int
}

// grow makes room for ranks below size. Members stay.
func (r *ranks) grow(size int) {
	words := (size + 63) / 64
	if len(r.levels) > 0 && words <= len(r.levels[0]) {
		return
	}
	old := r.levels
	r.levels, r.count = nil, 0
	for {
		r.levels = append(r.levels, make([]uint64, max(words, 1)))
		if words <= 1 {
			break
		}
		words = (words + 63) / 64
	}
	if len(old) == 0 {
		return
	}
	for w, word := range old[0] {
		for ; word != 0; word &= word - 1 {
			r.add(w<<6 + bits.TrailingZeros64(word))
		}
	}
}

// add puts a rank into the set.
func (r *ranks) add(i int) {
	if r.levels[0][i>>6]&(1<<(i&63)) != 0 {
		return
	}
	r.count++
	for _, level := range r.levels {
		level[i>>6] |= 1 << (i & 63)
		i >>= 6
	}
}

// remove takes a rank out of the set.
func (r *ranks) remove(i int) {
	if r.levels[0][i>>6]&(1<<(i&63)) == 0 {
		return
	}
	r.count--
	for _, level := range r.levels {
		level[i>>6] &^= 1 << (i & 63)
		if level[i>>6] != 0 {
			return
		}
		i >>= 6
	}
}

// next is the smallest member that is at least i, or -1.
func (r *ranks) next(i int) int {
	for l := 0; l < len(r.levels); l++ {
		w := i >> 6
		if w >= len(r.levels[l]) {
			return -1
		}
		if word := r.levels[l][w] >> (i & 63); word != 0 {
			i += bits.TrailingZeros64(word)
			for ; l > 0; l-- {
				i = i<<6 + bits.TrailingZeros64(r.levels[l-1][i])
			}
			return i
		}
		i = w + 1
	}
	return -1
}

// clear empties the set and keeps its room.
func (r *ranks) clear() {
	if r.count == 0 {
		return
	}
	for _, level := range r.levels {
		clear(level)
	}
	r.count = 0
}

// clone is another set of the same members.
func (r *ranks) clone() ranks {
	out := ranks{make([][]uint64, len(r.levels)), r.count}
	for i, level := range r.levels {
		out.levels[i] = slices.Clone(level)
	}
	return out
}

// cursor walks several sets at once in the order of rank.
type cursor struct {
	sets [groupCount]*ranks
	at   [groupCount]int // the next member of each set, -1 when there is none
	n    int             // how many sets there are
}

func newCursor(sets ...*ranks) cursor {
	c := cursor{n: len(sets)}
	for i, s := range sets {
		c.sets[i], c.at[i] = s, s.next(0)
	}
	return c
}

// next is the smallest rank not yet seen; -1 at the end. Sets in skip, by bit, are
// passed over.
func (c *cursor) next(skip uint) int {
	rank, set := -1, -1
	for i, at := range c.at[:c.n] {
		if skip&(1<<i) == 0 && at >= 0 && (rank < 0 || at < rank) {
			rank, set = at, i
		}
	}
	if set >= 0 {
		c.at[set] = c.sets[set].next(rank + 1)
	}
	return rank
}

// Package slab hands out memory for many small values, in pieces, and takes it back all
// at once: for what is made while one file is read and not needed for the next.
package slab

// Of hands out values of T. The zero value is ready.
type Of[T any] struct {
	chunks [][]T
	next   int // the first chunk that is not in use
	free   []T // what is left of the chunk before it
}

// kept is how many values at most are kept to be handed out again.
const kept = 1 << 13

// Take is n values next to one another, all zero.
func (s *Of[T]) Take(n int) []T {
	for len(s.free) < n {
		if s.next == len(s.chunks) {
			s.chunks = append(s.chunks, make([]T, max(n, 16<<min(s.next, 4))))
		}
		s.free = s.chunks[s.next]
		s.next++
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// New is one value, zero.
func (s *Of[T]) New() *T { return &s.Take(1)[0] }

// Reuse takes back everything that was handed out, to be handed out again.
func (s *Of[T]) Reuse() {
	size := 0
	for i := range s.chunks {
		if size += len(s.chunks[i]); size > kept {
			clear(s.chunks[i:])
			s.chunks = s.chunks[:i]
			break
		}
		if i < s.next {
			clear(s.chunks[i])
		}
	}
	s.next, s.free = 0, nil
}

// Leave forgets what was handed out, which stays as it is.
func (s *Of[T]) Leave() { *s = Of[T]{} }

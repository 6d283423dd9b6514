package slab

import "testing"

// Pieces are zero, and nobody else's, whatever was handed out and taken back before.
func TestPiecesAreZeroAndApart(t *testing.T) {
	var s Of[int]
	for round := range 20 {
		var all [][]int
		for i := range 400 {
			piece := s.Take((i*7 + round) % 300)
			for j := range piece {
				if piece[j] != 0 {
					t.Fatalf("round %d: piece %d is not zero", round, i)
				}
				piece[j] = i + 1
			}
			all = append(all, piece)
		}
		for i, piece := range all {
			for _, v := range piece {
				if v != i+1 {
					t.Fatalf("round %d: piece %d was written to by another", round, i)
				}
			}
		}
		if round%3 == 2 {
			s.Leave()
		} else {
			s.Reuse()
		}
	}
}

func TestWhatIsLeftStays(t *testing.T) {
	var s Of[int]
	mine := s.New()
	*mine = 7
	s.Leave()
	s.Reuse()
	if *s.New() = 8; *mine != 7 {
		t.Fatal("a value that was left has changed")
	}
}

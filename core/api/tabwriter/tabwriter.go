// Package tabwriter lines up columns of text as the standard library's text/tabwriter does
// with blanks for padding. It is here for its size: the standard one formats numbers for
// its own debugging, and so brings package fmt to sim.wasm. Tests hold both equal.
package tabwriter

import "unicode/utf8"

// Output is what lines go to.
type Output interface {
	Write(b []byte) (n int, err error)
}

// Writer lines up the columns of what is written to it. A cell ends with a tab; cells above
// each other in lines that follow each other are a column. What stands behind the last tab of
// a line belongs to none.
type Writer struct {
	out               Output
	minWidth, padding int
	lines             [][]string // of cells; the last line is still being written
	cell              []byte
	widths            []int
	err               error
}

// NewWriter makes a Writer. A column is as wide as its widest cell and padding, and at least
// minWidth wide. The rest is as text/tabwriter has it, for padding with blanks, without flags.
func NewWriter(out Output, minWidth, _, padding int, _ byte, _ uint) *Writer {
	return &Writer{out: out, minWidth: minWidth, padding: padding, lines: [][]string{nil}}
}

// Write keeps text until its columns are known.
func (w *Writer) Write(text []byte) (int, error) {
	for _, c := range text {
		switch c {
		case '\t', '\v':
			w.endCell()
		case '\n', '\f':
			w.endCell()
			single := len(w.lines[len(w.lines)-1]) == 1
			w.lines = append(w.lines, nil)
			if single || c == '\f' {
				w.flush()
			}
		default:
			w.cell = append(w.cell, c)
		}
	}
	return len(text), w.err
}

func (w *Writer) endCell() {
	last := len(w.lines) - 1
	w.lines[last] = append(w.lines[last], string(w.cell))
	w.cell = w.cell[:0]
}

// Flush writes what is kept. What is written afterwards begins new columns.
func (w *Writer) Flush() error {
	if len(w.cell) > 0 {
		w.endCell()
	}
	w.flush()
	return w.err
}

func (w *Writer) flush() {
	w.format(0, len(w.lines))
	w.lines = [][]string{nil}
}

// format writes lines of which the widths of the leftmost columns are known.
func (w *Writer) format(from, to int) {
	column := len(w.widths)
	for at := from; at < to; at++ {
		if column >= len(w.lines[at])-1 {
			continue
		}
		w.write(from, at)
		from = at
		width := w.minWidth
		for ; at < to && column < len(w.lines[at])-1; at++ {
			width = max(width, utf8.RuneCountInString(w.lines[at][column])+w.padding)
		}
		w.widths = append(w.widths, width)
		w.format(from, at)
		w.widths = w.widths[:column]
		from = at
	}
	w.write(from, to)
}

// write writes lines whose columns are all known.
func (w *Writer) write(from, to int) {
	var b []byte
	for at := from; at < to; at++ {
		for i, cell := range w.lines[at] {
			b = append(b, cell...)
			if i < len(w.widths) {
				for n := utf8.RuneCountInString(cell); n < w.widths[i]; n++ {
					b = append(b, ' ')
				}
			}
		}
		if at+1 < len(w.lines) { // the last line has not ended
			b = append(b, '\n')
		}
	}
	if len(b) > 0 && w.err == nil {
		_, w.err = w.out.Write(b)
	}
}

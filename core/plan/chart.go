package plan

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// chartRows is how high the chart is; it is as wide as the curve has parts.
const chartRows = 3

// Chart draws how many nodes have an available pod in the course of the rollout,
// the lowest number in each part of it, as lines of at most 80 columns. The
// highest line is all nodes that should run one, the lowest a little below the
// lowest number. There is nothing to draw where the number never changes.
func (r *Result) Chart() []string {
	curve := r.Availability.Curve
	top := r.Nodes.Eligible
	low := top
	for _, n := range curve {
		low, top = min(low, n), max(top, n)
	}
	if low == top {
		return nil
	}
	base := max(low-(top-low+3)/4, 0)
	width := len(strconv.Itoa(top))
	lines := make([]string, 0, chartRows+1)
	for row := chartRows; row > 0; row-- {
		label := ""
		switch row {
		case chartRows:
			label = strconv.Itoa(top)
		case 1:
			label = strconv.Itoa(base)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%*s ┤", width, label)
		for _, n := range curve {
			b.WriteRune(block(n-base, top-base, row))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	end := spanOf(r.Seconds)
	return append(lines, fmt.Sprintf("%*s 0s%*s", width+1, "└", len(curve)-2, end))
}

// block is the part of a bar for n of all that falls into a row, counted from 1 at
// the bottom. Levels are rounded down: the top is only reached by all.
func block(n, all, row int) rune {
	level := n*chartRows*8/all - (row-1)*8
	return []rune(" ▁▂▃▄▅▆▇█")[min(max(level, 0), 8)]
}

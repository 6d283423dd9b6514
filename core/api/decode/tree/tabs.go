package tree

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// hiddenTab finds a line below a comment that begins with a tab and holds nothing but
// white space or another comment. To kubectl's YAML library that is an error; ours skips
// the tab while it collects comments, so the error has to be found again. Within brackets,
// quotes and blocks of text the tab is all right for both.
//
// Differs: a tab between a dash and a comment on the same line is let pass.
func (r *reader) hiddenTab(text string, tree *yaml.Node) *failure {
	if !strings.Contains(text, "\t") || !strings.Contains(text, "#") {
		return nil
	}
	comment := -1 // of the line above, or above the blank lines and comments there
	blocks := textBlocks(nil, tree)
	for start, line := 0, 1; start < len(text); line++ {
		end := start + lineLength(text[start:])
		sign, column := numberSign(text[start:end]), indentTab(text[start:end])
		switch {
		case column > 0 && comment >= 0:
			inside := func(block [2]int) bool { return block[0] < line && line <= block[1] }
			if !slices.ContainsFunc(blocks, inside) && r.afford(text) && isComment(text, comment, tree) {
				return &failure{problem: "found character that cannot start any token", at: Pos{line, column}}
			}
		case sign >= 0:
			comment = start + sign
		case strings.TrimSpace(text[start:end]) != "":
			comment = -1
		}
		start = end
	}
	return nil
}

// textBlocks are the lines of the blocks of text after | and >: the line before the first,
// and the last that is certainly within.
func textBlocks(blocks [][2]int, n *yaml.Node) [][2]int {
	if n == nil {
		return nil
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return append(blocks, [2]int{n.Line, n.Line + strings.Count(strings.TrimSuffix(n.Value, "\n"), "\n") + 1})
	}
	for _, inner := range n.Content {
		blocks = textBlocks(blocks, inner)
	}
	return blocks
}

// numberSign is where a line has the first # that could begin a comment; -1 if nowhere.
func numberSign(line string) int {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return i
		}
	}
	return -1
}

// indentTab is the column of a tab among the spaces at the beginning of a line that is
// blank or a comment; 0 if there is none.
func indentTab(line string) int {
	rest := strings.TrimLeft(line, " ")
	if blank := strings.TrimLeft(rest, " \t\r\n"); rest[0] != '\t' || blank != "" && blank[0] != '#' {
		return 0
	}
	return len(line) - len(rest) + 1
}

// isComment tells whether a number sign begins a comment between the parts of a block. It
// does if the document may end before it, and if another one behind it changes nothing.
func isComment(text string, offset int, tree *yaml.Node) bool {
	var before, changed yaml.Node
	if tree == nil { // nothing but comments
		return true
	}
	return yaml.Unmarshal([]byte(text[:offset]), &before) == nil &&
		yaml.Unmarshal([]byte(text[:offset]+"#"+text[offset:]), &changed) == nil &&
		sameValues(tree, &changed)
}

func sameValues(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Value != b.Value || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !sameValues(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

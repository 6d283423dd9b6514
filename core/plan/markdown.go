package plan

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/reason"
)

// Markdown writes a plan as a comment for a pull request: a heading with the
// outcome and a table with the rest. Text from manifests cannot leave its cell.
func (r *Result) Markdown(l reason.Language) string {
	mark := "✅"
	if !r.OK {
		mark = "❌"
	}
	w := words{l}
	var b strings.Builder
	b.WriteString("### " + mark + " " + plain(r.DaemonSet+w.say(": ", "：")+r.headline(w)) + "\n\n| | |\n|---|---|\n")
	for _, row := range r.rows(w) {
		lines := make([]string, len(row.lines))
		for i, line := range row.lines {
			lines[i] = plain(strings.TrimSpace(line))
			if row.kind == commands && strings.HasPrefix(line, "kubectl ") {
				lines[i] = code(line)
			}
		}
		b.WriteString("| " + row.label + " | " + strings.Join(lines, "<br>") + " |\n")
	}
	if chart := r.Chart(); len(chart) > 0 {
		b.WriteString("\n" + w.say("Nodes with an available pod:", "有可用 Pod 的节点：") + "\n\n```\n" + strings.Join(chart, "\n") + "\n```\n")
	}
	return b.String()
}

// plain is a text in which nothing means anything to Markdown or HTML.
func plain(text string) string {
	var b strings.Builder
	for _, c := range tree.Printable(text) {
		switch c {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '\\', '`', '*', '_', '[', ']', '|', '#', '~', '!', '@':
			b.WriteByte('\\')
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// code is a text in a code span of a table cell.
func code(text string) string {
	text = strings.ReplaceAll(tree.Printable(text), "`", "'")
	return "`" + strings.ReplaceAll(text, "|", "\\|") + "`"
}

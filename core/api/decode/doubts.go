package decode

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// nameless warns of an object that only kubectl create would take.
func (w *walker) nameless(d *Document) {
	if d.Name != "" || d.GenerateName == "" {
		return
	}
	w.push(segment{name: "metadata"})
	w.push(segment{name: "generateName"})
	w.warn(w.placed(w.root.Child("metadata").Member("generateName").At, Error{
		Code:    CodeNameToGenerate,
		Message: "kubectl create makes a name of this; kubectl apply refuses it",
		Hint:    "give metadata.name for kubectl apply",
	}))
	w.path = w.path[:0]
}

// leftovers warns of text in which a template or a word processor has left its marks.
func (w *walker) leftovers(n *tree.Node) {
	trimmed := strings.TrimSpace(n.Text)
	switch {
	case strings.Contains(trimmed, "{{") && w.isTemplate(trimmed):
		w.warn(w.placed(n.At, Error{
			Code: tree.CodeTemplate, Hint: tree.TemplateHint,
			Message: tree.TemplateMessage + ", so this is the text " + tree.Quote(n.Text),
		}))
	case strings.HasPrefix(trimmed, "“"), strings.HasSuffix(trimmed, "”"),
		strings.HasPrefix(trimmed, "‘") && strings.HasSuffix(trimmed, "’"):
		w.warn(w.placed(n.At, Error{
			Code: CodeCurlyQuotes, Hint: "type straight quotes in their place",
			Message: "curly quotes are part of the text " + tree.Quote(n.Text),
		}))
	}
}

// isTemplate tells an expression that a chart should have replaced from one that the
// container itself evaluates, such as docker ps --format {{.ID}}.
func (w *walker) isTemplate(s string) bool {
	for _, name := range [...]string{".Values.", ".Release.", ".Chart.", "include \"", "template \""} {
		if strings.Contains(s, name) {
			return true
		}
	}
	for _, segment := range w.path {
		switch segment.name {
		case "command", "args", "value", "annotations":
			return false
		}
	}
	return strings.HasPrefix(s, "{{") && strings.HasSuffix(s, "}}")
}

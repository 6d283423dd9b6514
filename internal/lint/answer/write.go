package answer

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/policies/rules"
)

// Write writes what JSON writes of Of, finding by finding: of many thousands, no second
// copy is ever held.
func Write(w io.Writer, r *lint.Report, l reason.Language) error {
	p := &printer{Writer: bufio.NewWriter(w)}
	p.open('{')
	p.number("version", 1)
	p.findings("findings", r, l, false)
	p.findings("suppressed", r, l, true)
	p.key("summary")
	p.open('{')
	for _, n := range [...]struct {
		name string
		n    int
	}{
		{"files", r.Files},
		{"documents", r.Documents},
		{"daemonSets", r.DaemonSets},
		{"errors", r.Count(rules.Error)},
		{"warnings", r.Count(rules.Warning)},
		{"infos", r.Count(rules.Info)},
		{"suppressed", r.Suppressed()},
		{"unread", r.Unread},
	} {
		p.number(n.name, n.n)
	}
	p.close('}')
	p.close('}')
	_ = p.WriteByte('\n')
	return p.Flush()
}

func (p *printer) findings(name string, r *lint.Report, l reason.Language, suppressed bool) {
	p.key(name)
	p.open('[')
	for i := range r.Findings {
		if f := &r.Findings[i]; (f.Suppressed != nil) == suppressed {
			p.item()
			p.finding(f, l)
		}
	}
	p.close(']')
}

func (p *printer) finding(f *lint.Finding, l reason.Language) {
	words := Words(l, f.English, f.Chinese)
	p.open('{')
	for _, s := range [...][2]string{
		{"rule", f.Rule},
		{"slug", f.Slug},
		{"group", f.Group},
		{"severity", string(f.Severity)},
		{"title", words.Title},
		{"message", words.Message},
		{"fix", words.Fix},
		{"file", f.File},
	} {
		p.text(s[0], s[1])
	}
	p.number("line", f.Start.Line)
	p.number("column", f.Start.Column)
	p.number("endLine", f.End.Line)
	p.number("endColumn", f.End.Column)
	p.text("path", f.Path)
	p.text("container", f.Container)
	p.key("object")
	p.open('{')
	p.text("kind", f.Object.Kind)
	p.text("namespace", f.Object.Namespace)
	p.text("name", f.Object.Name)
	p.close('}')
	p.number("document", f.Document)
	p.number("item", f.Item)
	p.text("fingerprint", f.Fingerprint)
	p.rest(f)
	p.close('}')
}

// rest is what most findings have nothing of.
func (p *printer) rest(f *lint.Finding) {
	p.key("links")
	p.open('[')
	for _, link := range f.Links {
		p.item()
		p.quoted(link)
	}
	p.close(']')
	p.key("params")
	p.value(f.Params)
	if f.Proof != "" {
		p.text("proof", f.Proof)
	}
	if s := f.Suppressed; s != nil {
		p.key("suppression")
		p.open('{')
		p.text("reason", s.Reason)
		p.text("where", s.Where)
		p.close('}')
	}
}

// printer writes JSON, indented by two for each level.
type printer struct {
	*bufio.Writer
	depth int
	empty bool // nothing is written yet of what was opened last
	line  []byte
}

func (p *printer) open(bracket byte) {
	_ = p.WriteByte(bracket)
	p.depth++
	p.empty = true
}

func (p *printer) close(bracket byte) {
	p.depth--
	if !p.empty {
		p.newLine()
	}
	p.empty = false
	_ = p.WriteByte(bracket)
}

// item begins an item of a list, or a field.
func (p *printer) item() {
	if !p.empty {
		_ = p.WriteByte(',')
	}
	p.empty = false
	p.newLine()
}

func (p *printer) newLine() {
	const blanks = "\n                    "
	_, _ = p.WriteString(blanks[:1+2*min(p.depth, 10)])
	for range p.depth - 10 {
		_, _ = p.WriteString("  ")
	}
}

func (p *printer) key(name string) {
	p.item()
	p.quoted(name)
	_, _ = p.WriteString(": ")
}

func (p *printer) text(name, value string) {
	p.key(name)
	p.quoted(value)
}

func (p *printer) number(name string, n int) {
	p.key(name)
	p.line = strconv.AppendInt(p.line[:0], int64(n), 10)
	_, _ = p.Write(p.line)
}

// value writes what params are made of.
func (p *printer) value(v any) {
	switch v := v.(type) {
	case string:
		p.quoted(v)
	case []any:
		p.open('[')
		for _, item := range v {
			p.item()
			p.value(item)
		}
		p.close(']')
	case map[string]any:
		p.open('{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			p.key(name)
			p.value(v[name])
		}
		p.close('}')
	default:
		text, err := json.Marshal(v)
		if err != nil {
			text = []byte("null")
		}
		_, _ = p.WriteString(Escaped(string(text)))
	}
}

func (p *printer) quoted(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			text, _ := json.Marshal(s)
			_, _ = p.WriteString(Escaped(string(text)))
			return
		}
	}
	_ = p.WriteByte('"')
	_, _ = p.WriteString(s)
	_ = p.WriteByte('"')
}

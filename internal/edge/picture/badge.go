package picture

import (
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/progress"
)

// Badge draws what came of a scenario that was run: whether it does what its file says,
// and whether its DaemonSets are rolled out. Label stands on the left.
func Badge(r *scenario.Report, label string, l reason.Language) []byte {
	verdict, class := judge(r, wordsIn(l))
	const pad = 7.0
	left, right := width(label)+2*pad, width(verdict)+2*pad
	b := &svg{}
	full := label + ": " + verdict
	b.put(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="20" role="img" aria-label="%s">`+"\n<title>%s</title>\n",
		number(left+right), escaped(full, 200), escaped(full, 200))
	b.WriteString(`<style>text{` + fonts + `;font-size:11px;fill:#fff}.l{fill:#57606a}.ok{fill:#1a7f37}.no{fill:#8a5a00}.bad{fill:#b3202a}
@media(prefers-color-scheme:dark){.l{fill:#3d444d}.ok{fill:#1f7a37}.no{fill:#8a5d0a}.bad{fill:#b62324}}</style>
<clipPath id="r"><rect width="` + number(left+right) + `" height="20" rx="4"/></clipPath><g clip-path="url(#r)">
`)
	b.put(`<rect class="l" width="%s" height="20"/><rect class="%s" x="%s" width="%s" height="20"/></g>`+"\n", number(left), class, number(left), number(right))
	for _, part := range [...]struct {
		text  string
		x, at float64
	}{{label, pad, left}, {verdict, left + pad, right}} {
		b.put(`<text x="%s" y="14" textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n", number(part.x), number(part.at-2*pad), escaped(part.text, 80))
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// judge is the verdict in words, and its class.
func judge(r *scenario.Report, w words) (verdict, class string) {
	if n := r.Failures(); n > 0 {
		return sprint(w.failing, len(r.Results), n), "bad"
	}
	sets := r.End.Cluster().Sets()
	for _, d := range sets {
		if !progress.RolledOut(d) {
			return w.waiting, "no"
		}
	}
	if len(sets) == 0 {
		return w.passing, "ok"
	}
	verdict = w.rolledOut
	if s := tell(r.End.Cluster(), sets[0]); len(sets) == 1 && s.fell && s.lowest < s.of {
		verdict += ", " + sprint(w.least, s.lowest, s.of)
	}
	return verdict, "ok"
}

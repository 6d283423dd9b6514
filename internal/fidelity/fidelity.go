// Package fidelity says what of Kubernetes is simulated how closely, and which
// recorded answers of the real code prove it. Every number in it was counted by
// a test: the counts folder is written by the tests that replay recordings.
package fidelity

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

// Kubernetes is the version whose code answered.
const Kubernetes = "v1.37.2"

//go:embed counts/*.json
var counts embed.FS

// count is what a test counted, as internal/oracle writes it.
type count struct {
	Agree      int                          `json:"agree"`
	Of         int                          `json:"of"`
	Exceptions []struct{ What, Why string } `json:"exceptions"`
	Apart      []string                     `json:"apart"`
}

// words is a text in English and Chinese.
type words struct{ en, zh string }

func (w words) in(lang string) string {
	if lang == "zh" {
		return w.zh
	}
	return w.en
}

// countOf reads the count of a kind of recording.
func countOf(kind string) count {
	text, err := counts.ReadFile("counts/" + kind + ".json")
	if err != nil {
		panic("fidelity: no test counts " + kind)
	}
	var c count
	if err := json.Unmarshal(text, &c); err != nil {
		panic(fmt.Sprintf("fidelity: counts/%s.json: %v", kind, err))
	}
	return c
}

// Page is the fidelity page in a language, en or zh, as Markdown.
func Page(lang string) string {
	var b strings.Builder
	p := page{&b, lang}
	b.WriteString(intro.in(lang))
	p.areas()
	p.recordings()
	p.exceptions()
	b.WriteString(speedText(lang))
	b.WriteString(again.in(lang))
	return b.String()
}

// page writes the parts that have numbers in them.
type page struct {
	*strings.Builder
	lang string
}

func (p page) areas() {
	p.WriteString(areasTitle.in(p.lang))
	for _, a := range areas {
		fmt.Fprintf(p, "| %s | %s | %s | %s |\n", a.name.in(p.lang), levels[a.level].in(p.lang), a.note.in(p.lang), p.proofs(a.kinds))
	}
}

// proofs names the recordings that prove an area, with how many agree.
func (p page) proofs(names []string) string {
	if len(names) == 0 {
		return words{"no recordings: tests only", "没有录制，仅有测试"}.in(p.lang)
	}
	var out []string
	for _, name := range names {
		c := countOf(name)
		out = append(out, fmt.Sprintf("%s %d/%d", name, c.Agree, c.Of))
	}
	return strings.Join(out, ", ")
}

func (p page) recordings() {
	p.WriteString(kindsTitle.in(p.lang))
	for _, k := range kinds {
		c := countOf(k.name)
		fmt.Fprintf(p, "| %s | %s | %d | %d | %d | `%s` |\n", k.name, k.what.in(p.lang), c.Of, c.Agree, len(c.Exceptions), k.test)
	}
}

func (p page) exceptions() {
	p.WriteString(exceptionsTitle.in(p.lang))
	for _, k := range kinds {
		c := countOf(k.name)
		for _, part := range c.Apart {
			fmt.Fprintf(p, "| %s | %s | %s |\n", k.name, words{"all of them", "全部"}.in(p.lang), cell(part))
		}
		for _, e := range c.Exceptions {
			fmt.Fprintf(p, "| %s | `%s` | %s |\n", k.name, cell(e.What), cell(e.Why))
		}
	}
}

// cell escapes what would end a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

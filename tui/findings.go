package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/tui/draw"
	"github.com/rollscope/rollscope/tui/part"
)

// Finding is what a rule says about a manifest.
type Finding struct {
	File     string
	Line     int // from 1
	Severity string
	Rule     string
	// Chinese is empty where a rule speaks English only.
	English, Chinese Advice
}

// Advice is a finding in one language: what is wrong, and what to do about it.
type Advice struct{ Message, Fix string }

// in is the finding in a language.
func (f *Finding) in(l reason.Language) Advice {
	if l == reason.Chinese && f.Chinese.Message != "" {
		return f.Chinese
	}
	return f.English
}

// ink is the colour of the finding's severity.
func (f *Finding) ink() draw.Ink {
	if f.Severity == "error" {
		return draw.Red
	}
	return draw.Yellow
}

// findings are what the rules say, one of them selected.
type findings struct {
	list   []Finding
	at     int
	source bool // the manifest is shown at the place of the selected one
}

// findingsKey takes a key while the pane of findings is shown; false for one that does
// something else.
func (m *Model) findingsKey(k tea.KeyPressMsg) bool {
	f := &m.findings
	if m.pane != paneFindings || m.helping || len(f.list) == 0 {
		return false
	}
	switch k.String() {
	case "up", "k":
		f.at--
	case "down", "j":
		f.at++
	case "enter":
		f.source = !f.source
	case "esc":
		if !f.source {
			return false
		}
		f.source = false
	default:
		return false
	}
	f.at = min(max(f.at, 0), len(f.list)-1)
	m.scroll = 0
	m.fill()
	return true
}

// fillFindings fills the pane: the findings, or the manifest at the selected one.
func (m *Model) fillFindings() {
	m.page.Cursor = true
	m.page.Empty = m.look().Say("no rule has anything to say about these manifests", "没有规则对这些清单提出意见")
	if f := &m.findings; f.source && f.at < len(f.list) {
		m.page.Lines = m.sourceLines(&f.list[f.at])
		return
	}
	m.page.Lines = m.findingLines()
}

// findingLines are the findings, each with its place and what to do.
func (m *Model) findingLines() []part.Line {
	l := m.look()
	var lines []part.Line
	for i := range m.findings.list {
		f := &m.findings.list[i]
		advice := f.in(l.Language)
		lines = append(lines,
			part.Line{Keep: true, Marked: i == m.findings.at, Spans: []part.Span{
				{Text: fmt.Sprintf("%s:%d ", f.File, f.Line), Ink: draw.Cyan}, {Text: f.Severity + " ", Ink: f.ink()}, {Text: f.Rule, Ink: draw.Dim},
			}},
			part.Line{Spans: []part.Span{{Text: "  "}, {Text: advice.Message}}})
	}
	if len(lines) > 0 {
		lines = append(lines, part.Inked(draw.Dim, l.Say("enter goes to the line, up and down to other findings", "回车跳到该行，上下键选择其他意见")))
	}
	return lines
}

// sourceLines are a manifest with the finding below the line that it is about.
func (m *Model) sourceLines(f *Finding) []part.Line {
	l := m.look()
	content := ""
	for _, manifest := range m.player.Session.File().Manifests {
		if manifest.Name == f.File {
			content = string(manifest.Content)
		}
	}
	advice := f.in(l.Language)
	lines := []part.Line{part.Inked(draw.Bold, f.File)}
	bar := string(l.Of('│', '|'))
	for i, text := range strings.Split(strings.TrimRight(content, "\n"), "\n") {
		lines = append(lines, part.Line{Keep: true, Marked: i+1 == f.Line, Spans: []part.Span{
			{Text: fmt.Sprintf("%4d %s ", i+1, bar), Ink: draw.Grey}, {Text: strings.ReplaceAll(text, "\t", "    ")},
		}})
		if i+1 != f.Line {
			continue
		}
		lines = append(lines, part.Line{Spans: []part.Span{{Text: "     " + string(l.Of('▲', '^')) + " " + f.Severity + " ", Ink: f.ink()}, {Text: advice.Message + " (" + f.Rule + ")"}}})
		if advice.Fix != "" {
			lines = append(lines, part.Line{Spans: []part.Span{{Text: l.Say("       to do: ", "       建议：")}, {Text: advice.Fix}}})
		}
	}
	return lines
}

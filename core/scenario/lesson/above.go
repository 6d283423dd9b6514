package lesson

import (
	"strings"

	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// Plain is a scenario without its questions and exercises: for files that Read refuses.
func Plain(f *transcript.File) *Lesson {
	l := &Lesson{File: f}
	for i := range f.Steps {
		s := Step{From: i, To: i + 1}
		for _, p := range f.Steps[i].Prose {
			s.Prose = append(s.Prose, text(p.English, p.Chinese))
		}
		l.Steps = append(l.Steps, s)
	}
	return l
}

// Above is what a terminal shows above a command of the file, a text for each
// paragraph. Before the command has run a question keeps its answer for itself, and an
// exercise has its hint; told shows the right choice and why instead.
func (l *Lesson) Above(command int, told bool) []Text {
	for i := range l.Steps {
		s := &l.Steps[i]
		if s.From != command || s.From == s.To && told {
			continue
		}
		out := append([]Text(nil), s.Prose...)
		if i == 0 {
			out = append(l.header(), out...)
		}
		switch {
		case s.Question != nil:
			out = append(out, s.Question.above(told)...)
		case s.Exercise != nil:
			out = append(out, s.Exercise.Goal.after("! "))
			if !told && s.Exercise.Hint != (Text{}) {
				out = append(out, s.Exercise.Hint.after("~ "))
			}
		}
		return out
	}
	return nil
}

// header is what stands above the first step.
func (l *Lesson) header() []Text {
	var out []Text
	if len(l.Sources) > 0 {
		names := strings.Join(l.Sources, ", ")
		out = append(out, Text{"Source: " + names, "来源：" + names})
	}
	if v := l.Versions; v != (Text{}) {
		out = append(out, Text{"Versions: " + v.English, "版本：" + v.Chinese})
	}
	if l.Summary != (Text{}) {
		out = append(out, l.Summary)
	}
	return out
}

func (q *Question) above(told bool) []Text {
	out := []Text{q.Ask.after("? ")}
	for i, c := range q.Choices {
		mark := "  " + string(rune('a'+i)) + ") "
		if told && c.Right {
			mark = "+ " + mark[2:]
		}
		out = append(out, c.after(mark))
	}
	if told {
		out = append(out, q.Why.after("= "))
	}
	return out
}

// after is a text behind a mark.
func (t Text) after(mark string) Text {
	if t.Chinese != "" {
		t.Chinese = mark + t.Chinese
	}
	t.English = mark + t.English
	return t
}

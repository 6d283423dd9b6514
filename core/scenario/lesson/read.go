package lesson

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// Marks at the beginning of a line of prose. Zero stands for none.
const (
	ask   = '?'
	wrong = '-'
	right = '+'
	why   = '='
	goal  = '!'
	hint  = '~'
)

// opens says that a line begins a question or an exercise; the other marks count
// only behind one that does.
func opens(line string) bool { return strings.HasPrefix(line, "? ") || strings.HasPrefix(line, "! ") }

// reader is the state of reading one file.
type reader struct {
	lesson *Lesson
	step   *Step
	errors transcript.Errors
	// open says that a question or an exercise has begun in the present step.
	open bool
}

func (r *reader) report(line int, advice, format string, args ...any) {
	r.errors = append(r.errors, &transcript.Error{
		File: r.lesson.File.Name, Line: line, Column: 1, Message: fmt.Sprintf(format, args...), Hint: advice,
	})
}

// begin begins a step at a command.
func (r *reader) begin(at int, prose []transcript.Paragraph) {
	r.end()
	r.lesson.Steps = append(r.lesson.Steps, Step{From: at, To: at})
	r.step = &r.lesson.Steps[len(r.lesson.Steps)-1]
	r.open = false
	for i := range prose {
		r.paragraph(&prose[i])
	}
}

// piece is a part of a paragraph that begins with a mark, or none.
type piece struct {
	mark    byte
	english []string
	chinese []string
	line    int
}

// paragraph reads a paragraph, cut where a line begins with a mark.
func (r *reader) paragraph(p *transcript.Paragraph) {
	english := r.cut(p.English, p.Line)
	chinese := r.cut(p.Chinese, p.Line+len(p.English))
	for i := range english {
		switch {
		case len(chinese) == 0:
		case i >= len(chinese) || chinese[i].mark != english[i].mark || len(chinese) > len(english):
			line := p.Line + len(p.English)
			r.report(line, "write the Chinese of every line that has a mark with the same mark", "the marks of the Chinese are not those of the English")
			return
		default:
			english[i].chinese = chinese[i].english
		}
	}
	if len(english) == 0 && len(p.Chinese) > 0 {
		english = []piece{{chinese: p.Chinese, line: p.Line}}
	}
	for i := range english {
		r.piece(&english[i])
	}
}

// cut cuts lines where one begins with a mark.
func (r *reader) cut(lines []string, first int) []piece {
	var out []piece
	open := r.open
	for i, line := range lines {
		open = open || opens(line)
		mark := byte(0)
		if open && len(line) > 2 && line[1] == ' ' && strings.IndexByte("?-+=!~", line[0]) >= 0 {
			mark, line = line[0], strings.TrimSpace(line[2:])
		}
		if mark != 0 || len(out) == 0 {
			out = append(out, piece{mark: mark, line: first + i})
		}
		last := &out[len(out)-1]
		last.english = append(last.english, line)
	}
	return out
}

// piece adds a piece to the present step.
func (r *reader) piece(p *piece) {
	s, t := r.step, text(p.english, p.chinese)
	q, e := s.Question, s.Exercise
	switch {
	case p.mark == 0 && !r.open:
		s.Prose = append(s.Prose, t)
	case p.mark == 0:
		r.report(p.line, "write it above, or below the next command", "prose stands below a question or an exercise")
	case opens(string(p.mark)+" ") && r.open:
		r.report(p.line, "put a command between them", "there is a question or an exercise above this command already")
	case p.mark == ask:
		s.Question, r.open = &Question{Ask: t, Line: p.line}, true
	case p.mark == goal:
		s.Exercise, r.open = &Exercise{Goal: t, Line: p.line}, true
	case q != nil && (p.mark == right || p.mark == wrong) && q.Why == (Text{}):
		q.Choices = append(q.Choices, Choice{t, p.mark == right})
	case q != nil && p.mark == why && q.Why == (Text{}):
		q.Why = t
	case e != nil && p.mark == hint && e.Hint == (Text{}):
		e.Hint = t
	default:
		r.report(p.line, "a question has choices, then one explanation; an exercise has one hint", "this line is out of place")
	}
}

// end checks the step that ends.
func (r *reader) end() {
	if r.step == nil {
		return
	}
	if q := r.step.Question; q != nil {
		r.endQuestion(q)
	}
	if e := r.step.Exercise; e != nil {
		r.endExercise(e)
	}
	r.step = nil
}

func (r *reader) endQuestion(q *Question) {
	n := 0
	for i := range q.Choices {
		if q.Choices[i].Right {
			n++
		}
	}
	switch {
	case n != 1:
		r.report(q.Line, `begin the right choice with "# + " and the others with "# - "`, "a question has one right choice, and this one has %d", n)
	case len(q.Choices) < 2:
		r.report(q.Line, `add choices that begin with "# - "`, "a question with one choice is none")
	case q.Why == Text{}:
		r.report(q.Line, `add a line that begins with "# = "`, "the question does not say why")
	}
}

// endExercise finds where the check of an exercise begins.
func (r *reader) endExercise(e *Exercise) {
	s, steps := r.step, r.lesson.File.Steps
	expects := false
	e.Check = s.To
	for e.Check > s.From {
		verb, rest, _ := strings.Cut(steps[e.Check-1].Command, " ")
		looks := verb == "why" || verb == "timeline" || verb == "kubectl" && strings.HasPrefix(rest, "get ")
		if verb != "expect" && verb != "advance" && verb != "until" && !looks {
			break
		}
		expects = expects || verb == "expect"
		e.Check--
	}
	switch {
	case !expects:
		r.report(e.Line, "end the commands below it with an expect that holds once it is solved", "nothing checks the exercise")
	case e.Check == s.From:
		r.report(e.Line, "write the command that solves it above the expect", "the exercise has no solution")
	}
}

// Package lesson reads what a scenario file teaches: steps of prose and commands,
// questions to answer before the commands run, exercises that expectations check.
//
// All of it is prose to everybody else. Within the prose above a command a line
// "# ? " asks, "# - " and "# + " offer wrong choices and the right one, and "# = "
// says why; "# ! " sets an exercise and "# ~ " gives a hint. The commands below an
// exercise are its solution up to the last that does more than to move time, to look
// and to expect; those behind it are its check. Chinese lines have the same marks, as in "#zh ? ".
package lesson

import (
	"strings"

	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// Lesson is what a scenario file teaches.
type Lesson struct {
	File *transcript.File
	// Sources are public reports, as OWNER/REPOSITORY#NUMBER or a link.
	Sources []string
	// Versions says in which versions of Kubernetes a reported incident happens.
	Versions Text
	// Summary is the first paragraph below the title: what there is to learn.
	Summary Text
	// Steps are all commands in order, cut where there is prose.
	Steps []Step
}

// Step is prose and the commands below it.
type Step struct {
	Prose    []Text
	Question *Question // to be answered before the commands run; nil for none
	Exercise *Exercise // what the commands are the solution of; nil for none
	// From and To are commands of the file, To not among them; both are the number of
	// commands for prose below the last.
	From, To int
}

// Text is a paragraph; its lines end as in the file.
type Text struct{ English, Chinese string }

// Question is one question with its choices.
type Question struct {
	Ask     Text
	Choices []Choice
	Why     Text
	Line    int // in the file, from 1
}

// Choice is a possible answer.
type Choice struct {
	Text
	Right bool
}

// Exercise is something to do by oneself.
type Exercise struct {
	Goal, Hint Text // Hint may be empty
	// Check is the first command of the check, which ends with the step; the solution
	// is what comes before it.
	Check int
	Line  int // in the file, from 1
}

// Read finds the lesson in a scenario file. Any scenario is a lesson, if perhaps one
// without questions. The error, if there is one, is of type transcript.Errors.
func Read(f *transcript.File) (*Lesson, error) {
	r := reader{lesson: &Lesson{File: f}}
	for i := range f.Steps {
		prose := f.Steps[i].Prose
		if i == 0 {
			prose = r.head(prose)
		}
		if i == 0 || len(prose) > 0 {
			r.begin(i, prose)
		}
		r.step.To = i + 1
	}
	if len(f.After) > 0 {
		r.begin(len(f.Steps), f.After)
	}
	r.end()
	if len(r.errors) > 0 {
		return nil, r.errors
	}
	return r.lesson, nil
}

// Questions is how many questions there are.
func (l *Lesson) Questions() int {
	n := 0
	for i := range l.Steps {
		if l.Steps[i].Question != nil {
			n++
		}
	}
	return n
}

// Exercises is how many exercises there are.
func (l *Lesson) Exercises() int {
	n := 0
	for i := range l.Steps {
		if l.Steps[i].Exercise != nil {
			n++
		}
	}
	return n
}

// head takes the sources, the versions and the summary from the first prose.
func (r *reader) head(prose []transcript.Paragraph) []transcript.Paragraph {
	l := r.lesson
	for len(prose) > 0 {
		p := &prose[0]
		switch first := strings.Join(p.English[:min(len(p.English), 1)], ""); {
		case strings.HasPrefix(first, "Source: "):
			for _, line := range p.English {
				l.Sources = append(l.Sources, strings.Split(strings.TrimPrefix(line, "Source: "), ", ")...)
			}
		case strings.HasPrefix(first, "Versions: "):
			l.Versions = text(p.English, p.Chinese)
			l.Versions.English = strings.TrimPrefix(l.Versions.English, "Versions: ")
			l.Versions.Chinese = strings.TrimPrefix(l.Versions.Chinese, "版本：")
		case opens(first):
			return prose
		default:
			l.Summary = text(p.English, p.Chinese)
			return prose[1:]
		}
		prose = prose[1:]
	}
	return prose
}

func text(english, chinese []string) Text {
	return Text{strings.Join(english, "\n"), strings.Join(chinese, "\n")}
}

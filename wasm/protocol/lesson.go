package protocol

import (
	"strconv"

	"github.com/rollscope/rollscope/core/scenario/lesson"
)

// lessonAnswer is what the open scenario teaches.
type lessonAnswer struct {
	Title    prose        `json:"title"`
	Summary  *prose       `json:"summary,omitempty"`
	Sources  []source     `json:"sources,omitempty"`
	Versions *prose       `json:"versions,omitempty"`
	Minutes  int          `json:"minutes"`
	Steps    []lessonStep `json:"steps"`
}

// source is a public report of what a scenario shows.
type source struct {
	Name string `json:"name"`
	Link string `json:"link,omitempty"`
}

// lessonStep is prose and the commands From to To of the file, To not among them.
type lessonStep struct {
	From     int           `json:"from"`
	To       int           `json:"to"`
	Prose    []prose       `json:"prose,omitempty"`
	Question *questionText `json:"question,omitempty"`
	Exercise *exerciseText `json:"exercise,omitempty"`
	Commands []string      `json:"commands"`
}

type questionText struct {
	Ask     prose        `json:"ask"`
	Choices []choiceText `json:"choices"`
	Why     prose        `json:"why"`
}

type choiceText struct {
	English string `json:"en"`
	Chinese string `json:"zh,omitempty"`
	Right   bool   `json:"right,omitempty"`
}

// exerciseText is something to do; the step's commands up to Check are a solution.
type exerciseText struct {
	Goal     prose    `json:"goal"`
	Hint     *prose   `json:"hint,omitempty"`
	Solution []string `json:"solution"`
	Check    []string `json:"check"`
}

// checkAnswer says whether an exercise is solved.
type checkAnswer struct {
	Solved bool          `json:"solved"`
	Checks []checkedLine `json:"checks"`
}

type checkedLine struct {
	Command string `json:"command"`
	Holds   bool   `json:"holds"`
	Said    string `json:"said,omitempty"`
}

func (s *Session) lesson(args) (any, error) {
	l, err := lesson.Read(s.scenario.File())
	if err != nil {
		return nil, fileErrors(err)
	}
	a := lessonAnswer{
		Summary: textOrNone(l.Summary), Versions: textOrNone(l.Versions), Minutes: l.Minutes(),
		Steps: make([]lessonStep, len(l.Steps)),
	}
	a.Title = describe(l.File).Title
	for i, link := range l.Links() {
		a.Sources = append(a.Sources, source{l.Sources[i], link})
	}
	for i := range l.Steps {
		a.Steps[i] = stepOf(l, &l.Steps[i])
	}
	return a, nil
}

func stepOf(l *lesson.Lesson, st *lesson.Step) lessonStep {
	out := lessonStep{From: st.From, To: st.To, Commands: commandsOf(l, st.From, st.To)}
	for _, p := range st.Prose {
		out.Prose = append(out.Prose, prose(p))
	}
	if q := st.Question; q != nil {
		out.Question = &questionText{Ask: prose(q.Ask), Why: prose(q.Why)}
		for _, c := range q.Choices {
			out.Question.Choices = append(out.Question.Choices, choiceText{c.English, c.Chinese, c.Right})
		}
	}
	if e := st.Exercise; e != nil {
		out.Exercise = &exerciseText{
			prose(e.Goal), textOrNone(e.Hint), commandsOf(l, st.From, e.Check), commandsOf(l, e.Check, st.To),
		}
	}
	return out
}

func commandsOf(l *lesson.Lesson, from, to int) []string {
	list := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		list = append(list, l.File.Steps[i].Command)
	}
	return list
}

func textOrNone(t lesson.Text) *prose {
	if t == (lesson.Text{}) {
		return nil
	}
	p := prose(t)
	return &p
}

// check runs the check of an exercise against the cluster as it is now, on a copy.
func (s *Session) check(a args) (any, error) {
	l, err := lesson.Read(s.scenario.File())
	if err != nil {
		return nil, fileErrors(err)
	}
	step := a.number("step", -1, -1, 1<<30)
	solved, checks := l.Try(s.scenario, step)
	if checks == nil {
		return nil, refuse("step "+strconv.Itoa(step)+" has no exercise", "the request lesson tells which steps have one")
	}
	out := checkAnswer{Solved: solved}
	for _, c := range checks {
		out.Checks = append(out.Checks, checkedLine(c))
	}
	return out, nil
}

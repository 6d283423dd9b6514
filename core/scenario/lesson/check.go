package lesson

import (
	"strings"

	"github.com/rollscope/rollscope/core/scenario"
)

// Checked is one command of a check with what came of it.
type Checked struct {
	Command string
	Holds   bool
	Said    string // what it printed, such as why it does not hold
}

// Try runs the check of a step's exercise on a copy of a session, at its present
// moment; the session stays as it is. It is solved where every command holds. After
// one that moves time and fails no more are run. Without an exercise there is
// nothing to check.
func (l *Lesson) Try(s *scenario.Session, step int) (solved bool, checks []Checked) {
	if step < 0 || step >= len(l.Steps) || l.Steps[step].Exercise == nil {
		return false, nil
	}
	try := s.Try()
	solved = true
	for i := l.Steps[step].Exercise.Check; i < l.Steps[step].To; i++ {
		command := &l.File.Steps[i]
		out := try.Do(command.Command)
		holds := out.Failed == command.Fails
		checks = append(checks, Checked{command.Command, holds, out.Output})
		if !holds {
			solved = false
			if !strings.HasPrefix(command.Command, "expect ") {
				break
			}
		}
	}
	return solved, checks
}

package lesson_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/lesson"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

const root = "../../../testdata/scenarios/"

// each runs a test for every scenario of a folder, "*" for all.
func each(t *testing.T, folder string, test func(t *testing.T, l *lesson.Lesson)) {
	t.Helper()
	files, err := filepath.Glob(root + folder + "/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := transcript.Parse(name, content)
			if err != nil {
				t.Fatal(err)
			}
			l, err := lesson.Read(f)
			if err != nil {
				t.Fatal(err)
			}
			test(t, l)
		})
	}
}

func TestEveryScenarioCanBeReadAsALesson(t *testing.T) {
	each(t, "*", func(t *testing.T, l *lesson.Lesson) {
		if m := l.Minutes(); m < 1 || m > 15 || l.Summary == (lesson.Text{}) {
			t.Errorf("%d minutes, summary %q", m, l.Summary.English)
		}
	})
}

func TestLessonsAskAndAreInBothLanguages(t *testing.T) {
	for _, folder := range []string{"lessons", "incidents"} {
		each(t, folder, func(t *testing.T, l *lesson.Lesson) {
			if l.Questions() == 0 || l.Exercises() == 0 {
				t.Errorf("%d questions, %d exercises", l.Questions(), l.Exercises())
			}
			for _, text := range texts(l) {
				if text.English == "" || text.Chinese == "" {
					t.Errorf("not in both languages: %q %q", text.English, text.Chinese)
				}
				if strings.HasSuffix(text.Chinese, ".") || strings.Contains(text.Chinese, "!") {
					t.Errorf("Chinese with the marks of English: %q", text.Chinese)
				}
			}
		})
	}
}

// texts are all texts of a lesson.
func texts(l *lesson.Lesson) []lesson.Text {
	out := []lesson.Text{l.Summary}
	for i := range l.Steps {
		s := &l.Steps[i]
		out = append(out, s.Prose...)
		if q := s.Question; q != nil {
			out = append(out, q.Ask, q.Why)
			for _, c := range q.Choices {
				out = append(out, c.Text)
			}
		}
		if e := s.Exercise; e != nil {
			out = append(out, e.Goal, e.Hint)
		}
	}
	return out
}

func TestIncidentsHaveASourceAndVersions(t *testing.T) {
	each(t, "incidents", func(t *testing.T, l *lesson.Lesson) {
		if len(l.Sources) == 0 || l.Versions.English == "" || l.Versions.Chinese == "" {
			t.Errorf("sources %q, versions %q", l.Sources, l.Versions)
		}
		for i, link := range l.Links() {
			if link == "" {
				t.Errorf("%q has no link", l.Sources[i])
			}
		}
	})
}

func TestLessonsAreNumbered(t *testing.T) {
	n := 0
	each(t, "lessons", func(t *testing.T, l *lesson.Lesson) {
		n++
		if want := fmt.Sprintf("%02d-", n); !strings.HasPrefix(filepath.Base(l.File.Name), want) {
			t.Errorf("its name begins with %s", want)
		}
	})
}

// TestExercisesAreOpenUntilTheyAreSolved runs every check before the solution and behind it.
func TestExercisesAreOpenUntilTheyAreSolved(t *testing.T) {
	each(t, "*", func(t *testing.T, l *lesson.Lesson) {
		for seed := range uint64(3) {
			s := scenario.Open(l.File, scenario.Options{Seed: seed})
			for i := range l.Steps {
				e := l.Steps[i].Exercise
				if e == nil {
					continue
				}
				s.GoTo(l.Steps[i].From)
				if solved, _ := l.Try(s, i); solved {
					t.Errorf("line %d: solved before anything is done", e.Line)
				}
				s.GoTo(e.Check)
				if solved, checks := l.Try(s, i); !solved {
					t.Errorf("line %d: its solution does not solve it: %v", e.Line, checks)
				}
			}
		}
	})
}

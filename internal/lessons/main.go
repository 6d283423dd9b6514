// Command lessons writes the list of lessons and other scenarios that the page shows:
// topic, title, what there is to learn and how long it takes, in the order of teaching.
// Everything comes from the scenario files.
//
//	go run ./internal/lessons testdata/scenarios > site/generated/lessons.json
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/rollscope/rollscope/core/scenario/lesson"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

func main() {
	dir := "testdata/scenarios"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := write(os.Stdout, os.DirFS(dir)); err != nil {
		fmt.Fprintln(os.Stderr, "lessons: error:", err)
		os.Exit(1)
	}
}

// entry is a line of the list.
type entry struct {
	Name      string   `json:"name"`
	Topic     topic    `json:"topic"`
	Title     text     `json:"title"`
	Summary   text     `json:"summary"`
	Minutes   int      `json:"minutes"`
	Questions int      `json:"questions"`
	Exercises int      `json:"exercises"`
	Sources   []source `json:"sources,omitempty"`
}

type topic struct {
	ID string `json:"id"`
	text
}

type text struct {
	English string `json:"en"`
	Chinese string `json:"zh"`
}

type source struct {
	Name string `json:"name"`
	Link string `json:"link,omitempty"`
}

// write writes the list of the scenarios in a folder.
func write(w io.Writer, from fs.FS) error {
	files, err := read(from)
	if err != nil {
		return err
	}
	index, err := lesson.Index(files)
	if err != nil {
		return err
	}
	list := make([]entry, len(index))
	for i, e := range index {
		l := e.Lesson
		title := l.File.Title
		list[i] = entry{
			e.Name,
			topic{e.Topic.ID, text(e.Topic.Text)},
			text{strings.Join(title.English, " "), strings.Join(title.Chinese, "")},
			joined(l.Summary),
			l.Minutes(), l.Questions(), l.Exercises(), nil,
		}
		for j, link := range l.Links() {
			list[i].Sources = append(list[i].Sources, source{l.Sources[j], link})
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(list)
}

// joined is a paragraph as one line.
func joined(t lesson.Text) text {
	return text{strings.ReplaceAll(t.English, "\n", " "), strings.ReplaceAll(t.Chinese, "\n", "")}
}

// read reads all scenario files below a folder.
func read(from fs.FS) ([]*transcript.File, error) {
	var files []*transcript.File
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".txtar" {
			return err
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		f, err := transcript.Parse(strings.TrimSuffix(name, ".txtar"), content)
		files = append(files, f)
		return err
	})
	return files, err
}

package lesson

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/scenario/transcript"
)

// Entry is a line of the list of lessons.
type Entry struct {
	// Name is the file below testdata/scenarios, without its ending, such as
	// lessons/07-default-update.
	Name   string
	Topic  Topic
	Lesson *Lesson
}

// Index is the list of lessons, in the order in which they are taught. The files are
// called as Entry.Name says. The error is that of Read, for the first file that has one.
func Index(files []*transcript.File) ([]Entry, error) {
	list := make([]Entry, 0, len(files))
	for _, f := range files {
		l, err := Read(f)
		if err != nil {
			return nil, err
		}
		list = append(list, Entry{f.Name, TopicOf(f.Name), l})
	}
	slices.SortFunc(list, func(a, b Entry) int { return Compare(a.Name, b.Name) })
	return list, nil
}

// Topic is a group of the list.
type Topic struct {
	ID string // the folder
	Text
}

// topics are the folders in the order of the list.
var topics = []Topic{
	{"lessons", Text{"Lessons", "课程"}},
	{"incidents", Text{"Incidents", "事故重现"}},
	{"placement", Text{"Where daemon pods go", "守护 Pod 去哪里"}},
	{"rollout", Text{"How a rollout proceeds", "更新如何推进"}},
	{"surge", Text{"Surge", "先启后停（surge）"}},
	{"probes", Text{"Probes", "探针"}},
	{"revisions", Text{"Revisions and undo", "修订版本与回滚"}},
	{"nodes", Text{"Nodes that come, go and fail", "节点的加入、离开与故障"}},
	{"scheduling", Text{"Scheduling", "调度"}},
}

// TopicOf is the group of a file by its name; one that is not in the list is called
// after its folder.
func TopicOf(name string) Topic {
	folder, _, ok := strings.Cut(name, "/")
	if !ok {
		folder = ""
	}
	for _, t := range topics {
		if t.ID == folder {
			return t
		}
	}
	return Topic{folder, Text{folder, folder}}
}

// Compare orders files by topic, lessons first, and then by name.
func Compare(a, b string) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a, b))
}

func rank(name string) int {
	t := TopicOf(name)
	if i := slices.Index(topics, t); i >= 0 {
		return i
	}
	return len(topics)
}

// Links are where the sources of a lesson can be read.
func (l *Lesson) Links() []string {
	var out []string
	for _, s := range l.Sources {
		repository, number, ok := strings.Cut(s, "#")
		switch {
		case strings.HasPrefix(s, "https://"):
			out = append(out, s)
		case ok && strings.Count(repository, "/") == 1 && !strings.ContainsAny(s, " :?%"):
			out = append(out, "https://github.com/"+repository+"/issues/"+number)
		default:
			out = append(out, "")
		}
	}
	return out
}

// Minutes is about how long a lesson takes: reading at 15 letters a second, 8
// seconds for each command, 20 for a question, a minute for an exercise.
func (l *Lesson) Minutes() int {
	letters := l.Summary.letters()
	seconds := 8*len(l.File.Steps) + 20*l.Questions() + 60*l.Exercises()
	for i := range l.Steps {
		s := &l.Steps[i]
		for _, p := range s.Prose {
			letters += p.letters()
		}
		if q := s.Question; q != nil {
			letters += q.Ask.letters() + q.Why.letters()
			for _, c := range q.Choices {
				letters += c.letters()
			}
		}
		if e := s.Exercise; e != nil {
			letters += e.Goal.letters()
		}
	}
	return (seconds+letters/15)/60 + 1
}

func (t Text) letters() int { return utf8.RuneCountInString(t.English) }

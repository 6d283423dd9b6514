package lesson_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/lesson"
	"github.com/rollscope/rollscope/core/scenario/transcript"
)

const story = `# A label decides
#zh 标签决定一切
#
# Source: example/agent#7
#
# Versions: all
#zh 版本：全部
#
# The pod comes with the label.
#zh Pod 随标签而来。

$ kubectl apply -f all.yaml
...

# Now there is one pod.
# Look at n2.
#zh 现在有一个 Pod。
#
# ? How many pods are there
# when n2 has the label?
#zh ? n2 有了标签之后
#zh 有几个 Pod？
# - One
#zh - 一个
# + Two
#zh + 两个
# = Each node is asked anew.
#zh = 每个节点都会重新判断。

$ kubectl label node n2 log=true
node/n2 labeled
$ until rolled-out

# ! Make the pod of n1 go.
#zh ! 让 n1 上的 Pod 消失。
# ~ A label ends with a minus.
#zh ~ 用减号去掉标签。

$ kubectl label node n1 log-
node/n1 unlabeled
$ advance 5s
$ expect node/n1 pods=

# That is all.
#zh 完。
-- all.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1, labels: {log: "true"}}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent}
  spec:
    selector: {matchLabels: {app: agent}}
    template:
      metadata: {labels: {app: agent}}
      spec:
        nodeSelector: {log: "true"}
        containers:
        - {name: agent, image: "registry.example/agent:v1"}
`

func parse(t *testing.T, content string) *transcript.File {
	t.Helper()
	f, err := transcript.Parse("a.txtar", []byte(content))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestProseIsCutIntoSteps(t *testing.T) {
	l, err := lesson.Read(parse(t, story))
	if err != nil {
		t.Fatal(err)
	}
	l.File = nil
	want := &lesson.Lesson{
		Sources:  []string{"example/agent#7"},
		Versions: lesson.Text{English: "all", Chinese: "全部"},
		Summary:  lesson.Text{English: "The pod comes with the label.", Chinese: "Pod 随标签而来。"},
		Steps: []lesson.Step{
			{From: 0, To: 1},
			{
				From: 1, To: 3,
				Prose: []lesson.Text{{English: "Now there is one pod.\nLook at n2.", Chinese: "现在有一个 Pod。"}},
				Question: &lesson.Question{
					Ask: lesson.Text{English: "How many pods are there\nwhen n2 has the label?", Chinese: "n2 有了标签之后\n有几个 Pod？"},
					Choices: []lesson.Choice{
						{Text: lesson.Text{English: "One", Chinese: "一个"}},
						{Text: lesson.Text{English: "Two", Chinese: "两个"}, Right: true},
					},
					Why:  lesson.Text{English: "Each node is asked anew.", Chinese: "每个节点都会重新判断。"},
					Line: 19,
				},
			},
			{
				From: 3, To: 6,
				Exercise: &lesson.Exercise{
					Goal:  lesson.Text{English: "Make the pod of n1 go.", Chinese: "让 n1 上的 Pod 消失。"},
					Hint:  lesson.Text{English: "A label ends with a minus.", Chinese: "用减号去掉标签。"},
					Check: 4, Line: 34,
				},
			},
			{From: 6, To: 6, Prose: []lesson.Text{{English: "That is all.", Chinese: "完。"}}},
		},
	}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Error(diff)
	}
}

func TestEnglishAloneIsALessonToo(t *testing.T) {
	l, err := lesson.Read(parse(t, "# Title\n#\n# - a list\n# - of two\n#\n# Look.\n# ? What?\n# - this\n#   and more\n# + that\n# = so\n\n$ kubectl get nodes\n"))
	if err != nil {
		t.Fatal(err)
	}
	q := l.Steps[0].Question
	if q == nil || len(q.Choices) != 2 || q.Choices[0].English != "this\n  and more" || l.Summary.English != "- a list\n- of two" {
		t.Errorf("%+v %+v", l, q)
	}
}

func TestMistakesAreToldWithTheirLine(t *testing.T) {
	for _, c := range []struct{ prose, commands, want string }{
		{"# ? What?\n# - a\n# - b\n# = so", "$ step", "a.txtar:3:1: a question has one right choice, and this one has 0"},
		{"# ? What?\n# + a\n# + b\n# = so", "$ step", "a.txtar:3:1: a question has one right choice, and this one has 2"},
		{"# ? What?\n# + a\n# = so", "$ step", "a.txtar:3:1: a question with one choice is none"},
		{"# ? What?\n# + a\n# - b", "$ step", "a.txtar:3:1: the question does not say why"},
		{"# ? What?\n# + a\n# - b\n# = so\n# - c", "$ step", "a.txtar:7:1: this line is out of place"},
		{"# ? What?\n#\n# More.\n#\n# + a\n# - b\n# = so", "$ step", "a.txtar:5:1: prose stands below a question or an exercise"},
		{"# ? What?\n# + a\n# - b\n# = so\n# ? Else?", "$ step", "a.txtar:7:1: there is a question or an exercise above this command already"},
		{"# ? What?\n#zh ? 什么？\n# + a\n#zh - 甲\n# - b\n# = so", "$ step", "a.txtar:6:1: the marks of the Chinese are not those of the English"},
		{"# ! Do it.", "$ step", "a.txtar:3:1: nothing checks the exercise"},
		{"# ! Do it.", "$ step\n$ advance 5s", "a.txtar:3:1: nothing checks the exercise"},
		{"# ! Do it.", "$ advance 5s\n$ expect ds/agent ready=1", "a.txtar:3:1: the exercise has no solution"},
		{"# ! Do it.\n# ~ so\n# ~ or so", "$ step\n$ expect ds/agent ready=1", "a.txtar:5:1: this line is out of place"},
	} {
		_, err := lesson.Read(parse(t, "# Title\n#\n"+c.prose+"\n\n"+c.commands+"\n"))
		if err == nil {
			t.Errorf("no mistake in:\n%s", c.prose)
			continue
		}
		if got, _, _ := strings.Cut(err.Error(), "\n"); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestAnExerciseIsCheckedWithoutTouchingTheSession(t *testing.T) {
	f := parse(t, story)
	l, err := lesson.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.Open(f, scenario.Options{})
	s.GoTo(l.Steps[2].From)
	at, events := s.Cluster().Now(), s.Cluster().Emitted()
	solved, checks := l.Try(s, 2)
	want := []lesson.Checked{
		{Command: "advance 5s", Holds: true},
		{Command: "expect node/n1 pods=", Said: "error: node/n1: expected pods=, got pods=v1/Ready\n"},
	}
	if diff := cmp.Diff(want, checks); solved || diff != "" {
		t.Errorf("solved %t before anything was done (-want +got):\n%s", solved, diff)
	}
	if now := s.Cluster().Now(); now != at || s.Cluster().Emitted() != events || len(s.Branches()) != 1 {
		t.Error("the check changed the session")
	}
	s.Do("kubectl label nodes --all log-") // another way that does it
	if solved, checks = l.Try(s, 2); !solved {
		t.Errorf("not solved: %v", checks)
	}
	if solved, checks = l.Try(s, 0); solved || checks != nil {
		t.Error("a step without an exercise is checked")
	}
}

func TestLessonsComeFirstInOrder(t *testing.T) {
	names := []string{"a", "rollout/b", "incidents/x", "lessons/02-b", "mine/a", "lessons/01-c"}
	for i, want := range []string{"lessons/01-c", "lessons/02-b", "incidents/x", "rollout/b", "a", "mine/a"} {
		least := 0
		for j := range names {
			if lesson.Compare(names[j], names[least]) < 0 {
				least = j
			}
		}
		if names[least] != want {
			t.Errorf("place %d: got %s, want %s", i, names[least], want)
		}
		names = append(names[:least], names[least+1:]...)
	}
}

func TestTheAnswerIsToldWhenTheCommandsHaveRun(t *testing.T) {
	l, err := lesson.Read(parse(t, story))
	if err != nil {
		t.Fatal(err)
	}
	english := func(command int, told bool) string {
		var lines []string
		for _, p := range l.Above(command, told) {
			lines = append(lines, p.English)
		}
		return strings.Join(lines, "\n")
	}
	for _, c := range []struct {
		command int
		told    bool
		want    string
	}{
		{0, false, "Source: example/agent#7\nVersions: all\nThe pod comes with the label."},
		{1, false, "Now there is one pod.\nLook at n2.\n? How many pods are there\nwhen n2 has the label?\n  a) One\n  b) Two"},
		{1, true, "Now there is one pod.\nLook at n2.\n? How many pods are there\nwhen n2 has the label?\n  a) One\n+ b) Two\n= Each node is asked anew."},
		{2, false, ""},
		{3, false, "! Make the pod of n1 go.\n~ A label ends with a minus."},
		{3, true, "! Make the pod of n1 go."},
		{6, false, "That is all."},
	} {
		if got := english(c.command, c.told); got != c.want {
			t.Errorf("command %d, told %t: got\n%s\nwant\n%s", c.command, c.told, got, c.want)
		}
	}
	if got := lesson.Plain(l.File).Above(1, false)[1].English; got != "? How many pods are there\nwhen n2 has the label?" {
		t.Errorf("plain: %q", got)
	}
}

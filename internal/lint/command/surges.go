package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/answer"
	"github.com/rollscope/rollscope/internal/lint/outcome"
	"github.com/rollscope/rollscope/policies"
)

// surges prints what stands in the way of maxSurge.
func (l *run) surges() error {
	all, unread, err := lint.Surges(context.Background(), l.sources, lint.Options{Checker: l.checker, Config: l.config, Nodes: l.nodes})
	if err != nil {
		return outcome.Failure{Code: outcome.Usage, Err: err}
	}
	lang := l.host.Language
	if l.options.Format == "json" {
		err = answer.JSON(l.host.Out, surgesJSON(all, lang))
	} else {
		_, err = io.WriteString(l.host.Out, surgesText(all, lang))
	}
	if err != nil {
		return err
	}
	return l.read(&lint.Report{Files: len(l.sources) - unread, Unread: unread, DaemonSets: len(all)})
}

// surgeWords are what the report on surge says.
type surgeWords struct{ broken, surges, free, obstacles string }

var surgeWordsIn = map[reason.Language]surgeWords{
	reason.English: {
		broken:    "cannot be read well enough",
		surges:    "has maxSurge; lint says what is wrong with it",
		free:      "nothing stands in the way: maxSurge: 1 with maxUnavailable: 0 keeps every node served",
		obstacles: "in the way of maxSurge:",
	},
	reason.Chinese: {
		broken:    "有错误，无法判断",
		surges:    "已经设置了 maxSurge；有没有问题由 lint 报告",
		free:      "没有障碍：设置 maxSurge: 1 和 maxUnavailable: 0，更新时每个节点都不中断",
		obstacles: "使用 maxSurge 的障碍：",
	},
}

func surgesText(all []lint.Surge, lang reason.Language) string {
	var b strings.Builder
	words := surgeWordsIn[lang]
	for _, s := range all {
		name := strings.TrimPrefix(s.Object.Namespace+"/"+s.Object.Name, "/")
		verdict := words.obstacles
		switch {
		case s.Broken:
			verdict = words.broken
		case s.Surges:
			verdict = words.surges
		case len(s.Obstacles) == 0:
			verdict = words.free
		}
		b.WriteString(outcome.Printable(fmt.Sprintf("%s:%d: DaemonSet %s: %s", s.File, s.Line, name, verdict)) + "\n")
		for i := range s.Obstacles {
			f := &s.Obstacles[i]
			_, _ = fmt.Fprintf(&b, "  %d:%d: %s [%s %s]\n", f.Start.Line, f.Start.Column, outcome.Printable(surgeMessage(f, lang)), f.Rule, f.Slug)
		}
	}
	return b.String()
}

func surgeMessage(f *policies.Finding, lang reason.Language) string {
	if lang == reason.Chinese && f.Chinese.Message != "" {
		return f.Chinese.Message
	}
	return f.English.Message
}

// surgesJSON is the JSON form of the report on surge.
func surgesJSON(all []lint.Surge, lang reason.Language) any {
	type obstacle struct {
		Rule    string `json:"rule"`
		Slug    string `json:"slug"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Path    string `json:"path"`
		Message string `json:"message"`
	}
	type entry struct {
		File      string     `json:"file"`
		Line      int        `json:"line"`
		Namespace string     `json:"namespace"`
		Name      string     `json:"name"`
		Surges    bool       `json:"surges"`
		Broken    bool       `json:"broken"`
		Obstacles []obstacle `json:"obstacles"`
	}
	out := []entry{}
	for _, s := range all {
		e := entry{s.File, s.Line, s.Object.Namespace, s.Object.Name, s.Surges, s.Broken, []obstacle{}}
		for i := range s.Obstacles {
			f := &s.Obstacles[i]
			e.Obstacles = append(e.Obstacles, obstacle{f.Rule, f.Slug, f.Start.Line, f.Start.Column, f.Path, surgeMessage(f, lang)})
		}
		out = append(out, e)
	}
	return out
}

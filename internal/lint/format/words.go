package format

import (
	"fmt"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/policies/rules"
)

// frame are the words around the sentences of findings, for people.
type frame struct {
	fix, proof string
	severities map[rules.Severity]string
	summary    func(r *lint.Report) string
}

// frame are those of the language asked for.
func (o Options) frame() *frame {
	if o.Language == reason.Chinese {
		return &chinese
	}
	return &english
}

var english = frame{
	fix: "fix: ", proof: "proof: ",
	severities: map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Info: "info"},
	summary:    summary,
}

var chinese = frame{
	fix: "修改：", proof: "证明：",
	severities: map[rules.Severity]string{rules.Error: "错误", rules.Warning: "警告", rules.Info: "提示"},
	summary: func(r *lint.Report) string {
		line := fmt.Sprintf("%d 个文件，%d 个 DaemonSet：", r.Files, r.DaemonSets)
		if len(r.Shown()) == 0 {
			line += "没有发现问题"
		} else {
			line += fmt.Sprintf("%d 个错误，%d 个警告，%d 个提示", r.Count(rules.Error), r.Count(rules.Warning), r.Count(rules.Info))
		}
		if n := r.Suppressed(); n > 0 {
			line += fmt.Sprintf("；忽略 %d 个", n)
		}
		if r.Unread > 0 {
			line += fmt.Sprintf("；%d 个文件无法读取", r.Unread)
		}
		return line
	},
}

// summary is the last line.
func summary(r *lint.Report) string {
	line := Count(r.DaemonSets, "DaemonSet") + " in " + Count(r.Files, "file") + ": "
	if len(r.Shown()) == 0 {
		line += "nothing found"
	} else {
		line += Count(r.Count(rules.Error), "error") + ", " + Count(r.Count(rules.Warning), "warning") + ", " + Count(r.Count(rules.Info), "info")
	}
	if n := r.Suppressed(); n > 0 {
		line += fmt.Sprintf("; %d suppressed", n)
	}
	if r.Unread > 0 {
		line += "; " + Count(r.Unread, "file") + " not read"
	}
	return line
}

// Count is a number of things, in English.
func Count(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

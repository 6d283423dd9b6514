package picture

import (
	"fmt"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// words are the texts of pictures in one language.
type words struct {
	available, previous, lost, starting, leaving, failed, desired string
	none, rolledOut, waiting, passing, failing, nodes, at, least  string
}

func wordsIn(l reason.Language) words {
	if l == reason.Chinese {
		return words{
			available: "新版本可用", previous: "旧版本可用", lost: "旧版本不可用", starting: "尚不可用", leaving: "正在终止", failed: "已失败",
			desired: "期望数",
			none:    "没有 DaemonSet", rolledOut: "已完成", waiting: "未完成", passing: "通过", failing: "%d 步中有 %d 步不符",
			nodes: "%d 个节点", at: "最低时 %d/%d 可用（%s）", least: "最低 %d/%d",
		}
	}
	return words{
		available: "new, available", previous: "old, available", lost: "old, not available", starting: "not available yet", leaving: "terminating", failed: "failed",
		desired: "desired",
		none:    "no DaemonSet", rolledOut: "rolled out", waiting: "not rolled out", passing: "passing", failing: "%[2]d of %[1]d steps differ",
		nodes: "%d nodes", at: "at worst %d of %d available, at %s", least: "at worst %d/%d",
	}
}

// clock writes a moment or span as scenarios do: 1m30s.
func clock(t state.Time) string {
	text := t.Round(time.Millisecond * 100).String()
	if s, ok := strings.CutSuffix(text, "m0s"); ok {
		text = s + "m"
	}
	if s, ok := strings.CutSuffix(text, "h0m"); ok {
		text = s + "h"
	}
	return text
}

func sprint(format string, args ...any) string { return fmt.Sprintf(format, args...) }

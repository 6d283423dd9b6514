package tui

import (
	"charm.land/bubbles/v2/key"

	"github.com/rollscope/rollscope/core/reason"
)

// command is a key with what it does and how the help puts it.
type command struct {
	binding key.Binding
	english string
	chinese string
	do      func(m *Model) effect
}

// bind makes a command of keys; the first of shown is what the help calls them.
func bind(shown, english, chinese string, do func(m *Model) effect, keys ...string) command {
	return command{key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, english)), english, chinese, do}
}

// help is what the key does, in a language.
func (c *command) help(l reason.Language) string {
	if l == reason.Chinese {
		return c.chinese
	}
	return c.english
}

// chapter is a group of keys in the help.
type chapter struct {
	english, chinese string
	commands         []command
}

// keymap are all keys, in the order of the help.
func keymap() []chapter {
	return []chapter{
		{"time", "时间", []command{
			bind("space", "play, pause", "播放、暂停", (*Model).play, "space", " "),
			bind("→", "next decision", "下一个决定", (*Model).forward, "right"),
			bind("←", "back by one event", "后退一个事件", (*Model).backward, "left"),
			bind("shift+→", "next wave", "下一批", (*Model).nextWave, "shift+right", ">"),
			bind("shift+←", "last wave", "上一批", (*Model).lastWave, "shift+left", "<"),
			bind("home", "to the beginning", "回到开头", (*Model).home, "home", "0"),
			bind("end", "to the end", "到结尾", (*Model).end, "end", "$"),
			bind("[ ]", "slower", "减速", (*Model).slower, "["),
			bind("]", "faster", "加速", (*Model).faster, "]"),
			bind("g", "go to a time", "跳到某一时刻", (*Model).askTime, "g"),
			bind("n", "next step of the scenario", "场景的下一步", (*Model).nextStep, "n"),
		}},
		{"nodes", "节点", []command{
			bind("↑ ↓", "select a node in another row", "上下选择节点", (*Model).up, "up"),
			bind("↓", "", "", (*Model).down, "down"),
			bind("j k", "select the next, the last node", "选择下一个、上一个节点", (*Model).nextNode, "j"),
			bind("k", "", "", (*Model).lastNode, "k"),
			bind("/", "filter: part of a name, old, new, down, Pending, ...", "筛选：名称片段、old、new、down、Pending……", (*Model).askFilter, "/"),
			bind("G", "group by a label", "按标签分组", (*Model).askGroup, "G"),
			bind("z", "roomier or denser", "疏密切换", (*Model).density, "z"),
			bind("d", "the next DaemonSet", "下一个 DaemonSet", (*Model).nextSet, "d"),
		}},
		{"change", "改动", []command{
			bind("b", "break the selected node", "弄坏所选节点", (*Model).breakNode, "b"),
			bind("B", "break it silently: the cluster finds out by itself", "悄悄弄坏：由集群自己发现", (*Model).breakSilently, "B"),
			bind("m", "mend it", "修好它", (*Model).mend, "m"),
			bind("c", "cordon, uncordon it", "隔离、取消隔离", (*Model).cordon, "c"),
			bind("t", "taint it", "加污点", (*Model).askTaint, "t"),
			bind("l", "label it", "加标签", (*Model).askLabel, "l"),
			bind("i", "set the image", "换镜像", (*Model).askImage, "i"),
			bind("u", "undo the rollout", "回滚", (*Model).undo, "u"),
			bind("e", "edit the DaemonSet in $EDITOR", "用 $EDITOR 编辑 DaemonSet", (*Model).edit, "e"),
			bind(":", "a kubectl command, or one of scenarios", "kubectl 命令或场景命令", (*Model).askCommand, ":"),
			bind("f", "fork here and compare two futures", "从这里分叉，对比两种未来", (*Model).fork, "f"),
			bind("x", "go to the other branch", "切换分支", (*Model).switchBranch, "x"),
		}},
		{"panes", "面板", []command{
			bind("tab", "the next pane", "下一个面板", (*Model).nextPane, "tab"),
			bind("shift+tab", "the last pane", "上一个面板", (*Model).lastPane, "shift+tab"),
			bind("w", "why does the rollout wait, and what helps", "发布为何停滞、怎样解决", (*Model).why, "w"),
			bind("enter", "in lint: go to the line, and back", "在“检查”中：跳到该行、返回", (*Model).nothing, "enter"),
			bind("pgup pgdn", "scroll the pane", "滚动面板", (*Model).pageUp, "pgup"),
			bind("pgdn", "", "", (*Model).pageDown, "pgdown"),
			bind("s", "save as a scenario", "存为场景", (*Model).askSave, "s"),
			bind("L", "中文", "English", (*Model).language, "L"),
			bind("?", "help", "帮助", (*Model).help, "?"),
			bind("q", "quit", "退出", (*Model).quit, "q", "ctrl+c"),
		}},
	}
}

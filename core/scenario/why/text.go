package why

import (
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
)

// Text writes the answers. Nodes that were named get every check; without names,
// nodes with the same answer share one, what passed is left out, and nodes where
// everything is fine are one line.
func Text(answers []Node, named bool, l reason.Language) string {
	var b strings.Builder
	if named {
		for i := range answers {
			fullText(&b, &answers[i], l)
		}
		return b.String()
	}
	var order []string
	groups := map[string][]*Node{}
	for i := range answers {
		key := groupKey(&answers[i])
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], &answers[i])
	}
	sort.SliceStable(order, func(i, j int) bool { return order[i][0] < order[j][0] })
	for _, key := range order {
		groupText(&b, groups[key], l)
	}
	return b.String()
}

// groupKey is the same for nodes with the same answer; it begins with 1 where all
// is fine.
func groupKey(a *Node) string {
	if a.ShouldRun && a.Fits {
		return "1"
	}
	key := "0" + verdict(a, reason.English)
	for i := range a.Checks {
		if ch := &a.Checks[i]; !ch.OK && matters(a, ch) {
			key += "\x00" + ch.Component + ch.Check + ch.Fix.Text
		}
	}
	return key
}

// matters says that a check that says no is part of the answer: of the scheduler and
// the kubelet only where the controller makes a pod at all.
func matters(a *Node, ch *Check) bool {
	return a.ShouldRun || ch.Component == "daemonset-controller"
}

// groupText writes the answer that nodes share.
func groupText(b *strings.Builder, group []*Node, l reason.Language) {
	const most = 8
	var names []string
	for _, a := range group[:min(len(group), most)] {
		names = append(names, a.Node)
	}
	if len(group) > most {
		names = append(names, fmt.Sprintf(say(l, "and %d more", "还有 %d 个"), len(group)-most))
	}
	first := group[0]
	head := plural(len(group), "node") + ", " + verdict(first, l) + ": "
	if l == reason.Chinese {
		head = fmt.Sprintf("%d 个节点%s：", len(group), verdict(first, l))
	}
	_, _ = fmt.Fprintln(b, tree.Printable(head+strings.Join(names, ", ")))
	for i := range first.Checks {
		if ch := &first.Checks[i]; !ch.OK && matters(first, ch) {
			checkText(b, ch, ch.Check, l)
		}
	}
	fixText(b, first, l)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// verdict is the answer in a few words.
func verdict(a *Node, l reason.Language) string {
	switch {
	case a.ShouldRun && a.Fits:
		return say(l, "should run a daemon pod, and it fits", "应运行守护 Pod，且放得下")
	case a.ShouldRun && a.Refused:
		return say(l, "should run a daemon pod, and the API server refuses it", "应运行守护 Pod，但 API 服务器拒绝创建")
	case a.ShouldRun:
		return say(l, "should run a daemon pod, and it does not fit", "应运行守护 Pod，但放不下")
	case a.MayStay:
		return say(l, "should not run a daemon pod, but one that is there may stay", "不应运行守护 Pod，但已有的可以停留")
	}
	return say(l, "may not run a daemon pod", "不得运行守护 Pod")
}

// say is a text in a language.
func say(l reason.Language, english, chinese string) string {
	if l == reason.Chinese {
		return chinese
	}
	return english
}

// fullText writes one answer with every check; plain ones of one component share a line.
func fullText(b *strings.Builder, a *Node, l reason.Language) {
	_, _ = fmt.Fprintln(b, tree.Printable(a.Node+say(l, ": ", "：")+verdict(a, l)))
	for i := 0; i < len(a.Checks); i++ {
		ch := &a.Checks[i]
		names := ch.Check
		for ch.Plain() && i+1 < len(a.Checks) && a.Checks[i+1].Plain() && a.Checks[i+1].Component == ch.Component {
			i++
			names += ", " + a.Checks[i].Check
		}
		checkText(b, ch, names, l)
	}
	fixText(b, a, l)
}

// checkText writes one check.
func checkText(b *strings.Builder, ch *Check, names string, l reason.Language) {
	mark := "ok"
	if !ch.OK {
		mark = "no"
	}
	line := fmt.Sprintf("  %s  %s, %s", mark, ch.Component, names)
	switch {
	case ch.Plain():
	case ch.Why.Code != "":
		line += say(l, ": ", "：") + ch.Why.Sentence(l)
	case ch.Message != "":
		line += say(l, ": ", "：") + ch.Message
	}
	_, _ = fmt.Fprintln(b, tree.Printable(line))
}

// fixText writes the smallest edit.
func fixText(b *strings.Builder, a *Node, l reason.Language) {
	if fix := a.FixIn(l); fix != "" {
		_, _ = fmt.Fprintln(b, tree.Printable(say(l, "  to change it: ", "  要改变：")+fix))
	}
}

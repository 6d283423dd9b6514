package lint

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/policies/rules"
)

// The rules of the run itself: what the rules in Rego cannot see.
var (
	unreadable = rule("RS901", "unreadable-file", rules.Error,
		rules.Text{
			Title:       "file cannot be read",
			Description: "A file that cannot be read may hold anything. The others are checked all the same.",
			Message:     "{error}", Fix: "look at its permissions, or leave it out",
		}, rules.Text{
			Title: "无法读取文件", Description: "读不了的文件里可能有任何内容。其他文件照常检查。",
			Message: "{error}", Fix: "检查权限，或不要包含该文件",
		})
	broken = rule("RS902", "unreadable-document", rules.Error,
		rules.Text{
			Title:       "document cannot be read",
			Description: "What cannot be read is not checked, and a cluster would not take it either. Of DaemonSets that can be told as such, RS805 speaks.",
			Message:     "{mistake}", Fix: "correct the document",
		}, rules.Text{
			Title: "无法读取文档", Description: "读不了的内容不会被检查，集群也不会接受。能认出是 DaemonSet 的由 RS805 报告。",
			Message: "{mistake}", Fix: "改正该文档",
		})
	failed = rule("RS903", "rule-failed", rules.Error,
		rules.Text{
			Title:       "a rule failed",
			Description: "A rule stopped with an error or took too long, so the DaemonSet is not checked. Rules of one's own are the usual cause.",
			Message:     "the rules could not be run: {error}", Fix: "correct the rule, or run without --policy to see whether it is one of your own",
		}, rules.Text{
			Title: "规则执行失败", Description: "某条规则出错或耗时过长，该 DaemonSet 没有被检查。通常是自定义规则造成的。",
			Message: "规则无法执行：{error}", Fix: "改正规则，或去掉 --policy 看看是否是自定义规则的问题",
		})
	twin = rule("RS904", "same-object-twice", rules.Warning,
		rules.Text{
			Title:       "DaemonSet that is in the file twice",
			Description: "Whoever applies the file applies both, one after the other: the last one stays, after a rollout too many. It is seldom meant, and the one that is edited next is often the wrong one.",
			Message:     "DaemonSet {name} is in line {line} already; of two, the cluster keeps the last", Fix: "remove one, or give it another name",
		}, rules.Text{
			Title: "同一文件里重复的 DaemonSet", Description: "应用该文件时两份会先后生效：留下的是最后一份，还多滚动更新一次。这很少是有意的，而且下次修改时往往改错了那一份。",
			Message: "DaemonSet {name} 在第 {line} 行已经有一份；两份之中集群保留最后一份", Fix: "删除一份，或换个名称",
		})
	unknown = rule("RS911", "unknown-suppression", rules.Warning,
		rules.Text{
			Title:       "suppression of a rule that is not there",
			Description: "A misspelt rule suppresses nothing, and a rule that is gone needs no suppression.",
			Message:     "there is no rule {rule} to suppress{near}", Fix: "correct the name; rollscope rules lists them",
		}, rules.Text{
			Title: "忽略了不存在的规则", Description: "拼错的规则名不起作用；已不存在的规则也不需要忽略。",
			Message: "没有规则 {rule} 可忽略{near}", Fix: "改正名称；rollscope rules 会列出所有规则",
		})
	expired = rule("RS912", "expired-suppression", rules.Warning,
		rules.Text{
			Title:       "suppression that is over",
			Description: "Somebody wanted to look at this again by that day. Until then the suppression held; now the findings are back.",
			Message:     "the suppression of {rules} ended on {until}", Fix: "correct what it was about, or give it another day",
		}, rules.Text{
			Title: "忽略已过期", Description: "有人曾打算在这一天之前再看一次。忽略现在不再生效。",
			Message: "对 {rules} 的忽略已于 {until} 到期", Fix: "解决原来的问题，或改一个日期",
		})
	unreasoned = rule("RS913", "suppression-without-reason", rules.Warning,
		rules.Text{
			Title:       "suppression without a reason",
			Description: "Whoever reads it next year has to know why it is meant. The suppression holds all the same.",
			Message:     "the suppression of {rules} gives no reason", Fix: "write the reason behind the rule",
		}, rules.Text{
			Title: "忽略没有说明理由", Description: "明年读到它的人需要知道原因。忽略仍然生效。",
			Message: "对 {rules} 的忽略没有说明理由", Fix: "在规则后面写上理由",
		})
	locked = rule("RS914", "locked-suppression", rules.Warning,
		rules.Text{
			Title:       "suppression of a locked rule",
			Description: "The configuration says that nothing suppresses this rule.",
			Message:     "{rule} is locked and cannot be suppressed here", Fix: "correct what it finds; the configuration lists locked rules",
		}, rules.Text{
			Title: "忽略了被锁定的规则", Description: "配置规定这条规则不可忽略。",
			Message: "{rule} 已被锁定，不能在此忽略", Fix: "解决它报告的问题；锁定的规则列在配置里",
		})
	unreadableDay = rule("RS915", "suppression-day", rules.Warning,
		rules.Text{
			Title:       "suppression until a day that is none",
			Description: "The day cannot be read, so the suppression does not hold.",
			Message:     "{until} is no day", Fix: "write it as until=2027-03-31",
		}, rules.Text{
			Title: "忽略的截止日期无效", Description: "无法读出日期，因此忽略不生效。",
			Message: "{until} 不是日期", Fix: "写成 until=2027-03-31",
		})
)

// own are the rules of the run itself.
var own = [...]*rules.Rule{unreadable, broken, failed, twin, unknown, expired, unreasoned, locked, unreadableDay}

func rule(id, slug string, s rules.Severity, english, chinese rules.Text) *rules.Rule {
	return &rules.Rule{ID: id, Slug: slug, Group: "run", Severity: s, English: english, Chinese: chinese}
}

// ownFinding is a finding of a rule of the run itself. The place ends where it begins.
func ownFinding(r *rules.Rule, file string, at decode.Pos, params map[string]string) *rules.Finding {
	f := &rules.Finding{
		Rule: r.ID, Slug: r.Slug, Group: r.Group, Severity: r.Severity, English: r.English, Chinese: r.Chinese,
		Start: at, End: decode.Pos{Line: at.Line, Column: at.Column + 1}, File: file, Item: -1, Params: map[string]any{},
	}
	pairs := []string{"{near}", near(params["near"], " (did you mean %?)")}
	chinese := []string{"{near}", near(params["near"], "（是否想写 %？）")}
	for _, name := range [...]string{"error", "mistake", "rule", "rules", "until", "name", "line"} {
		if value, ok := params[name]; ok {
			f.Params[name] = tree.Shown(value, 400)
			pairs = append(pairs, "{"+name+"}", tree.Shown(value, 400))
		}
	}
	chinese = append(chinese, pairs[2:]...)
	f.English.Message = strings.NewReplacer(pairs...).Replace(r.English.Message)
	f.Chinese.Message = strings.NewReplacer(chinese...).Replace(r.Chinese.Message)
	return f
}

func near(name, sentence string) string {
	if name == "" {
		return ""
	}
	return strings.Replace(sentence, "%", name, 1)
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/policies"
)

// language is what pages are written in, apart from what METADATA says.
type language struct {
	code, suffix, other, otherName string
	text                           func(*policies.Rule) policies.Text
	variant                        func(policies.Variant) policies.Text
	title, intro, back             string
	severity, also, group, says    string
	why, bad, good, more, sees     string
	severities                     map[policies.Severity]string
	groups                         map[string]string
	needs                          map[string]string
	columns                        [3]string
	fix                            string
}

var languages = []language{
	{
		code: "en", suffix: ".md", other: ".zh.md", otherName: "中文",
		text:    func(r *policies.Rule) policies.Text { return r.English },
		variant: func(v policies.Variant) policies.Text { return v.English },
		title:   "Rules", back: "All rules",
		intro: "What `rollscope lint` finds. Each page says why it matters, shows a manifest that has it and what to change.\n" +
			"These pages are written by `go run ./internal/rulebook pages site/content/rules` from the METADATA of the rules.",
		severity: "severity", also: "in some cases", group: "group", says: "What it says", why: "Why",
		bad: "Found in", good: "Not found after", more: "More", sees: "needs", fix: "Fix",
		severities: map[policies.Severity]string{policies.Error: "error", policies.Warning: "warning", policies.Info: "info"},
		groups: map[string]string{
			"hostpath": "hostPath volumes", "probes": "Probes", "surge": "maxSurge", "rollout": "Rollout", "placement": "Placement",
			"resources": "Resources", "security": "Security", "hygiene": "Hygiene", "run": "The run itself",
		},
		needs: map[string]string{
			"decoder": "the file as rollscope reads it (silent under conftest)",
			"cluster": "nodes (`--nodes`)",
			"input":   "the other manifests of the run (silent under conftest)",
		},
		columns: [3]string{"rule", "severity", "title"},
	},
	{
		code: "zh", suffix: ".zh.md", other: ".md", otherName: "English",
		text:    func(r *policies.Rule) policies.Text { return r.Chinese },
		variant: func(v policies.Variant) policies.Text { return v.Chinese },
		title:   "规则", back: "所有规则",
		intro: "`rollscope lint` 会报告什么。每页说明原因，给出会被报告的清单，以及该怎么改。\n" +
			"这些页面由 `go run ./internal/rulebook pages site/content/rules` 根据规则的 METADATA 生成。",
		severity: "级别", also: "某些情况下", group: "分组", says: "报告内容", why: "原因",
		bad: "会被报告", good: "这样改就不再报告", more: "延伸阅读", sees: "需要", fix: "怎么改",
		severities: map[policies.Severity]string{policies.Error: "错误", policies.Warning: "警告", policies.Info: "提示"},
		groups: map[string]string{
			"hostpath": "hostPath 卷", "probes": "探针", "surge": "maxSurge", "rollout": "滚动更新", "placement": "调度位置",
			"resources": "资源", "security": "安全", "hygiene": "清单质量", "run": "检查本身",
		},
		needs: map[string]string{
			"decoder": "rollscope 读到的文件本身（在 conftest 下不报告）",
			"cluster": "节点（`--nodes`）",
			"input":   "同一次运行中的其他清单（在 conftest 下不报告）",
		},
		columns: [3]string{"规则", "级别", "标题"},
	},
}

// writePages writes the pages of all rules, and the two lists of them.
func writePages(dir string) error {
	pages, err := pages()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pages are all pages by file name.
func pages() (map[string]string, error) {
	rules, err := policies.Rules()
	if err != nil {
		return nil, err
	}
	rules = lint.Rules(rules)
	out := map[string]string{}
	for i := range languages {
		l := &languages[i]
		out["index"+l.suffix] = l.index(rules)
		for _, r := range rules {
			out[r.Slug+l.suffix] = l.page(r)
		}
	}
	return out, nil
}

// index lists the rules by group, in the order of their IDs.
func (l *language) index(rules []*policies.Rule) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n\n%s\n\n[%s](index%s)\n", l.title, l.intro, l.otherName, l.other)
	group := ""
	for _, r := range rules {
		if r.Group != group {
			group = r.Group
			fmt.Fprintf(&out, "\n## %s\n\n| %s | %s | %s |\n|---|---|---|\n", l.groups[group], l.columns[0], l.columns[1], l.columns[2])
		}
		fmt.Fprintf(&out, "| [%s %s](%s%s) | %s | %s |\n", r.ID, r.Slug, r.Slug, l.suffix, l.level(r), l.text(r).Title)
	}
	return out.String()
}

// level is the severity, and those it can have besides.
func (l *language) level(r *policies.Rule) string {
	out := l.severities[r.Severity]
	for _, s := range r.Others {
		out += fmt.Sprintf(" (%s: %s)", l.also, l.severities[s])
	}
	return out
}

func (l *language) page(r *policies.Rule) string {
	text := l.text(r)
	var out strings.Builder
	fmt.Fprintf(&out, "# %s %s: %s\n\n", r.ID, r.Slug, text.Title)
	fmt.Fprintf(&out, "%s: %s · %s: %s", l.severity, l.level(r), l.group, l.groups[r.Group])
	if r.Sees != "" {
		fmt.Fprintf(&out, " · %s: %s", l.sees, l.needs[r.Sees])
	}
	fmt.Fprintf(&out, "\n\n[%s](index%s) · [%s](%s%s)\n\n", l.back, l.suffix, l.otherName, r.Slug, l.other)
	fmt.Fprintf(&out, "## %s\n\n%s\n", l.why, escape(text.Description))
	if text.Note != "" {
		fmt.Fprintf(&out, "\n%s\n", escape(text.Note))
	}
	fmt.Fprintf(&out, "\n## %s\n\n", l.says)
	for _, message := range l.messages(r) {
		fmt.Fprintf(&out, "> %s\n\n", escape(message))
	}
	fmt.Fprintf(&out, "## %s\n\n%s\n", l.fix, escape(text.Fix))
	l.example(&out, r)
	if len(r.Links) > 0 {
		fmt.Fprintf(&out, "\n## %s\n\n", l.more)
		for _, link := range r.Links {
			fmt.Fprintf(&out, "- <%s>\n", link)
		}
	}
	return out.String()
}

// messages are the sentences of a rule, that of the usual case first.
func (l *language) messages(r *policies.Rule) []string {
	out := []string{l.text(r).Message}
	for _, name := range sortedKeys(r.Variants) {
		if m := l.variant(r.Variants[name]).Message; m != "" {
			out = append(out, m)
		}
	}
	return out
}

// example shows the manifest that the rule finds fault with, and what changes it.
func (l *language) example(out *strings.Builder, r *policies.Rule) {
	bad, good := policies.Example(r, "bad"), policies.Example(r, "good")
	if bad == "" {
		return
	}
	fmt.Fprintf(out, "\n## %s\n\n```yaml\n%s```\n", l.bad, bad)
	if changes := difference(bad, good); good != "" && changes != "" {
		fmt.Fprintf(out, "\n## %s\n\n```diff\n%s```\n", l.good, changes)
	}
}

// escape keeps Markdown from reading names in braces, brackets and stars as its own.
func escape(s string) string {
	return strings.NewReplacer("<", "&lt;", "*", `\*`, "[", `\[`, "_", `\_`).Replace(s)
}

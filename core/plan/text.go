package plan

import (
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Span writes a time for people: 2.2s, 55s, 3m41s, 2h.
func Span(t state.Time) string {
	if t < 60*state.Second {
		return number(float64((t+50*state.Second/1000)/(100*state.Second/1000))/10) + "s"
	}
	text := t.Round(time.Second).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func spanOf(seconds float64) string { return Span(state.Time(seconds * float64(state.Second))) }

// number writes a number without more decimals than it needs.
func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// Text writes a plan for a terminal, in the language asked for. Text that comes from
// manifests is made harmless.
func (r *Result) Text(l reason.Language) string {
	t, w := &sheet{}, words{l}
	t.line("%s%s%s", r.DaemonSet, w.say(": ", "："), r.headline(w))
	for _, row := range r.rows(w) {
		t.row(row.label, row.lines...)
		if row.kind == availability {
			t.row("", r.Chart()...)
		}
	}
	return t.String()
}

// row is one line of a plan: a label, and a text of one or more lines.
type row struct {
	label string
	lines []string
	kind  rowKind
}

// rowKind tells rows apart that are not only text.
type rowKind uint8

const (
	plainRow     rowKind = iota
	availability         // the chart belongs below it
	commands             // lines that begin with kubectl are commands
)

// rows are everything that a plan says, in order.
func (r *Result) rows(w words) []row {
	var rows []row
	add := func(english, chinese string, lines ...string) *row {
		if len(lines) == 0 {
			return &row{}
		}
		rows = append(rows, row{label: w.say(english, chinese), lines: lines})
		return &rows[len(rows)-1]
	}
	add("before", "变更前", r.beforeLines(w)...)
	add("nodes", "节点", r.nodeLines(w)...)
	add("budget", "预算", r.budgetLine(w))
	add("duration", "耗时", r.durationLine(w))
	add("waves", "批次", r.waveLines(w)...)
	add("available", "可用", r.availableLine(w)).kind = availability
	add("extra", "额外资源", r.extraLine(w))
	add("requests", "API 请求", r.clientLines(w)...)
	add("waiting", "在等待", r.waitingLines(w)...)
	add("never ready", "一直未就绪", r.neverReadyLines(w)...)
	add("to get on", "如何继续", r.fixLines(w)...).kind = commands
	add("orders", "节点顺序", r.orderLines(w)...)
	add("assumed", "假定", r.assumedLines(w)...)
	for _, u := range r.NotModelled {
		add("not modelled", "未模拟", u.Why.Sentence(w.l))
	}
	for _, n := range r.notes {
		add("note", "备注", w.say(n.English, n.Chinese))
	}
	for i := range r.Gates {
		add("gate", "门槛", r.Gates[i].line(w))
	}
	return rows
}

// headline is the outcome in a few words.
func (r *Result) headline(w words) string {
	n, took := r.Nodes.Eligible, spanOf(r.Seconds)
	if r.Outcome == RolledOut && n == 0 {
		return w.say(changes[r.Change].english+", done at once: no node should run it", changes[r.Change].chinese+"，立即完成：没有节点应该运行它")
	}
	head := w.say(changes[r.Change].english+" of "+nodes(n), nodesIn(n)+"的"+changes[r.Change].chinese)
	switch r.Outcome {
	case RolledOut:
		return head + w.sayf(", done in %s", "，%s 完成", took)
	case Stuck:
		return head + w.sayf(", STUCK after %s: %d done", "，%s 后卡住（STUCK）：完成 %d 个", took, r.Nodes.Done)
	case TimeLimit:
		return head + w.sayf(", NOT DONE after %s, the longest that a plan runs: %d done",
			"，%s 后仍未完成（NOT DONE），这是计划最长的时间：完成 %d 个", took, r.Nodes.Done)
	}
	return head + w.sayf(", NOT DONE after %s: too much happens for one plan: %d done",
		"，%s 后仍未完成（NOT DONE）：事件太多，一次计划容不下：完成 %d 个", took, r.Nodes.Done)
}

// changes are the kinds of a change in words.
var changes = map[string]struct{ english, chinese string }{
	"create": {"first roll-out", "首次发布"},
	"update": {"update", "滚动更新"},
	"none":   {"change without a new pod template", "变更（Pod 模板不变）"},
}

func nodes(n int) string { return count(n, "node") }

// nodesIn is nodes in Chinese.
func nodesIn(n int) string { return strconv.Itoa(n) + " 个节点" }

// count is a number of things, in the plural where it is not one.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func (r *Result) beforeLines(w words) []string {
	switch {
	case r.Before == nil || r.Before.RolledOut:
		return nil
	case r.Before.live == nil:
		return append([]string{w.say("the old DaemonSet itself does not roll out:", "旧的 DaemonSet 本身就无法完成发布：")}, waits(r.Before.Waiting, w)...)
	}
	n := r.Before.live
	line := w.sayf("in the middle of a rollout: %d of %d pods are up-to-date, %d available",
		"发布正在进行：%d / %d 个 Pod 已是最新，%d 个可用", n.Updated, n.Desired, n.Available)
	if len(r.Before.Waiting) > 0 {
		line += w.say("; it waits for", "；在等待")
	}
	return append([]string{line}, waits(r.Before.Waiting, w)...)
}

// waits are the first few waits, a line each.
func waits(list []Wait, w words) []string {
	var lines []string
	for i := range list {
		if i == maxNames && len(list) > maxNames+1 {
			return append(lines, w.sayf("and %d more", "还有 %d 个", len(list)-i))
		}
		lines = append(lines, list[i].Why.Sentence(w.l))
	}
	return lines
}

func (r *Result) nodeLines(w words) []string {
	lines := []string{w.sayf("%d of %d should run it", "应运行 %d / %d", r.Nodes.Eligible, r.Nodes.Total)}
	for i := range r.Nodes.Others {
		o := &r.Nodes.Others[i]
		lines = append(lines, w.sayf("%d not: %s (%s)", "%d 个不应该：%s（%s）", o.Nodes, strings.Join(o.Checks, ", "), namesOf(o.First, o.Nodes)))
		if o.same {
			lines = append(lines, w.say("  to change it: ", "  要改变：")+sentences(o.fixes, w.l))
		}
	}
	return lines
}

// namesOf lists the first names of so many.
func namesOf(first []string, of int) string {
	text := strings.Join(first, ", ")
	if of > len(first) {
		text += ", …"
	}
	return text
}

func (r *Result) budgetLine(w words) string {
	s := &r.Strategy
	ready := ""
	if s.MinReadySeconds > 0 {
		ready = w.sayf("; a pod has to be ready for %d s", "；Pod 要保持就绪 %d 秒", s.MinReadySeconds)
	}
	switch {
	case s.Type != "RollingUpdate":
		return s.Type + w.say(": a pod is replaced when somebody deletes it", "：有人删除 Pod 时才会替换") + ready
	case s.MaxSurge.Nodes > 0:
		return "maxSurge " + s.MaxSurge.text(w) + ready
	}
	return "maxUnavailable " + s.MaxUnavailable.text(w) + ready
}

// text is the budget with the number that a percentage comes to.
func (b Budget) text(w words) string {
	if b.Given == strconv.Itoa(b.Nodes) {
		return b.Given
	}
	return b.Given + w.say(", that is "+nodes(b.Nodes), "，即 "+nodesIn(b.Nodes))
}

func (r *Result) durationLine(w words) string {
	if r.Change == "none" && r.Outcome == RolledOut {
		return w.say("no pod is replaced", "没有 Pod 被替换")
	}
	text := spanOf(r.Seconds)
	if r.Outcome != RolledOut {
		text = w.say("does not end", "不会结束")
	}
	if r.Half != nil {
		text += w.sayf("; half of the nodes after %s", "；%s 后完成一半节点", spanOf(*r.Half))
	}
	if r.NinetyFive != nil {
		text += w.sayf(", 95 %% after %s", "，%s 后完成 95 %%", spanOf(*r.NinetyFive))
	}
	return text
}

// maxWaves is how many waves are listed one by one.
const maxWaves = 8

func (r *Result) waveLines(w words) []string {
	if len(r.Waves) == 0 {
		return nil
	}
	least, most := r.Waves[0].Nodes, r.Waves[0].Nodes
	for _, wave := range r.Waves {
		least, most = min(least, wave.Nodes), max(most, wave.Nodes)
	}
	size := w.say(nodes(most), nodesIn(most))
	if least < most {
		size = w.sayf("%d to %d nodes", "%d 到 %d 个节点", least, most)
	}
	text := w.sayf("%d of %s; they begin at ", "%d 批，每批 %s；开始于 ", len(r.Waves), size)
	for i, wave := range r.Waves {
		if i == maxWaves && len(r.Waves) > maxWaves+1 {
			text += ", …, " + spanOf(r.Waves[len(r.Waves)-1].From)
			break
		}
		if i > 0 {
			text += ", "
		}
		text += spanOf(wave.From)
	}
	return []string{text, w.say("first ", "先是 ") + namesOf(r.Waves[0].First, r.Waves[0].Nodes)}
}

func (r *Result) availableLine(w words) string {
	a := &r.Availability
	switch {
	case r.Change == "create" || a.Served == 0:
		return w.sayf("%d of %d nodes at the end", "结束时 %d / %d 个节点", r.Nodes.Up, r.Nodes.Eligible)
	case a.Lowest == a.Served:
		return w.say("all "+nodes(a.Served)+" that had a pod, all the time", "原有 Pod 的 "+nodesIn(a.Served)+"始终都有")
	}
	return w.sayf("%d of %s at the lowest (%s %%), after %s", "最低 %d / %s（%s %%），在 %s 时",
		a.Lowest, w.say(nodes(a.Served), nodesIn(a.Served)), number(a.Percent), spanOf(a.At))
}

func (r *Result) extraLine(w words) string {
	e := &r.Extra
	text := w.say("on top of what was there: ", "在原有之上：")
	if r.Change == "create" {
		text = w.say("requested in all: ", "总共申请：")
	}
	text += e.Total.text(w)
	if e.Node != "" && e.OnNode.some() {
		text += w.sayf("; at most %s on one node (%s)", "；单个节点最多 %s（%s）", e.OnNode.text(w), e.Node)
	}
	return text + w.say("; "+count(e.PodsAtMost, "pod")+" at most", "；最多 "+strconv.Itoa(e.PodsAtMost)+" 个 Pod")
}

func (a Amounts) some() bool { return a.CPU != "0" || a.Memory != "0" || a.EphemeralStorage != "0" }

// String lists the amounts that are not 0.
func (a Amounts) String() string { return a.text(words{reason.English}) }

// text is String in a language.
func (a Amounts) text(w words) string {
	var parts []string
	for _, part := range [...]struct{ amount, name string }{{a.CPU, "cpu"}, {a.Memory, "memory"}, {a.EphemeralStorage, "ephemeral-storage"}} {
		if part.amount != "0" {
			parts = append(parts, part.amount+" "+part.name)
		}
	}
	if len(parts) == 0 {
		return w.say("nothing", "无")
	}
	return strings.Join(parts, w.say(", ", "、"))
}

func (r *Result) clientLines(w words) []string {
	c := &r.Client
	all := c.Creates + c.Deletes + c.StatusWrites
	if all == 0 {
		return []string{w.say("none", "无")}
	}
	line := w.say(
		fmt.Sprintf("%d (%s, %s, %s)", all, count(c.Creates, "create"), count(c.Deletes, "delete"), count(c.StatusWrites, "status write")),
		fmt.Sprintf("%d（创建 %d，删除 %d，写状态 %d）", all, c.Creates, c.Deletes, c.StatusWrites))
	switch {
	case c.QPS == 0:
		return []string{line + w.say(", without a limit", "，没有限速")}
	case c.Decides:
		return []string{line, w.sayf("the controller's limit of %s requests a second decides, not the strategy: without it %s",
			"快慢取决于控制器每秒 %s 个请求的限速，而不是更新策略：不限速则为 %s", number(c.QPS), spanOf(*c.Unlimited))}
	case r.Outcome == RolledOut && c.Creates+c.Deletes > 0:
		return []string{line + w.sayf("; the strategy decides, not the limit of %s a second", "；快慢取决于更新策略，而不是每秒 %s 个的限速", number(c.QPS))}
	}
	return []string{line}
}

// sheet is a text with a column of labels.
type sheet struct{ strings.Builder }

func (t *sheet) line(format string, args ...any) {
	t.WriteString(tree.Printable(fmt.Sprintf(format, args...)) + "\n")
}

func (t *sheet) row(label string, lines ...string) {
	for _, line := range lines {
		t.line("  %s%s%s", label, strings.Repeat(" ", max(13-cells(label), 1)), line)
		label = ""
	}
}

// cells is how wide a label is: its Chinese characters take two cells.
func cells(label string) int {
	n := 0
	for _, c := range label {
		if n++; c >= 0x2e80 {
			n++
		}
	}
	return n
}

// chartRows is how high the chart is; it is as wide as the curve has parts.
const chartRows = 3

// Chart draws how many nodes have an available pod in the course of the rollout,
// the lowest number in each part of it, as lines of at most 80 columns. The
// highest line is all nodes that should run one, the lowest a little below the
// lowest number. There is nothing to draw where the number never changes.
func (r *Result) Chart() []string {
	curve := r.Availability.Curve
	top := r.Nodes.Eligible
	low := top
	for _, n := range curve {
		low, top = min(low, n), max(top, n)
	}
	if low == top {
		return nil
	}
	base := max(low-(top-low+3)/4, 0)
	width := len(strconv.Itoa(top))
	lines := make([]string, 0, chartRows+1)
	for row := chartRows; row > 0; row-- {
		label := ""
		switch row {
		case chartRows:
			label = strconv.Itoa(top)
		case 1:
			label = strconv.Itoa(base)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%*s ┤", width, label)
		for _, n := range curve {
			b.WriteRune(block(n-base, top-base, row))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	end := spanOf(r.Seconds)
	return append(lines, fmt.Sprintf("%*s 0s%*s", width+2, "└", len(curve)-3, end))
}

// block is the part of a bar for n of all that falls into a row, counted from 1 at
// the bottom. Levels are rounded down: the top is only reached by all.
func block(n, all, row int) rune {
	level := n*chartRows*8/all - (row-1)*8
	return []rune(" ▁▂▃▄▅▆▇█")[min(max(level, 0), 8)]
}

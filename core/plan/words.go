package plan

import (
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
)

// words choose between the languages of a plan's text.
type words struct{ l reason.Language }

func (w words) say(english, chinese string) string {
	if w.l == reason.Chinese {
		return chinese
	}
	return english
}

func (w words) sayf(english, chinese string, args ...any) string {
	return fmt.Sprintf(w.say(english, chinese), args...)
}

// Note is a remark about the input or the run.
type Note struct{ English, Chinese string }

// notef makes a note.
func notef(english, chinese string, args ...any) Note {
	return Note{fmt.Sprintf(english, args...), fmt.Sprintf(chinese, args...)}
}

// What a plan says about a rollout that does not end, and about its assumptions.

func (r *Result) waitingLines(w words) []string {
	if r.Blocked == nil {
		return nil
	}
	lines := waits(r.Blocked.Waiting, w)
	if r.Blocked.More {
		lines = append(lines, w.say("and more", "等等"))
	}
	return lines
}

func (r *Result) neverReadyLines(w words) []string {
	if r.NeverReady == 0 {
		return nil
	}
	pods := w.say(count(r.NeverReady, "new pod"), fmt.Sprintf("%d 个新 Pod", r.NeverReady))
	if r.Blocked != nil {
		return []string{pods}
	}
	return append([]string{pods + w.say(":", "：")}, waits(r.NeverReadyPods, w)...)
}

func (r *Result) fixLines(w words) []string {
	b := r.Blocked
	switch {
	case b == nil:
		return nil
	case len(b.Commands) > 0 && b.Helps:
		return append(append([]string{}, b.Commands...), w.sayf("then done after %s", "之后 %s 完成", spanOf(*b.After)))
	case len(b.Commands) > 0:
		return append(append([]string{}, b.Commands...), w.say("then further, but not to the end", "之后会继续，但到不了终点"))
	case b.Helps:
		return []string{w.sayf("nothing: it ends by itself after %s more", "什么都不用做：再过 %s 自行结束", spanOf(*b.After))}
	case b.advice.Code != "":
		return []string{b.advice.Sentence(w.l)}
	}
	return []string{w.say("no small change was found that helps", "没有找到有用的小改动")}
}

func (r *Result) orderLines(w words) []string {
	o := r.Orders
	if o == nil {
		return nil
	}
	return []string{
		w.sayf("%d node orders: %d done, in %s to %s; at the lowest %d of %d available",
			"%d 种节点顺序：%d 种完成，用时 %s 到 %s；最低时可用 %d / %d", o.Planned, o.RolledOut,
			spanOf(o.MinSeconds), spanOf(o.MaxSeconds), o.Lowest, r.Availability.Served),
		w.sayf("the worst is --seed %d", "最差的是 --seed %d", o.WorstSeed),
	}
}

func (r *Result) assumedLines(w words) []string {
	var lines []string
	for i := range r.Assumed {
		a := &r.Assumed[i]
		line := a.Image + w.say(": ", "：")
		if a.Pull > 0 {
			line += w.sayf("pulled in %s, ", "拉取 %s，", spanOf(a.Pull))
		}
		line += w.sayf("starts in %s, ", "启动 %s，", spanOf(a.Start))
		if a.ReadyAfter > 0 {
			line += w.sayf("ready %s later", "再过 %s 就绪", spanOf(a.ReadyAfter))
		} else {
			line += w.say("is ready at once", "立即就绪")
		}
		line += w.sayf(", stops in %s", "，停止 %s", spanOf(a.Stop))
		if a.Fault != "" {
			line += w.say(", ", "，") + a.Fault
		}
		lines = append(lines, line)
	}
	if len(lines) > 0 && !r.told() {
		lines = append(lines, w.say("say more with --image", "可用 --image 说明得更准确"))
	}
	return lines
}

// told says whether the input said how some image behaves.
func (r *Result) told() bool {
	for i := range r.Assumed {
		if r.Assumed[i].Told {
			return true
		}
	}
	return false
}

// line is a gate with its verdict.
func (g *Gate) line(w words) string {
	verdict := w.say("kept", "守住")
	if !g.OK {
		verdict = w.say("BROKEN", "突破（BROKEN）")
	}
	return w.sayf("%s %s: %s (%s)", "%s %s：%s，%s", g.Gate, g.Limit, verdict, w.say(g.Actual, g.actual))
}

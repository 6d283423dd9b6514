package plan

import (
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/why"
	"github.com/rollscope/rollscope/core/scheduler"
	"github.com/rollscope/rollscope/core/state"
)

const (
	maxBlocking = 20 // how many waits are listed
	curveParts  = 60 // how many parts the curve of availability has
)

// result sums a run up.
func (s *stage) result(p *play) *Result {
	o := p.watch
	r := &Result{
		DaemonSet: p.set.Key(), Change: p.change(), Outcome: p.outcome, Seconds: seconds(p.end),
		Half: secondsOf(o.half), NinetyFive: secondsOf(o.most),
		Nodes:    Nodes{Total: len(p.c.Nodes()), Eligible: o.eligible, Up: o.up, Done: o.done, Others: p.others()},
		Strategy: p.strategy(), Waves: o.waves.result(), Before: s.before,
		Extra:  Extra{PodsAtMost: o.podsAtMost, OnNode: amounts(o.onNode), Node: o.heaviest, Total: amounts(o.peak)},
		Client: Client{Calls: o.calls, QPS: max(s.in.QPS, 0)},
		Availability: Availability{
			Served: o.served, Lowest: o.lowest, Percent: percent(o.lowest, o.served),
			At: seconds(o.lowestAt), Curve: curve(o.curve, p.end),
		},
		Assumed: list(s.assumed()), NotModelled: list(p.notModelled()), Gates: []Gate{},
		Notes: []string{}, notes: slices.Concat(s.notes, p.notes, p.platforms()),
	}
	for _, n := range r.notes {
		r.Notes = append(r.Notes, n.English)
	}
	r.NeverReady, r.NeverReadyPods = p.neverReady()
	r.NeverReadyPods = list(r.NeverReadyPods)
	if r.Change == "none" {
		r.Half, r.NinetyFive = nil, nil
	}
	return r
}

// list is a list that is not null in JSON.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// change says what kind of change it was.
func (p *play) change() string {
	switch {
	case p.s.in.Old == nil:
		return "create"
	case p.set.Hash == p.old:
		return "none"
	}
	return "update"
}

// strategy is the strategy with its budgets as whole numbers.
func (p *play) strategy() Strategy {
	spec := &p.set.Object.Spec
	s := Strategy{Type: string(spec.UpdateStrategy.Type), MinReadySeconds: spec.MinReadySeconds}
	rolling := spec.UpdateStrategy.RollingUpdate
	if rolling == nil || spec.UpdateStrategy.Type != api.RollingUpdateDaemonSetStrategyType {
		return s
	}
	b := p.c.Index(p.id).Budget()
	s.MaxUnavailable = Budget{rolling.MaxUnavailable.String(), b.MaxUnavailable}
	s.MaxSurge = Budget{rolling.MaxSurge.String(), b.MaxSurge}
	return s
}

// others groups the nodes that should not run a pod.
func (p *play) others() []Others {
	placer := p.c.Placer(p.id)
	groups := map[string]*Others{}
	var all []*Others
	for _, n := range p.c.Nodes() {
		if placer.Place(n).ShouldRun {
			continue
		}
		checks, fixes := failing(placer.Explain(n))
		key := strings.Join(checks, "\x00")
		g := groups[key]
		if g == nil {
			g = &Others{Checks: checks, fixes: fixes, same: true, Fix: sentences(fixes, reason.English)}
			groups[key] = g
			all = append(all, g)
		}
		if g.Nodes++; len(g.First) < maxNames {
			g.First = append(g.First, n.Name)
		}
		g.same = g.same && slices.Equal(g.fixes, fixes)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Nodes > all[j].Nodes })
	out := make([]Others, len(all))
	for i, g := range all {
		out[i] = *g
	}
	return out
}

// platforms notes that the nodes that should run a pod are not all alike: whether
// an image exists for each operating system and architecture is not modelled.
func (p *play) platforms() []Note {
	seen := map[string]bool{}
	var all []string
	for _, n := range p.c.Nodes() {
		system, machine := n.Labels[api.LabelOSStable], n.Labels[api.LabelArchStable]
		platform := strings.Trim(system+"/"+machine, "/")
		if platform != "" && !seen[platform] && p.c.Placer(p.id).Place(n).ShouldRun {
			seen[platform] = true
			all = append(all, platform)
		}
	}
	if len(all) < 2 {
		return nil
	}
	sort.Strings(all)
	return []Note{notef("that the images run on %s is taken for granted", "假定镜像能在 %s 上运行", strings.Join(all, ", "))}
}

func failing(checks []daemon.Check) (names []string, fixes []reason.Reason) {
	for i := range checks {
		if !checks[i].OK {
			names = append(names, checks[i].Check)
			fixes = append(fixes, checks[i].Repair)
		}
	}
	return names, fixes
}

func sentences(list []reason.Reason, l reason.Language) string {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = list[i].Sentence(l)
	}
	return strings.Join(texts, "; ")
}

func (w *waves) result() []Wave {
	out := make([]Wave, len(w.list))
	for i := range w.list {
		one := &w.list[i]
		out[i] = Wave{Number: i + 1, Nodes: one.nodes, From: seconds(one.from), To: seconds(one.to), First: one.names}
	}
	return out
}

func amounts(r state.Resources) Amounts {
	return Amounts{
		CPU:              api.NewMilliQuantity(max(r.MilliCPU, 0), api.DecimalSI).String(),
		Memory:           api.NewQuantity(max(r.Memory, 0), api.BinarySI).String(),
		EphemeralStorage: api.NewQuantity(max(r.EphemeralStorage, 0), api.BinarySI).String(),
	}
}

// percent is a share in percent, rounded down to two decimals; 100 of nothing.
func percent(part, whole int) float64 {
	if whole == 0 {
		return 100
	}
	return float64(part*10_000/whole) / 100
}

// curve is the lowest count in each part of a duration.
func curve(points []point, end state.Time) []int {
	out := make([]int, curveParts)
	at := 0
	for i := range out {
		to := end * state.Time(i+1) / curveParts
		low := points[at].n
		for at+1 < len(points) && points[at+1].at <= to {
			at++
			low = min(low, points[at].n)
		}
		out[i] = low
	}
	return out
}

// assumed is how the images of the new template behave.
func (s *stage) assumed() []Image {
	var out []Image
	seen := map[string]bool{}
	spec := &s.in.New.Spec.Template.Spec
	rules := state.ImageRules{}
	for _, r := range s.in.Images {
		rules = rules.With(r)
	}
	for _, list := range [][]api.Container{spec.InitContainers, spec.Containers} {
		for i := range list {
			name := list[i].Image
			if seen[name] {
				continue
			}
			seen[name] = true
			b := rules.For(name, "")
			told := false
			for _, r := range rules {
				told = told || r.OnlyOn == "" && (r.Image == name || r.Image == "*")
			}
			out = append(out, Image{
				Image: name, Told: told, Pull: seconds(b.Pull), Start: seconds(b.Start),
				ReadyAfter: seconds(b.ReadyAfter), Stop: seconds(b.Stop), Fault: faultOf(b),
			})
		}
	}
	return out
}

func faultOf(b state.Behaviour) string {
	switch {
	case b.NeverReady:
		return "never-ready"
	case b.PullFails:
		return "pull-fails"
	case b.Fails:
		return "fails"
	case b.CrashAfter != state.Never:
		return fmt.Sprintf("crash-after=%v", b.CrashAfter)
	case b.HangsAfter > 0:
		return fmt.Sprintf("hangs-after=%v", b.HangsAfter)
	}
	return ""
}

// notModelled are the constraints of a new pod that count as satisfied.
func (p *play) notModelled() []Unmodelled {
	if p.set.Template == nil {
		return nil
	}
	for _, n := range p.c.Nodes() {
		if !p.c.Placer(p.id).Place(n).ShouldRun {
			continue
		}
		target, _ := p.c.Node(n.Name)
		pod := &state.Pod{
			ID: state.None, Namespace: p.set.Object.Namespace, Name: p.set.Object.Name, Set: p.id,
			Template: p.set.Template, Target: target.ID, Node: state.None, Deleted: state.Never,
			Started: state.Never, Nominated: state.None,
		}
		var out []Unmodelled
		for _, because := range scheduler.Schedule(scheduler.Observed{Pod: pod, Target: target, Nodes: 1, Now: p.c.Now()}).Unmodelled {
			out = append(out, Unmodelled{Code: because.Code, Message: because.Sentence(reason.English), Why: because})
		}
		return out
	}
	return nil
}

// blocked adds what a rollout that did not end waits for.
func (r *Result) blocked(p *play) {
	if p.err != nil {
		return
	}
	a := why.AboutRollout(p.c, p.set)
	b := &Blocked{Waiting: []Wait{}, More: a.More, Commands: list(a.Change.Commands), Helps: a.Change.Done, advice: a.Change.Advice}
	for _, w := range a.Waits {
		b.Waiting = append(b.Waiting, waitOf(p.c, w.Node, w.Pod, w.Why))
	}
	if a.Change.Done {
		after := seconds(a.Change.After)
		b.After = &after
	}
	if a.Change.Advice.Code != "" {
		b.Advice = a.Change.Advice.Sentence(reason.English)
	}
	r.Blocked = b
}

// unlimited compares a run with one whose client had no limit.
func (c *Client) unlimited(free, p *play) {
	if free.outcome != RolledOut {
		return
	}
	s := seconds(free.end)
	c.Unlimited = &s
	c.Decides = float64(free.end) < 0.9*float64(p.end)
}

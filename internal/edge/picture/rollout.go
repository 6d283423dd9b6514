package picture

import (
	"fmt"
	"math"
	"strings"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/state"
)

// Sizes, in pixels, and how much is drawn.
const (
	pictureWidth = 760
	margin       = 16
	chartHeight  = 120
	laneHeight   = 18
	maxLanes     = 24  // nodes that get a line of their own
	maxSpans     = 400 // of one node
	columns      = 600 // of the chart
)

// style has the colours, for light and for dark. Patterns tell the same without them.
const style = `<style>
text{` + fonts + `;font-size:12px;fill:#57606a}
.t{font-size:15px;font-weight:600;fill:#1f2328}.v{fill:#1f2328}.s{font-size:11px}
.b{fill:#fff;stroke:#d0d7de}.g{stroke:#d0d7de;stroke-width:1}.x{fill:#f6f8fa}
.n{fill:#b8540a}.o{fill:#3f62a5}.w{fill:#f2e3a8}.l{fill:#afb8c1}.f{fill:#cf222e}
.h{stroke:#9a6700;stroke-width:1.4}.q{stroke:#3f62a5;stroke-width:2}.k{stroke:#57606a;stroke-width:1.2}
.d{stroke:#1f2328;stroke-width:1.2;fill:none}.ok{fill:#1a7f37}.no{fill:#9a6700}.bad{fill:#cf222e}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.t,.v{fill:#f0f6fc}.b{fill:#0d1117;stroke:#3d444d}.g{stroke:#3d444d}.x{fill:#151b23}
.n{fill:#f2a24d}.o{fill:#86a9ec}.w{fill:#54491a}.l{fill:#59626c}.f{fill:#f85149}.h{stroke:#d29922}.q{stroke:#86a9ec}.k{stroke:#c3cad2}.d{stroke:#f0f6fc}
.ok{fill:#3fb950}.no{fill:#d29922}.bad{fill:#f85149}}
</style><defs>
<pattern id="ps" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="w" width="6" height="6"/><path class="h" d="M0 0V6"/></pattern>
<pattern id="po" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="x" width="6" height="6"/><path class="q" d="M0 0V6"/></pattern>
<pattern id="pl" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="l" width="5" height="5"/><path class="k" d="M0 5L5 0"/></pattern>
</defs>
`

// fills are the looks of pods as attributes.
var fills = [...]string{
	starting: `fill="url(#ps)"`, previous: `class="o"`, lost: `fill="url(#po)"`, available: `class="n"`, leaving: `fill="url(#pl)"`, failed: `class="f"`,
}

// Rollout draws the rollouts of one DaemonSet of a scenario that was run, NAME or
// NAMESPACE/NAME; of the first without a name. The error is about a name that means none.
func Rollout(r *scenario.Report, set string, l reason.Language) ([]byte, error) {
	c := r.End.Cluster()
	var chosen *state.DaemonSet
	for _, d := range c.Sets() {
		if set == "" || set == d.Object.Name || set == d.Key() {
			chosen = d
			break
		}
	}
	if chosen == nil && set != "" {
		return nil, fmt.Errorf("there is no DaemonSet %q at the end of the scenario", set)
	}
	p := &painting{words: wordsIn(l), title: title(r, l)}
	if chosen == nil {
		return p.empty(), nil
	}
	p.story = tell(c, chosen)
	return p.draw(), nil
}

// title is what the scenario is called.
func title(r *scenario.Report, l reason.Language) string {
	if t := strings.Join(r.File.Title.Chinese, ""); l == reason.Chinese && t != "" {
		return t
	}
	if t := strings.Join(r.File.Title.English, " "); t != "" {
		return t
	}
	return "rollscope"
}

// painting is a picture of a rollout under way.
type painting struct {
	svg
	words
	*story
	title string
	left  float64 // where time begins
	y     float64
}

// x is where a moment is.
func (p *painting) x(t state.Time) float64 {
	return p.left + (pictureWidth-margin-p.left)*float64(t)/float64(max(p.end, 1))
}

func (p *painting) open(height float64, label string) {
	p.put(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%s" viewBox="0 0 %d %s" role="img" aria-label="%s">`+"\n",
		pictureWidth, number(height), pictureWidth, number(height), escaped(label, 300))
	p.put("<title>%s</title>\n", escaped(label, 300))
	p.WriteString(style)
	p.put(`<rect class="b" x=".5" y=".5" width="%d" height="%s" rx="6"/>`+"\n", pictureWidth-1, number(height-1))
}

func (p *painting) empty() []byte {
	p.open(76, p.title+": "+p.none)
	p.put(`<text class="t" x="%d" y="31">%s</text><text x="%d" y="54">%s</text></svg>`+"\n", margin, escaped(p.title, 90), margin, escaped(p.none, 90))
	return []byte(p.String())
}

func (p *painting) draw() []byte {
	lanes := p.lanes
	if len(lanes) > maxLanes {
		lanes = nil
	}
	p.left = 64
	for i := range lanes {
		p.left = min(max(p.left, 2*margin+width(lanes[i].name)), 190)
	}
	height := 66.0 + chartHeight + 22 + float64(len(lanes)*laneHeight) + 34
	if len(lanes) > 0 {
		height += 6
	}
	verdict, class := p.waiting, "no"
	if p.done {
		verdict, class = p.rolledOut, "ok"
	}
	facts := p.facts()
	p.open(height, p.title+": "+p.set.Key()+", "+verdict+", "+facts)
	p.put(`<text class="t" x="%d" y="28">%s</text>`+"\n", margin, escaped(p.title, 95))
	p.put(`<text x="%d" y="48"><tspan class="v">%s</tspan> <tspan class="%s" font-weight="600">%s %s</tspan> · %s</text>`+"\n",
		margin, escaped("ds/"+p.set.Key(), 60), class, map[bool]string{true: "✓", false: "…"}[p.done], escaped(verdict, 40), escaped(facts, 100))
	p.y = 66
	p.chart()
	p.axis()
	if p.y += 22; len(lanes) > 0 {
		p.y += 6
	}
	for i := range lanes {
		p.lane(&lanes[i], i)
	}
	p.legend(height - 14)
	p.WriteString("</svg>\n")
	return []byte(p.String())
}

// facts are the numbers of the head line.
func (p *painting) facts() string {
	n := 0
	if len(p.moments) > 0 {
		n = p.moments[len(p.moments)-1].desired
	}
	text := sprint(p.nodes, n)
	if p.fell {
		text += " · " + sprint(p.words.at, p.lowest, p.of, clock(p.story.at))
	}
	return text
}

// chart stacks the counts over time.
func (p *painting) chart() {
	top := 1
	for i := range p.moments {
		m := &p.moments[i]
		top = max(top, m.desired, m.available+m.previous+m.lost+m.starting+m.leaving)
	}
	bottom := p.y + chartHeight
	scale := float64(chartHeight-8) / float64(top)
	p.put(`<rect class="x" x="%s" y="%s" width="%s" height="%d"/>`+"\n", number(p.left), number(p.y), number(pictureWidth-margin-p.left), chartHeight)
	for _, n := range ticks(top) {
		y := bottom - float64(n)*scale
		p.put(`<path class="g" d="M%s %sH%d"/><text class="s" x="%s" y="%s" text-anchor="end">%d</text>`+"\n",
			number(p.left), number(y), pictureWidth-margin, number(p.left-6), number(y+4), n)
	}
	shown := p.thinned()
	for _, layer := range [...]struct {
		look look
		upTo func(m *moment) int
	}{
		{leaving, func(m *moment) int { return m.available + m.previous + m.lost + m.starting + m.leaving }},
		{starting, func(m *moment) int { return m.available + m.previous + m.lost + m.starting }},
		{lost, func(m *moment) int { return m.available + m.previous + m.lost }},
		{previous, func(m *moment) int { return m.available + m.previous }},
		{available, func(m *moment) int { return m.available }},
	} {
		var path strings.Builder
		above := false
		for i := range shown {
			n := layer.upTo(&shown[i])
			above = above || n > 0
			fmt.Fprintf(&path, "H%sV%s", number(p.x(shown[i].at)), number(bottom-float64(n)*scale))
		}
		if above {
			p.put(`<path %s d="M%s %s%sH%sV%sZ"/>`+"\n", fills[layer.look], number(p.left), number(bottom), path.String(), number(p.x(p.end)), number(bottom))
		}
	}
	var line strings.Builder
	for i := range shown {
		fmt.Fprintf(&line, "H%sV%s", number(p.x(shown[i].at)), number(bottom-float64(shown[i].desired)*scale))
	}
	p.put(`<path class="d" stroke-dasharray="4 3" d="M%s %s%sH%s"/>`+"\n", number(p.left), number(bottom), line.String(), number(p.x(p.end)))
	p.y = bottom
}

// thinned are the moments, of each column the one with the fewest available pods.
func (p *painting) thinned() []moment {
	if len(p.moments) <= columns {
		return p.moments
	}
	var out []moment
	at := -1
	for _, m := range p.moments {
		column := int(float64(m.at) / float64(max(p.end, 1)) * columns)
		switch last := len(out) - 1; {
		case column != at:
			at = column
			out = append(out, m)
		case m.available+m.previous <= out[last].available+out[last].previous:
			out[last] = m
		}
	}
	return append(out, p.moments[len(p.moments)-1])
}

// ticks are a few round numbers up to n.
func ticks(n int) []int {
	step := 1
	for _, f := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000} {
		if step = f; n/f <= 4 {
			break
		}
	}
	var out []int
	for v := 0; v <= n; v += step {
		out = append(out, v)
	}
	return out
}

// axis writes times below the chart.
func (p *painting) axis() {
	seconds := p.end.Seconds()
	step := 0.5
	for _, s := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400, 172800, 604800} {
		if step = s; seconds/s <= 9 {
			break
		}
	}
	for v := 0.0; v <= seconds && step > 0; v += step {
		t := state.Time(math.Round(v)) * state.Second
		x := p.x(t)
		p.put(`<path class="g" d="M%s %sv5"/><text class="s" x="%s" y="%s" text-anchor="middle">%s</text>`+"\n",
			number(x), number(p.y), number(x), number(p.y+17), clock(t))
	}
}

// lane draws what was on one node.
func (p *painting) lane(l *lane, i int) {
	if i%2 == 0 {
		p.put(`<rect class="x" x="%s" y="%s" width="%s" height="%d"/>`+"\n", number(p.left), number(p.y), number(pictureWidth-margin-p.left), laneHeight)
	}
	p.put(`<text class="s" x="%s" y="%s" text-anchor="end">%s</text>`+"\n", number(p.left-6), number(p.y+13), escaped(l.name, 26))
	height := float64(laneHeight-4) / float64(l.rows)
	for _, s := range l.spans {
		x := p.x(s.from)
		p.put(`<rect %s x="%s" y="%s" width="%s" height="%s"/>`+"\n", fills[s.look], number(x), number(p.y+2+float64(s.row)*height),
			number(max(p.x(s.to)-x, 0.8)), number(height-0.5))
	}
	p.y += laneHeight
}

// legend names the colours.
func (p *painting) legend(y float64) {
	x := float64(margin)
	for _, one := range [...]struct {
		look look
		name string
	}{
		{available, p.words.available},
		{previous, p.words.previous},
		{lost, p.words.lost},
		{starting, p.words.starting},
		{leaving, p.words.leaving},
		{failed, p.words.failed},
	} {
		if !p.seen[one.look] {
			continue
		}
		p.put(`<rect %s x="%s" y="%s" width="11" height="11" rx="2"/><text class="s" x="%s" y="%s">%s</text>`+"\n",
			fills[one.look], number(x), number(y-10), number(x+16), number(y), escaped(one.name, 40))
		x += 34 + width(one.name)
	}
	p.put(`<path class="d" stroke-dasharray="4 3" d="M%s %sh14"/><text class="s" x="%s" y="%s">%s</text>`+"\n",
		number(x), number(y-4), number(x+19), number(y), escaped(p.desired, 40))
}

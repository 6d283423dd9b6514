package nodelifecycle

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// fleet is a few nodes of one or two zones, with as much of a cluster around them
// as the node controller needs: it syncs nodes when they are due and when their
// zone has changed.
type fleet struct {
	t     failer
	nodes []*state.Node
	zones map[string]Zone
	now   state.Time
	log   []string
}

type failer interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

func newFleet(t failer, zones ...int) *fleet {
	f := &fleet{t: t, zones: map[string]Zone{}}
	for z, size := range zones {
		for range size {
			name := fmt.Sprintf("n%d", len(f.nodes))
			n := Join(state.NodeID(len(f.nodes)), object(name, func(o *api.Node) { o.Labels[api.LabelTopologyZone] = fmt.Sprintf("z%d", z) }), 0)
			f.nodes = append(f.nodes, n)
			f.recount()
		}
	}
	return f
}

// recount counts the zones afresh: the plain way.
func (f *fleet) recount() {
	full := len(f.nodes) > 0
	fresh := map[string]Zone{}
	for _, n := range f.nodes {
		name := ZoneName(n.Object)
		z, ok := fresh[name]
		if !ok {
			z = Zone{Name: name, NextTaint: f.zones[name].NextTaint}
		}
		fresh[name] = z.Plus(n)
	}
	for _, z := range fresh {
		full = full && z.State() == ZoneFull
	}
	for name, z := range fresh {
		z.Halted = full
		fresh[name] = z
	}
	f.zones = fresh
}

// set replaces a node and syncs the nodes of every zone whose state that changes.
func (f *fleet) set(n *state.Node) {
	before := f.zones
	f.nodes[n.ID] = n
	f.recount()
	for id, other := range f.nodes {
		name := ZoneName(other.Object)
		if Changed(before[name], f.zones[name]) && other.Ready() != api.ConditionTrue && id != int(n.ID) {
			f.sync(id)
		}
	}
}

func (f *fleet) sync(id int) {
	n := f.nodes[id]
	z := f.zones[ZoneName(n.Object)]
	d := Sync(n, z, f.now)
	if z.NextTaint != d.Zone.NextTaint {
		z.NextTaint = d.Zone.NextTaint
		f.zones[z.Name] = z
	}
	if d.Why.Code != "" {
		f.log = append(f.log, fmt.Sprintf("%v %s %s", f.now, n.Name(), strings.TrimPrefix(string(d.Why.Code), "Node")))
		for _, l := range []reason.Language{reason.English, reason.Chinese} {
			if text := d.Why.Sentence(l); text == string(d.Why.Code) || strings.ContainsAny(text, "{}") {
				f.t.Errorf("%s: %s", l, text)
			}
		}
	}
	if d.MarkPodsNotReady != (d.Why.Code == reason.NodeLost && n.Ready() == api.ConditionTrue) || d.MarkPodsNotReady != (len(d.Reports) > 0) {
		f.t.Errorf("%v: mark pods %v, reports %v", d.Why, d.MarkPodsNotReady, d.Reports)
	}
	if d.Node.Wake <= f.now {
		f.t.Fatalf("%s is due at %v, which is not after %v", n.Name(), d.Node.Wake, f.now)
	}
	if d.Node != n {
		f.set(d.Node)
	}
}

// advance lets everything happen that is due until then.
func (f *fleet) advance(until state.Time) {
	for {
		next := -1
		for id, n := range f.nodes {
			if n.Wake <= until && (next < 0 || n.Wake < f.nodes[next].Wake) {
				next = id
			}
		}
		if next < 0 {
			f.now = until
			return
		}
		f.now = f.nodes[next].Wake
		f.sync(next)
	}
}

func (f *fleet) wants(lines ...string) {
	f.t.Helper()
	if got, want := strings.Join(f.log, "\n"), strings.Join(lines, "\n"); got != want {
		f.t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	f.log = nil
}

func TestASilentKubeletIsNoticedAfterFiftySeconds(t *testing.T) {
	for _, c := range []struct{ stops, noticed state.Time }{
		{0, 50 * second}, {1, 55 * second}, {second, 55 * second}, {5 * second, 55 * second}, {12 * second, 65 * second},
	} {
		n := Silence(Join(0, object("n"), 0), c.stops)
		if n.Wake != c.noticed || NoticeAt(n) != c.noticed {
			t.Errorf("stops at %v: noticed at %v, want %v", c.stops, n.Wake, c.noticed)
		}
		if early := Sync(n, Zone{Nodes: 10}, c.noticed-1); early.Node != n || early.Why.Code != "" {
			t.Errorf("stops at %v: something happens before %v", c.stops, c.noticed)
		}
	}
	n := Silence(&state.Node{Object: object("new"), TaintAt: state.Never, UnreadySince: state.Never}, 0)
	if n.Wake != 60*second {
		t.Errorf("a kubelet that never posted is given up at %v", n.Wake)
	}
	if d := Sync(n, Zone{Nodes: 10}, 60*second); d.Node.Ready() != api.ConditionUnknown || len(d.Node.Object.Status.Conditions) != 4 || d.MarkPodsNotReady {
		t.Errorf("%+v", d)
	}
}

func TestASilentNodeIsTaintedAndComesBack(t *testing.T) {
	f := newFleet(t, 4)
	f.now = 3 * second
	f.set(Silence(f.nodes[1], f.now))
	f.advance(120 * second)
	f.wants("55s n1 Lost", "55.1s n1 Tainted")
	if got := spelt(f.nodes[1].Object.Spec.Taints); strings.Join(got, " ") != "node.kubernetes.io/unreachable:NoSchedule node.kubernetes.io/unreachable:NoExecute" {
		t.Error(got)
	}
	f.set(Mend(f.nodes[1], f.now))
	f.advance(300 * second)
	f.wants()
	if n := f.nodes[1]; len(n.Object.Spec.Taints) != 0 || n.Wake != state.Never {
		t.Errorf("%+v", n)
	}
}

func TestAKubeletThatReportsNotReadyIsTaintedWithoutTouchingItsPods(t *testing.T) {
	f := newFleet(t, 4)
	f.now = 7 * second
	f.set(BreakNotReady(f.nodes[2], f.now))
	if got := spelt(f.nodes[2].Object.Spec.Taints); strings.Join(got, " ") != "node.kubernetes.io/not-ready:NoSchedule" {
		t.Error(got)
	}
	f.advance(60 * second)
	f.wants("10.1s n2 Tainted")
	f.set(Silence(f.nodes[2], 60*second))
	f.advance(300 * second)
	f.wants("1m50s n2 Lost")
	if got := spelt(f.nodes[2].Object.Spec.Taints); strings.Join(got, " ") != "node.kubernetes.io/unreachable:NoSchedule node.kubernetes.io/unreachable:NoExecute" {
		t.Error(got)
	}
	f.set(BreakNotReady(f.nodes[2], 300*second))
	f.advance(400 * second)
	f.wants("5m5s n2 TaintSwapped")
}

func TestNoExecuteTaintsComeOneInTenSeconds(t *testing.T) {
	f := newFleet(t, 10)
	for id := range 4 {
		f.set(Silence(f.nodes[id], 0))
	}
	f.advance(200 * second)
	f.wants("50s n0 Lost", "50s n1 Lost", "50s n2 Lost", "50s n3 Lost",
		"50.1s n0 Tainted", "1m0.1s n1 Tainted", "1m10.1s n2 Tainted", "1m20.1s n3 Tainted")
	f.set(Silence(f.nodes[5], 200*second))
	f.advance(400 * second)
	f.wants("4m10s n5 Lost", "4m10.1s n5 Tainted")
}

func TestANodeThatComesBackInTimeIsNotTainted(t *testing.T) {
	f := newFleet(t, 10)
	for id := range 3 {
		f.set(Silence(f.nodes[id], 0))
	}
	f.advance(55 * second)
	f.set(Mend(f.nodes[1], f.now))
	f.advance(200 * second)
	f.wants("50s n0 Lost", "50s n1 Lost", "50s n2 Lost", "50.1s n0 Tainted", "1m10.1s n2 Tainted")
}

func TestAZoneThatLosesTooManyNodesIsLeftAlone(t *testing.T) {
	f := newFleet(t, 10)
	for id := range 6 {
		f.set(Silence(f.nodes[id], 0))
	}
	f.advance(100 * second)
	f.wants("50s n0 Lost", "50s n1 Lost", "50s n2 Lost", "50s n3 Lost", "50s n4 Lost", "50s n5 Lost",
		"50s n0 TaintHeld", "50s n1 TaintHeld", "50s n2 TaintHeld", "50s n3 TaintHeld", "50s n4 TaintHeld")
	f.set(Mend(f.nodes[0], f.now))
	f.advance(120 * second)
	f.wants("1m40.1s n1 Tainted", "1m50.1s n2 Tainted")
}

func TestALargeZoneIsTaintedSlowly(t *testing.T) {
	f := newFleet(t, 60)
	for id := range 40 {
		f.nodes[id] = BreakNotReady(f.nodes[id], 0)
	}
	f.recount()
	f.advance(250 * second)
	f.wants("5.1s n0 Tainted", "1m45.1s n1 Tainted", "3m25.1s n2 Tainted")
}

func TestAZoneWithoutAnyReadyNodeIsTaintedAtTheUsualPace(t *testing.T) {
	f := newFleet(t, 3, 2)
	for id := range 3 {
		f.set(Silence(f.nodes[id], 0))
	}
	f.advance(100 * second)
	f.wants("50s n0 Lost", "50s n1 Lost", "50s n2 Lost", "50.1s n0 Tainted", "1m0.1s n1 Tainted", "1m10.1s n2 Tainted")
}

func TestWhenEveryNodeIsGoneNothingIsEvicted(t *testing.T) {
	f := newFleet(t, 2)
	f.set(Silence(f.nodes[0], 0))
	f.advance(100 * second)
	f.wants("50s n0 Lost", "50.1s n0 Tainted")
	f.set(Silence(f.nodes[1], 100*second))
	f.advance(200 * second)
	f.wants("2m30s n1 Lost", "2m30s n0 EvictionsHalted")
	if got := spelt(f.nodes[0].Object.Spec.Taints); strings.Join(got, " ") != "node.kubernetes.io/unreachable:NoSchedule" {
		t.Error(got)
	}
	f.set(Mend(f.nodes[1], f.now))
	f.advance(300 * second)
	f.wants("3m20.1s n0 Tainted")
}

func TestZoneStatesFollowTheCounts(t *testing.T) {
	for _, c := range []struct {
		nodes, notReady int
		want            ZoneState
		every           state.Time
	}{
		{0, 0, ZoneNormal, 10 * second},
		{1, 0, ZoneNormal, 10 * second},
		{1, 1, ZoneFull, 10 * second},
		{3, 2, ZoneNormal, 10 * second},
		{5, 3, ZonePartial, state.Never},
		{6, 3, ZoneNormal, 10 * second},
		{20, 11, ZonePartial, state.Never},
		{20, 10, ZoneNormal, 10 * second},
		{50, 30, ZonePartial, state.Never},
		{51, 30, ZonePartial, 100 * second},
		{51, 51, ZoneFull, 10 * second},
	} {
		z := Zone{Nodes: c.nodes, NotReady: c.notReady}
		if z.State() != c.want || z.Interval() != c.every {
			t.Errorf("%d of %d: state %d every %v", c.notReady, c.nodes, z.State(), z.Interval())
		}
	}
	if (Zone{Nodes: 9, Halted: true}).Interval() != state.Never {
		t.Error("a halted zone has an interval")
	}
}

func TestZonesAreNamedByTheirLabels(t *testing.T) {
	label := func(pairs ...string) *api.Node {
		return object("n", func(n *api.Node) {
			for i := 0; i < len(pairs); i += 2 {
				n.Labels[pairs[i]] = pairs[i+1]
			}
		})
	}
	for _, c := range []struct {
		node *api.Node
		want string
	}{
		{label(), ""},
		{label(api.LabelTopologyZone, "a"), "/a"},
		{label(api.LabelTopologyZone, "a", api.LabelTopologyRegion, "r"), "r/a"},
		{label(api.LabelTopologyZone, "a", api.LabelFailureDomainBetaZone, "b"), "/b"},
	} {
		if got := ZoneName(c.node); got != c.want {
			t.Errorf("%v: %q, want %q", c.node.Labels, got, c.want)
		}
	}
	left := Join(0, label(excludeLabel, ""), 0)
	if z := (Zone{}).Plus(left); z.Nodes != 0 {
		t.Error("an excluded node counts")
	}
}

// Whatever breaks and is mended, in whatever order: taints of one zone keep their
// distance, and once all is quiet every node carries exactly what its condition and
// its zone call for.
func TestAfterAnyFaultsTheTaintsAreWhatTheyShouldBe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFleet(t, rapid.IntRange(1, 8).Draw(t, "first zone"), rapid.IntRange(0, 8).Draw(t, "second zone"))
		for range rapid.IntRange(1, 20).Draw(t, "faults") {
			f.advance(f.now + state.Time(rapid.IntRange(0, 600).Draw(t, "pause"))*second/10)
			n := f.nodes[rapid.IntRange(0, len(f.nodes)-1).Draw(t, "node")]
			switch rapid.SampledFrom([]string{"silence", "notReady", "mend", "mend"}).Draw(t, "fault") {
			case "silence":
				f.set(Silence(n, f.now))
			case "notReady":
				f.set(BreakNotReady(n, f.now))
			default:
				f.set(Mend(n, f.now))
			}
		}
		f.advance(f.now + 600*second)
		last := map[string]state.Time{}
		for _, n := range f.nodes {
			z := f.zones[ZoneName(n.Object)]
			taints := n.Object.Spec.Taints
			notReady, lost := has(taints, api.TaintNodeNotReady, noExecute), has(taints, api.TaintNodeUnreachable, noExecute)
			switch ready := n.Ready(); {
			case ready == api.ConditionTrue && (notReady || lost || len(taints) > 0):
				t.Errorf("%s is ready and carries %v", n.Name(), spelt(taints))
			case ready != api.ConditionTrue && z.Halted && (notReady || lost):
				t.Errorf("%s is to be left alone and carries %v", n.Name(), spelt(taints))
			case ready != api.ConditionTrue && z.Interval() != state.Never && (notReady != (ready == api.ConditionFalse) || lost != (ready == api.ConditionUnknown)):
				t.Errorf("%s is %s and carries %v", n.Name(), ready, spelt(taints))
			}
			if n.Wake != state.Never || z.Waiting != 0 {
				t.Errorf("%s is due at %v, %d wait in its zone", n.Name(), n.Wake, z.Waiting)
			}
		}
		for _, line := range f.log {
			var at, name, what string
			fmt.Sscan(line, &at, &name, &what)
			when, err := time.ParseDuration(at)
			if err != nil || what != "Tainted" {
				continue
			}
			var id int
			fmt.Sscanf(name, "n%d", &id)
			zone := ZoneName(f.nodes[id].Object)
			if before, ok := last[zone]; ok && when-before < 10*second {
				t.Errorf("taints in zone %s at %v and %v", zone, before, when)
			}
			last[zone] = when
		}
	})
}

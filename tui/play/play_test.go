package play_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/tui/play"
)

// open begins a scenario that comes with the program.
func open(t *testing.T, name string) *play.Player {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "testdata", "scenarios", filepath.FromSlash(name)+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := transcript.Parse(name, content)
	if err != nil {
		t.Fatal(err)
	}
	return play.New(scenario.Open(f, scenario.Options{}))
}

// moment is where a player stands.
type moment struct {
	Event, Recorded int
	At              state.Time
	Branch          string
}

func at(p *play.Player) moment {
	event, recorded, now := p.Position()
	return moment{event, recorded, now, p.Session.Branch()}
}

func TestItOpensWhereTheFirstDaemonSetIs(t *testing.T) {
	p := open(t, "rollout/default-update")
	if len(p.Cluster().Sets()) != 1 || p.Pending() == 0 {
		t.Errorf("%d DaemonSets, %d steps to come", len(p.Cluster().Sets()), p.Pending())
	}
	if m := at(p); m.At != 0 || m.Event == 0 || m.Event != m.Recorded {
		t.Errorf("it stands at %+v", m)
	}
}

func TestForwardIsUndoneByBackward(t *testing.T) {
	p := open(t, "rollout/default-update")
	var way []moment
	for range 60 {
		way = append(way, at(p))
		if !p.Forward() {
			break
		}
	}
	last := at(p)
	for range 30 {
		p.Backward()
	}
	for p.Cluster().Emitted() < last.Event && p.Forward() {
	}
	if d := cmp.Diff(last.Event, at(p).Event); d != "" {
		t.Errorf("back and forth leads elsewhere: %s", d)
	}
	for i := 1; i < len(way); i++ {
		if way[i].At < way[i-1].At || way[i].Event < way[i-1].Event {
			t.Errorf("step %d goes back: %+v after %+v", i, way[i], way[i-1])
		}
	}
}

func TestTheEndIsWhereNothingMoreHappens(t *testing.T) {
	p := open(t, "rollout/default-update")
	p.End()
	if p.Pending() != 0 || p.Forward() {
		t.Errorf("%d steps to come at the end, at %+v", p.Pending(), at(p))
	}
	end := at(p)
	p.Home()
	if m := at(p); m.Event != 0 || m.At != 0 || m.Recorded != end.Recorded || p.Backward() {
		t.Errorf("the beginning is at %+v", m)
	}
	if err := p.Seek(end.At); err != nil || at(p) != end {
		t.Errorf("%v, %+v, want %+v", err, at(p), end)
	}
	p.SeekEvent(5)
	if at(p).Event != 5 {
		t.Errorf("event 5 is at %+v", at(p))
	}
}

func TestWavesBeginWhereTheControllerReplacesPods(t *testing.T) {
	p := open(t, "rollout/default-update")
	var waves []moment
	for p.NextWave() && p.Forward() {
		p.Backward()
		waves = append(waves, at(p))
	}
	// The first roll-out, and the three nodes of the update one after the other.
	if len(waves) != 4 {
		t.Fatalf("%d waves: %+v", len(waves), waves)
	}
	for i := len(waves) - 1; i >= 0; i-- {
		if p.LastWave(); at(p).At != waves[i].At {
			t.Errorf("going back to wave %d leads to %+v, want %+v", i+1, at(p), waves[i])
		}
	}
}

func TestTimeRunsAlongTheRecordingAndOn(t *testing.T) {
	p := open(t, "rollout/default-update")
	before := at(p).At
	steps := 0
	for p.Run(250*time.Millisecond) && steps < 10_000 {
		if now := at(p).At; now < before {
			t.Fatalf("time goes back from %s to %s", before, now)
		} else {
			before = now
		}
		steps++
	}
	p2 := open(t, "rollout/default-update")
	p2.End()
	if a, b := at(p).Event, at(p2).Event; a != b {
		t.Errorf("%d events after running, %d at the end", a, b)
	}
}

func TestWhatIsDoneInThePastReplacesTheFuture(t *testing.T) {
	p := open(t, "rollout/default-update")
	p.End()
	p.Home()
	for len(p.Cluster().Sets()) == 0 {
		p.Forward()
	}
	recorded := at(p).Recorded
	if e := p.Do("kubectl get nodes"); e.Failed || at(p).Recorded != recorded {
		t.Errorf("looking dropped the future: %+v, was %d", at(p), recorded)
	}
	if e := p.Do("kubectl cordon " + p.Cluster().Nodes()[0].Name); e.Failed || at(p).Recorded >= recorded {
		t.Errorf("%s: %+v, was %d", e.Output, at(p), recorded)
	}
	if e := p.Do("kubectl get nope"); !e.Failed {
		t.Error("a mistake does not fail")
	}
}

func TestBranchesAreComparedAtOneMoment(t *testing.T) {
	p := open(t, "rollout/default-update")
	for range 20 {
		p.Forward()
	}
	here := at(p)
	if err := p.Fork("other"); err != nil {
		t.Fatal(err)
	}
	for range 15 {
		p.Forward()
	}
	there := p.Other("main", at(p).At)
	if there == nil || there.Now() > at(p).At || p.Session.Branch() != "other" {
		t.Errorf("the other branch is at %v, this one at %+v", there.Now(), at(p))
	}
	if p.Other("nope", 0) != nil || p.Other("other", 0) != nil {
		t.Error("there is a branch that is not")
	}
	if err := p.Switch("main"); err != nil || at(p).Branch != "main" || at(p).Event < here.Event {
		t.Errorf("%v, %+v", err, at(p))
	}
	if err := p.Fork("other"); err == nil {
		t.Error("a branch of that name is there already")
	}
}

func TestASavedScenarioLeadsToThePresent(t *testing.T) {
	p := open(t, "rollout/default-update")
	for range 30 {
		p.Forward()
	}
	node := p.Cluster().Nodes()[1].Name
	p.Do("break node/" + node)
	for range 9 {
		p.Forward()
	}
	text, err := p.Scenario("A title\nof two lines")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), "# A title of two lines\n") || !strings.Contains(string(text), "$ break node/"+node) {
		t.Errorf("%s", text)
	}
	f, err := transcript.Parse("saved.txtar", text)
	if err != nil {
		t.Fatal(err)
	}
	if r := scenario.Run(f, scenario.Options{}); !r.OK() {
		t.Errorf("it does not hold:\n%s", r.Diff())
	}
	s := scenario.Open(f, scenario.Options{})
	for {
		if _, ok := s.Next(); !ok {
			break
		}
	}
	if s.Cluster().Now() != at(p).At {
		t.Errorf("it leads to %s, want %s", s.Cluster().Now(), at(p).At)
	}
}

func TestAFutureLeavesThePresentAlone(t *testing.T) {
	p := open(t, "rollout/default-update")
	for range 25 {
		p.Forward()
	}
	p.Backward()
	before := at(p)
	f := p.Future()
	_ = f.Advance(time.Hour, nil)
	if at(p) != before {
		t.Errorf("%+v, was %+v", at(p), before)
	}
}

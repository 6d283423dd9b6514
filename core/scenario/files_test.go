package scenario_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/transcript"
	"github.com/rollscope/rollscope/core/state"
)

// seeds is how many node orders every scenario has to hold for.
const seeds = 5

// each runs a test for every scenario file of the repository.
func each(t *testing.T, test func(t *testing.T, f *transcript.File)) {
	t.Helper()
	root := filepath.Join("..", "..", "testdata", "scenarios")
	found := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".txtar") {
			return err
		}
		found++
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			f, err := transcript.Parse(path, content)
			if err != nil {
				t.Fatal(err)
			}
			test(t, f)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Fatal("there is no scenario")
	}
}

func TestScenariosHoldUnderEveryNodeOrder(t *testing.T) {
	each(t, func(t *testing.T, f *transcript.File) {
		for seed := range uint64(seeds) {
			r := scenario.Run(f, scenario.Options{Seed: seed})
			if !r.OK() {
				t.Errorf("node order %d:\n%s", seed, r.Diff())
				return
			}
			if same := r.Update(); string(same) != string(f.Rewrite(func(int) ([]string, bool) { return nil, false })) {
				t.Errorf("node order %d: an update of a scenario that passes changes it", seed)
			}
		}
	})
}

// TestScenariosTellTheirStory holds every file to what lessons and lists need.
func TestScenariosTellTheirStory(t *testing.T) {
	each(t, func(t *testing.T, f *transcript.File) {
		if len(f.Title.English) != 1 || len(f.Title.Chinese) != 1 {
			t.Error("the title is not one line of English and one of Chinese")
		}
		for i := range f.Steps {
			for _, p := range f.Steps[i].Prose {
				source := len(p.English) == 1 && strings.HasPrefix(p.English[0], "Source: ")
				if !source && (len(p.English) == 0 || len(p.Chinese) == 0) {
					t.Errorf("line %d: a paragraph is not in both languages", p.Line)
				}
			}
		}
	})
}

// dump is all that can be read of a cluster, as text.
func dump(t *testing.T, c *core.Cluster) string {
	t.Helper()
	var b strings.Builder
	add := func(v any) {
		text, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	fmt.Fprintln(&b, c.Now(), c.Emitted())
	add(c.Nodes())
	add(c.DaemonSets(""))
	add(c.Pods(""))
	add(c.Revisions(""))
	add(c.PriorityClasses())
	add(c.PodDisruptionBudgets(""))
	add(c.KubernetesEvents(""))
	for _, d := range c.Sets() {
		x := c.Index(d.ID)
		fmt.Fprintln(&b, x.Status(), x.Budget(), x.Waiting(1000))
		add(d)
	}
	for _, p := range c.PodRecords() {
		record := *p
		record.Template = nil
		add(record)
	}
	return b.String()
}

// finished is the cluster at the end of a scenario, at its last event.
func finished(f *transcript.File, seed uint64) *core.Cluster {
	s := scenario.Open(f, scenario.Options{Seed: seed})
	s.GoTo(len(f.Steps))
	c := s.Cluster()
	for c.Emitted() > 0 {
		before := c.Emitted()
		c.SeekEvent(1 << 30)
		if c.Emitted() == before {
			return c
		}
	}
	return c
}

func TestGoingBackAndForwardEndsWhereItBegan(t *testing.T) {
	each(t, func(t *testing.T, f *transcript.File) {
		c := finished(f, 1)
		n := c.Emitted()
		end := dump(t, c)
		for _, k := range []int{1, 7, n / 3, n} {
			c.Back(k)
			fork := c.Fork() // which finishes the pass that the record stands in
			c.SeekEvent(fork.Emitted())
			if diff := cmp.Diff(dump(t, c), dump(t, fork)); diff != "" {
				t.Fatalf("back by %d: what is derived is not what the state says (-kept +made anew):\n%s", k, diff)
			}
			for c.Emitted() < n {
				c.Step()
			}
			if diff := cmp.Diff(end, dump(t, c)); diff != "" {
				t.Fatalf("back by %d and forward (-before +after):\n%s", k, diff)
			}
		}
	})
}

func TestForksSimulateTheSameFuture(t *testing.T) {
	each(t, func(t *testing.T, f *transcript.File) {
		c := finished(f, 2)
		events := c.Events()
		var acted state.Time // when the user acted for the last time
		for i := range events {
			if events[i].Actor == core.User {
				acted = events[i].At
			}
		}
		last := 0 // what belongs to that is done by the end of that moment
		for last < len(events) && events[last].At <= acted {
			last++
		}
		until := c.Now()
		c.SeekEvent(last)
		fork := c.Fork()
		if err := fork.Advance(until-fork.Now(), nil); err != nil {
			t.Fatal(err)
		}
		again := fork.Events()
		if len(again) > len(events) { // more may happen at the very moment where the record ends
			again = again[:len(events)]
		}
		if diff := cmp.Diff(events[last:], again[last:], cmpopts.IgnoreUnexported(core.Event{})); diff != "" {
			t.Fatalf("simulated again from event %d (-first +again):\n%s", last, diff)
		}
	})
}

func TestSameSeedSameBytes(t *testing.T) {
	each(t, func(t *testing.T, f *transcript.File) {
		text := func() string {
			var b strings.Builder
			s := scenario.Open(f, scenario.Options{Seed: 3})
			for out, ok := s.Next(); ok; out, ok = s.Next() {
				b.WriteString(out.Output)
			}
			events := s.Cluster().Events()
			for i := range events {
				e := &events[i]
				fmt.Fprintln(&b, e.At, e.Actor, e.Object, e.Verb, e.Node, e.Why.Sentence(reason.Chinese))
			}
			return b.String()
		}
		if diff := cmp.Diff(text(), text()); diff != "" {
			t.Error(diff)
		}
	})
}

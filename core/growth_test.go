package core

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/state"
)

// growthRun is what one rollout took.
type growthRun struct {
	took   time.Duration // to simulate it
	cpu    time.Duration // the same without the time that other programs took
	lasted state.Time    // in the cluster
	events int
	bytes  uint64 // allocated
	held   uint64 // live at the end
}

// strategies are those that growth is measured with: maxUnavailable, maxSurge.
var strategies = [...][2]string{{"1", "0"}, {"10%", "0"}, {"0", "25%"}}

// updateOf rolls a new image out over n nodes.
func updateOf(tb testing.TB, n int, strategy [2]string, o Options) (*Cluster, growthRun) {
	tb.Helper()
	c := clusterOf(tb, n, o)
	must(tb, c.Create(agent("agent:v1", strategy[0], strategy[1])))
	rollOut(tb, c)
	must(tb, c.Update(agent("agent:v2", strategy[0], strategy[1])))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began, busy, from, events := time.Now(), cpuTime(), c.Now(), c.Emitted()
	rollOut(tb, c)
	run := growthRun{took: time.Since(began), cpu: cpuTime() - busy, lasted: c.Now() - from, events: c.Emitted() - events}
	runtime.ReadMemStats(&after)
	run.bytes = after.TotalAlloc - before.TotalAlloc
	runtime.GC()
	runtime.ReadMemStats(&after)
	run.held = after.HeapAlloc
	return c, run
}

// TestGrowth prints what rollouts of 10 to 100,000 nodes take, and fails where a
// budget is broken; make bench runs it.
func TestGrowth(t *testing.T) {
	if os.Getenv("ROLLSCOPE_BENCH") == "" {
		t.Skip("ROLLSCOPE_BENCH=1 measures rollouts of up to 100,000 nodes")
	}
	fmt.Printf("%s %s/%s, %d CPUs\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	fmt.Printf("%-25s%8s%12s%10s%12s%10s%14s%12s%10s%10s%8s\n", "maxUnavailable/maxSurge", "nodes",
		"simulated", "events", "events/node", "ns/event", "bytes/event", "held", "took", "cpu", "times")
	for _, s := range strategies {
		last := growthRun{}
		for _, n := range [...]int{10, 100, 1_000, 5_000, 10_000, 100_000} {
			run := bestOf(t, 3, n, s)
			ratio := ""
			if n != 5_000 {
				if last.cpu > 0 {
					ratio = fmt.Sprintf("%.1f", float64(run.cpu)/float64(last.cpu))
				}
				if n == 100_000 && run.cpu > 13*last.cpu {
					t.Errorf("%v with 100,000 nodes takes %s times as long as with 10,000, the budget is 13", s, ratio)
				}
				last = run
			}
			fmt.Printf("%-25s%8d%11.0fs%10d%12.2f%10d%14d%10.1fMB%9.3fs%9.3fs%8s\n", s[0]+"/"+s[1], n, run.lasted.Seconds(), run.events, float64(run.events)/float64(n),
				run.cpu.Nanoseconds()/int64(run.events), run.bytes/uint64(run.events), float64(run.held)/1e6, run.took.Seconds(), run.cpu.Seconds(), ratio)
			if n == 5_000 && s[0] == "1" && run.took > 500*time.Millisecond || run.took > 10*time.Second || run.held > 2<<30 {
				t.Errorf("%v with %d nodes is over budget", s, n)
			}
		}
	}
}

// bestOf is the quickest of some runs, as other programs take their time too.
func bestOf(t *testing.T, tries, n int, strategy [2]string) growthRun {
	t.Helper()
	_, best := updateOf(t, n, strategy, Options{})
	for range tries - 1 {
		if _, run := updateOf(t, n, strategy, Options{}); run.cpu < best.cpu {
			best = run
		}
	}
	return best
}

// TestWorkFollowsChange: a node's part in a rollout costs the same in a cluster of
// any size, counted in events and in what is allocated for them.
func TestWorkFollowsChange(t *testing.T) {
	nativeOnly(t)
	for _, s := range strategies {
		_, small := updateOf(t, 500, s, Options{})
		_, large := updateOf(t, 8_000, s, Options{})
		perNode, atLarge := float64(small.events)/500, float64(large.events)/8_000
		if atLarge > perNode*1.05 {
			t.Errorf("%v: %.2f events a node with 8,000 nodes, %.2f with 500", s, atLarge, perNode)
		}
		if a, b := large.bytes/uint64(large.events), small.bytes/uint64(small.events); a > b*5/4 {
			t.Errorf("%v: %d bytes an event with 8,000 nodes, %d with 500", s, a, b)
		}
	}
}

// TestSeekIsQuick: any moment of a rollout of 5,000 nodes is 50 ms away; four times
// that is let pass here, as other programs may be running.
func TestSeekIsQuick(t *testing.T) {
	nativeOnly(t)
	c, _ := updateOf(t, 5_000, strategies[0], Options{Record: true})
	end := len(c.Events())
	for _, to := range [...]int{0, end, end / 2, end, 10_000, end - 10_000, 5_000, end} {
		from, best := c.cursor, time.Hour
		for range 3 {
			c.SeekEvent(from)
			began := time.Now()
			c.SeekEvent(to)
			best = min(best, time.Since(began))
		}
		if best > 200*time.Millisecond {
			t.Errorf("from event %d to %d takes %v", from, to, best)
		}
	}
}

func nativeOnly(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("the budget is for native programs")
	}
}

//go:build unix

package core

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/state"
	"github.com/rollscope/rollscope/internal/oracle"
)

// besideReal is a rollout that the real controller was measured with, and ours.
type besideReal struct {
	Nodes    int     `json:"nodes"`
	Strategy string  `json:"strategy"`
	Real     float64 `json:"realSeconds"`
	Ours     float64 `json:"oursSeconds"`
	Ticks    int64   `json:"ticks"`
}

// TestBesideTheReal measures the rollouts that ROLLSCOPE_BENCH tells of and
// writes what the fidelity page prints. `make bench-real` runs it.
func TestBesideTheReal(t *testing.T) {
	file := os.Getenv("ROLLSCOPE_BENCH")
	if file == "" {
		t.Skip("`make bench-real` measures the real controller and then this one")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []besideReal
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		r := &rows[i]
		took := r.measure(t)
		t.Logf("%d nodes, %s: real %.3f s, ours %.4f s of processor time, ratio %.0f", r.Nodes, r.Strategy, r.Real, r.Ours, r.Real/r.Ours)
		if took != r.Ticks {
			t.Errorf("%d nodes, %s: %d s of cluster time, the real one took %d s", r.Nodes, r.Strategy, took, r.Ticks)
		}
	}
	text, err = json.MarshalIndent(map[string]any{"machine": machineText(), "go": runtime.Version(), "rows": rows}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(oracle.Root(t), "internal", "fidelity", "speed.json"), append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// measure does the update often enough to be measured, and says how many
// seconds of cluster time it took.
func (r *besideReal) measure(t *testing.T) (ticks int64) {
	unavailable, surge := "10%", "0"
	if strings.HasPrefix(r.Strategy, "maxSurge") {
		unavailable, surge = "0", "25%"
	}
	var spent time.Duration
	times := 0
	for ; times < 3 || spent < time.Second && times < 100; times++ {
		c := clusterOf(t, r.Nodes, Options{Record: true, QPS: -1})
		if err := c.Create(agent("one", unavailable, surge)); err != nil {
			t.Fatal(err)
		}
		rollOut(t, c)
		from, start := c.Now(), processorTime(t)
		if err := c.Update(agent("two", unavailable, surge)); err != nil {
			t.Fatal(err)
		}
		rollOut(t, c)
		spent += processorTime(t) - start
		ticks = int64((c.Now() - from) / state.Second)
	}
	r.Ours = spent.Seconds() / float64(times)
	return ticks
}

func processorTime(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// machineText names the processor, as far as the system tells.
func machineText() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	model := runtime.GOARCH
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%s, %d processors", model, runtime.NumCPU())
}

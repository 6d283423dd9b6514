package plan_test

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// sharedFile finds recordings beside the checkout.
func sharedFile(t *testing.T, name string) string {
	t.Helper()
	if dir := os.Getenv("ROLLSCOPE_SHARED"); dir != "" {
		return filepath.Join(dir, name)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "shared", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skipf("no folder shared beside the checkout has %s; set ROLLSCOPE_SHARED", name)
	return ""
}

// measured are updates of real control planes with a client of 20 requests a
// second, and how many seconds each took.
var measured = []struct {
	nodes              int
	unavailable, surge string
	seconds            float64
}{
	{100, "1", "0", 221.6},
	{100, "10%", "0", 28.4},
	{100, "0", "1", 110.2},
	{100, "0", "25%", 15.6},
	{500, "10%", "0", 55.4},
	{500, "0", "25%", 62.7},
	// Smaller clusters: an hour of work for an operator is none of these.
	{10, "1", "0", 21.7},
	{10, "10%", "0", 24.0},
	{10, "0", "1", 12.0},
	{10, "0", "25%", 6.2},
}

func TestDurationsAreThoseMeasured(t *testing.T) {
	for _, m := range measured {
		r := run(t, update(m.nodes, m.unavailable, m.surge))
		off := r.Seconds/m.seconds - 1
		t.Logf("%3d nodes, maxUnavailable %s, maxSurge %s: planned %.1f s, measured %.1f s (%+.1f %%)",
			m.nodes, m.unavailable, m.surge, r.Seconds, m.seconds, 100*off)
		if m.nodes >= 100 && math.Abs(off) > 0.15 {
			t.Errorf("%d nodes, maxUnavailable %s, maxSurge %s: planned %.1f s, measured %.1f s", m.nodes, m.unavailable, m.surge, r.Seconds, m.seconds)
		}
	}
}

// TestTheMeasurementsAreThoseRecorded holds the table above to the recordings. Rows
// of another client limit, or of a run that did not end, are not in it.
func TestTheMeasurementsAreThoseRecorded(t *testing.T) {
	f, err := os.Open(sharedFile(t, "oracle/rollouts.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	type row struct {
		Nodes          int     `json:"nodes"`
		MaxUnavailable string  `json:"maxUnavailable"`
		MaxSurge       string  `json:"maxSurge"`
		MinReady       int     `json:"minReadySeconds"`
		Seconds        float64 `json:"rollout_s"`
		MinReadyNodes  int     `json:"minReadyNodes"`
	}
	var rows []row
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	for _, m := range measured {
		if m.nodes < 100 {
			continue
		}
		found := false
		for _, r := range rows {
			if r.Nodes == m.nodes && r.MaxUnavailable == m.unavailable && r.MaxSurge == m.surge && r.MinReady == 0 && math.Abs(r.Seconds-m.seconds) < 0.1 {
				found = true
				if lowest := run(t, update(m.nodes, m.unavailable, m.surge)).Availability.Lowest; lowest != r.MinReadyNodes {
					t.Errorf("%d nodes, maxUnavailable %s, maxSurge %s: %d nodes available at the lowest, measured %d", m.nodes, m.unavailable, m.surge, lowest, r.MinReadyNodes)
				}
			}
		}
		if !found {
			t.Errorf("no recording of %+v", m)
		}
	}
	t.Logf("%d recordings read", len(rows))
}

func TestPeaksOfPodsAreNearThoseMeasured(t *testing.T) {
	for _, c := range []struct {
		nodes    int
		surge    string
		measured int
	}{{10, "1", 12}, {10, "25%", 16}, {100, "1", 103}, {100, "25%", 144}, {500, "25%", 684}} {
		r := run(t, update(c.nodes, "0", c.surge))
		t.Logf("%d nodes, maxSurge %s: planned %d pods at most, measured %d", c.nodes, c.surge, r.Extra.PodsAtMost, c.measured)
		if off := float64(r.Extra.PodsAtMost)/float64(c.measured) - 1; math.Abs(off) > 0.15 {
			t.Errorf("%d nodes, maxSurge %s: planned %d pods at most, measured %d", c.nodes, c.surge, r.Extra.PodsAtMost, c.measured)
		}
	}
}

package tui_test

import (
	"runtime"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/rollscope/rollscope/tui"
)

// BenchmarkFrame is a decision and the frame after it on 5,000 nodes: Update and View
// together may take 16 ms, for the slowest of a hundred, too.
func BenchmarkFrame(b *testing.B) {
	m := tui.New(tui.Options{File: fleet(b, 5000, "10%")})
	m.Update(m.Init()())
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
	shift := tea.KeyPressMsg{Code: tea.KeyRight, Mod: tea.ModShift}
	for range 2 {
		m.Update(shift)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var took, ran []time.Duration
	b.ResetTimer()
	for range b.N {
		from, cpu := time.Now(), clock()
		m.Update(tea.KeyPressMsg{Code: tea.KeyRight})
		_ = m.View()
		took, ran = append(took, time.Since(from)), append(ran, clock()-cpu)
	}
	b.StopTimer()
	report := func(list []time.Duration, what string) {
		slices.Sort(list)
		b.ReportMetric(float64(list[len(list)/2].Microseconds())/1000, "p50-"+what)
		b.ReportMetric(float64(list[len(list)*99/100].Microseconds())/1000, "p99-"+what)
	}
	report(took, "ms")
	report(ran, "cpu-ms") // what remains where nothing else runs on the machine
	var s runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&s)
	b.ReportMetric(float64(s.HeapAlloc)/(1<<20), "heap-MB")
	runtime.KeepAlive(m)
}

// BenchmarkFirstFrame is the time to the first frame, which does not wait for what is
// opened: 200 ms at most with the start of the process.
func BenchmarkFirstFrame(b *testing.B) {
	f := fleet(b, 5000, "10%")
	for range b.N {
		m := tui.New(tui.Options{File: f})
		_ = m.Init()
		m.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
		_ = m.View()
	}
}

// BenchmarkOpen is everything from a scenario of 5,000 nodes to its first frame.
func BenchmarkOpen(b *testing.B) {
	f := fleet(b, 5000, "10%")
	for range b.N {
		m := tui.New(tui.Options{File: f})
		m.Update(m.Init()())
		m.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
		_ = m.View()
	}
}

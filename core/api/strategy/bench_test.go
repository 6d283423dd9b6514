package strategy_test

import (
	"testing"

	"github.com/rollscope/rollscope/core/api/strategy"
)

func BenchmarkCreate(b *testing.B) {
	ds, err := read(agent)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		strategy.Create(ds)
	}
}

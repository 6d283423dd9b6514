package policies

import (
	"context"
	"slices"
	"testing"
)

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkManifest reads and checks one DaemonSet of medium size.
func BenchmarkManifest(b *testing.B) {
	c, text := loaded(b), everything(b)
	b.Run("Read", func(b *testing.B) {
		for b.Loop() {
			Read("everything.yaml", text)
		}
	})
	d := Read("everything.yaml", text).Sets[0]
	in := Input{Document: d, Config: DefaultConfig()}
	b.Run("Value", func(b *testing.B) {
		for b.Loop() {
			if _, err := valueOf(in, false); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Check", func(b *testing.B) {
		for b.Loop() {
			check(b, c, in)
		}
	})
	b.Run("Parallel", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if _, err := c.Check(context.Background(), in); err != nil {
					b.Error(err)
				}
			}
		})
	})
}

// BenchmarkCorpus checks public manifests; one operation is one DaemonSet.
func BenchmarkCorpus(b *testing.B) {
	c := loaded(b)
	var texts [][]byte
	for _, text := range corpus(b) {
		texts = append(texts, text)
	}
	slices.SortFunc(texts, slices.Compare)
	n := 0
	for b.Loop() {
		for _, d := range Read("x.yaml", texts[n%len(texts)]).Sets {
			check(b, c, Input{Document: d, Config: DefaultConfig()})
		}
		n++
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOverBudgetIsSaidPerMeasure(t *testing.T) {
	limit := budget{raw: 1000, brotli: 100}
	for _, c := range []struct {
		name string
		w    weight
		want string
	}{
		{"fits exactly", weight{raw: 1000, brotli: 100}, ""},
		{"raw", weight{raw: 3500, brotli: 100}, "x is 3,500 bytes, 2,500 too many"},
		{"brotli", weight{raw: 1, brotli: 101}, "x is 101 bytes under brotli, 1 too many"},
	} {
		if got := strings.Join(over("x", c.w, limit), "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTheLinkersMarkIsFoundOnce(t *testing.T) {
	list := "main.main -> fmt.Println\n" +
		"a.b -> text/template.(*state).evalField <ReflectMethod>\n" +
		"text/template.(*state).evalField <ReflectMethod> -> reflect.Value.Addr\n" +
		"text/template.(*state).evalField <ReflectMethod> -> reflect.Value.MethodByName\n"
	got := marked(list)
	if len(got) != 1 || got[0] != "text/template.(*state).evalField" {
		t.Errorf("got %q", got)
	}
}

func TestEveryMeasureOfAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(file, []byte(strings.Repeat("rollout ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := weigh(file)
	if err != nil {
		t.Fatal(err)
	}
	if w.raw != 8000 || w.gzip < 20 || w.gzip > 100 || w.brotli < 10 || w.brotli >= w.gzip {
		t.Errorf("got %+v", w)
	}
}

func TestAFileWithoutABudgetIsRefused(t *testing.T) {
	for _, args := range [][]string{{}, {"other.wasm"}} {
		if err := run(&strings.Builder{}, args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

func TestNumbersAreGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1250000: "1,250,000"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

// Command size weighs what the browser downloads and fails when it is over budget.
//
//	go run ./internal/size dist/sim.wasm=./wasm/sim dist/full.wasm=./wasm/full
//
// Each argument is a file and, for a Go program, the package it was built from:
// that one's links are looked at too. Sizes are bytes, a megabyte is 10^6 bytes.
// The last line is the sum: what a visitor has downloaded once everything is there.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/rollscope/rollscope/internal/style"
)

// budget is the most that an artifact may weigh, in bytes.
type budget struct{ raw, brotli int }

// budgets are by file name; ARCHITECTURE.md says where they come from.
var budgets = map[string]budget{
	// The page opens with it.
	"sim.wasm": {raw: 6_000_000, brotli: 1_250_000},
	// Comes in the background, for what sim.wasm lacks. Whoever has to raise this
	// says in decisions/0010-sim-wasm-size.md what for.
	"full.wasm":   {raw: 12_500_000, brotli: 1_850_000},
	"policy.wasm": {raw: 600_000, brotli: 150_000},
}

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
		os.Exit(1)
	}
}

// run weighs every artifact, prints a table, and says what is over budget.
func run(out io.Writer, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name the files to weigh, as dist/sim.wasm=./wasm/sim")
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "artifact\traw\tgzip\tbrotli\tbudget raw\tbudget brotli\t")
	var wrong []string
	var sum weight
	for _, arg := range args {
		file, pkg, _ := strings.Cut(arg, "=")
		name := filepath.Base(file)
		limit, ok := budgets[name]
		if !ok {
			return fmt.Errorf("%s has no budget in internal/size", name)
		}
		w, err := weigh(file)
		if err != nil {
			return err
		}
		sum = weight{sum.raw + w.raw, sum.gzip + w.gzip, sum.brotli + w.brotli}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t\n", name,
			grouped(w.raw), grouped(w.gzip), grouped(w.brotli), grouped(limit.raw), grouped(limit.brotli))
		wrong = append(wrong, over(name, w, limit)...)
		links, err := badLinks(pkg)
		if err != nil {
			return err
		}
		wrong = append(wrong, links...)
	}
	fmt.Fprintf(table, "together\t%s\t%s\t%s\t\t\t\n", grouped(sum.raw), grouped(sum.gzip), grouped(sum.brotli))
	if err := table.Flush(); err != nil {
		return err
	}
	if len(wrong) > 0 {
		return fmt.Errorf("over budget:\n  %s", strings.Join(wrong, "\n  "))
	}
	return nil
}

// over says in which way an artifact is too heavy.
func over(name string, w weight, limit budget) []string {
	var wrong []string
	if w.raw > limit.raw {
		wrong = append(wrong, fmt.Sprintf("%s is %s bytes, %s too many", name, grouped(w.raw), grouped(w.raw-limit.raw)))
	}
	if w.brotli > limit.brotli {
		wrong = append(wrong, fmt.Sprintf("%s is %s bytes under brotli, %s too many",
			name, grouped(w.brotli), grouped(w.brotli-limit.brotli)))
	}
	return wrong
}

// badLinks says what a Go program links that makes it heavy; pkg may be "".
func badLinks(pkg string) ([]string, error) {
	if pkg == "" {
		return nil, nil
	}
	linked, err := style.Linked(".", pkg)
	if err != nil {
		return nil, err
	}
	var wrong []string
	for _, f := range style.CheckLinked(pkg, linked) {
		wrong = append(wrong, f.String())
	}
	marks, err := reflectMethods(pkg)
	if err != nil {
		return nil, err
	}
	for _, m := range marks {
		wrong = append(wrong, fmt.Sprintf("%s looks up methods by name (%s), which keeps every exported method of every type", pkg, m))
	}
	return wrong, nil
}

// grouped prints a number with a comma every three digits.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Command lintbench measures rollscope lint beside other linters on the same files: the
// user CPU time and the peak memory of each, in one run, and the ratios.
//
//	lintbench [-times N] FOLDER NAME=COMMAND...
//
// A COMMAND is words with blanks between them; {} stands for the files. The first is the
// one that the others are compared with. It is run on the files of the folder, on these
// N times over (50 without the flag), and on one file alone. Each program is read from the
// disk first: see fresh.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	times := flag.Int("times", 50, "how many copies of the files make the large run")
	flag.Parse()
	if flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: lintbench [-times N] FOLDER NAME=COMMAND...")
		os.Exit(2)
	}
	if err := bench(os.Stdout, flag.Arg(0), flag.Args()[1:], *times); err != nil {
		fmt.Fprintln(os.Stderr, "lintbench: error:", err)
		os.Exit(1)
	}
}

func bench(w io.Writer, folder string, commands []string, times int) error {
	files, err := manifests(folder)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s: no manifests", folder)
	}
	large, err := os.MkdirTemp("", "lintbench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(large) }()
	copies, err := multiply(files, large, times)
	if err != nil {
		return err
	}
	for _, set := range [...]struct {
		name  string
		files []string
	}{{"one file", files[:1]}, {"all files", files}, {fmt.Sprintf("all files, %d times", times), copies}} {
		_, _ = fmt.Fprintf(w, "%s (%d)\n", set.name, len(set.files))
		if err := compare(w, commands, set.files); err != nil {
			return err
		}
	}
	return nil
}

// manifests are the YAML files of a folder.
func manifests(folder string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(path)) {
			out = append(out, path)
		}
		return err
	})
	return out, err
}

// multiply copies files into a folder.
func multiply(files []string, into string, times int) ([]string, error) {
	var out []string
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for n := range times {
			name := filepath.Join(into, fmt.Sprintf("%04d-%03d.yaml", i, n))
			if err := os.WriteFile(name, text, 0o600); err != nil {
				return nil, err
			}
			out = append(out, name)
		}
	}
	return out, nil
}

// cost is what a run took.
type cost struct {
	user, wall time.Duration
	peak       int64 // KiB
}

func compare(w io.Writer, commands, files []string) error {
	var first cost
	for i, command := range commands {
		name, words, ok := strings.Cut(command, "=")
		if !ok {
			return fmt.Errorf("%q is no NAME=COMMAND", command)
		}
		program := strings.Fields(words)
		if err := fresh(program[0]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		c, err := run(program, files)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if i == 0 {
			first = c
		}
		_, _ = fmt.Fprintf(w, "  %-12s wall %7.3fs  user %7.3fs (%5.2f)  peak %6d MiB (%5.2f)\n", name, c.wall.Seconds(),
			c.user.Seconds(), c.user.Seconds()/max(first.user.Seconds(), 0.001), c.peak>>10, float64(c.peak)/float64(max(first.peak, 1)))
	}
	return nil
}

// A command is run until that takes enough, so that short runs are measured as well as
// long ones.
const (
	enough = 2 * time.Second
	least  = 3
	most   = 25
)

// run runs a command several times and takes the median of each number. Linters end with
// an exit code of their own where they find something; only one that cannot be started is
// an error.
func run(words, files []string) (cost, error) {
	var args []string
	for _, word := range words[1:] {
		if word == "{}" {
			args = append(args, files...)
		} else {
			args = append(args, word)
		}
	}
	var all []cost
	for began := time.Now(); len(all) < least || len(all) < most && time.Since(began) < enough; {
		cmd := exec.Command(words[0], args...)
		begin := time.Now()
		err := cmd.Run()
		if cmd.ProcessState == nil {
			return cost{}, err
		}
		all = append(all, cost{user: cmd.ProcessState.UserTime(), wall: time.Since(begin), peak: peak(cmd.ProcessState)})
	}
	return cost{
		user: median(all, func(c cost) time.Duration { return c.user }),
		wall: median(all, func(c cost) time.Duration { return c.wall }),
		peak: median(all, func(c cost) int64 { return c.peak }),
	}, nil
}

// median is the middle one of a number of all runs.
func median[T cmp.Ordered](all []cost, of func(cost) T) T {
	numbers := make([]T, len(all))
	for i, c := range all {
		numbers[i] = of(c)
	}
	slices.Sort(numbers)
	return numbers[len(numbers)/2]
}

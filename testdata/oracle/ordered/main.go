// Command ordered copies the Kubernetes module into a folder and makes one loop
// over a map there go by the names of nodes, so that two recordings of one
// scenario are the same: which nodes a rolling update takes first, upstream
// leaves open. Nothing else is changed, and the copy is never part of the
// repository.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	loop   = "range nodeToDaemonPods {"
	sorted = "range byNodeName(nodeToDaemonPods) {"
	// addition is what the changed loops call.
	addition = `package daemon

import (
	"maps"
	"slices"

	"k8s.io/api/core/v1"
)

func byNodeName(of map[string][]*v1.Pod) func(func(string, []*v1.Pod) bool) {
	return func(yield func(string, []*v1.Pod) bool) {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			if !yield(name, of[name]) {
				return
			}
		}
	}
}
`
)

func main() {
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "ordered:", err)
		os.Exit(1)
	}
}

// write makes the folder: the changed module in kubernetes, and a go.mod that
// uses it.
func write(folder string) error {
	out, err := exec.Command("go", "list", "-mod=mod", "-m", "-f", "{{.Dir}}", "k8s.io/kubernetes").Output()
	if err != nil {
		return err
	}
	from, to := strings.TrimSpace(string(out)), filepath.Join(folder, "kubernetes")
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"go.mod", "pkg", "third_party"} {
		if err := copied(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	controller := filepath.Join(to, "pkg", "controller", "daemon")
	for _, name := range []string{"update.go", "daemon_controller.go"} {
		if err := reorder(filepath.Join(controller, name)); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(controller, "byname.go"), []byte(addition), 0o644); err != nil {
		return err
	}
	return point(folder, to)
}

func copied(from, to string) error {
	info, err := os.Stat(from)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return os.CopyFS(to, os.DirFS(from))
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

func reorder(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !strings.Contains(string(text), loop) {
		return fmt.Errorf("%s has no loop over the pods of nodes", path)
	}
	if err := os.Remove(path); err != nil { // the copy is read-only, as the original is
		return err
	}
	return os.WriteFile(path, []byte(strings.ReplaceAll(string(text), loop, sorted)), 0o644)
}

// point writes a go.mod that takes Kubernetes from the changed copy.
func point(folder, to string) error {
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if name == "go.mod" {
			to, err := filepath.Abs(to)
			if err != nil {
				return err
			}
			text = fmt.Appendf(text, "\nreplace k8s.io/kubernetes => %s\n", to)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/ask"
	"github.com/rollscope/rollscope/core/plan/pools"
	"github.com/rollscope/rollscope/internal/cli/stage"
	"github.com/rollscope/rollscope/internal/lint/source"
)

// stdin is how messages call what comes from the standard input.
const stdin = "<stdin>"

// readFiles reads the files that arguments name: files, what lies below
// directories and ends in .yaml, .yml or .json, and the standard input for -.
func readFiles(cmd *cobra.Command, args []string) ([]manifest.File, error) {
	return readFilesOf(cmd, args, decode.MaxFileBytes)
}

// readFilesOf is readFiles for files of that many bytes; what is beyond is left out
// but for one byte, so that it shows.
func readFilesOf(cmd *cobra.Command, args []string, most int64) ([]manifest.File, error) {
	var files []manifest.File
	seen := map[string]bool{}
	for _, arg := range args {
		names := []string{arg}
		if arg != "-" {
			var err error
			if names, err = below(arg); err != nil {
				return nil, exitError{code: exitUsage, err: err}
			}
		}
		for _, name := range names {
			if seen[name] {
				continue
			}
			seen[name] = true
			f, err := readFile(cmd, name, most)
			if err != nil {
				return nil, exitError{code: exitUsage, err: err}
			}
			files = append(files, f)
		}
	}
	return files, nil
}

// below are the manifests below a directory, in order of names; a file is itself.
// Directories whose names begin with a dot are left out, and pipes, which would wait.
func below(arg string) ([]string, error) {
	if arg == "" {
		return nil, errors.New("the name of a file is empty")
	}
	info, err := os.Stat(arg)
	if err != nil {
		return nil, plainError(err)
	}
	if !info.IsDir() {
		return []string{called(arg)}, nil
	}
	var names []string
	err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return plainError(err)
		case d.IsDir() && path != arg && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.Type()&^fs.ModeSymlink == 0 && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path)):
			names = append(names, called(path))
		}
		return nil
	})
	return names, err
}

// plainError says which file and what, without the system call's name.
func plainError(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// readFile reads one file, and not more of it than is of use.
func readFile(cmd *cobra.Command, name string, most int64) (manifest.File, error) {
	f := manifest.File{Name: name}
	r := cmd.InOrStdin()
	if name == "-" {
		f.Name = stdin
	} else {
		file, err := os.Open(name)
		if err != nil {
			return f, plainError(err)
		}
		defer func() { _ = file.Close() }()
		r = file
	}
	content, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return f, plainError(err)
	}
	f.Content = content
	return f, nil
}

// printFindings writes findings as lines, each with its hint below it.
func printFindings(w io.Writer, findings []manifest.Finding) {
	for i := range findings {
		f := &findings[i]
		line := fmt.Sprintf("%s:%d:%d: ", f.File, f.Line, f.Column)
		if f.Path != "" {
			line += f.Path + ": "
		}
		line += f.Kind
		if f.Message != "" {
			line += ": " + f.Message
		}
		_, _ = fmt.Fprintln(w, tree.Printable(line))
		if f.Hint != "" {
			_, _ = fmt.Fprintln(w, "    hint: "+tree.Printable(f.Hint))
		}
	}
}

// readPlan reads the new DaemonSets, the old ones, and the cluster. Where something
// cannot be used it says so and returns an error without further words.
func readPlan(cmd *cobra.Command, news, olds, nodes []string) (*ask.Change, error) {
	f, live, err := planFiles(cmd, news, olds, nodes)
	if err != nil {
		return nil, err
	}
	change, err := checked(cmd, f, live, news)
	if err != nil {
		return nil, err
	}
	if live != nil {
		change.Begin(live.Objects(), live.Passed)
	}
	if !change.HasNodes() {
		return nil, noNode(slices.Concat(nodes, olds))
	}
	return change, nil
}

var errNoSet = exitError{code: exitUsage, err: errors.New("say which DaemonSet to plan"), hint: "rollscope plan -f agent.yaml --nodes 500"}

// planFiles reads the files of a plan. Where the old ones hold a whole cluster, they
// are its DaemonSets, and the cluster is returned; it is nil where they do not.
func planFiles(cmd *cobra.Command, news, olds, nodes []string) (f ask.Files, live *stage.Live, err error) {
	f.From = len(olds) > 0
	if err := onceFrom(news, olds, nodes); err != nil {
		return f, nil, err
	}
	most := int64(stage.MaxLive)
	if len(olds)+len(nodes) > 0 {
		most = decode.MaxFileBytes
	}
	if f.New, err = readFilesOf(cmd, news, most); err != nil { // of the terminal program: a whole cluster
		return f, nil, err
	}
	if f.Old, err = readFilesOf(cmd, olds, stage.MaxLive); err != nil {
		return f, nil, err
	}
	if err := readNodes(cmd, nodes, &f); err != nil {
		return f, nil, err
	}
	if live, err = stage.LiveOf(f.Old); err != nil {
		return f, nil, exitError{code: exitUsage, err: err}
	}
	switch {
	case live == nil && len(news) == 0:
		return f, nil, errNoSet
	case live == nil:
		return f, nil, nil
	}
	if len(news) == 0 {
		f.New = live.Unfinished(f.Old[0].Name)
	}
	f.Old = live.Manifest(f.Old[0].Name)
	if len(f.New) == 0 {
		err = exitError{code: exitNothing, err: errors.New("no DaemonSet is being rolled out there"), hint: "name the new one with -f"}
	}
	return f, live, err
}

// checked is the change that files make, or an error where there are mistakes in
// them, which are printed, no DaemonSet, or where a live cluster lacks it.
func checked(cmd *cobra.Command, f ask.Files, live *stage.Live, news []string) (*ask.Change, error) {
	bar := progressOn(cmd.ErrOrStderr())
	f.Progress = func(done, all int) {
		switch {
		case done == all:
			bar.show(fmt.Sprintf("checking what %d files have", all))
		case done%50 == 0:
			bar.show(fmt.Sprintf("reading: %d of %d files", done, all))
		}
	}
	change, findings := ask.Read(f)
	bar.done()
	if len(findings) > 0 {
		printFindings(cmd.ErrOrStderr(), findings)
		return nil, exitError{code: exitUsage, err: errors.New("the input cannot be used as it is")}
	}
	if len(change.News) == 0 {
		return nil, exitError{
			code: exitNothing, err: errors.New("there is no DaemonSet in " + sources(news)),
			hint: "name a manifest of kind DaemonSet with -f",
		}
	}
	if live != nil {
		if err := live.Lacks(change.News); err != nil {
			return nil, exitError{code: exitUsage, err: err}
		}
	}
	return change, nil
}

// onceFrom refuses to read the standard input for two purposes.
func onceFrom(lists ...[]string) error {
	n := 0
	for _, list := range lists {
		if slices.Contains(list, "-") {
			n++
		}
	}
	if n > 1 {
		return exitError{code: exitUsage, err: errors.New("the standard input is one thing only"), hint: "write - once, and name files for the rest"}
	}
	return nil
}

// called is a path as messages begin with it.
func called(path string) string { return filepath.FromSlash(source.Called(path)) }

// sources are the names of files as sentences have them.
func sources(names []string) string {
	out := slices.Clone(names)
	for i, name := range out {
		if name == "-" {
			out[i] = "the standard input"
		}
	}
	return strings.Join(out, ", ")
}

func noNode(names []string) error {
	return exitError{
		code: exitUsage, err: errors.New("there is no node in " + sources(names)),
		hint: "kubectl get nodes -o yaml > nodes.yaml, or --nodes 500; for --from -, kubectl get nodes,ds,pods,controllerrevisions -A -o yaml",
	}
}

// readNodes reads what --nodes names: files, and numbers of equal nodes.
func readNodes(cmd *cobra.Command, args []string, f *ask.Files) error {
	var names []string
	for _, arg := range args {
		if n, err := strconv.Atoi(arg); !errors.Is(err, strconv.ErrSyntax) && !exists(arg) {
			if f.Equal += n; n < 1 || f.Equal > pools.MaxNodes {
				return usageError(fmt.Sprintf("--nodes %s: the number of nodes is from 1 to %d", arg, pools.MaxNodes))
			}
			continue
		}
		names = append(names, arg)
	}
	files, err := readFilesOf(cmd, names, stage.MaxLive)
	f.Nodes = stage.Pieces(files)
	return err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// asked makes an exit of what package ask says; flags are its fields as flags.
func asked(err error) error {
	e, ok := errors.AsType[*ask.Error](err)
	if !ok {
		return exitError{code: exitUsage, err: err}
	}
	out := exitError{code: exitUsage, err: e, hint: e.Hint}
	flag := map[string]string{
		"images": "--image", "breaks": "--break", "minAvailable": "--min-available",
		"maxDuration": "--max-duration", "orders": "--seeds", "qps": "--client-qps",
	}[e.Field]
	switch {
	case e.Value != "":
		out.err = fmt.Errorf("%s %q: %w", flag, e.Value, e)
	case e.Field == "minAvailable":
		out.err = fmt.Errorf("%s: %w", flag, e)
	case flag != "":
		out.err = fmt.Errorf("%s %w", flag, e)
	}
	switch e.Field {
	case "images":
		out.hint = "--image '" + e.Hint + "'"
	case "breaks":
		out.hint = "--break " + e.Hint
	case "name":
		if !strings.HasPrefix(e.Hint, "there are:") {
			out.hint = "say which with --name " + e.Hint
		}
	}
	return out
}

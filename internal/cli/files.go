package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/manifest"
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
// Directories whose names begin with a dot are left out.
func below(arg string) ([]string, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, plainError(err)
	}
	if !info.IsDir() {
		return []string{filepath.Clean(arg)}, nil
	}
	var names []string
	err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return plainError(err)
		case d.IsDir() && path != arg && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.IsDir() && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path)):
			names = append(names, path)
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

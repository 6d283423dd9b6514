// Package source finds and reads the files of a lint run.
//
// What is named is read, whatever it is. Below a directory everything that ends in
// .yaml, .yml or .json is read, except what begins with a dot; links to directories are
// not followed, so that no loop of links is endless.
package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode"
)

// Stdin is how findings call what comes from the standard input.
const Stdin = "<stdin>"

// Source is one file to read.
type Source struct {
	// Name is what findings call it: the path as it was given, with slashes.
	Name string
	// Named says that an argument names the file itself and no directory above it.
	Named bool
	// Err is why the file cannot be read; nil as far as is known.
	Err error

	path  string // "" for the standard input
	input io.Reader
}

// Find lists the files that arguments name, by name and without repetitions: files,
// directories, patterns (*, ?, [a-z], and ** for directories at any depth), and - for
// input. What names nothing cannot be read; if no argument names anything, or if one makes
// no sense, that is the error.
func Find(args []string, input io.Reader) ([]Source, error) {
	seen := map[string]bool{}
	var out []Source
	add := func(s Source) {
		if !seen[s.Name] {
			seen[s.Name] = true
			out = append(out, s)
		}
	}
	var missing *nothing
	some := false
	for _, arg := range args {
		if arg == "-" {
			add(Source{Name: Stdin, Named: true, input: input})
			some = true
			continue
		}
		found, err := expand(arg)
		switch {
		case err == nil:
			some = true
		case errors.As(err, &missing):
			found = []Source{of(arg, true, err)}
		default:
			return nil, err
		}
		for _, s := range found {
			add(s)
		}
	}
	if missing != nil && !some {
		return nil, missing
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

// nothing is about an argument that names nothing.
type nothing struct{ error }

// expand is what one argument names.
func expand(arg string) ([]Source, error) {
	if arg == "" {
		return nil, errors.New("the name of a file is empty")
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		return below(arg), nil
	case err == nil:
		return []Source{of(arg, true, nil)}, nil
	case !strings.ContainsAny(arg, "*?["):
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &nothing{named(arg, err)}
		}
		return []Source{of(arg, true, named(arg, err))}, nil
	}
	found, err := glob(arg)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, &nothing{fmt.Errorf("%s: no file matches", arg)}
	}
	return found, nil
}

func of(path string, named bool, err error) Source {
	return Source{Name: Called(path), Named: named, Err: err, path: path}
}

// Called is a path with slashes, as messages have it. They begin with it, and so one that a
// pipeline would take for a command (::error::) begins with the directory it is in.
func Called(path string) string {
	name := filepath.ToSlash(filepath.Clean(path))
	if start := strings.TrimSpace(name); strings.HasPrefix(start, "::") || strings.HasPrefix(start, "##[") {
		return "./" + name
	}
	return name
}

// below are the manifests below a directory.
func below(dir string) []Source {
	var out []Source
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			out = append(out, of(path, false, named(path, err)))
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
		case path != dir && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir() && manifest(path):
			if s, ok := entry(path, d); ok {
				out = append(out, s)
			}
		}
		return nil
	})
	return out
}

// entry is a file of a directory, unless it is no file: a pipe would never end.
func entry(path string, d fs.DirEntry) (Source, bool) {
	if d.Type().IsRegular() {
		return of(path, false, nil), true
	}
	info, err := os.Stat(path)
	if err != nil {
		return of(path, false, named(path, err)), true
	}
	return of(path, false, nil), info.Mode().IsRegular()
}

func manifest(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path))
}

// glob are the files that a pattern matches. A directory that matches stands for what
// is below it.
func glob(pattern string) ([]Source, error) {
	pattern = filepath.ToSlash(pattern)
	if _, err := filepath.Match(strings.ReplaceAll(pattern, "**", "*"), ""); err != nil {
		return nil, fmt.Errorf("%s: this pattern cannot be read", pattern)
	}
	if !strings.Contains(pattern, "**") {
		paths, _ := filepath.Glob(filepath.FromSlash(pattern))
		var out []Source
		for _, path := range paths {
			more, err := expand(path)
			if err != nil {
				out = append(out, of(path, true, err))
			}
			out = append(out, more...)
		}
		return out, nil
	}
	fixed := pattern[:strings.IndexAny(pattern, "*?[")]
	root := "."
	if i := strings.LastIndexByte(fixed, '/'); i >= 0 {
		root = fixed[:i+1]
	}
	return slices.DeleteFunc(below(filepath.FromSlash(root)), func(s Source) bool { return !Match(pattern, s.Name) }), nil
}

// Match says whether a pattern means a path with slashes: ** is any number of
// directories, the rest as in path/filepath. A pattern that means a directory means
// what is below it.
func Match(pattern, name string) bool {
	return match(parts(pattern), parts(name))
}

func parts(path string) []string {
	return strings.Split(strings.TrimPrefix(filepath.ToSlash(filepath.Clean(path)), "./"), "/")
}

func match(pattern, name []string) bool {
	for i, p := range pattern {
		if p == "**" {
			for j := i; j <= len(name); j++ {
				if match(pattern[i+1:], name[j:]) {
					return true
				}
			}
			return false
		}
		if i >= len(name) {
			return false
		}
		if ok, err := filepath.Match(p, name[i]); err != nil || !ok {
			return false
		}
	}
	return true
}

// Read reads the file, and not more of it than the decoder takes.
func (s *Source) Read() (string, error) { return s.ReadBy(new(bytes.Buffer)) }

// ReadBy is Read, by way of a buffer whose memory serves for many files.
func (s *Source) ReadBy(content *bytes.Buffer) (string, error) {
	if s.Err != nil {
		return "", s.Err
	}
	r := s.input
	content.Reset()
	if s.path != "" {
		file, err := os.Open(s.path)
		if err != nil {
			return "", named(s.path, err)
		}
		defer func() { _ = file.Close() }()
		r = file
		if info, err := file.Stat(); err == nil && info.Size() <= decode.MaxFileBytes {
			content.Grow(int(info.Size()) + bytes.MinRead) // so that it need not grow
		}
	}
	if _, err := content.ReadFrom(io.LimitReader(r, decode.MaxFileBytes+1)); err != nil {
		return "", named(s.Name, err)
	}
	return content.String(), nil
}

// Again says whether it can be read a second time.
func (s *Source) Again() bool { return s.path != "" }

// named says which file and what, without the system call's name.
func named(path string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Text is a source that holds its text, as if a file of that name did.
func Text(name, text string) Source {
	return Source{Name: name, Named: true, input: strings.NewReader(text)}
}

// ReadFile reads a file that is no source: a configuration, a baseline.
func ReadFile(name string) ([]byte, error) {
	s := of(name, true, nil)
	content, err := s.Read()
	return []byte(content), err
}

// Plain says which file and what, without the system call's name.
func Plain(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", p.Path, p.Err)
	}
	return err
}

package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/internal/lint/outcome"
	"github.com/rollscope/rollscope/internal/lint/source"
)

// readConfig reads the configuration: the file named, or the one that is found here or
// above.
func (l *run) readConfig(name string) (*config.Config, error) {
	if name == "" {
		if name = findConfig(); name == "" {
			return config.Default(), nil
		}
	}
	content, err := source.ReadFile(name)
	if err != nil {
		return nil, outcome.Failure{Code: outcome.Usage, Err: err, Hint: "without --config, " + config.Name + " is looked for here and above"}
	}
	c, problems := config.Read(filepath.ToSlash(name), content)
	if len(problems) > 0 {
		return nil, l.badConfig(problems)
	}
	return c, nil
}

// findConfig looks for a configuration from here up to the root of the repository; ""
// if there is none.
func findConfig() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for up := ""; ; up = filepath.Join("..", up) {
		at := filepath.Join(dir, up)
		if _, err := os.Stat(filepath.Join(at, config.Name)); err == nil {
			return filepath.Join(up, config.Name)
		}
		if _, err := os.Stat(filepath.Join(at, ".git")); !errors.Is(err, fs.ErrNotExist) || filepath.Dir(at) == at {
			return ""
		}
	}
}

// badConfig prints what is wrong with a configuration.
func (l *run) badConfig(problems []config.Problem) error {
	for _, p := range problems {
		line := fmt.Sprintf("%s:%d:%d: ", p.File, p.At.Line, p.At.Column)
		if p.Path != "" {
			line += p.Path + ": "
		}
		_, _ = fmt.Fprintln(l.host.Err, outcome.Printable(line+p.Message))
		if p.Hint != "" {
			_, _ = fmt.Fprintln(l.host.Err, "    hint: "+outcome.Printable(p.Hint))
		}
	}
	return outcome.Failure{Code: outcome.Usage, Err: errors.New("the configuration cannot be used as it is")}
}

// relativeTo makes paths that are relative to a file relative to here.
func relativeTo(file string, paths []string) []string {
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = path
		if !filepath.IsAbs(path) {
			out[i] = filepath.Join(filepath.Dir(file), path)
		}
	}
	return out
}

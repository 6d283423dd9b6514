// Package outcome is how the commands about lint end when they do not end well.
package outcome

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/policies/rules"
)

// The exit codes.
const (
	Findings = 1 // there are some that fail the run
	Usage    = 2 // wrong usage, or input that cannot be used
	Nothing  = 3 // nothing to work on
)

// Failure ends a command with an exit code.
type Failure struct {
	Code int
	Err  error  // nil where everything was said
	Hint string // what to do about it; "" for nothing to say
}

// Error is what went wrong.
func (f Failure) Error() string {
	if f.Err == nil {
		return fmt.Sprintf("exit code %d", f.Code)
	}
	return f.Err.Error()
}

// Unwrap is Err.
func (f Failure) Unwrap() error { return f.Err }

// Misused is a command called in a way that it does not know.
func Misused(message string) error { return Failure{Code: Usage, Err: errors.New(message)} }

// NoRule says that a name means no rule, and which was probably meant.
func NoRule(all []*rules.Rule, name string) error { return unknown("rule", all, name) }

// Neither says that a name means no rule and no reason code.
func Neither(all []*rules.Rule, name string) error { return unknown("rule or reason code", all, name) }

func unknown(what string, all []*rules.Rule, name string) error {
	hint := "rollscope rules lists them"
	if near := config.Near(all, name); near != "" {
		hint = "did you mean " + near + "?"
	}
	return Failure{Code: Usage, Err: fmt.Errorf("there is no %s %q", what, name), Hint: hint}
}

// Printable escapes what a terminal could act upon, and keeps the lines of a text.
func Printable(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = tree.Printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

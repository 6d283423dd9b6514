package session

import (
	"errors"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
)

// Errors are several errors of one command.
type Errors []error

// Error is one line for each.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, err := range e {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}

// Join is nil for no errors, the error for one, and Errors for several.
func Join(errs []error) error {
	switch len(errs) {
	case 0:
		return nil
	case 1:
		return errs[0]
	}
	return Errors(errs)
}

// Exit ends a command with an exit code and prints nothing more.
type Exit int

// Error names the code.
func (e Exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Text is what kubectl prints for an error before it exits, with a line break
// at its end.
//
// Upstream 1.37: kubectl pkg/cmd/util/helpers.go, checkErr.
func Text(err error) string {
	var exit Exit
	var several Errors
	switch {
	case errors.As(err, &exit):
		return ""
	case errors.As(err, &several):
		lines := make([]string, len(several))
		for i, e := range several {
			lines[i] = message(e)
		}
		return strings.Join(lines, "\n") + "\n"
	}
	if text, ok := invalid(err); ok {
		return text
	}
	text := message(err)
	if _, status := Status(err); !status && !strings.HasPrefix(text, "error: ") {
		text = "error: " + text
	}
	return strings.TrimSuffix(text, "\n") + "\n"
}

// message is an error in the standard form, without "error: " before one of kubectl's own.
func message(err error) string {
	status, ok := Status(err)
	switch {
	case !ok:
		return err.Error()
	case status.Reason == "":
		return "Error from server: " + err.Error()
	}
	return "Error from server (" + status.Reason + "): " + err.Error()
}

// invalid is the text for an object that the API server refused: its kind and
// name, and what is wrong with which field.
func invalid(err error) (string, bool) {
	status, ok := Status(err)
	if !ok || status.Reason != "Invalid" {
		return "", false
	}
	var causes []string
	for _, c := range status.Causes {
		if line := c.Error(); !slices.Contains(causes, line) {
			causes = append(causes, line)
		}
	}
	head := "The request is invalid"
	if subject, _, ok := strings.Cut(status.Message, " is invalid"); ok && len(causes) > 0 {
		kind, name, _ := strings.Cut(subject, " ")
		if kind, _, _ = strings.Cut(kind, "."); name != `""` || kind != "" {
			head = "The " + kind + " " + name + " is invalid"
		}
	}
	switch len(causes) {
	case 0:
		return head + ": " + status.Message + "\n", true
	case 1:
		return head + ": " + causes[0] + "\n", true
	}
	return head + ": \n* " + strings.Join(causes, "\n* ") + "\n", true
}

// sourced is an answer of the API server with what was being done when it came.
type sourced struct {
	status  *core.APIError
	message string
}

// Error is the whole message.
func (e *sourced) Error() string { return e.message }

// Status is the API server's answer if that is what an error is. An error that
// only quotes one is none.
func Status(err error) (*core.APIError, bool) {
	switch err := err.(type) {
	case *core.APIError:
		return err, true
	case *sourced:
		return err.status, true
	}
	return nil, false
}

// AddSource says what was being done with which file when an error came up.
//
// Upstream 1.37: kubectl pkg/cmd/util/helpers.go, AddSourceToErr.
func AddSource(verb, source string, err error) error {
	if source == "" || err == nil {
		return err
	}
	if status, ok := Status(err); ok {
		return &sourced{status, fmt.Sprintf("error when %s %q: %v", verb, source, err)}
	}
	return fmt.Errorf("error when %s %q: %w", verb, source, err)
}

// IsNotFound says whether an error means that the object is not there.
func IsNotFound(err error) bool {
	status, ok := Status(err)
	return ok && status.Reason == "NotFound"
}

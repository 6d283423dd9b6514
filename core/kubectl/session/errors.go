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
	if _, status := err.(*core.APIError); !status && !strings.HasPrefix(text, "error: ") {
		text = "error: " + text
	}
	return strings.TrimSuffix(text, "\n") + "\n"
}

// message is an error in the standard form, without "error: " before one of kubectl's own.
func message(err error) string {
	status, ok := err.(*core.APIError)
	if !ok {
		return err.Error()
	}
	if status.Reason == "" {
		return "Error from server: " + status.Message
	}
	return "Error from server (" + status.Reason + "): " + status.Message
}

// invalid is the text for an object that the API server refused: its kind and
// name, and what is wrong with which field.
func invalid(err error) (string, bool) {
	status, ok := err.(*core.APIError)
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

// AddSource says what was being done with which file when an error came up.
//
// Upstream 1.37: kubectl pkg/cmd/util/helpers.go, AddSourceToErr.
func AddSource(verb, source string, err error) error {
	if source == "" || err == nil {
		return err
	}
	if status, ok := err.(*core.APIError); ok {
		moved := *status
		if moved.Reason != "Invalid" {
			moved.Message = fmt.Sprintf("error when %s %q: %s", verb, source, status.Message)
		}
		return &moved
	}
	return fmt.Errorf("error when %s %q: %w", verb, source, err)
}

// IsNotFound says whether an error means that the object is not there.
func IsNotFound(err error) bool {
	status, ok := err.(*core.APIError)
	return ok && status.Reason == "NotFound"
}

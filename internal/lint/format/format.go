// Package format writes what a lint run found: for people, for editors, for build
// servers. Text of manifests is data in all of them: it steers no terminal, leaves no
// attribute and begins no line.
package format

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/answer"
	"github.com/rollscope/rollscope/policies/rules"
)

// Options say how to write.
type Options struct {
	Language reason.Language
	// Version is that of the program.
	Version string
	// Colours and Links are for terminals that have them.
	Colours, Links bool
	// FailOn is the severity from which on a finding is a failed test, to formats that
	// know tests.
	FailOn string
	// Brief leaves out the summary of text.
	Brief bool
}

// formats are the formats by name.
var formats = map[string]func(w io.Writer, r *lint.Report, o Options) error{
	"text":       text,
	"json":       asJSON,
	"sarif":      asSARIF,
	"junit":      junit,
	"github":     github,
	"gitlab":     gitlab,
	"checkstyle": checkstyle,
	"tap":        tap,
}

// Names are the names of the formats, in order.
func Names() []string {
	var out []string
	for name := range formats {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// Write writes a report in a format. The error is about a format that is not there, or
// about w.
func Write(w io.Writer, name string, r *lint.Report, o Options) error {
	write := formats[name]
	if write == nil {
		return fmt.Errorf("there is no format %q; there are %s", name, strings.Join(Names(), ", "))
	}
	return write(w, r, o)
}

// words are the sentences of a finding in the language asked for.
func (o Options) words(f *rules.Finding) rules.Text {
	return answer.Words(o.Language, f.English, f.Chinese)
}

func asJSON(w io.Writer, r *lint.Report, o Options) error {
	return answer.Write(w, r, o.Language)
}

package format

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/answer"
	"github.com/rollscope/rollscope/policies/rules"
)

// github writes commands of GitHub's workflows, which become annotations of the diff.
func github(w io.Writer, r *lint.Report, o Options) error {
	b := bufio.NewWriter(w)
	commands := map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Info: "notice"}
	for _, f := range r.Shown() {
		_, _ = fmt.Fprintf(b, "::%s ", commands[f.Severity])
		if f.File != "" {
			_, _ = fmt.Fprintf(b, "file=%s,line=%d,col=%d,", property(f.File), f.Start.Line, f.Start.Column)
			if f.End.Line == f.Start.Line {
				_, _ = fmt.Fprintf(b, "endLine=%d,endColumn=%d,", f.End.Line, f.End.Column)
			}
		}
		_, _ = fmt.Fprintf(b, "title=%s::%s\n", property(f.Rule+" "+f.Slug), command(sentence(o.words(f.Finding))))
	}
	if !o.Brief {
		_, _ = fmt.Fprintln(b, o.frame().summary(r))
	}
	return b.Flush()
}

// command escapes the text of a workflow command.
func command(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(tree.Printable(text))
}

// property escapes a property of a workflow command.
func property(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(command(text))
}

// gitlab writes a code quality report.
func gitlab(w io.Writer, r *lint.Report, o Options) error {
	type lines struct {
		Begin int `json:"begin"`
	}
	type location struct {
		Path  string `json:"path"`
		Lines lines  `json:"lines"`
	}
	type issue struct {
		Description string   `json:"description"`
		CheckName   string   `json:"check_name"`
		Fingerprint string   `json:"fingerprint"`
		Severity    string   `json:"severity"`
		Location    location `json:"location"`
	}
	severity := map[rules.Severity]string{rules.Error: "major", rules.Warning: "minor", rules.Info: "info"}
	out := []issue{}
	for _, f := range r.Shown() {
		out = append(out, issue{
			f.Rule + ": " + sentence(o.words(f.Finding)), f.Rule + "/" + f.Slug, f.Fingerprint,
			severity[f.Severity],
			location{fileName(&f), lines{max(f.Start.Line, 1)}},
		})
	}
	return answer.JSON(w, out)
}

// tap writes the Test Anything Protocol, version 13.
func tap(w io.Writer, r *lint.Report, o Options) error {
	b := bufio.NewWriter(w)
	shown := r.Shown()
	_, _ = fmt.Fprintf(b, "TAP version 13\n1..%d\n", len(shown)+1)
	_, _ = fmt.Fprintf(b, "ok 1 - %s\n", name(o.frame().summary(r)))
	for i := range shown {
		f := &shown[i]
		words := o.words(f.Finding)
		verdict := "ok"
		if lint.Reaches(f.Severity, o.FailOn) {
			verdict = "not ok"
		}
		_, _ = fmt.Fprintf(b, "%s %d - %s\n  ---\n", verdict, i+2, name(f.Rule+" "+f.Slug+" "+where(f)))
		for _, entry := range [...][2]string{
			{"message", words.Message}, {"severity", string(f.Severity)}, {"fix", words.Fix}, {"file", f.File}, {"path", f.Path},
		} {
			_, _ = fmt.Fprintf(b, "  %s: %s\n", entry[0], quoted(entry[1]))
		}
		_, _ = fmt.Fprintf(b, "  line: %s\n  column: %s\n  ...\n", strconv.Itoa(f.Start.Line), strconv.Itoa(f.Start.Column))
	}
	return b.Flush()
}

// name keeps text from being a directive of TAP.
func name(text string) string {
	return strings.ReplaceAll(tree.Printable(text), "#", `\#`)
}

// quoted is text as JSON has it, which is YAML too.
func quoted(text string) string {
	out, _ := json.Marshal(text)
	return answer.Escaped(string(out))
}

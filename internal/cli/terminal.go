package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/internal/jsontext"
)

// terminal says whether a writer is one.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && terminalFile(f)
}

func terminalFile(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// results are where results go if that is no terminal. A result that was not written,
// on a full disk for example, must not look like one that was.
type results struct {
	io.Writer
	err error // the first in writing
}

// Write writes, and keeps the error.
func (r *results) Write(b []byte) (int, error) {
	n, err := r.Writer.Write(b)
	if err != nil && r.err == nil {
		r.err = plainError(err)
	}
	return n, err
}

// colours says whether colours may be used: on a terminal that knows them, unless
// NO_COLOR is set (no-color.org).
func colours(w io.Writer) bool {
	return terminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// The words of plans and answers that are worth a colour; each says all by itself.
var (
	badWords  = []string{"STUCK", "NOT DONE", "BROKEN"}
	goodWords = []string{"done in", "kept"}
)

// paint colours a text for a terminal: what is wrong red, what is fine green.
func paint(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "  no  "):
			lines[i] = "  \x1b[31mno\x1b[0m  " + line[6:]
		case strings.HasPrefix(line, "  ok  "):
			lines[i] = "  \x1b[32mok\x1b[0m  " + line[6:]
		case !strings.HasPrefix(line, " ") || strings.HasPrefix(line, "  gate "):
			for _, word := range badWords {
				line = strings.Replace(line, word, "\x1b[1;31m"+word+"\x1b[0m", 1)
			}
			for _, word := range goodWords {
				line = strings.Replace(line, word, "\x1b[32m"+word+"\x1b[0m", 1)
			}
			lines[i] = line
		}
	}
	return strings.Join(lines, "\n")
}

// printText writes a text, with colours where they are wanted.
func printText(w io.Writer, text string) error {
	if colours(w) {
		text = paint(text)
	}
	_, err := io.WriteString(w, text)
	return err
}

// printJSON writes a value as JSON.
func printJSON(w io.Writer, v any) error { return jsontext.Write(w, v) }

// progress shows on a terminal what a long run is at; elsewhere nothing.
type progress struct {
	w     io.Writer
	from  time.Time
	shown bool
}

// progressOn shows progress only where the writer is a terminal.
func progressOn(w io.Writer) progress {
	if terminal(w) {
		return progress{w: w, from: time.Now()}
	}
	return progress{}
}

// show writes one line over the last, once a run has taken a second.
func (p *progress) show(text string) {
	if p.w == nil || time.Since(p.from) < time.Second {
		return
	}
	p.shown = true
	_, _ = fmt.Fprintf(p.w, "\r\x1b[K%s", session.Clean(text))
}

// done takes the line away.
func (p *progress) done() {
	if p.shown {
		p.shown = false
		_, _ = fmt.Fprint(p.w, "\r\x1b[K")
	}
}

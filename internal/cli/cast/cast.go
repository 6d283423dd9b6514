// Package cast records what goes to a terminal.
package cast

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/charmbracelet/x/term"
)

// Cast writes what goes to a terminal to an asciicast file too (version 2 of
// asciinema's format), with the time of each piece.
type Cast struct {
	*os.File // the terminal
	file     io.WriteCloser
	from     time.Time
	err      error // of writing the file; the terminal goes on
}

// Begin begins a recording of a terminal in a new file.
func Begin(name string, out io.Writer) (*Cast, error) {
	screen, ok := out.(*os.File)
	if !ok {
		return nil, errors.New("only a terminal can be recorded")
	}
	width, height, err := term.GetSize(screen.Fd())
	if err != nil || width <= 0 || height <= 0 {
		width, height = 80, 24
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	c := &Cast{File: screen, file: file, from: time.Now()}
	_, c.err = fmt.Fprintf(file, `{"version": 2, "width": %d, "height": %d, "timestamp": %d, "env": {"TERM": "xterm-256color"}}`+"\n", width, height, c.from.Unix())
	return c, nil
}

// Write writes to the terminal and to the file.
func (c *Cast) Write(b []byte) (int, error) {
	if c.err == nil {
		var line []byte
		if line, c.err = json.Marshal([]any{time.Since(c.from).Seconds(), "o", string(b)}); c.err == nil {
			_, c.err = c.file.Write(append(line, '\n'))
		}
	}
	return c.File.Write(b)
}

// Close ends the recording; the terminal stays open.
func (c *Cast) Close() error { return errors.Join(c.err, c.file.Close()) }

// Package shell is a prompt over a simulated cluster.
package shell

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario"
	"github.com/rollscope/rollscope/core/scenario/prompt"
	"github.com/rollscope/rollscope/internal/cli/native"
)

// Shell is a prompt with the session behind it.
type Shell struct {
	Session *scenario.Session
	Out     io.Writer
	// Editor is the command of kubectl edit; none where it is empty.
	Editor []string

	paused func() func() // gives the terminal back for a while; nil for a script
}

// Host is what kubectl has here beside the cluster; the Session is opened with it.
func (s *Shell) Host() kubectl.Host {
	h := native.Host()
	h.Editor = func(text string) (string, error) {
		if len(s.Editor) == 0 {
			return "", errors.New("there is no editor: set EDITOR, or use kubectl patch or kubectl apply")
		}
		if s.paused != nil {
			defer s.paused()()
		}
		return native.Edit(s.Editor, text)
	}
	return h
}

// ReadFile reads a file from the disk, but none that is no plain one: those may wait, and
// have no end.
func ReadFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New(name + " is no file")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, decode.MaxFileBytes+1))
}

// ErrFailed says that a line of a script failed; what went wrong was printed.
var ErrFailed = errors.New("a command failed")

// Script runs lines up to the first that fails.
func (s *Shell) Script(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines.Text()), "$ "))
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if done, failed := s.line(line); failed {
			return ErrFailed
		} else if done {
			return nil
		}
	}
	return lines.Err()
}

// Interactive reads lines with history and completion.
func (s *Shell) Interactive(in *os.File) error {
	old, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer func() { _ = term.Restore(int(in.Fd()), old) }()
	s.paused = func() func() {
		_ = term.Restore(int(in.Fd()), old)
		return func() { _, _ = term.MakeRaw(int(in.Fd())) }
	}
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, s.Out}, "")
	s.Out = t
	if w, h, err := term.GetSize(int(in.Fd())); err == nil && w > 0 {
		_ = t.SetSize(w, h)
	}
	t.AutoCompleteCallback = s.complete
	for {
		t.SetPrompt(s.prompt())
		line, err := t.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case strings.TrimSpace(line) == "":
			continue
		}
		if done, _ := s.line(strings.TrimSpace(line)); done {
			return nil
		}
	}
}

// prompt says where and when one is.
func (s *Shell) prompt() string {
	at := s.Session.Cluster().Now().String()
	if b := s.Session.Branch(); b != "main" {
		at = b + " " + at
	}
	return at + " $ "
}

// line runs one line; done says that the user leaves.
func (s *Shell) line(line string) (done, failed bool) {
	switch line {
	case "exit", "quit":
		return true, false
	case "help":
		_, _ = io.WriteString(s.Out, prompt.Help())
		return false, false
	}
	out := s.Session.Do(prompt.Line(line))
	_, _ = io.WriteString(s.Out, out.Output)
	return false, out.Failed
}

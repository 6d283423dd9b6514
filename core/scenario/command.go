package scenario

import (
	"errors"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/scenario/progress"
)

// command is one of the verbs that a scenario knows beside kubectl. It returns
// what it prints.
type command struct {
	name  string
	usage string
	run   func(s *Session, args []string) (string, error)
}

// commands are the verbs in the order of the documentation.
var commands = []command{
	{"advance", "advance 90s [--always 'COND']...", (*Session).advance},
	{"until", "until COND [--within 10m]", (*Session).until},
	{"step", "step [N]", (*Session).step},
	{"seek", "seek 30s", (*Session).seek},
	{"back", "back [N]", (*Session).back},
	{"fork", "fork NAME", (*Session).fork},
	{"switch", "switch NAME", (*Session).switchTo},
	{"break", "break node/NAME [--silent|--not-ready|--pressure memory|disk|pid], break pod/NAME --phase Failed|Succeeded, break pod --on NODE --not-ready", (*Session).breakThing},
	{"mend", "mend node/NAME", (*Session).mend},
	{"image", "image IMAGE [pull=5s] [start=1s] [ready-after=3s] [stop=2s] [never-ready] [pull-fails] [fails] [crash-after=10s] [exit=0] [only-on=NODE]", (*Session).image},
	{"path", "path PATH absent|Directory|File|Socket|CharDevice|BlockDevice [only-on=NODE]", (*Session).path},
	{"client", "client qps=20 burst=30, client unlimited", (*Session).client},
	{"timeline", "timeline [--since 10s]", (*Session).timeline},
	{"why", "why node/NAME [ds/NAME], why ds/NAME", (*Session).why},
	{"expect", "expect ds/NAME FIELD=N..., expect node/NAME pods=TAG/STATE,..., expect pods ds/NAME TAG/STATE=N..., expect revisions ds/NAME N,..., " +
		"expect rollout-status ds/NAME TEXT, expect pending [node/NAME] TEXT, expect output TEXT, expect [no] event TEXT, expect deletes|creates>=N [--since 10s]", (*Session).expect},
}

// Commands are the verbs that a scenario knows beside kubectl, each with how it
// is used.
func Commands() []string {
	var out []string
	for _, c := range commands {
		out = append(out, c.usage)
	}
	return out
}

// Do runs one command, from the scenario or from a prompt.
func (s *Session) Do(line string) Outcome {
	c := s.Cluster()
	out := Outcome{From: c.Now(), FirstEvent: c.Emitted()}
	s.news = &progress.News{}
	out.Output, out.Failed = s.do(line)
	out.Output = session.Clean(out.Output)
	c = s.Cluster()
	out.To, out.LastEvent, out.Branch = c.Now(), c.Emitted(), s.branch
	return out
}

func (s *Session) do(line string) (output string, failed bool) {
	args, err := kubectl.Split(line)
	if err == nil && len(args) == 0 {
		err = errors.New("there is no command")
	}
	if err != nil {
		return "error: " + err.Error() + "\n", true
	}
	if args[0] == "kubectl" {
		return s.kubectl(args[1:])
	}
	cmd, err := find(args[0])
	if err == nil {
		output, err = cmd.run(s, args[1:])
	}
	if cmd.name != "expect" {
		s.last = output
	}
	if err == nil {
		return output, false
	}
	if _, ok := errors.AsType[usageError](err); ok {
		output += "error: " + err.Error() + "\nusage: " + strings.ReplaceAll(cmd.usage, ", "+cmd.name+" ", "\n       "+cmd.name+" ") + "\n"
	} else {
		output += "error: " + err.Error() + "\n"
	}
	if cmd.name != "expect" {
		s.last = output
	}
	return output, true
}

// kubectl runs a kubectl command. -f reads a file of the archive, or else one of the host.
func (s *Session) kubectl(args []string) (output string, failed bool) {
	c := s.Cluster()
	stop := func() bool { return c.Emitted() > s.options.MaxEvents || c.Now() > s.options.MaxTime }
	r := s.parts.Kubectl(c, kubectl.Env{Docs: s.options.Docs, ReadFile: s.readFile, Stop: stop, Host: s.options.Host}, args)
	s.last = r.Transcript
	return r.Transcript, r.Exit != 0
}

func (s *Session) readFile(name string) ([]byte, error) {
	content, ok := s.file.Manifest(name)
	if !ok && s.options.ReadFile != nil {
		return s.options.ReadFile(name)
	}
	if !ok {
		return nil, fmt.Errorf("the scenario has no file %q", name)
	}
	return content, nil
}

// find finds a command by its name.
func find(name string) (command, error) {
	known := []string{"kubectl"}
	for _, c := range commands {
		if c.name == name {
			return c, nil
		}
		known = append(known, c.name)
	}
	return command{}, unknownWord("command", name, known)
}

// usageError is a command called in a way that it does not know; its usage is
// printed with it.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

func wrong(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// flags takes the flags of a command apart: values by flag, in order, and the
// other words. Flags in valued take a value, as --flag VALUE or --flag=VALUE.
func flags(args []string, valued, plain []string) (words []string, values map[string][]string, err error) {
	values = map[string][]string{}
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if !strings.HasPrefix(name, "--") {
			words = append(words, args[i])
			continue
		}
		switch {
		case contains(plain, name) && !joined:
			values[name] = append(values[name], "")
		case contains(valued, name) && joined:
			values[name] = append(values[name], value)
		case contains(valued, name) && i+1 < len(args):
			i++
			values[name] = append(values[name], args[i])
		case contains(valued, name):
			return nil, nil, wrong("%s needs a value", name)
		default:
			return nil, nil, wrong("unknown flag %s", name)
		}
	}
	return words, values, nil
}

func contains(list []string, word string) bool {
	return slices.Contains(list, word)
}

// onlyValue is the value of a flag that may be given once; "" where it is not given.
func onlyValue(values map[string][]string, flag string) (string, error) {
	switch v := values[flag]; len(v) {
	case 0:
		return "", nil
	case 1:
		return v[0], nil
	}
	return "", wrong("%s is given twice", flag)
}

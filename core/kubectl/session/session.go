// Package session is what all kubectl commands share: the cluster they talk to,
// where their output goes, how they find objects, read manifests and tell errors.
package session

import (
	"strings"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fielddoc"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/flag"
)

// Env is what a command can reach outside the cluster.
type Env struct {
	// ReadFile reads a manifest; the name "-" is the standard input. It is nil
	// where there are no files.
	ReadFile func(name string) ([]byte, error)
	// ReadDir lists the files of a directory, with -R those below it too, by
	// names that ReadFile takes. It fails for a name that is no directory, and is
	// nil where there are none.
	ReadDir func(name string, recursive bool) ([]string, error)
	// Docs are the texts of kubectl explain; "" is those that the program carries.
	Docs fielddoc.Texts
	// Namespace is the one that commands work in without -n; "" is default.
	Namespace string
	Host
	// Stop says that commands have to give up waiting, because what they run in has
	// reached a limit of its own. It is asked after each event; nil is never.
	Stop func() bool
}

// Session is one command under way.
type Session struct {
	Cluster   *core.Cluster
	Env       Env
	Namespace string // where the command works
	// Explicit says that the namespace was given on the command line.
	Explicit bool

	out, err, both strings.Builder
}

// New begins a command.
func New(c *core.Cluster, env Env) *Session {
	s := &Session{Cluster: c, Env: env, Namespace: env.Namespace}
	if s.Namespace == "" {
		s.Namespace = "default"
	}
	return s
}

// Out writes to the standard output.
func (s *Session) Out(text string) {
	text = Clean(text)
	s.out.WriteString(text)
	s.both.WriteString(text)
}

// Outf writes a line to the standard output.
func (s *Session) Outf(format string, args ...any) { s.Out(fmt.Sprintf(format, args...) + "\n") }

// Err writes to the standard error.
func (s *Session) Err(text string) {
	text = Clean(text)
	s.err.WriteString(text)
	s.both.WriteString(text)
}

// Errf writes a line to the standard error.
func (s *Session) Errf(format string, args ...any) { s.Err(fmt.Sprintf(format, args...) + "\n") }

// Warn passes on a warning of the API server.
func (s *Session) Warn(format string, args ...any) { s.Errf("Warning: "+format, args...) }

// Written is what was written so far: to the standard output, to the standard
// error, and both in order.
func (s *Session) Written() (out, err, both string) {
	return s.out.String(), s.err.String(), s.both.String()
}

// Now is the present simulated time to the nanosecond.
func (s *Session) Now() time.Time { return core.Epoch.Add(s.Cluster.Now()) }

// Flags begins the flags of a command with those that every command has.
//
// Upstream 1.37: cli-runtime pkg/genericclioptions/config_flags.go, AddFlags.
func (s *Session) Flags(command string) *flag.Set {
	f := flag.New("kubectl " + command)
	f.Namespace(func(v string) { s.Namespace, s.Explicit = v, true })
	f.Ignored("request-timeout", "v/v", "field-manager", "chunk-size", "cache-dir", "kuberc")
	f.IgnoredBool("warnings-as-errors", "disable-compression", "match-server-version", "record")
	f.Absent("kubeconfig", "context", "cluster", "user", "server/s", "token", "as", "as-group", "as-uid", "as-user-extra",
		"client-certificate", "client-key", "certificate-authority", "insecure-skip-tls-verify", "tls-server-name",
		"username", "password", "profile", "profile-output")
	return f
}

// Clean shows control characters as text, so that nothing a manifest says can
// reach a terminal as a command. Line breaks and tabs stay.
//
// Upstream 1.37: cli-runtime pkg/printers/terminal.go, WriteEscaped.
// Differs: upstream replaces escape and carriage return only.
func Clean(text string) string {
	if !strings.ContainsFunc(text, control) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\r':
			out.WriteString(`\r`)
		case !control(r):
			out.WriteRune(r)
		case r < ' ':
			out.WriteString("^" + string(r+'@'))
		case r == 0x7f:
			out.WriteString("^?")
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.String()
}

// control says whether a terminal might obey a character: the control
// characters, and those that turn the direction of writing.
func control(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 ||
		r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// Package flag reads the flags of a kubectl command line as kubectl does, with
// its words for what is wrong.
//
// Upstream 1.37: github.com/spf13/pflag flag.go; kubectl
// pkg/util/templates/templater.go, flagErrorFunc.
package flag

import (
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// Set is the flags one command takes.
type Set struct {
	command string // such as kubectl rollout status
	flags   []*option
}

// option is one flag.
type option struct {
	name, short string
	absent      bool               // kubectl has it and rollscope does not
	noValue     string             // the value when none is given; "" needs one
	set         func(string) error // nil for absent
	given       bool
}

// New begins the flags of a command, such as "kubectl get".
func New(command string) *Set { return &Set{command: command} }

// Command is the command whose flags these are.
func (s *Set) Command() string { return s.command }

// add declares a flag; its name may have a one-letter name behind a slash: "output/o".
func (s *Set) add(name, noValue string, set func(string) error) {
	long, short, _ := strings.Cut(name, "/")
	s.flags = append(s.flags, &option{name: long, short: short, noValue: noValue, set: set})
}

// String declares a flag with a text.
func (s *Set) String(p *string, name string) {
	s.add(name, "", func(v string) error { *p = v; return nil })
}

// Optional declares a flag with a text that may be left out.
func (s *Set) Optional(p *string, name, noValue string) {
	s.add(name, noValue, func(v string) error { *p = v; return nil })
}

// Bool declares a flag that is true when it is given without a value.
func (s *Set) Bool(p *bool, name string) {
	s.add(name, "true", func(v string) (err error) { *p, err = strconv.ParseBool(v); return err })
}

// Unset declares a flag that is true unless it is given as false, which sets p.
func (s *Set) Unset(p *bool, name string) {
	s.add(name, "true", func(v string) error {
		on, err := strconv.ParseBool(v)
		*p = !on
		return err
	})
}

// Int declares a flag with a whole number.
func (s *Set) Int(p *int, name string) {
	s.add(name, "", func(v string) error {
		i, err := strconv.ParseInt(v, 0, 64)
		*p = int(i)
		return err
	})
}

// Duration declares a flag with a length of time such as 90s.
func (s *Set) Duration(p *time.Duration, name string) {
	s.add(name, "", func(v string) (err error) { *p, err = time.ParseDuration(v); return err })
}

// List declares a flag that may be repeated and takes comma-separated texts.
func (s *Set) List(p *[]string, name string) {
	s.add(name, "", func(v string) error { *p = append(*p, strings.Split(v, ",")...); return nil })
}

// Repeated declares a flag that may be repeated and takes one text each time.
func (s *Set) Repeated(p *[]string, name string) {
	s.add(name, "", func(v string) error { *p = append(*p, v); return nil })
}

// Ignored declares flags that change nothing in a simulated cluster, with a value.
func (s *Set) Ignored(names ...string) {
	for _, name := range names {
		s.add(name, "", func(string) error { return nil })
	}
}

// IgnoredBool declares flags that change nothing and need no value.
func (s *Set) IgnoredBool(names ...string) {
	for _, name := range names {
		s.add(name, "true", func(string) error { return nil })
	}
}

// Absent declares flags that kubectl has and rollscope does not.
func (s *Set) Absent(names ...string) {
	for _, name := range names {
		long, short, _ := strings.Cut(name, "/")
		s.flags = append(s.flags, &option{name: long, short: short, absent: true})
	}
}

// Given says whether a flag was on the command line.
func (s *Set) Given(name string) bool {
	o := s.find(func(o *option) bool { return o.name == name })
	return o != nil && o.given
}

func (s *Set) find(is func(*option) bool) *option {
	for _, o := range s.flags {
		if is(o) {
			return o
		}
	}
	return nil
}

// Ask asks for all flags: Parse answers with their Names.
const Ask = "--help"

// Names are the flags that a command takes, as an error of Parse: long ones, then
// those of one letter. Those that need a value have = behind the long name.
type Names []string

func (n Names) Error() string { return strings.Join(n, " ") }

// names are the flags that do something.
func (s *Set) names() Names {
	var long, short Names
	for _, o := range s.flags {
		if o.absent {
			continue
		}
		name := "--" + o.name
		if o.noValue == "" {
			name += "="
		}
		if long = append(long, name); o.short != "" {
			short = append(short, "-"+o.short)
		}
	}
	return append(long, short...)
}

// Parse reads the flags among args and returns the other words. Flags may stand
// anywhere before a "--".
func (s *Set) Parse(args []string) ([]string, error) {
	var words []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return append(words, args...), nil
		case strings.HasPrefix(arg, "--"):
			rest, err := s.long(arg, args)
			if err != nil {
				return nil, err
			}
			args = rest
		case strings.HasPrefix(arg, "-") && len(arg) > 1:
			rest, err := s.short(arg, args)
			if err != nil {
				return nil, err
			}
			args = rest
		default:
			words = append(words, arg)
		}
	}
	return words, nil
}

// Usage is an error that points at the command's help.
//
// Upstream 1.37: kubectl pkg/cmd/util/helpers.go, UsageErrorf.
func (s *Set) Usage(format string, args ...any) error {
	return fmt.Errorf("%s\nSee '%s -h' for help and examples", fmt.Sprintf(format, args...), s.command)
}

// wrong is an error about the flags themselves.
func (s *Set) wrong(format string, args ...any) error {
	return fmt.Errorf("%s\nSee '%s --help' for usage.", fmt.Sprintf(format, args...), s.command)
}

// long reads --name, --name=value or --name value.
func (s *Set) long(arg string, args []string) ([]string, error) {
	name, value, hasValue := strings.Cut(arg[2:], "=")
	if name == "" || name[0] == '-' {
		return nil, s.wrong("bad flag syntax: %s", arg)
	}
	o := s.find(func(o *option) bool { return o.name == name })
	switch {
	case o == nil && name == "help":
		return nil, s.names()
	case o == nil:
		return nil, s.wrong("unknown flag: --%s", name)
	case o.absent:
		return nil, s.absent("--" + name)
	case hasValue:
	case o.noValue != "":
		value = o.noValue
	case len(args) > 0:
		value, args = args[0], args[1:]
	default:
		return nil, s.wrong("flag needs an argument: %s", arg)
	}
	return args, s.assign(o, value)
}

func (s *Set) absent(flag string) error {
	return fmt.Errorf("rollscope does not have %s %s", s.command, flag)
}

// short reads one-letter flags, of which the last may have a value: -A, -n ns,
// -nns, -n=ns.
func (s *Set) short(arg string, args []string) ([]string, error) {
	for letters := arg[1:]; letters != ""; {
		letter := letters[:1]
		letters = letters[1:]
		o := s.find(func(o *option) bool { return o.short == letter })
		var value string
		switch {
		case o == nil && letter == "h":
			return nil, s.names()
		case o == nil:
			return nil, s.wrong("unknown shorthand flag: '%s' in %s", letter, arg)
		case o.absent:
			return nil, s.absent("-" + letter)
		case len(letters) > 1 && letters[0] == '=':
			value, letters = letters[1:], ""
		case o.noValue != "":
			value = o.noValue
		case letters != "":
			value, letters = letters, ""
		case len(args) > 0:
			value, args = args[0], args[1:]
		default:
			return nil, s.wrong("flag needs an argument: '%s' in %s", letter, arg)
		}
		if err := s.assign(o, value); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// assign gives a flag its value.
func (s *Set) assign(o *option, value string) error {
	o.given = true
	if err := o.set(value); err != nil {
		name := "--" + o.name
		if o.short != "" {
			name = "-" + o.short + ", " + name
		}
		return s.wrong("invalid argument %q for %q flag: %v", value, name, err)
	}
	return nil
}

// Namespace declares -n and --namespace.
func (s *Set) Namespace(set func(string)) {
	s.add("namespace/n", "", func(v string) error { set(v); return nil })
}

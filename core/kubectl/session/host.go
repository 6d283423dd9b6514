package session

import (
	"errors"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Host is what the program around the simulator can do and the simulator cannot:
// a terminal has all of it, a browser nothing. What is nil is refused, and says so.
type Host struct {
	// Editor changes a text as a person does in kubectl edit.
	Editor func(text string) (string, error)
	// Template reads a Go template, and returns what fills it with an object; its
	// errors say what is wrong in kubectl's words, and come with what was written
	// until then.
	Template func(text string, missing bool) (func(object any) (string, error), error)
	// KYAML writes JSON as KYAML.
	KYAML func(json []byte) (string, error)
}

// goTemplate is a printer for a Go template; without missing a key that is not
// there is an error.
//
// Upstream 1.37: cli-runtime pkg/genericclioptions/template_flags.go, ToPrinter.
func (s *Session) goTemplate(name, template string, missing bool) (Printer, error) {
	switch {
	case template == "":
		return nil, errors.New("template format specified but no template given")
	case s.Env.Template == nil:
		return nil, errors.New("rollscope has no Go templates here: -o jsonpath and -o custom-columns work everywhere")
	}
	if name == "templatefile" || name == "go-template-file" {
		if s.Env.ReadFile == nil {
			return nil, fmt.Errorf("error reading --template %s, there are no files", template)
		}
		text, err := s.Env.ReadFile(template)
		if err != nil {
			return nil, fmt.Errorf("error reading --template %s, %w", template, err)
		}
		template = string(text)
	}
	fill, err := s.Env.Template(template, missing)
	if err != nil {
		return nil, fmt.Errorf("error parsing template %s, %w", template, err)
	}
	return func(o tree.Map) (string, error) {
		text, err := fill(o)
		if err != nil {
			s.Out(text)
			return "", err
		}
		return text, nil
	}, nil
}

// kyaml is a printer of KYAML. typed keeps the order of the fields' types, as
// TypedJSON does.
//
// Upstream 1.37: cli-runtime pkg/printers/kyaml.go, KYAMLPrinter.
func (s *Session) kyaml(typed bool) (Printer, error) {
	if s.Env.KYAML == nil {
		return nil, errors.New("rollscope has no KYAML here: -o yaml works everywhere")
	}
	return func(o tree.Map) (string, error) {
		if !typed {
			return s.Env.KYAML(tree.JSON(o))
		}
		value, err := kinds.Typed(o)
		if err != nil {
			return "", err
		}
		return s.Env.KYAML(tree.JSON(value))
	}, nil
}

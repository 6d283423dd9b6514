package plan

import (
	"errors"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/state"
)

// Fault is something that breaks during the rollout.
type Fault struct {
	// Node is the node that breaks. With Pod, it is the daemon pod on that node.
	Node string
	Pod  bool
	// Kind is how the node breaks; Phase is what becomes of the pod, Running
	// standing for a pod that is not ready any more.
	Kind  core.Fault
	Phase state.Phase
	// At is when, after the change; 0 is right before it.
	At state.Time
}

// ParseFault reads what breaks as scenarios write it, with the time behind an @:
//
//	node/n3@40s
//	node/n3@40s --not-ready
//	node/n3 --silent
//	pod --on n3 --phase Failed @1m
//	pod --on n3 --not-ready @1m
//
// Without a time it is broken before the change.
func ParseFault(text string) (Fault, error) {
	f := Fault{}
	words, err := kubectl.Split(text)
	if err != nil {
		return f, err
	}
	if words, f.At, err = takeTime(words); err != nil {
		return f, err
	}
	if len(words) == 0 {
		return f, errors.New("say what breaks, such as node/n3@40s")
	}
	kind, name, _ := strings.Cut(words[0], "/")
	switch {
	case (kind == "node" || kind == "nodes" || kind == "no") && name != "":
		f.Node = name
		return f, f.nodeFlags(words[1:])
	case kind == "pod" && name == "":
		f.Pod = true
		return f, f.podFlags(words[1:])
	}
	return f, fmt.Errorf("%q is neither node/NAME nor pod --on NODE", words[0])
}

// takeTime takes @40s off the words, whether it is a word of its own or the end of one.
func takeTime(words []string) ([]string, state.Time, error) {
	for i, word := range words {
		before, after, found := strings.Cut(word, "@")
		if !found {
			continue
		}
		at, err := time.ParseDuration(after)
		if err != nil || at < 0 {
			return words, 0, fmt.Errorf("@%s is no time such as @40s or @2m30s", after)
		}
		rest := append([]string{}, words[:i]...)
		if before != "" {
			rest = append(rest, before)
		}
		return append(rest, words[i+1:]...), at, nil
	}
	return words, 0, nil
}

func (f *Fault) nodeFlags(words []string) error {
	for _, word := range words {
		switch {
		case word == "--silent" && len(words) == 1:
			f.Kind = core.Silent
		case word == "--not-ready" && len(words) == 1:
			f.Kind = core.NotReady
		default:
			return errors.New("a node breaks as it is, --silent or --not-ready")
		}
	}
	return nil
}

func (f *Fault) podFlags(words []string) error {
	how := ""
	for i := 0; i < len(words); i++ {
		name, value, joined := strings.Cut(words[i], "=")
		if name != "--not-ready" && !joined && i+1 < len(words) {
			i++
			value = words[i]
		}
		switch name {
		case "--on":
			f.Node = value
		case "--phase", "--not-ready":
			if how != "" {
				return errors.New("a pod breaks in one way")
			}
			how = name + value
		default:
			return fmt.Errorf("unknown flag %s", name)
		}
	}
	switch how {
	case "--not-ready":
		f.Phase = state.Running
	case "--phaseFailed":
		f.Phase = state.Failed
	case "--phaseSucceeded":
		f.Phase = state.Succeeded
	default:
		return errors.New("a pod breaks with --phase Failed, --phase Succeeded or --not-ready")
	}
	if f.Node == "" {
		return errors.New("say on which node: pod --on NODE")
	}
	return nil
}

// possible says whether the cluster has what is to break.
func (s *stage) possible(faults []Fault) error {
	for _, f := range faults {
		if _, ok := s.c.Node(f.Node); !ok {
			return fmt.Errorf("there is no node %q that could break", f.Node)
		}
	}
	return nil
}

package kubectl

import (
	"errors"
	"slices"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/flag"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// Flags are the flags that a command takes, such as get or rollout status; those
// that need a value end with =. It is nil for a command that there is not.
func Flags(command ...string) []string {
	var names flag.Names
	if err := run(session.New(nil, Env{}), append(slices.Clone(command), flag.Ask)); !errors.As(err, &names) {
		return nil
	}
	return names
}

// named are the words of a command line that name the command.
func named(args []string) []string {
	verb, rest := session.Word(args)
	if sub, _ := session.Word(rest); verb == "rollout" || verb == "set" {
		return []string{verb, sub}
	}
	return []string{verb}
}

// lacking is the answer to a command of kubectl that is not here: that it is not,
// why, and what tells something similar.
func lacking(name string) error {
	why, hint := "", ""
	switch name {
	case "logs", "attach", "exec", "cp", "port-forward", "debug":
		why, hint = "containers are simulated, nothing runs in them", "kubectl describe pod, kubectl events and why tell what becomes of a pod"
	case "top":
		why, hint = "nothing uses cpu or memory here", "kubectl describe node tells what is requested on a node"
	case "run", "expose":
		why, hint = "it is about more than DaemonSets and their nodes", "kubectl create -f makes a pod of a manifest"
	case "config", "auth", "certificate", "proxy", "cluster-info", "kuberc":
		why = "there is one simulated cluster, and no server to talk to"
	}
	text := fmt.Sprintf("rollscope does not have kubectl %s", name)
	if why != "" {
		text += ": " + why
	}
	if hint != "" {
		text += "\nrollscope: hint: " + hint
	}
	return errors.New(text)
}

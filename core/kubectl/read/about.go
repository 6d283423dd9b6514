package read

import (
	"errors"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/explain"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Explain is kubectl explain.
//
// Upstream 1.37: kubectl pkg/cmd/explain/explain.go.
func Explain(s *session.Session, args []string) error {
	var o explain.Options
	var apiVersion, output string
	f := s.Flags("explain")
	f.Bool(&o.Recursive, "recursive/R")
	f.Int(&o.MaxDepth, "max-depth")
	f.String(&apiVersion, "api-version")
	f.String(&output, "output/o")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	o.Docs = s.Env.Docs
	switch {
	case len(words) == 0:
		return errors.New("You must specify the type of resource to explain. Use \"kubectl api-resources\" for a complete list of supported resources.\n")
	case len(words) > 1:
		return errors.New("We accept only this format: explain RESOURCE\n")
	case o.MaxDepth > 0 && !o.Recursive:
		return errors.New("--max-depth requires --recursive")
	case o.MaxDepth < 0:
		return errors.New("--max-depth must be non-negative")
	case output == "plaintext-openapiv2":
		return errors.New("rollscope does not have kubectl explain -o plaintext-openapiv2")
	case output != "" && output != "plaintext":
		return fmt.Errorf("unrecognized format: %s", output)
	}
	k, path, err := explained(words[0])
	if err != nil {
		return session.Errors{err} // kubectl puts no "error: " before it
	}
	if slices.Contains(path, "") {
		return errors.New("invalid jsonpath syntax, first node must be field node")
	}
	if apiVersion != "" && apiVersion != k.APIVersion() {
		return fmt.Errorf("couldn't find resource for \"%s, Resource=%s\"", apiVersion, k.Plural)
	}
	text, err := explain.Text(k, path, o)
	s.Out(text)
	return err
}

// explained takes a word such as ds.spec.template or daemonsets.apps.spec apart.
func explained(word string) (kinds.Kind, []string, error) {
	parts := strings.Split(strings.TrimSuffix(word, "."), ".")
	k, err := kinds.Lookup(parts[0])
	if err != nil {
		return k, nil, err
	}
	parts = parts[1:]
	if len(parts) > 0 && parts[0] == k.Version {
		parts = parts[1:]
	}
	if group := strings.Split(k.Group, "."); k.Group != "" && strings.HasPrefix(strings.Join(parts, ".")+".", k.Group+".") {
		parts = parts[len(group):]
	}
	return k, parts, nil
}

// modelled is the version of Kubernetes that is modelled, kustomize the version of
// kustomize that its kubectl has within it, as kubectl tells them.
const modelled, kustomize = "v1.37.2", "v5.8.1"

// Version is kubectl version.
//
// Upstream 1.37: kubectl pkg/cmd/version/version.go.
func Version(s *session.Session, args []string) error {
	var client bool
	var output string
	f := s.Flags("version")
	f.Bool(&client, "client")
	f.String(&output, "output/o")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if len(words) > 0 {
		return fmt.Errorf("extra arguments: %v", words)
	}
	version := tree.Map{"gitVersion": modelled, "major": "1", "minor": "37", "platform": "rollscope/simulator"}
	all := tree.Map{"clientVersion": version, "kustomizeVersion": kustomize}
	if !client {
		all["serverVersion"] = version
	}
	switch output {
	case "":
		s.Outf("Client Version: %s\nKustomize Version: %s", modelled, kustomize)
		if !client {
			s.Outf("Server Version: %s", modelled)
		}
	case "json":
		s.Out(strings.ReplaceAll(tree.IndentedJSON(all), "    ", "  "))
	case "yaml":
		s.Out(tree.YAML(all) + "\n")
	default:
		return errors.New("--output must be 'yaml' or 'json'")
	}
	return nil
}

package read

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/kubectl/explain"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
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
	switch {
	case len(words) == 0:
		return errors.New("You must specify the type of resource to explain. Use \"kubectl api-resources\" for a complete list of supported resources.\n")
	case len(words) > 1:
		return errors.New("We accept only this format: explain RESOURCE\n")
	case o.MaxDepth > 0 && !o.Recursive:
		return errors.New("--max-depth requires --recursive")
	case o.MaxDepth < 0:
		return errors.New("--max-depth must be non-negative")
	case output != "" && output != "plaintext":
		return fmt.Errorf("rollscope does not have kubectl explain -o %s", output)
	}
	k, path, err := explained(words[0])
	if err != nil {
		return err
	}
	if apiVersion != "" && apiVersion != k.APIVersion() {
		return fmt.Errorf("couldn't find resource for \"%s, Kind=%s\"", apiVersion, k.Name)
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

// APIResources is kubectl api-resources.
//
// Upstream 1.37: kubectl pkg/cmd/apiresources/apiresources.go.
func APIResources(s *session.Session, args []string) error {
	group, namespaced, output := "", "", ""
	noHeaders := false
	f := s.Flags("api-resources")
	f.String(&group, "api-group")
	f.Optional(&namespaced, "namespaced", "true")
	f.String(&output, "output/o")
	f.Bool(&noHeaders, "no-headers")
	f.Ignored("sort-by")
	f.IgnoredBool("cached")
	f.Absent("verbs", "categories")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if len(words) > 0 {
		return f.Usage("unexpected arguments: %v", words)
	}
	if output != "" && output != "wide" && output != "name" {
		return fmt.Errorf("--output %v is not available", output)
	}
	t := print.Table{Columns: []print.Column{{Name: "Name"}, {Name: "ShortNames"}, {Name: "APIVersion"}, {Name: "Namespaced"},
		{Name: "Kind"}, {Name: "Verbs", Wide: true}, {Name: "Categories", Wide: true}}}
	for _, k := range kinds.All() {
		if f.Given("api-group") && k.Group != group || namespaced != "" && namespaced != strconv.FormatBool(k.Namespaced) {
			continue
		}
		if output == "name" {
			s.Outf("%s", k.Resource())
			continue
		}
		category := ""
		if k.InAll {
			category = "all"
		}
		t.Rows = append(t.Rows, print.Row{Cells: []string{k.Plural, k.Short, k.APIVersion(),
			strconv.FormatBool(k.Namespaced), k.Name, k.Verbs, category}})
	}
	s.Out(t.Text(print.Options{NoHeaders: noHeaders, Wide: output == "wide"}))
	return nil
}

// modelled is the version of Kubernetes that is modelled.
const modelled = "v1.37.2"

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
	all := tree.Map{"clientVersion": version}
	if !client {
		all["serverVersion"] = version
	}
	switch output {
	case "":
		s.Outf("Client Version: %s", modelled)
		if !client {
			s.Outf("Server Version: %s", modelled)
		}
	case "json":
		s.Out(strings.ReplaceAll(tree.IndentedJSON(all), "    ", "  "))
	case "yaml":
		s.Out(tree.YAML(all))
	default:
		return errors.New("--output must be 'yaml' or 'json'")
	}
	return nil
}

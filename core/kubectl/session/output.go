package session

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/tabwriter"
	"github.com/rollscope/rollscope/core/kubectl/jsonpath"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Printer writes objects in the format of -o. A list is an object with items.
type Printer func(object tree.Map) (string, error)

// NewPrinter makes the printer of a format such as yaml or jsonpath={.status}.
//
// Upstream 1.37: cli-runtime pkg/genericclioptions/print_flags.go, ToPrinter.
func (s *Session) NewPrinter(out Output) (Printer, error) {
	format, columns := out.Format, out.Columns
	name, argument, hasArgument := strings.Cut(format, "=")
	if out.Template != "" {
		argument = out.Template
	}
	switch {
	case format == "json" && out.Typed:
		return TypedJSON, nil
	case format == "kyaml":
		return s.kyaml(out.Typed)
	case format == "yaml":
		return yamlDocuments(), nil
	case format == "json":
		return func(o tree.Map) (string, error) { return tree.IndentedJSON(o), nil }, nil
	case format == "name":
		return func(o tree.Map) (string, error) { return names(o), nil }, nil
	case name == "go-template" || name == "go-template-file" || name == "template" || name == "templatefile":
		return s.goTemplate(name, argument, !out.Strict)
	case name == "jsonpath" || name == "jsonpath-as-json" || name == "jsonpath-file":
		return s.jsonPath(name, argument, out.Strict)
	case columns && name == "custom-columns":
		return columnsFrom(argument, out.NoHeaders)
	case columns && name == "custom-columns-file" && hasArgument:
		return s.columnsFile(argument)
	}
	allowed := "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml"
	if columns {
		allowed = "custom-columns,custom-columns-file," + strings.Replace(allowed, ",yaml", ",wide,yaml", 1)
	}
	return nil, fmt.Errorf("unable to match a printer suitable for the output format %q, allowed formats are: %s", format, allowed)
}

// TypedJSON is a Printer of JSON with the fields in the order of their types. The
// commands have it that read objects into types; the others sort the fields.
func TypedJSON(o tree.Map) (string, error) {
	value, err := kinds.Typed(o)
	if err != nil {
		return "", err
	}
	return tree.IndentedJSON(value), nil
}

// yamlDocuments separates every object from the one before.
func yamlDocuments() Printer {
	first := true
	return func(o tree.Map) (string, error) {
		text := tree.YAML(o)
		if !first {
			text = "---\n" + text
		}
		first = false
		return text, nil
	}
}

// Items are the objects of a list, or the object itself.
func Items(o tree.Map) []tree.Map {
	items, ok := o["items"].([]any)
	if !ok || !strings.HasSuffix(tree.Text(o, "kind"), "List") {
		return []tree.Map{o}
	}
	out := make([]tree.Map, 0, len(items))
	for _, i := range items {
		if m, ok := i.(tree.Map); ok {
			out = append(out, m)
		}
	}
	return out
}

func names(o tree.Map) string {
	var out strings.Builder
	for _, item := range Items(o) {
		out.WriteString(NameOf(item) + "\n")
	}
	return out.String()
}

// NameOf is the kind, group and name of an object in a tree: daemonset.apps/x.
func NameOf(o tree.Map) string {
	kind := strings.ToLower(tree.Text(o, "kind"))
	if group, _, ok := strings.Cut(tree.Text(o, "apiVersion"), "/"); ok {
		kind += "." + group
	}
	return kind + "/" + tree.Text(o, "metadata", "name")
}

// jsonPath is a printer for a JSONPath template.
//
// Upstream 1.37: cli-runtime pkg/genericclioptions/jsonpath_flags.go, ToPrinter.
func (s *Session) jsonPath(name, template string, strict bool) (Printer, error) {
	if template == "" {
		return nil, errors.New("template format specified but no template given")
	}
	if name == "jsonpath-file" {
		if s.Env.ReadFile == nil {
			return nil, fmt.Errorf("error reading --template %s, there are no files", template)
		}
		text, err := s.Env.ReadFile(template)
		if err != nil {
			return nil, fmt.Errorf("error reading --template %s, %w", template, err)
		}
		template = string(text)
	}
	t, err := jsonpath.Parse(template)
	if err != nil {
		return nil, fmt.Errorf("error parsing jsonpath %s, %w", template, err)
	}
	return func(o tree.Map) (string, error) {
		fill := t.Text
		if name == "jsonpath-as-json" {
			fill = t.JSON
		}
		text, err := fill(o, strict)
		if err != nil {
			return "", fmt.Errorf("error executing jsonpath %q: Error executing template: %w. Printing more information for debugging the template:\n"+
				"\ttemplate was:\n\t\t%v\n\tobject given to jsonpath engine was:\n\t\t%s\n\n\n", template, err, template, tree.GoSyntax(o))
		}
		return text, nil
	}, nil
}

// column is a column of custom-columns.
type column struct {
	header string
	path   *jsonpath.Template
}

// columnsFrom is a printer for HEADER:path,….
//
// Upstream 1.37: kubectl pkg/cmd/get/customcolumn.go.
func columnsFrom(spec string, noHeaders bool) (Printer, error) {
	if spec == "" {
		return nil, errors.New("custom-columns format specified but no custom columns given")
	}
	var headers, paths []string
	for _, part := range strings.Split(spec, ",") {
		header, path, ok := strings.Cut(part, ":")
		if !ok {
			return nil, fmt.Errorf("unexpected custom-columns spec: %s, expected <header>:<json-path-expr>", part)
		}
		headers, paths = append(headers, header), append(paths, path)
	}
	return columnsPrinter(headers, paths, noHeaders)
}

// columnsFile is a printer for a file with a line of headers and a line of paths.
func (s *Session) columnsFile(name string) (Printer, error) {
	if s.Env.ReadFile == nil {
		return nil, fmt.Errorf("error reading template %s, there are no files", name)
	}
	text, err := s.Env.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("error reading template %s, %w", name, err)
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	second, _, _ := strings.Cut(rest, "\n")
	headers, paths := strings.Fields(first), strings.Fields(second)
	switch {
	case first == "":
		return nil, errors.New("invalid template, missing header line. Expected format is one line of space separated headers, one line of space separated column specs.")
	case rest == "":
		return nil, errors.New("invalid template, missing spec line. Expected format is one line of space separated headers, one line of space separated column specs.")
	case len(headers) != len(paths):
		return nil, fmt.Errorf("number of headers (%d) and field specifications (%d) don't match", len(headers), len(paths))
	}
	return columnsPrinter(headers, paths, false)
}

func columnsPrinter(headers, paths []string, noHeaders bool) (Printer, error) {
	columns := make([]column, len(headers))
	for i, header := range headers {
		path, err := jsonpath.Relaxed(paths[i])
		if err != nil {
			return nil, err
		}
		columns[i].header = header
		if columns[i].path, err = jsonpath.Parse(path); err != nil {
			return nil, err
		}
	}
	return func(o tree.Map) (string, error) {
		var out strings.Builder
		w := tabwriter.NewWriter(&out, 6, 4, 3, ' ', 0)
		if !noHeaders {
			_, _ = w.Write([]byte(strings.Join(headers, "\t") + "\n"))
		}
		for _, item := range Items(o) {
			cells, err := cellsOf(item, columns)
			if err != nil {
				return "", err
			}
			_, _ = w.Write([]byte(strings.Join(cells, "\t") + "\n"))
		}
		_ = w.Flush()
		return out.String(), nil
	}, nil
}

// cellsOf are the cells of one object.
func cellsOf(item tree.Map, columns []column) ([]string, error) {
	cells := make([]string, len(columns))
	for i, c := range columns {
		results, err := c.path.Results(item, false)
		if err != nil {
			return nil, err
		}
		var texts []string
		if len(results) == 0 || len(results[0]) == 0 {
			texts = []string{"<none>"}
		}
		for _, values := range results {
			for _, v := range values {
				texts = append(texts, strings.ReplaceAll(fmt.Sprint(v), "\t", " "))
			}
		}
		cells[i] = strings.Join(texts, ",")
	}
	return cells, nil
}

// List puts objects into a list as kubectl does.
func List(objects []tree.Map) tree.Map {
	items := make([]any, len(objects))
	for i, o := range objects {
		items[i] = o
	}
	return tree.Map{"apiVersion": "v1", "kind": "List", "metadata": tree.Map{"resourceVersion": ""}, "items": items}
}

// Results writes what became of objects: a line for each, or with -o the objects.
type Results struct {
	session *Session
	format  string
	printer Printer
	dryRun  DryRun
	// unmarked says that a dry run is not mentioned.
	unmarked bool
}

// DryRun says how far a command goes.
type DryRun uint8

// How far a command goes: to the end, only to the client, or to the API server
// and back without keeping anything.
const (
	NoDryRun DryRun = iota
	ClientDryRun
	ServerDryRun
)

// ParseDryRun reads the value of --dry-run.
//
// Upstream 1.37: kubectl pkg/cmd/util/helpers.go, GetDryRunStrategy.
func ParseDryRun(value string) (DryRun, error) {
	switch value {
	case "", "none", "false":
		return NoDryRun, nil
	case "client", "true", "unchanged":
		return ClientDryRun, nil
	case "server":
		return ServerDryRun, nil
	}
	return NoDryRun, fmt.Errorf(`Invalid dry-run value (%v). Must be "none", "server", or "client".`, value)
}

// NewResults makes a writer of results.
func (s *Session) NewResults(o Output) (*Results, error) {
	how, err := ParseDryRun(o.DryRun)
	if err != nil {
		return nil, err
	}
	r := &Results{session: s, format: o.Complete(), dryRun: how, unmarked: o.Unmarked}
	if o.Format != "" {
		if r.printer, err = s.NewPrinter(o); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// DryRun is how far the command goes.
func (r *Results) DryRun() DryRun { return r.dryRun }

// Objects says that -o asks for the objects and not for a line about each.
func (r *Results) Objects() bool { return r.format != "" && r.format != "name" }

// Object writes the result for one object, such as "created".
func (r *Results) Object(o tree.Map, operation string) error {
	if r.printer == nil {
		r.line(NameOf(o), operation)
		return nil
	}
	text, err := r.printer(o)
	if err != nil {
		return err
	}
	r.session.Out(text)
	return nil
}

// Result writes the result for an object of the cluster.
func (r *Results) Result(o kinds.Object, operation string) error {
	if r.printer == nil {
		r.line(o.String(), operation)
		return nil
	}
	return r.Object(kinds.Shown(r.session.Cluster, []kinds.Object{o})[0], operation)
}

// Made writes the result for an object that was created.
func (r *Results) Made(m Made, operation string) error {
	if m.manifest != nil {
		return r.Object(m.manifest, operation)
	}
	return r.Result(m.object, operation)
}

// line writes what became of the object of that name.
func (r *Results) line(name, operation string) {
	switch {
	case r.unmarked:
	case r.dryRun == ClientDryRun:
		operation += " (dry run)"
	case r.dryRun == ServerDryRun:
		operation += " (server dry run)"
	}
	r.session.Outf("%s %s", name, operation)
}

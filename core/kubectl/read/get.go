// Package read has the kubectl commands that show objects and change nothing:
// get, describe, events, explain, api-resources, version.
package read

import (
	"errors"
	"sort"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/flag"
	"github.com/rollscope/rollscope/core/kubectl/jsonpath"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// getter is one kubectl get.
type getter struct {
	*session.Session
	sel            session.Selection
	output         string // -o
	format         session.Output
	sortBy         string
	table          print.Options
	ignoreNotFound bool
	watch, only    bool
	events         bool // --output-watch-events
}

// Get is kubectl get.
//
// Upstream 1.37: kubectl pkg/cmd/get/get.go.
func Get(s *session.Session, args []string) error {
	g := &getter{Session: s}
	g.sel.Everything = true
	f := s.Flags("get")
	g.flags(f)
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if err := g.check(f, words); err != nil {
		return err
	}
	var printer session.Printer
	if g.output != "" && g.output != "wide" {
		if printer, err = s.NewPrinter(g.format); err != nil {
			return err
		}
	}
	if g.watch || g.only {
		g.sel.OneType = true
	}
	found, err := s.Find(g.sel, words)
	if err != nil {
		return err
	}
	objects, errs := g.objects(found)
	switch {
	case g.watch || g.only:
		if len(errs) > 0 {
			return session.Join(errs)
		}
		return g.follow(found, objects, printer)
	case printer != nil:
		return g.generic(found.Single, objects, errs, printer)
	}
	return g.human(objects, errs)
}

func (g *getter) flags(f *flag.Set) {
	f.List(&g.sel.Files.Names, "filename/f")
	f.Bool(&g.sel.Files.Recursive, "recursive/R")
	f.String(&g.sel.Labels, "selector/l")
	f.String(&g.sel.Fields, "field-selector")
	f.Bool(&g.sel.AllNamespaces, "all-namespaces/A")
	g.format.Flags(f)
	f.String(&g.sortBy, "sort-by")
	f.Bool(&g.table.NoHeaders, "no-headers")
	f.Bool(&g.table.ShowLabels, "show-labels")
	f.List(&g.table.Labels, "label-columns/L")
	f.Bool(&g.ignoreNotFound, "ignore-not-found")
	f.Bool(&g.watch, "watch/w")
	f.Bool(&g.only, "watch-only")
	f.Bool(&g.events, "output-watch-events")
	f.IgnoredBool("show-kind", "server-print")
	f.Absent("raw", "subresource", "kustomize/k")
}

// check tells what does not go together or is missing.
func (g *getter) check(f *flag.Set, words []string) error {
	g.output = g.format.Complete()
	g.format.Columns, g.format.NoHeaders = true, g.table.NoHeaders
	name, _, _ := strings.Cut(g.output, "=")
	switch {
	case len(words) == 0 && len(g.sel.Files.Names) == 0 && !g.watch && !g.only:
		g.Err("You must specify the type of resource to get. Use \"kubectl api-resources\" for a complete list of supported resources.\n\n")
		return fmt.Errorf("Required resource not specified.\nUse \"kubectl explain <resource>\" for a detailed description of that resource (e.g. kubectl explain pods).\nSee 'kubectl get -h' for help and examples")
	case g.table.ShowLabels && g.output != "" && g.output != "wide":
		return fmt.Errorf("--show-labels option cannot be used with %s printer", g.output)
	case len(g.table.Labels) > 0 && strings.HasPrefix(name, "custom-columns"):
		return fmt.Errorf("--label-columns option cannot be used with %s printer", g.output)
	case g.events && !g.watch && !g.only:
		return errors.New("--output-watch-events option can only be used with --watch or --watch-only")
	}
	g.table.Wide = g.output == "wide"
	if f.Given("show-kind") {
		g.table.Kind = "yes"
	}
	return nil
}

// objects are the objects found, as they are now, and what went wrong with others.
func (g *getter) objects(found session.Found) ([]kinds.Object, []error) {
	errs := found.Errs
	var out []kinds.Object
	for _, t := range found.Targets {
		if t.Listed != nil {
			out = append(out, *t.Listed)
			continue
		}
		o, err := g.Object(t)
		switch {
		case err == nil:
			out = append(out, o)
		case !g.ignoreNotFound || !session.IsNotFound(err):
			errs = append(errs, err)
		}
	}
	return out, errs
}

// generic shows objects in the format of -o.
func (g *getter) generic(single bool, objects []kinds.Object, errs []error, printer session.Printer) error {
	if single && len(errs) > 0 {
		return session.Join(errs)
	}
	if len(objects) == 0 && g.ignoreNotFound {
		return session.Join(errs)
	}
	trees := kinds.Shown(g.Cluster, objects)
	var shown tree.Map
	if single && len(trees) == 1 {
		shown = trees[0]
	} else {
		if err := g.sort(len(trees), func(i int) tree.Map { return trees[i] }, func(order []int) {
			sorted := make([]tree.Map, len(order))
			for i, j := range order {
				sorted[i] = trees[j]
			}
			trees = sorted
		}); err != nil {
			return err
		}
		shown = session.List(trees)
	}
	text, err := printer(shown)
	if err != nil {
		return err
	}
	g.Out(text)
	return session.Join(errs)
}

// sort works out the order that --sort-by asks for and hands it on.
//
// Upstream 1.37: kubectl pkg/cmd/get/sorter.go.
func (g *getter) sort(n int, at func(int) tree.Map, arrange func(order []int)) error {
	if g.sortBy == "" || n == 0 {
		return nil
	}
	path, err := jsonpath.Relaxed(g.sortBy)
	if err != nil {
		return err
	}
	t, err := jsonpath.Parse(path)
	if err != nil {
		return fmt.Errorf("sorting error: %w", err)
	}
	values := make([]any, n)
	missing := make([]bool, n)
	found := false
	for i := range n {
		results, err := t.Results(at(i), false)
		if err != nil {
			return err
		}
		if missing[i] = len(results) == 0 || len(results[0]) == 0; !missing[i] {
			values[i] = results[0][0]
			found = true
		}
	}
	if !found {
		return fmt.Errorf("couldn't find any field with path %q in the list of objects", path)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var failure error
	sort.Slice(order, func(i, j int) bool { // not stable, as upstream
		a, b := order[i], order[j]
		if missing[a] || missing[b] {
			return missing[a]
		}
		less, err := jsonpath.Less(values[a], values[b])
		if err != nil {
			failure = fmt.Errorf("Field %s in []interface {} is an unsortable type: interface, err: %w", path, err)
		}
		return less
	})
	if failure != nil {
		return failure
	}
	arrange(order)
	return nil
}

// human shows objects in tables, one for each kind.
func (g *getter) human(objects []kinds.Object, errs []error) error {
	mixed := false
	for _, o := range objects {
		mixed = mixed || o.Kind.Name != objects[0].Kind.Name
	}
	var trees []tree.Map
	if g.sortBy != "" {
		trees = kinds.Trees(objects)
	}
	if err := g.sort(len(trees), func(i int) tree.Map { return trees[i] }, func(order []int) {
		sorted := make([]kinds.Object, len(order))
		for i, j := range order {
			sorted[i] = objects[j]
		}
		objects = sorted
	}); err != nil {
		return err
	}
	wrote := false
	for len(objects) > 0 {
		n := 1
		for n < len(objects) && objects[n].Kind.Name == objects[0].Kind.Name {
			n++
		}
		text := tableOf(objects[:n], g.Now()).Text(g.options(objects[0].Kind, mixed))
		if wrote && !g.table.NoHeaders {
			text = "\n" + text
		}
		g.Out(text)
		wrote = true
		objects = objects[n:]
	}
	if !wrote && !g.ignoreNotFound && len(errs) == 0 {
		g.nothing()
	}
	return session.Join(errs)
}

// options are the table's options for a kind.
func (g *getter) options(k kinds.Kind, mixed bool) print.Options {
	o := g.table
	o.WithNamespace = g.sel.AllNamespaces && k.Namespaced
	if mixed || o.Kind != "" {
		o.Kind = k.Type()
	}
	return o
}

// nothing says that there is nothing to show.
func (g *getter) nothing() {
	if g.sel.AllNamespaces {
		g.Errf("No resources found")
	} else {
		g.Errf("No resources found in %s namespace.", g.Namespace)
	}
}

// tableOf is the table of objects of one kind.
func tableOf(objects []kinds.Object, now time.Time) print.Table {
	switch objects[0].Kind.Name {
	case "DaemonSet":
		return print.DaemonSets(values[*api.DaemonSet](objects), now)
	case "Pod":
		return print.Pods(values[*api.Pod](objects), now)
	case "Node":
		return print.Nodes(values[*api.Node](objects), now)
	case "ControllerRevision":
		return print.Revisions(values[*api.ControllerRevision](objects), now)
	case "PriorityClass":
		return print.PriorityClasses(values[*api.PriorityClass](objects), now)
	case "PodDisruptionBudget":
		return print.PodDisruptionBudgets(values[*api.PodDisruptionBudget](objects), now)
	}
	return print.Events(values[*api.Event](objects), now)
}

// values are the typed values of objects of one kind.
func values[T any](objects []kinds.Object) []T {
	out := make([]T, len(objects))
	for i, o := range objects {
		out[i], _ = o.Value.(T)
	}
	return out
}

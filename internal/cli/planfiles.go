package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan/pools"
)

// planFiles are the objects of the files that plan and why read.
type planFiles struct {
	news, olds []*api.DaemonSet
	from       bool // whether files with old ones were named
	// cluster is everything else there is: nodes and what runs on them.
	cluster []any
	notes   []string
}

// readPlan reads the new DaemonSets, the old ones, and the cluster. Where something
// cannot be used it says so and returns an error without further words.
func readPlan(cmd *cobra.Command, news, olds, nodes []string) (*planFiles, error) {
	f := &planFiles{from: len(olds) > 0}
	var findings []manifest.Finding
	files, err := readFiles(cmd, news)
	if err != nil {
		return nil, err
	}
	from, err := readFiles(cmd, olds)
	if err != nil {
		return nil, err
	}
	report := manifest.Check(manifest.Read(files), manifest.Read(from))
	findings = append(findings, report.Findings...)
	f.news = f.daemonSets(&report, true)
	old := manifest.Check(manifest.Read(from), manifest.Files{})
	f.olds = f.daemonSets(&old, false)
	there, err := f.readNodes(cmd, nodes)
	if err != nil {
		return nil, err
	}
	if findings = onlyErrors(append(findings, there...)); len(findings) > 0 {
		printFindings(cmd.ErrOrStderr(), findings)
		return nil, exitError{code: exitUsage, err: errors.New("the input cannot be used as it is")}
	}
	if len(f.news) == 0 {
		return nil, exitError{code: exitNothing, err: errors.New("there is no DaemonSet in " + strings.Join(news, ", "))}
	}
	if !slices.ContainsFunc(f.cluster, isNode) {
		return nil, exitError{
			code: exitUsage, err: errors.New("there is no node in " + strings.Join(nodes, ", ")),
			hint: "kubectl get nodes -o yaml > nodes.yaml",
		}
	}
	return f, nil
}

func isNode(o any) bool {
	_, ok := o.(*api.Node)
	return ok
}

// daemonSets takes the DaemonSets of a report, and of new files what belongs to a
// cluster. Other kinds are passed over, and named.
func (f *planFiles) daemonSets(r *manifest.Report, fresh bool) []*api.DaemonSet {
	var sets []*api.DaemonSet
	passed := map[string]int{}
	for i := range r.Objects {
		o := &r.Objects[i]
		switch object := o.Object.Object.(type) {
		case *api.DaemonSet:
			sets = append(sets, object)
		case *api.PriorityClass, *api.PodDisruptionBudget:
			if fresh {
				f.cluster = append(f.cluster, object)
			}
		default:
			passed[o.Kind]++
		}
	}
	if fresh && len(passed) > 0 {
		f.notes = append(f.notes, "passed over in the files: "+counts(passed))
	}
	return sets
}

// readNodes reads the cluster.
func (f *planFiles) readNodes(cmd *cobra.Command, args []string) ([]manifest.Finding, error) {
	var names []string
	for _, arg := range args {
		if n, err := strconv.Atoi(arg); err == nil && !exists(arg) {
			if n < 1 || n > pools.MaxNodes {
				return nil, usageError(fmt.Sprintf("--nodes %s: the number of nodes is from 1 to %d", arg, pools.MaxNodes))
			}
			for _, node := range pools.Same(n) {
				f.cluster = append(f.cluster, node)
			}
			continue
		}
		names = append(names, arg)
	}
	files, err := readFiles(cmd, names)
	if err != nil {
		return nil, err
	}
	var findings []manifest.Finding
	passed := map[string]int{}
	for _, file := range files {
		findings = append(findings, f.clusterFile(file, passed)...)
	}
	if len(passed) > 0 {
		f.notes = append(f.notes, "passed over beside the nodes: "+counts(passed))
	}
	return findings, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// clusterFile reads one file of the cluster. Fields that this version does not know
// are left out, as the file comes from a cluster that may be newer.
func (f *planFiles) clusterFile(file manifest.File, passed map[string]int) []manifest.Finding {
	short := pools.Read(file.Name, file.Content)
	for _, n := range short.Nodes {
		f.cluster = append(f.cluster, n)
	}
	result := decode.File(file.Name, file.Content)
	unknown := 0
	result.Errors = slices.DeleteFunc(result.Errors, func(e decode.Error) bool {
		if e.Code == decode.CodeUnknownField && !slices.Contains(short.Documents, e.Document) {
			unknown++
			return true
		}
		return slices.Contains(short.Documents, e.Document)
	})
	if unknown > 0 {
		f.notes = append(f.notes, fmt.Sprintf("fields of %s that Kubernetes %s does not know were left out: %d", file.Name, kubernetes, unknown))
	}
	report := manifest.Check(manifest.Decoded(file.Name, result), manifest.Files{})
	for i := range report.Objects {
		switch o := report.Objects[i].Object.Object.(type) {
		case *api.Node, *api.Pod, *api.DaemonSet, *api.PriorityClass, *api.PodDisruptionBudget:
			f.cluster = append(f.cluster, o)
		default:
			passed[report.Objects[i].Kind]++
		}
	}
	return append(short.Findings, report.Findings...)
}

// chosen are the DaemonSets to plan.
func (f *planFiles) chosen(name string) ([]*api.DaemonSet, error) {
	if name == "" {
		return f.news, nil
	}
	var found []*api.DaemonSet
	var all []string
	for _, ds := range f.news {
		key := namespaceOf(ds) + "/" + ds.Name
		all = append(all, key)
		if name == ds.Name || name == key {
			found = append(found, ds)
		}
	}
	if len(found) == 0 {
		return nil, exitError{code: exitUsage, err: fmt.Errorf("there is no DaemonSet %q in the files", name), hint: "there are: " + strings.Join(all, ", ")}
	}
	return found, nil
}

// old is the DaemonSet that another one replaces: the one of --from, else the one
// that is there according to the nodes' files; nil for none.
func (f *planFiles) old(ds *api.DaemonSet) *api.DaemonSet {
	is := func(old *api.DaemonSet) bool { return old.Name == ds.Name && namespaceOf(old) == namespaceOf(ds) }
	if i := slices.IndexFunc(f.olds, is); i >= 0 {
		return f.olds[i]
	}
	for _, o := range f.cluster {
		if old, ok := o.(*api.DaemonSet); ok && is(old) {
			return old
		}
	}
	return nil
}

func namespaceOf(ds *api.DaemonSet) string {
	if ds.Namespace == "" {
		return api.NamespaceDefault
	}
	return ds.Namespace
}

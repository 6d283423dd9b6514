// Package ask turns what people hand in, files and short texts, into what package plan
// takes, so that the command line and the server read both alike and answer alike.
package ask

import (
	"slices"
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/plan"
	"github.com/rollscope/rollscope/core/plan/pools"
)

// Kubernetes is the version whose fields are read.
const Kubernetes = "v1.37"

// Files are what a question is about. Names of files are only printed.
type Files struct {
	New []manifest.File
	// Old are the DaemonSets that New replaces; From says that there are such files.
	Old  []manifest.File
	From bool
	// Nodes are files of nodes, pools, and what runs there; Equal is how many equal
	// nodes there are before those of the files, at most pools.MaxNodes.
	Nodes []manifest.File
	Equal int
	// MaxNodes is how many nodes one file's pools may make; 0 is pools.MaxNodes.
	MaxNodes int
	// Progress is told how many of New and Old are read; all of them are when they are
	// being checked. nil tells nobody.
	Progress func(done, all int)
}

// tell is told about files of which some were read before.
func (f *Files) tell(before int) func(int) {
	return func(done int) {
		if f.Progress != nil {
			f.Progress(before+done, len(f.Old)+len(f.New))
		}
	}
}

// Change is a change of DaemonSets and the cluster that it is made in.
type Change struct {
	News []*api.DaemonSet
	// Cluster is everything else there is: nodes and what runs on them.
	Cluster []any

	// Budget is how many events all that is asked may take together; see plan.Input. nil
	// is no limit.
	Budget *int

	olds  []*api.DaemonSet
	from  bool
	live  bool
	notes []plan.Note
}

// Read reads the DaemonSets and the cluster. The findings are mistakes; where there is
// one, the change is not to be used.
func Read(f Files) (*Change, []manifest.Finding) {
	c := &Change{from: f.From}
	old := manifest.ReadTelling(f.Old, f.tell(0))
	fresh := manifest.ReadTelling(f.New, f.tell(len(f.Old)))
	f.tell(len(f.Old) + len(f.New))(0)
	report := manifest.Check(fresh, old)
	c.News = c.daemonSets(&report, true)
	before := manifest.Check(old, manifest.Files{})
	c.olds = c.daemonSets(&before, false)
	return c, Mistakes(append(report.Findings, c.readNodes(f)...))
}

// Nodes reads nodes and what runs there alone.
func Nodes(f Files) (*Change, []manifest.Finding) {
	c := &Change{}
	return c, Mistakes(c.readNodes(f))
}

// Begin makes the change start from a live cluster: all objects of it, owners before
// what they own. passed counts what of the cluster is not simulated, by kind.
func (c *Change) Begin(objects []any, passed map[string]int) {
	c.Cluster, c.live = append(c.Cluster, objects...), true
	if len(passed) > 0 {
		c.notes = append(c.notes, passedOver("in the cluster", "集群中", passed))
	}
}

// Mistakes are the findings that make input unusable.
func Mistakes(findings []manifest.Finding) []manifest.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f manifest.Finding) bool { return f.Severity != manifest.Error })
}

// HasNodes says whether there is a node at all.
func (c *Change) HasNodes() bool { return c.NodeCount() > 0 }

// NodeCount is how many nodes there are.
func (c *Change) NodeCount() int {
	n := 0
	for _, o := range c.Cluster {
		if _, ok := o.(*api.Node); ok {
			n++
		}
	}
	return n
}

// daemonSets takes the DaemonSets of a report, and of new files what belongs to a
// cluster. Other kinds are passed over, and named.
func (c *Change) daemonSets(r *manifest.Report, fresh bool) []*api.DaemonSet {
	var sets []*api.DaemonSet
	passed := map[string]int{}
	for i := range r.Objects {
		o := &r.Objects[i]
		switch object := o.Object.Object.(type) {
		case *api.DaemonSet:
			sets = append(sets, object)
		case *api.PriorityClass, *api.PodDisruptionBudget:
			if fresh {
				c.Cluster = append(c.Cluster, object)
			}
		default:
			passed[o.Kind]++
		}
	}
	if fresh && len(passed) > 0 {
		c.notes = append(c.notes, passedOver("in the files", "文件中", passed))
	}
	return sets
}

// readNodes reads the cluster.
func (c *Change) readNodes(f Files) []manifest.Finding {
	for _, node := range pools.Same(f.Equal) {
		c.Cluster = append(c.Cluster, node)
	}
	most := f.MaxNodes
	if most <= 0 {
		most = pools.MaxNodes
	}
	var findings []manifest.Finding
	passed := map[string]int{}
	for _, file := range f.Nodes {
		findings = append(findings, c.clusterFile(file, most, passed)...)
	}
	if len(passed) > 0 {
		c.notes = append(c.notes, passedOver("beside the nodes", "节点以外", passed))
	}
	return findings
}

// clusterFile reads one file of the cluster. Fields that this version does not know
// are left out, as the file comes from a cluster that may be newer.
func (c *Change) clusterFile(file manifest.File, most int, passed map[string]int) []manifest.Finding {
	short := pools.ReadAtMost(file.Name, file.Content, most)
	for _, n := range short.Nodes {
		c.Cluster = append(c.Cluster, n)
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
		c.notes = append(c.notes, plan.Note{
			English: fmt.Sprintf("fields of %s that Kubernetes %s does not know were left out: %d", file.Name, Kubernetes, unknown),
			Chinese: fmt.Sprintf("%s 中 Kubernetes %s 不认识的字段已略去：%d 个", file.Name, Kubernetes, unknown),
		})
	}
	report := manifest.Check(manifest.Decoded(file.Name, result), manifest.Files{})
	for i := range report.Objects {
		switch o := report.Objects[i].Object.Object.(type) {
		case *api.Node, *api.Pod, *api.DaemonSet, *api.PriorityClass, *api.PodDisruptionBudget:
			c.Cluster = append(c.Cluster, o)
		default:
			passed[report.Objects[i].Kind]++
		}
	}
	return append(short.Findings, report.Findings...)
}

// passedOver notes what is not used.
func passedOver(where, chinese string, kinds map[string]int) plan.Note {
	return plan.Note{English: "passed over " + where + ": " + Counts(kinds), Chinese: chinese + "略过了：" + Counts(kinds)}
}

// Counts lists kinds with how many there are of each, DaemonSets first.
func Counts(kinds map[string]int) string {
	names := make([]string, 0, len(kinds))
	for kind := range kinds {
		names = append(names, kind)
	}
	sort.Slice(names, func(i, j int) bool {
		if (names[i] == "DaemonSet") != (names[j] == "DaemonSet") {
			return names[i] == "DaemonSet"
		}
		return names[i] < names[j]
	})
	for i, kind := range names {
		if kinds[kind] > 1 {
			names[i] = fmt.Sprintf("%s (%d)", kind, kinds[kind])
		}
	}
	return strings.Join(names, ", ")
}

// Chosen are the DaemonSets that a name means, NAME or NAMESPACE/NAME; all of them
// without a name.
func (c *Change) Chosen(name string) ([]*api.DaemonSet, error) {
	if name == "" {
		return c.News, nil
	}
	var found []*api.DaemonSet
	var all []string
	for _, ds := range c.News {
		key := Key(ds)
		all = append(all, key)
		if name == ds.Name || name == key {
			found = append(found, ds)
		}
	}
	if len(found) == 0 {
		return nil, &Error{Field: "name", Message: fmt.Sprintf("there is no DaemonSet %q in the files", name), Hint: "there are: " + strings.Join(all, ", ")}
	}
	return found, nil
}

// Input completes an input for one DaemonSet of the files.
func (c *Change) Input(in plan.Input, ds *api.DaemonSet) plan.Input {
	in.New, in.Old, in.Budget = ds, c.old(ds), c.Budget
	in.Cluster = append([]any{}, c.Cluster...)
	in.Notes = c.notes
	if in.Old == nil && c.from {
		in.Notes = append(slices.Clone(in.Notes), plan.Note{
			English: "--from has no DaemonSet of this name, so the first roll-out is planned",
			Chinese: "--from 中没有这个名字的 DaemonSet，所以计划的是首次发布",
		})
	}
	if in.Live = c.live; c.live {
		return in
	}
	for _, other := range c.News {
		if other == ds {
			continue
		}
		if old := c.old(other); old != nil {
			other = old
		}
		in.Cluster = append(in.Cluster, other)
	}
	return in
}

// old is the DaemonSet that another one replaces: the one of Files.Old, else the one
// that is there according to the nodes' files; nil for none.
func (c *Change) old(ds *api.DaemonSet) *api.DaemonSet {
	is := func(old *api.DaemonSet) bool { return Key(old) == Key(ds) }
	if i := slices.IndexFunc(c.olds, is); i >= 0 {
		return c.olds[i]
	}
	for _, o := range c.Cluster {
		if old, ok := o.(*api.DaemonSet); ok && is(old) {
			return old
		}
	}
	return nil
}

// Key is the namespace and name of a DaemonSet.
func Key(ds *api.DaemonSet) string {
	if ds.Namespace == "" {
		return api.NamespaceDefault + "/" + ds.Name
	}
	return ds.Namespace + "/" + ds.Name
}

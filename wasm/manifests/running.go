package manifests

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/defaults"
	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Running is a manifest of DaemonSets as they are in the cluster now.
type Running struct {
	Name    string `json:"name"`
	Content string `json:"content"`
	// Written says that it is one of the files given, with the cluster's values in place
	// of those that differ; otherwise it was made anew, without defaults and comments.
	Written bool `json:"written"`
}

// RunningIn is what DaemonSets are in a cluster, in the words of the files where they can
// say it.
func RunningIn(c *core.Cluster, files []manifest.File) []Running {
	texts := map[string]*text{}
	var order []*text
	var out []Running
	for _, d := range c.Sets() {
		live := d.Object.DeepCopy()
		bare(live)
		t := nearest(files, live)
		if t == nil {
			out = append(out, anew(live))
			continue
		}
		if texts[t.name] == nil {
			texts[t.name] = t
			order = append(order, t)
		} else {
			t = texts[t.name]
		}
		t.sets = append(t.sets, live)
	}
	var written []Running
	for _, t := range order {
		if content, ok := t.now(); ok {
			written = append(written, Running{t.name, content, true})
			continue
		}
		for _, live := range t.sets {
			out = append(out, anew(live))
		}
	}
	return append(written, out...)
}

// bare takes away what a server writes into an object.
func bare(ds *api.DaemonSet) {
	ds.UID, ds.ResourceVersion, ds.Generation, ds.ManagedFields = "", "", 0, nil
	ds.CreationTimestamp, ds.DeletionTimestamp, ds.SelfLink = api.Time{}, nil, ""
	ds.Status = api.DaemonSetStatus{}
	for _, key := range [...]string{"deprecated.daemonset.template.generation", "kubectl.kubernetes.io/last-applied-configuration"} {
		delete(ds.Annotations, key)
	}
	if len(ds.Annotations) == 0 {
		ds.Annotations = nil
	}
	ds.APIVersion, ds.Kind = "apps/v1", "DaemonSet"
	if ds.Namespace == "" {
		ds.Namespace = api.NamespaceDefault
	}
	ds.Spec.Template.CreationTimestamp = api.Time{}
	defaults.DaemonSet(ds)
}

// text is a file that says what DaemonSets are, but for some values.
type text struct {
	name, content string
	sets          []*api.DaemonSet
}

// nearest is the file that says most nearly what a DaemonSet is; of equally near ones the
// last. nil where none speaks of it.
func nearest(files []manifest.File, live *api.DaemonSet) *text {
	var best *text
	fewest := 0
	for _, f := range files {
		ds, _, ok := find(f.Name, string(f.Content), live)
		if !ok {
			continue
		}
		n := len(differences(ds, live))
		if best == nil || n <= fewest {
			best, fewest = &text{name: f.Name, content: string(f.Content)}, n
		}
	}
	return best
}

// find is what a file says of a DaemonSet.
func find(name, content string, live *api.DaemonSet) (*api.DaemonSet, decode.Document, bool) {
	for _, d := range decode.File(name, []byte(content)).Documents {
		ds, ok := d.Object.(*api.DaemonSet)
		if !ok || ds.Name != live.Name || ds.Namespace != live.Namespace && (ds.Namespace != "" || live.Namespace != api.NamespaceDefault) {
			continue
		}
		ds = ds.DeepCopy()
		bare(ds)
		return ds, d, true
	}
	return nil, decode.Document{}, false
}

// now is the text with the values of the cluster; false where it takes more than that.
func (t *text) now() (string, bool) {
	content := t.content
	for _, live := range t.sets {
		ds, d, ok := find(t.name, content, live)
		if !ok {
			return "", false
		}
		changes := differences(ds, live)
		places := make([]decode.Pos, len(changes))
		for i := range changes {
			places[i] = d.ValuePosition(changes[i].path)
		}
		// From the end, so that the places before it stay what they are.
		order := make([]int, len(changes))
		for i := range order {
			order[i] = i
		}
		sort.Slice(order, func(a, b int) bool {
			p, q := places[order[a]], places[order[b]]
			return p.Line > q.Line || p.Line == q.Line && p.Column > q.Column
		})
		for _, i := range order {
			if content, ok = replaced(content, places[i], changes[i]); !ok {
				return "", false
			}
		}
		after, _, ok := find(t.name, content, live)
		if !ok || !semantic.Equal(after, live) {
			return "", false
		}
	}
	return content, true
}

// change is one value of a file that the cluster has otherwise.
type change struct {
	path     string
	old, new any
}

// differences are the values that differ.
func differences(a, b *api.DaemonSet) []change {
	if semantic.Equal(a, b) {
		return nil
	}
	x, err := tree.Of(a)
	if err != nil {
		return nil
	}
	y, err := tree.Of(b)
	if err != nil {
		return nil
	}
	return compare(nil, "", x, y)
}

// keyed are the fields whose keys are written in brackets in a path.
var keyed = []string{"labels", "annotations", "matchLabels", "nodeSelector", "limits", "requests"}

func compare(all []change, path string, a, b any) []change {
	switch x := a.(type) {
	case tree.Map:
		if y, ok := b.(tree.Map); ok {
			return compareMaps(all, path, x, y)
		}
	case []any:
		if y, ok := b.([]any); ok && len(x) == len(y) {
			for i := range x {
				all = compare(all, path+"["+strconv.Itoa(i)+"]", x[i], y[i])
			}
			return all
		}
	default:
		if a == b {
			return all
		}
	}
	return append(all, change{path, a, b})
}

func compareMaps(all []change, path string, x, y tree.Map) []change {
	keys := make([]string, 0, len(x)+len(y))
	for k := range x {
		keys = append(keys, k)
	}
	for k := range y {
		if _, both := x[k]; !both {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	last := path[strings.LastIndexByte(path, '.')+1:]
	for _, k := range keys {
		below := path + "." + k
		switch {
		case path == "":
			below = k
		case slices.Contains(keyed, last):
			below = path + "[" + k + "]"
		}
		all = compare(all, below, x[k], y[k])
	}
	return all
}

// replaced writes another value at a place, where one is written on that line.
func replaced(content string, at decode.Pos, c change) (string, bool) {
	old, isScalar := scalar(c.old)
	with, alsoScalar := scalar(c.new)
	lines := strings.SplitAfter(content, "\n")
	if !isScalar || !alsoScalar || at.Line < 1 || at.Line > len(lines) {
		return "", false
	}
	runes := []rune(lines[at.Line-1])
	if at.Column < 1 || at.Column > len(runes) {
		return "", false
	}
	before, rest := string(runes[:at.Column-1]), string(runes[at.Column-1:])
	for _, quote := range [...]string{"", `"`, "'"} {
		if after, ok := strings.CutPrefix(rest, quote+old+quote); ok {
			if quote != "" {
				with = quote + strings.Trim(with, `"'`) + quote
			}
			lines[at.Line-1] = before + with + after
			return strings.Join(lines, ""), true
		}
	}
	return "", false
}

// scalar is a value as YAML on one line, without quotes that the old one may not have had.
func scalar(v any) (string, bool) {
	switch v := v.(type) {
	case nil, tree.Map, []any:
		return "", false
	case string:
		if v == "" {
			return "", false
		}
	}
	text := strings.TrimSuffix(tree.YAML(v), "\n")
	return text, !strings.Contains(text, "\n")
}

package manifests

import (
	"sort"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// anew writes a DaemonSet as somebody would who leaves out every default.
func anew(live *api.DaemonSet) Running {
	out := Running{Name: live.Name + ".yaml"}
	m, err := tree.Of(live)
	if err != nil {
		return out
	}
	shorten(m, m, live)
	out.Content = tree.YAML(m)
	return out
}

// shorten takes away what the whole object has without it.
func shorten(part, whole tree.Map, live *api.DaemonSet) {
	keys := make([]string, 0, len(part))
	for k := range part {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		value := part[k]
		delete(part, k)
		if says(whole, live) {
			continue
		}
		part[k] = value
		switch v := value.(type) {
		case tree.Map:
			shorten(v, whole, live)
		case []any:
			for _, item := range v {
				if m, ok := item.(tree.Map); ok {
					shorten(m, whole, live)
				}
			}
		}
	}
}

// says tells whether an object means a DaemonSet.
func says(object tree.Map, live *api.DaemonSet) bool {
	ds, _, ok := find("", string(tree.JSON(object)), live)
	return ok && semantic.Equal(ds, live)
}

package stage

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/classes"
	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/manifest"
)

// Classes adds the priority classes that DaemonSets name, those of files and those that
// are there, and that nobody has brought: whoever hands over a DaemonSet alone has them
// in the cluster. Files are the manifests that are still to be applied.
func (b *Builder) Classes(files ...manifest.File) {
	all := slices.Concat(b.has.Sets, sets(files))
	var given []*api.PriorityClass
	for _, o := range b.has.others {
		if c, ok := o.(*api.PriorityClass); ok {
			given = append(given, c)
		}
	}
	for _, f := range files {
		given = append(given, objects[api.PriorityClass](f)...)
	}
	var list []any
	for _, c := range classes.Missing(all, given, b.has.Pods) {
		list = append(list, c)
	}
	b.create("priorityclasses", list)
}

// objects are those of one kind in a file.
func objects[T any](f manifest.File) []*T {
	var all []*T
	result := decode.File(f.Name, f.Content)
	for i := range result.Documents {
		if o, ok := result.Documents[i].Object.(*T); ok {
			all = append(all, o)
		}
	}
	return all
}

package read

import (
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// watcher is one kubectl get -w: it lets time go on and shows objects whenever
// they change, until nothing more can happen in the cluster, or for a day.
type watcher struct {
	*getter
	found   session.Found
	printer session.Printer
	kind    kinds.Kind
	widths  []int                   // of the columns so far
	last    map[string]kinds.Object // what each object was when it was last shown
	headers bool                    // are still to be written
	failure error
}

// follow watches the objects found.
//
// Upstream 1.37: kubectl pkg/cmd/get/get.go, watch.
// Differs: kubectl goes on until it is interrupted.
func (g *getter) follow(found session.Found, objects []kinds.Object, printer session.Printer) error {
	w := &watcher{
		getter: g, found: found, printer: printer, last: map[string]kinds.Object{},
		headers: !g.table.NoHeaders, kind: found.Kind,
	}
	for _, o := range objects {
		w.last[key(o)] = o
	}
	if !g.only {
		w.rows(objects)
	}
	if len(found.Targets) > 1 && found.Targets[0].Listed == nil {
		return errors.New("you may only watch a single resource or type of resource at a time")
	}
	err := w.Wait(0, func() bool { w.look(); return w.failure != nil })
	switch {
	case w.failure != nil:
		return w.failure
	case errors.Is(err, core.ErrIdle):
		return nil
	case errors.Is(err, core.ErrTime):
		w.Errf("rollscope: note: kubectl would watch on")
		return nil
	}
	return err
}

// key tells objects apart, also those of one name that follow one another.
func key(o kinds.Object) string {
	return o.Meta.Namespace + "/" + o.Meta.Name + "/" + string(o.Meta.UID)
}

// look shows what has changed since the last look.
func (w *watcher) look() {
	now := map[string]bool{}
	for _, o := range w.now() {
		k := key(o)
		now[k] = true
		if last, ok := w.last[k]; !ok || !reflect.DeepEqual(last.Value, o.Value) {
			w.rows([]kinds.Object{o})
			w.last[k] = o
		}
	}
	for _, k := range print.Keys(w.last) {
		if !now[k] {
			w.rows([]kinds.Object{w.last[k]})
			delete(w.last, k)
		}
	}
}

// now are the watched objects as they are.
func (w *watcher) now() []kinds.Object {
	if w.found.Single {
		o, err := w.Object(w.found.Targets[0])
		if err != nil {
			return nil
		}
		return []kinds.Object{o}
	}
	f, err := w.Find(w.sel, []string{w.kind.Plural})
	if err != nil {
		w.failure = err
	}
	objects, _ := w.objects(f)
	return objects
}

// rows shows objects: as rows of the table, or in the format of -o.
func (w *watcher) rows(objects []kinds.Object) {
	if w.printer != nil {
		for _, o := range objects {
			text, err := w.printer(kinds.Shown(w.Cluster, []kinds.Object{o})[0])
			if err != nil {
				w.failure = err
			}
			w.Out(text)
		}
		return
	}
	if len(objects) == 0 {
		return
	}
	o := w.options(w.kind, false)
	o.NoHeaders = !w.headers
	w.headers = false
	w.Out(w.align(tableOf(objects, w.Now()).Lines(o)))
}

// align pads cells to columns that never become narrower.
//
// Upstream 1.37: cli-runtime pkg/printers/tabwriter.go, RememberWidths.
func (w *watcher) align(rows [][]string) string {
	for _, cells := range rows {
		for i, cell := range cells {
			if i == len(w.widths) {
				w.widths = append(w.widths, 6)
			}
			w.widths[i] = max(w.widths[i], utf8.RuneCountInString(cell)+3)
		}
	}
	var out strings.Builder
	for _, cells := range rows {
		for i, cell := range cells {
			out.WriteString(cell)
			if i < len(cells)-1 {
				out.WriteString(strings.Repeat(" ", w.widths[i]-utf8.RuneCountInString(cell)))
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

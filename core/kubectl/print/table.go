// Package print writes objects as kubectl shows them in tables: the columns,
// the words in them and the spaces between them.
//
// It is pure: the time that ages are counted from is an argument.
package print

import (
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/api"

	"github.com/rollscope/rollscope/core/api/tabwriter"
)

// Table is what the API server answers to a get: columns, and a row an object.
type Table struct {
	Columns []Column
	Rows    []Row
}

// Column is one column of a table.
type Column struct {
	Name string // as the API spells it; the header shows it in capitals
	Wide bool   // shown only with -o wide
	Key  bool   // holds the object's name, which gets the kind in front where kinds are mixed
}

// Row is one object of a table: a cell for every column, also the wide ones.
type Row struct {
	Cells []string
	Meta  *api.ObjectMeta
}

// Options are the flags that shape a table.
type Options struct {
	Wide          bool
	NoHeaders     bool
	WithNamespace bool     // a column NAMESPACE in front
	ShowLabels    bool     // a column LABELS at the end
	Labels        []string // a column for each of these label keys
	Kind          string   // put in front of names, as "pod" or "daemonset.apps"; "" for no kind
}

// Text is the table as lines; nothing at all for a table without rows.
//
// Upstream 1.37: cli-runtime pkg/printers/tableprinter.go, printTable and decorateTable.
func (t Table) Text(o Options) string {
	if len(t.Rows) == 0 {
		return ""
	}
	var out strings.Builder
	// Upstream 1.37: cli-runtime pkg/printers/tabwriter.go.
	w := tabwriter.NewWriter(&out, 6, 4, 3, ' ', 0)
	for _, cells := range t.Lines(o) {
		_, _ = w.Write([]byte(strings.Join(cells, "\t") + "\n"))
	}
	_ = w.Flush()
	return out.String()
}

// Lines are the visible cells of the table, line by line, the headers first.
func (t Table) Lines(o Options) [][]string {
	var lines [][]string
	if !o.NoHeaders {
		lines = append(lines, t.headers(o))
	}
	for _, row := range t.Rows {
		lines = append(lines, t.cells(row, o))
	}
	return lines
}

// headers are the names of the visible columns in capitals.
func (t Table) headers(o Options) []string {
	var out []string
	if o.WithNamespace {
		out = append(out, "NAMESPACE")
	}
	for _, c := range t.Columns {
		if o.Wide || !c.Wide {
			out = append(out, strings.ToUpper(c.Name))
		}
	}
	for _, label := range o.Labels {
		out = append(out, strings.ToUpper(label[strings.LastIndex(label, "/")+1:]))
	}
	if o.ShowLabels {
		out = append(out, "LABELS")
	}
	return out
}

// cells are the visible cells of a row, each on one line.
func (t Table) cells(row Row, o Options) []string {
	var out []string
	if o.WithNamespace {
		out = append(out, row.Meta.Namespace)
	}
	for i, c := range t.Columns {
		if c.Wide && !o.Wide {
			continue
		}
		cell := row.Cells[i]
		if c.Key && o.Kind != "" {
			cell = o.Kind + "/" + cell
		}
		out = append(out, oneLine(cell))
	}
	for _, label := range o.Labels {
		out = append(out, oneLine(row.Meta.Labels[label]))
	}
	if o.ShowLabels {
		out = append(out, oneLine(Labels(row.Meta.Labels)))
	}
	return out
}

// oneLine cuts a cell at its first line break and marks the cut. Tabs would
// start a new cell, and are shown as they are only by upstream.
//
// Upstream 1.37: cli-runtime pkg/printers/tableprinter.go, appendCellValue.
// Differs: a tab becomes a blank.
func oneLine(cell string) string {
	if i := strings.IndexAny(cell, "\f\n\r"); i >= 0 {
		cell = cell[:i] + "..."
	}
	return strings.ReplaceAll(cell, "\t", " ")
}

// Labels are labels as k=v pairs, sorted and joined with commas; "<none>" without any.
//
// Upstream 1.37: apimachinery pkg/labels/labels.go, FormatLabels.
func Labels(labels map[string]string) string {
	if len(labels) == 0 {
		return "<none>"
	}
	return Pairs(labels)
}

// Pairs are labels as k=v pairs, sorted and joined with commas; "" without any.
func Pairs(labels map[string]string) string {
	keys := Keys(labels)
	for i, k := range keys {
		keys[i] = k + "=" + labels[k]
	}
	return strings.Join(keys, ",")
}

// Keys are the keys of a map in order.
func Keys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// columns makes a list of columns from their names; a name that starts with a
// plus belongs to -o wide, and the column called Name is the key.
func columns(names ...string) []Column {
	out := make([]Column, len(names))
	for i, name := range names {
		plain := strings.TrimPrefix(name, "+")
		out[i] = Column{Name: plain, Wide: plain != name, Key: plain == "Name"}
	}
	return out
}

// or is s, or the other text where s is empty.
func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// LastApplied is the annotation in which kubectl apply keeps the manifest it
// was last given. Describe hides it.
const LastApplied = "kubectl.kubernetes.io/last-applied-configuration"

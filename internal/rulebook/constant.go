package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ir"
)

// literal is an array, object or set that is the same whatever the input.
type literal struct {
	of      string // the function that makes it
	items   []string
	inserts int
}

func (l *literal) text() string { return l.of + "(" + strings.Join(l.items, ", ") + ")" }

// constant writes the construction of such values at the beginning of statements as
// variables of the package, and says how many statements that were.
func (b *body) constant(stmts []ir.Stmt) int {
	known := map[ir.Local]*literal{}
	values := map[ir.Local]string{} // simple ones
	var order []ir.Local
	n := 0
	for n < len(stmts) && b.collect(stmts[n], known, values, &order) {
		n++
	}
	if len(order) == 0 {
		return 0
	}
	for _, l := range order {
		if known[l].inserts != b.inserts[l] {
			return 0 // something is added further on
		}
	}
	for _, l := range order {
		b.print("%s = c%d\n", b.set(l), b.variable(known, l))
	}
	for _, l := range slices.Sorted(maps.Keys(values)) {
		b.print("%s = %s\n", b.set(l), values[l])
	}
	return n
}

// collect takes a statement into the values known; false if it is none of such.
func (b *body) collect(s ir.Stmt, known map[ir.Local]*literal, values map[ir.Local]string, order *[]ir.Local) bool {
	begin := func(l ir.Local, of string) bool {
		if known[l] != nil {
			return false
		}
		known[l] = &literal{of: of}
		*order = append(*order, l)
		return true
	}
	put := func(into ir.Local, operands ...ir.Operand) bool {
		l := known[into]
		if l == nil {
			return false
		}
		var texts []string
		for _, o := range operands {
			text := ""
			switch v := value(o).(type) {
			case ir.Local:
				switch {
				case known[v] != nil:
					text = fmt.Sprintf("\x00%d\x00", int(v))
				case values[v] != "":
					text = values[v]
				default:
					return false
				}
			default:
				text = b.operand(o)
			}
			texts = append(texts, text)
		}
		l.items = append(l.items, texts...)
		l.inserts++
		return true
	}
	switch s := s.(type) {
	case *ir.MakeArrayStmt:
		return begin(s.Target, "arrayOf")
	case *ir.MakeObjectStmt:
		return begin(s.Target, "objectOf")
	case *ir.MakeSetStmt:
		return begin(s.Target, "setOf")
	case *ir.ArrayAppendStmt:
		return put(s.Array, s.Value)
	case *ir.ObjectInsertStmt:
		return put(s.Object, s.Key, s.Value)
	case *ir.SetAddStmt:
		return put(s.Set, s.Value)
	case *ir.MakeNullStmt:
		values[s.Target] = "Null{}"
	case *ir.MakeNumberIntStmt:
		values[s.Target] = fmt.Sprintf("int64(%d)", s.Value)
	case *ir.MakeNumberRefStmt:
		values[s.Target] = fmt.Sprintf("number(%q)", b.plan.Static.Strings[s.Index].Value)
	default:
		return false
	}
	return true
}

// variable is the number of the variable that holds a value.
func (b *body) variable(known map[ir.Local]*literal, l ir.Local) int {
	text := known[l].text()
	for _, inner := range slices.Sorted(maps.Keys(known)) {
		mark := fmt.Sprintf("\x00%d\x00", int(inner))
		if strings.Contains(text, mark) {
			text = strings.ReplaceAll(text, mark, fmt.Sprintf("c%d", b.variable(known, inner)))
		}
	}
	n, ok := b.constants[text]
	if !ok {
		n = len(b.texts)
		b.constants[text], b.texts = n, append(b.texts, text)
	}
	return n
}

package main

import (
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ir"
)

// statement writes a statement. Done says that nothing behind it is reached.
func (b *body) statement(s ir.Stmt) (done bool) {
	switch s := s.(type) {
	case *ir.ReturnLocalStmt:
		b.print("return %s\n", b.set(s.Source))
		return true
	case *ir.BreakStmt:
		b.print("%s\n", b.fail(int(s.Index)))
		return true
	case *ir.BlockStmt:
		for _, block := range s.Blocks {
			b.block(block)
		}
	case *ir.ScanStmt:
		b.scan(s)
	case *ir.NotStmt:
		b.not(s)
	case *ir.CallStmt:
		b.call(s)
	case *ir.NopStmt:
	default:
		if !b.question(s) && !b.assignment(s) && !b.construction(s) {
			b.err = fmt.Errorf("a statement of a sort that is not known: %T", s)
		}
	}
	return false
}

// question writes statements that leave the block if something does not hold.
func (b *body) question(s ir.Stmt) bool {
	condition := ""
	switch s := s.(type) {
	case *ir.DotStmt:
		get := "item"
		if _, ok := value(s.Key).(ir.StringIndex); ok {
			get = "field"
		}
		b.print("%s = %s(%s, %s)\n", b.set(s.Target), get, b.operand(s.Source), b.operand(s.Key))
		condition = local(s.Target) + " == nil"
	case *ir.EqualStmt:
		condition = fmt.Sprintf("!equal(%s, %s)", b.operand(s.A), b.operand(s.B))
	case *ir.NotEqualStmt:
		condition = fmt.Sprintf("equal(%s, %s)", b.operand(s.A), b.operand(s.B))
	case *ir.IsDefinedStmt:
		condition = b.set(s.Source) + " == nil"
	case *ir.IsUndefinedStmt:
		condition = b.set(s.Source) + " != nil"
	case *ir.IsArrayStmt:
		condition = fmt.Sprintf("rank(%s) != rank((*Array)(nil))", b.operand(s.Source))
	case *ir.IsObjectStmt:
		condition = fmt.Sprintf("rank(%s) != rank((*Object)(nil))", b.operand(s.Source))
	case *ir.IsSetStmt:
		condition = fmt.Sprintf("rank(%s) != rank((*Set)(nil))", b.operand(s.Source))
	default:
		return false
	}
	b.print("if %s {\n%s\n}\n", condition, b.fail(0))
	return true
}

// assignment writes statements that give a local a value.
func (b *body) assignment(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.AssignVarStmt:
		b.print("%s = %s\n", b.set(s.Target), b.operand(s.Source))
	case *ir.AssignVarOnceStmt:
		b.print("%s = once(%s, %s)\n", b.set(s.Target), local(s.Target), b.operand(s.Source))
	case *ir.AssignIntStmt:
		b.print("%s = int64(%d)\n", b.set(s.Target), s.Value)
	case *ir.ResetLocalStmt:
		b.print("%s = nil\n", b.set(s.Target))
	case *ir.MakeNullStmt:
		b.print("%s = Null{}\n", b.set(s.Target))
	case *ir.MakeNumberIntStmt:
		b.print("%s = int64(%d)\n", b.set(s.Target), s.Value)
	case *ir.MakeNumberRefStmt:
		b.print("%s = number(%q)\n", b.set(s.Target), b.plan.Static.Strings[s.Index].Value)
	case *ir.LenStmt:
		b.print("%s = length(%s)\n", b.set(s.Target), b.operand(s.Source))
	default:
		return false
	}
	return true
}

// construction writes statements that build arrays, objects and sets.
func (b *body) construction(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.MakeArrayStmt:
		b.print("%s = r.array(%d)\n", b.set(s.Target), b.room(s.Target))
	case *ir.MakeObjectStmt:
		b.print("%s = r.object(%d)\n", b.set(s.Target), b.room(s.Target))
	case *ir.MakeSetStmt:
		b.print("%s = r.set(%d)\n", b.set(s.Target), b.room(s.Target))
	case *ir.ArrayAppendStmt:
		b.print("%s.(*Array).add(%s)\n", b.set(s.Array), b.operand(s.Value))
	case *ir.ObjectInsertStmt:
		b.print("%s.(*Object).insert(%s, %s)\n", b.set(s.Object), b.operand(s.Key), b.operand(s.Value))
	case *ir.SetAddStmt:
		b.print("%s.(*Set).add(%s)\n", b.set(s.Set), b.operand(s.Value))
	default:
		return false
	}
	return true
}

// room is for how many items there should be room in a value: as many as are put into it,
// where no loop puts in more.
func (b *body) room(l ir.Local) int { return min(b.inserts[l], 8) }

// scan writes a loop. A jump out of its body goes on with the next item, and one further
// ends the loop.
func (b *body) scan(s *ir.ScanStmt) {
	label := b.label()
	b.jumps = append(b.jumps, "break "+label, "continue "+label)
	inner, _ := b.inner(s.Block.Stmts)
	b.jumps = b.jumps[:len(b.jumps)-2]
	if b.used[label] {
		inner = label + ":\nfor %[1]s.next(r) {\n%[2]s" + inner + "}\n"
	} else {
		inner = "for %[1]s.next(r) {\n%[2]s" + inner + "}\n"
	}
	way := "w" + label[1:]
	load := fmt.Sprintf("%s, %s = %s.key, %s.value\n", b.set(s.Key), b.set(s.Value), way, way)
	inner = strings.Replace(strings.Replace(inner, "%[1]s", way, 1), "%[2]s", load, 1)
	b.print("%s := over(%s)\n%s", way, b.set(s.Source), inner)
}

// not writes a block that must not come to its end.
func (b *body) not(s *ir.NotStmt) {
	label := b.label()
	fails := "n" + label[1:]
	b.jumps = append(b.jumps, "break "+label)
	inner, done := b.inner(s.Block.Stmts)
	b.jumps = b.jumps[:len(b.jumps)-1]
	if !done {
		inner += fails + " = false\n"
		if b.used[label] {
			inner += "break " + label + "\n"
		}
	}
	b.print("%s := true\n", fails)
	if b.used[label] {
		b.print("%s:\nfor {\n%s}\n", label, inner)
	} else {
		b.print("%s", inner)
	}
	b.print("if !%s {\n%s\n}\n", fails, b.fail(0))
}

// call writes the call of a rule, a function or a builtin.
func (b *body) call(s *ir.CallStmt) {
	var args []string
	name := ""
	if b.known(s.Func) {
		name = fmt.Sprintf("r.f%d", b.number(s.Func))
		args = append(args, b.operand(s.Args[0]))
		for _, a := range s.Args[given:] {
			args = append(args, b.operand(a))
		}
	} else {
		for word := range strings.FieldsFuncSeq(s.Func, func(r rune) bool { return r == '.' || r == '_' }) {
			name += strings.ToUpper(word[:1]) + word[1:]
		}
		name = "builtin" + name
		for _, a := range s.Args {
			args = append(args, b.operand(a))
		}
	}
	b.print("%s = %s(%s)\n", b.set(s.Result), name, strings.Join(args, ", "))
	b.print("if %s == nil {\n%s\n}\n", local(s.Result), b.fail(0))
}

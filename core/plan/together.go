package plan

import (
	"slices"

	"github.com/rollscope/rollscope/core"
)

// RunAll plans changes of several DaemonSets, each for itself, in one cluster: the
// Cluster of each has the other ones as they are before their changes. It costs much
// less than to Run one after the other, as what they have in common is rolled out once.
func RunAll(ins []Input) ([]*Result, error) {
	switch len(ins) {
	case 0:
		return []*Result{}, nil
	case 1:
		r, err := Run(ins[0])
		return []*Result{r}, err
	}
	ins = slices.Clone(ins)
	for i := range ins {
		var err error
		if ins[i], err = ins[i].completed(); err != nil {
			return nil, err
		}
	}
	var first []*Result
	for order := range ins[0].Orders {
		results, err := runTogether(ins, order)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = results
		}
		for i, r := range results {
			first[i].order(r, ins[i].Seed+uint64(order), ins[i].Orders)
		}
	}
	for i, r := range first {
		r.judge(ins[i].Gates)
	}
	return first, nil
}

// runTogether plans one node order: all of them, and then those again, with a record,
// that do not end.
func runTogether(ins []Input, order int) ([]*Result, error) {
	results, blocked := make([]*Result, len(ins)), make([]bool, len(ins))
	all := &together{ins: slices.Clone(ins), wanted: make([]bool, len(ins)), plan: func(i int, s *stage) (err error) {
		results[i], blocked[i], err = s.run(order)
		return err
	}}
	for i := range ins {
		all.ins[i].Seed += uint64(order)
		all.wanted[i] = true
	}
	if err := all.run(); err != nil || !slices.Contains(blocked, true) {
		return results, err
	}
	again := &together{ins: all.ins, wanted: blocked, plan: func(i int, s *stage) error { return s.block(results[i], order) }}
	for i := range again.ins {
		again.ins[i].record = true
	}
	return results, again.run()
}

// together leads a cluster to where each of several changes is made.
type together struct {
	ins    []Input
	wanted []bool // the changes that are to be planned
	base   *stage
	plan   func(i int, s *stage) error
}

func (t *together) run() (err error) {
	if t.base, err = ground(t.ins[0], t.ins); err != nil {
		return err
	}
	var fresh, updates []int // those that are not there before their change, and those that are
	for i := range t.ins {
		switch {
		case t.ins[i].Live:
			updates = append(updates, i)
		case t.ins[i].Old == nil:
			fresh = append(fresh, i)
		default:
			updates = append(updates, i)
			if err := t.base.old(t.ins[i].Old); err != nil {
				return err
			}
		}
	}
	if !t.ins[0].Live {
		if err := t.base.rest(); err != nil {
			return err
		}
	}
	if err := t.without(t.base.c, fresh); err != nil || !t.wants(updates) {
		return err
	}
	all, err := t.with(t.base.c, fresh)
	for _, i := range updates {
		if err == nil {
			err = t.one(i, all)
		}
	}
	return err
}

// wants says whether any of the changes is to be planned.
func (t *together) wants(some []int) bool {
	return slices.ContainsFunc(some, func(i int) bool { return t.wanted[i] })
}

// without plans each of the fresh ones in a cluster in which all the others are rolled
// out. Halves of them are rolled out for the other half, so that each is so a few times
// and not once for each of the others.
func (t *together) without(c *core.Cluster, fresh []int) error {
	if len(fresh) == 1 {
		return t.one(fresh[0], c)
	}
	half := len(fresh) / 2
	for _, part := range [][2][]int{{fresh[half:], fresh[:half]}, {fresh[:half], fresh[half:]}} {
		if !t.wants(part[1]) {
			continue
		}
		more, err := t.with(c, part[0])
		if err == nil {
			err = t.without(more, part[1])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// with is a cluster in which these are rolled out, too.
func (t *together) with(c *core.Cluster, fresh []int) (*core.Cluster, error) {
	if len(fresh) == 0 {
		return c, nil
	}
	s := &stage{in: t.ins[0], c: c.Fork(), others: t.ins}
	for _, i := range fresh {
		if err := s.create(t.ins[i].New, t.ins[i].New.Name); err != nil {
			return nil, err
		}
	}
	return s.c, s.rest()
}

// one plans one change in a cluster as it is before.
func (t *together) one(i int, c *core.Cluster) error {
	if !t.wanted[i] {
		return nil
	}
	in := t.ins[i]
	s := &stage{in: in, c: c.Fork(), ill: t.base.ill, notes: slices.Concat(in.Notes, in.strayImages(), in.takenClasses())}
	if in.Live {
		s.lookBack()
	} else if err := s.conclude(); err != nil {
		return err
	}
	return t.plan(i, s)
}

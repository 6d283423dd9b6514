// Package wait has kubectl wait.
package wait

import (
	"errors"
	"reflect"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/state"
)

// week is how long a negative --timeout is.
const week = 168 * time.Hour

// waiter is one kubectl wait.
type waiter struct {
	*session.Session
	conditions []condition
	timeout    time.Duration
	deadline   state.Time
	results    *session.Results
}

// Wait is kubectl wait. It lets time go on until the conditions hold.
//
// Upstream 1.37: kubectl pkg/cmd/wait/wait.go.
func Wait(s *session.Session, args []string) error {
	w := waiter{Session: s, timeout: 30 * time.Second}
	var sel session.Selection
	var output session.Output
	var list []string
	f := s.Flags("wait")
	sel.Files.Flags(f)
	output.Flags(f)
	f.String(&sel.Labels, "selector/l")
	f.String(&sel.Fields, "field-selector")
	f.Bool(&sel.Everything, "all")
	f.Bool(&sel.AllNamespaces, "all-namespaces/A")
	f.Repeated(&list, "for")
	f.Duration(&w.timeout, "timeout")
	f.Absent("local")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if w.results, err = s.NewResults(output); err != nil {
		return err
	}
	if w.conditions, err = parse(list); err != nil {
		return err
	}
	if w.timeout < 0 {
		w.timeout = week
	}
	w.deadline = s.Cluster.Now() + w.timeout
	found, err := w.find(sel, words)
	if err != nil {
		return err
	}
	return w.all(found)
}

// find finds the objects, and waits for them if it is told to.
//
// Differs: kubectl looks again every half second, this after each event.
func (w *waiter) find(sel session.Selection, words []string) (session.Found, error) {
	found, err := w.Find(sel, words)
	creates := false
	for _, c := range w.conditions {
		creates = creates || c.create
	}
	if err != nil || !creates {
		return found, err
	}
	exists := func() bool {
		if found, err = w.Find(sel, words); err != nil {
			return true
		}
		missing := 0
		for _, t := range found.Targets {
			if _, e := w.Object(t); e != nil {
				missing++
			}
		}
		return len(found.Targets) > 0 && missing != 1
	}
	if e := w.Session.Wait(max(w.timeout, 1), exists); errors.Is(e, core.ErrTime) {
		return found, errors.New("timed out waiting for the condition")
	} else if e != nil {
		return found, e
	}
	return found, err
}

// all waits for one object after the other, and goes on after errors.
func (w *waiter) all(found session.Found) error {
	errs := append([]error(nil), found.Errs...)
	deletes := false
	for _, c := range w.conditions {
		deletes = deletes || c.delete
	}
	visited := 0
	for _, t := range found.Targets {
		o, err := w.Object(t)
		switch {
		case err == nil:
			visited++
			err = w.one(t, o)
		case deletes && session.IsNotFound(err):
			err = nil
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 && visited == 0 && !deletes {
		return errors.New("no matching resources found")
	}
	return session.Join(errs)
}

// one waits until all conditions have held for one object.
func (w *waiter) one(t session.Target, o kinds.Object) error {
	for _, c := range w.conditions {
		var err error
		switch {
		case c.create:
		case c.delete && w.timeout > 0 && w.Cluster.Now() >= w.deadline:
			err = errors.New("context deadline exceeded")
		case c.delete:
			err = w.until(t, func() (bool, error) {
				now, err := w.Object(t)
				return err != nil || now.Meta.UID != o.Meta.UID, nil
			})
		default:
			err = w.until(t, w.check(t, &o, c))
		}
		if err != nil {
			return err
		}
		if err := w.results.Result(o, "condition met"); err != nil {
			return err
		}
	}
	return nil
}

// check says whether a condition holds now. It leaves the object as it is now in o.
func (w *waiter) check(t session.Target, o *kinds.Object, c condition) func() (bool, error) {
	looked := false
	return func() (bool, error) {
		now, err := w.Object(t)
		if err != nil || looked && reflect.DeepEqual(now.Value, o.Value) {
			return false, nil // gone, or not changed since it did not hold
		}
		looked, *o = true, now
		return c.met(now.Tree())
	}
}

// until lets time go on until a condition holds.
//
// Upstream 1.37: kubectl pkg/cmd/wait/condition.go, getObjAndCheckCondition.
func (w *waiter) until(t session.Target, holds func() (bool, error)) error {
	name := t.Kind.Plural + "/" + t.Name
	if w.timeout == 0 {
		met, err := holds()
		if err == nil && !met {
			err = fmt.Errorf("condition not met for %s", name)
		}
		return err
	}
	left := w.deadline - w.Cluster.Now()
	err := core.ErrTime
	var failure error
	if left > 0 {
		err = w.Session.Wait(left, func() bool {
			var met bool
			met, failure = holds()
			return met || failure != nil
		})
	}
	switch {
	case failure != nil:
		return failure
	case errors.Is(err, core.ErrTime):
		return fmt.Errorf("timed out waiting for the condition on %s", name)
	}
	return err
}

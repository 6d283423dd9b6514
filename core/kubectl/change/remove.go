package change

import (
	"errors"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// remover is one kubectl delete.
type remover struct {
	*session.Session
	options        core.DeleteOptions
	dryRun         session.DryRun
	output         string
	ignoreNotFound bool
	wait           bool
	timeout        time.Duration
	grace          int
	warned         bool // that a namespace does not limit what is deleted
}

// removeFlags are the flags that are worked out before a delete begins.
type removeFlags struct {
	sel             session.Selection
	cascade, dryRun string
	force, now      bool
}

// Delete is kubectl delete.
//
// Upstream 1.37: kubectl pkg/cmd/delete/delete.go.
func Delete(s *session.Session, args []string) error {
	r := remover{Session: s, wait: true, grace: -1}
	in := removeFlags{cascade: "background"}
	f := s.Flags("delete")
	in.sel.Files.Flags(f)
	f.String(&in.sel.Labels, "selector/l")
	f.String(&in.sel.Fields, "field-selector")
	f.Bool(&in.sel.All, "all")
	f.Bool(&in.sel.AllNamespaces, "all-namespaces/A")
	f.Optional(&in.cascade, "cascade", "background")
	f.Optional(&in.dryRun, "dry-run", "unchanged")
	f.String(&r.output, "output/o")
	f.Bool(&in.force, "force")
	f.Bool(&in.now, "now")
	f.Bool(&r.ignoreNotFound, "ignore-not-found")
	f.Bool(&r.wait, "wait")
	f.Int(&r.grace, "grace-period")
	f.Duration(&r.timeout, "timeout")
	f.Absent("raw", "interactive/i")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if !f.Given("ignore-not-found") && (in.sel.All || in.sel.Labels != "" || in.sel.Fields != "") {
		r.ignoreNotFound = true
	}
	if err := r.settle(&in); err != nil {
		return err
	}
	found, err := s.Find(in.sel, words)
	if err != nil {
		return err
	}
	return r.all(found)
}

// settle works the options out and checks that they fit each other.
func (r *remover) settle(in *removeFlags) error {
	var err error
	if r.options.Propagation, err = propagation(in.cascade); err != nil {
		return err
	}
	if r.dryRun, err = session.ParseDryRun(in.dryRun); err != nil {
		return err
	}
	switch {
	case in.now && r.grace != -1:
		return errors.New("--now and --grace-period cannot be specified together")
	case in.now, r.grace == 0 && !in.force:
		r.grace = 1
	case in.force && r.grace < 0:
		r.grace = 0
	}
	switch {
	case r.output != "" && r.output != "name":
		return fmt.Errorf("unexpected -o output mode: %v. We only support '-o name'", r.output)
	case r.grace > 0 && in.force:
		return errors.New("--force and --grace-period greater than 0 cannot be specified together")
	case r.grace == 0 && in.force:
		r.Warn("Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.")
	}
	if r.grace >= 0 {
		seconds := int64(r.grace)
		r.options.GraceSeconds = &seconds
	}
	return nil
}

// propagation reads the value of --cascade.
//
// Upstream 1.37: kubectl pkg/cmd/util/helpers.go, GetCascadingStrategy.
func propagation(cascade string) (core.Propagation, error) {
	switch cascade {
	case "background", "true":
		return core.Background, nil
	case "foreground":
		return core.Foreground, nil
	case "orphan", "false":
		return core.Orphan, nil
	}
	return "", fmt.Errorf(`invalid cascade value (%v). Must be "background", "foreground", or "orphan"`, cascade)
}

// all deletes what was found and waits until it is gone.
func (r *remover) all(found session.Found) error {
	errs := found.Errs
	var deleted []session.Target
	n := 0
	for _, t := range found.Targets {
		n++
		o, err := r.Object(t)
		if err == nil {
			t.Listed = &o
			err = r.one(t)
		}
		switch {
		case err == nil:
			deleted = append(deleted, t)
		case session.IsNotFound(err) && r.ignoreNotFound:
		default:
			if t.Source != "" {
				err = session.AddSource("deleting", t.Source, err)
			}
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return session.Join(errs)
	}
	if n == 0 {
		r.Outf("No resources found")
		return nil
	}
	if !r.wait || r.dryRun != session.NoDryRun {
		return nil
	}
	begin := r.Cluster.Now()
	for _, t := range deleted {
		left := r.timeout
		if left != 0 {
			left = max(left-(r.Cluster.Now()-begin), 1)
		}
		if err := gone(r.Session, t, left); err != nil {
			return err
		}
	}
	return nil
}

// one deletes one object and says so.
func (r *remover) one(t session.Target) error {
	if t.Kind.Name == "Event" {
		return errors.New("rollscope does not delete events")
	}
	if r.Explicit && !t.Kind.Namespaced && !r.warned {
		r.warned = true
		r.Warn("deleting cluster-scoped resources, not scoped to the provided namespace")
	}
	if r.dryRun == session.NoDryRun {
		if err := r.Cluster.Delete(t.Kind.Name, t.Namespace, t.Name, r.options); err != nil {
			return err
		}
	}
	if r.output == "name" {
		r.Outf("%s", t)
		return nil
	}
	operation := "deleted"
	if r.grace == 0 {
		operation = "force deleted"
	}
	operation += within(t)
	switch r.dryRun {
	case session.ClientDryRun:
		operation += " (dry run)"
	case session.ServerDryRun:
		operation += " (server dry run)"
	}
	r.Outf("%s %q %s", t.Kind.Type(), t.Name, operation)
	return nil
}

// within names the namespace of a namespaced object.
func within(t session.Target) string {
	if !t.Kind.Namespaced {
		return ""
	}
	return " from " + t.Namespace + " namespace"
}

// gone lets time go on until an object is gone; one that comes back under the
// same name is another object. A timeout of 0 is the week that kubectl waits.
//
// Upstream 1.37: kubectl pkg/cmd/wait/delete.go, IsDeleted.
func gone(s *session.Session, t session.Target, timeout time.Duration) error {
	err := s.Wait(timeout, func() bool {
		o, err := s.Object(t)
		return err != nil || t.Listed != nil && o.Meta.UID != t.Listed.Meta.UID
	})
	switch {
	case err == nil:
		return nil
	case timeout == 0:
		return session.ForEver(err, t.Kind.Plural+"/"+t.Name+" stays", "--wait=false does not wait, --force does not ask the node")
	case errors.Is(err, core.ErrTime):
		return fmt.Errorf("timed out waiting for the condition on %s/%s", t.Kind.Plural, t.Name)
	}
	return err
}

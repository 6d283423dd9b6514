package rollout

import (
	"errors"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/daemon"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/state"
)

// follower is one kubectl rollout status of one DaemonSet.
type follower struct {
	*session.Session
	namespace, name string
	watch           bool
	shown           *state.DaemonSet // what the last line was about
	lines           map[string]bool  // that were written
	news            bool             // a line was written that was not written before
	done            bool
	err             error
}

// status is kubectl rollout status. It lets time go on until the rollout is done.
//
// Upstream 1.37: kubectl pkg/cmd/rollout/rollout_status.go.
// Differs: where the rollout cannot get on and there is no --timeout, kubectl
// would wait on; here it fails.
func status(s *session.Session, args []string) error {
	c := newCommand(s, "status")
	watch, revision, timeout := true, 0, time.Duration(0)
	c.flags.Bool(&watch, "watch/w")
	c.flags.Int(&revision, "revision")
	c.flags.Duration(&timeout, "timeout")
	found, err := c.find(args, &revision)
	if err != nil {
		return err
	}
	if len(found.Targets)+len(found.Errs) == 0 {
		c.nothing()
		return nil
	}
	return s.Each(found, func(t session.Target, o kinds.Object) error {
		if t.Kind.Name != "DaemonSet" {
			return fmt.Errorf("no status viewer has been implemented for %s", groupKind(t.Kind))
		}
		f := &follower{Session: s, namespace: o.Meta.Namespace, name: t.Name, watch: watch, lines: map[string]bool{}}
		return f.follow(timeout)
	})
}

// follow writes a line now and for every change, until the rollout is done.
//
// Differs: what is due at this moment happens before the first line. kubectl
// takes longer to start than the controller takes to see a change.
func (f *follower) follow(timeout time.Duration) error {
	if f.watch {
		if err := f.Cluster.Advance(0, nil); err != nil {
			return err
		}
	}
	for {
		f.news = false
		err := f.Wait(timeout, func() bool {
			f.look()
			return f.done || f.err != nil || f.news && timeout == 0
		})
		switch {
		case f.done || f.err != nil:
			return f.err
		case err == nil: // something new, so that patience begins again
		case timeout != 0 && errors.Is(err, core.ErrTime):
			return errors.New("timed out waiting for the condition")
		case errors.Is(err, core.ErrIdle) || errors.Is(err, core.ErrTime):
			return session.ForEver(err, "the rollout does not get on",
				"--timeout=60s gives up as kubectl does; kubectl describe ds/"+f.name+" and kubectl get pods show what it waits for")
		default:
			return err
		}
	}
}

// look writes a line if the DaemonSet has changed since the last one.
func (f *follower) look() {
	ds := f.record()
	switch {
	case ds == nil:
		f.err = errors.New("object has been deleted")
		return
	case f.shown != nil && f.shown.Object == ds.Object && f.shown.Foreground == ds.Foreground && sameStatus(&f.shown.Status, &ds.Status):
		return
	}
	f.shown = ds
	line, done, err := daemon.RolloutStatus(ds)
	if err != nil {
		f.err = err
		return
	}
	f.Outf("%s", line)
	f.news, f.lines[line] = !f.lines[line], true
	f.done = done || !f.watch
}

// record is the record of the DaemonSet, nil when it is gone.
func (f *follower) record() *state.DaemonSet {
	for _, d := range f.Cluster.Sets() {
		if d.Object.Name == f.name && d.Object.Namespace == f.namespace {
			return d
		}
	}
	return nil
}

// sameStatus says whether the API server would show the same status.
func sameStatus(a, b *api.DaemonSetStatus) bool {
	return a.ObservedGeneration == b.ObservedGeneration && a.DesiredNumberScheduled == b.DesiredNumberScheduled &&
		a.CurrentNumberScheduled == b.CurrentNumberScheduled && a.UpdatedNumberScheduled == b.UpdatedNumberScheduled &&
		a.NumberMisscheduled == b.NumberMisscheduled && a.NumberReady == b.NumberReady &&
		a.NumberAvailable == b.NumberAvailable && a.NumberUnavailable == b.NumberUnavailable &&
		(a.CollisionCount == b.CollisionCount || a.CollisionCount != nil && b.CollisionCount != nil && *a.CollisionCount == *b.CollisionCount)
}

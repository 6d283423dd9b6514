package session

import (
	"errors"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
)

// Patience is how long a command that kubectl would let wait without end goes on
// before it gives up.
const Patience = 24 * time.Hour

// ErrStopped ends a command that waits when Env.Stop says so.
var ErrStopped = errors.New("the run has reached its limit")

// Stopped says that Env.Stop wants commands to give up waiting.
func (s *Session) Stopped() bool { return s.Env.Stop != nil && s.Env.Stop() }

// Wait lets time go on until cond holds; it is asked at once and after each
// event. It fails with core.ErrTime after within. Where within is 0 it waits
// without bound, as far as the cluster allows: it fails with core.ErrIdle when
// nothing more can happen, and with core.ErrTime after Patience. Either way it
// fails with ErrStopped when Env.Stop says so.
//
// Differs: kubectl waits on in both cases.
func (s *Session) Wait(within time.Duration, cond func() bool) error {
	met, stopped := false, false
	asked := func() bool {
		met = cond()
		stopped = !met && s.Stopped()
		return met || stopped
	}
	err := error(nil)
	if within <= 0 {
		err = s.Cluster.Until(asked, Patience)
	} else if !asked() {
		err = s.Cluster.Advance(within, func() bool { return !asked() })
		if err == nil && !met && !stopped {
			err = core.ErrTime
		}
	}
	if stopped {
		return ErrStopped
	}
	return err
}

// ForEver is the error of a command that waits for something that will not come.
// what says what stays as it is, hint what can be done about it.
func ForEver(err error, what, hint string) error {
	why := "nothing more can happen in the cluster"
	if errors.Is(err, core.ErrTime) {
		why = fmt.Sprintf("that is so for %d hours", int(Patience.Hours()))
	}
	return fmt.Errorf("%s: %s, and kubectl would wait on\nrollscope: hint: %s", what, why, hint)
}

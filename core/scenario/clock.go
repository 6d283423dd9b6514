package scenario

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

// The commands that move simulated time.

// maxStep is how far step and back go at once.
const maxStep = 1_000_000

// advance moves time on. Every condition of --always is asked at once and after
// each event; time goes on to the end even when one breaks, and the command then
// fails and tells the first moment for each.
func (s *Session) advance(args []string) (string, error) {
	words, values, err := flags(args, []string{"--always"}, nil)
	if err != nil {
		return "", err
	}
	if len(words) != 1 {
		return "", wrong("say how far to advance")
	}
	d, err := duration(words[0])
	if err != nil {
		return "", wrong("%v", err)
	}
	c := s.Cluster()
	guards := make([]guard, 0, len(values["--always"]))
	for _, text := range values["--always"] {
		cond, err := ParseCondition(text)
		if err != nil {
			return "", err
		}
		guards = append(guards, guard{watch: watch{condition: cond, cluster: c, news: s.news}})
	}
	look := func() {
		for i := range guards {
			guards[i].look()
		}
	}
	look()
	if err := s.run(d, look); err != nil {
		return "", err
	}
	var broken []string
	for i := range guards {
		if guards[i].broken != "" {
			broken = append(broken, guards[i].broken)
		}
	}
	if len(broken) > 0 {
		return "", errors.New(strings.Join(broken, "\nerror: "))
	}
	return "", nil
}

// guard is a condition that has to hold all the time.
type guard struct {
	watch
	broken string // when and why it did not, at first
}

func (g *guard) look() {
	if g.broken == "" && !g.holds() {
		g.broken = fmt.Sprintf("at %s %s does not hold: %s", clock(g.cluster.Now()), g.condition, g.failing())
	}
}

// run moves time on within the session's limits and calls look after each event.
func (s *Session) run(d state.Time, look func()) error {
	c := s.Cluster()
	if d > s.options.MaxTime-c.Now() {
		return s.tooLong()
	}
	err := c.Advance(d, func() bool {
		if look != nil {
			look()
		}
		return c.Emitted() <= s.options.MaxEvents
	})
	if err == nil && c.Emitted() > s.options.MaxEvents {
		return s.tooMuch()
	}
	return err
}

func (s *Session) tooLong() error {
	return fmt.Errorf("a scenario may take %s of simulated time", clock(s.options.MaxTime))
}

func (s *Session) tooMuch() error {
	return fmt.Errorf("at %s: more than %d events; a scenario may have no more", clock(s.Cluster().Now()), s.options.MaxEvents)
}

// until moves on until a condition holds. Without --within it gives up when what
// happens only repeats itself, as package progress defines it.
func (s *Session) until(args []string) (string, error) {
	words, values, err := flags(args, []string{"--within"}, nil)
	if err != nil {
		return "", err
	}
	if len(words) == 0 {
		return "", wrong("say until when")
	}
	cond, err := ParseCondition(strings.Join(words, " "))
	if err != nil {
		return "", err
	}
	c := s.Cluster()
	limit, within := s.options.MaxTime-c.Now(), state.Time(-1)
	switch text, err := onlyValue(values, "--within"); {
	case err != nil:
		return "", err
	case text != "":
		if within, err = duration(text); err != nil {
			return "", wrong("%v", err)
		}
	}
	if within > limit {
		return "", s.tooLong()
	}
	w := watch{condition: cond, cluster: c, news: s.news}
	bored := false
	if within < 0 {
		within = limit
		bored = true
	}
	return "", s.await(&w, within, bored)
}

// await goes on until the watch's condition holds. With bored it gives up when
// nothing new happens any more.
func (s *Session) await(w *watch, within state.Time, bored bool) error {
	c := w.cluster
	from := c.Now()
	stop, full := "", false
	err := c.Until(func() bool {
		full = c.Emitted() > s.options.MaxEvents
		switch {
		case w.holds(), full:
			return true
		case !c.Idle() && w.hopeless() != "":
			stop = "nothing is going to wake the controller for " + w.hopeless()
		case bored && c.Now()-from >= progress.Patience:
			if w.news.Follow(c); w.news.Old() {
				stop = "for " + clock(progress.Patience) + " nothing new has happened"
			}
		}
		return stop != ""
	}, within)
	switch {
	case full && !w.holds():
		return s.tooMuch()
	case err != nil && w.holds():
		return nil // idle and stuck may begin to hold without an event
	case errors.Is(err, core.ErrIdle):
		stop = "nothing more can happen"
	case errors.Is(err, core.ErrTime):
		stop = "time is up"
	case err != nil:
		return err
	case stop == "":
		return nil
	}
	text := fmt.Sprintf("at %s %s does not hold: %s; %s", clock(c.Now()), w.condition, w.failing(), stop)
	return errors.New(strings.Join(append([]string{text}, waiting(c)...), "\n"))
}

// maxWaits is how many nodes of a DaemonSet an error lists.
const maxWaits = 10

// waiting lists what everything is waiting for.
func waiting(c *core.Cluster) []string {
	var lines []string
	for _, d := range c.Sets() {
		if progress.RolledOut(d) {
			continue
		}
		lines = append(lines, setName(d)+" is waiting:")
		waits := c.Index(d.ID).Waiting(maxWaits + 1)
		for i, w := range waits {
			if i == maxWaits {
				lines = append(lines, "  and more")
				break
			}
			lines = append(lines, "  "+w.Why.Sentence(reason.English))
		}
		if len(waits) == 0 {
			lines = append(lines, "  the controller has not looked at it yet")
		}
	}
	return lines
}

// step moves on by decisions.
func (s *Session) step(args []string) (string, error) {
	n, err := count(args)
	if err != nil {
		return "", err
	}
	c := s.Cluster()
	for i := range n {
		switch next := c.Next(); {
		case next != state.Never && next > s.options.MaxTime:
			return "", s.tooLong()
		case !c.Step():
			return "", fmt.Errorf("nothing more can happen after %d of %d steps", i, n)
		case c.Emitted() > s.options.MaxEvents:
			return "", s.tooMuch()
		}
	}
	return "", nil
}

// back goes back by events, to the beginning at most.
func (s *Session) back(args []string) (string, error) {
	n, err := count(args)
	if err == nil {
		s.Cluster().Back(n)
	}
	return "", err
}

// count is the optional number of step and back; 1 where it is left out.
func count(args []string) (int, error) {
	if len(args) == 0 {
		return 1, nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || n > maxStep || len(args) > 1 {
		return 0, wrong("%q is no number from 1 to %d", strings.Join(args, " "), maxStep)
	}
	return n, nil
}

// seek goes to a simulated time, back or forward.
func (s *Session) seek(args []string) (string, error) {
	if len(args) != 1 {
		return "", wrong("say where to go")
	}
	t, err := duration(args[0])
	if err != nil {
		return "", wrong("%v", err)
	}
	c := s.Cluster()
	if t > c.Now() {
		return "", s.run(t-c.Now(), nil)
	}
	return "", c.Seek(t)
}

func (s *Session) fork(args []string) (string, error) {
	if len(args) != 1 {
		return "", wrong("say what to call the branch")
	}
	return "", s.Fork(args[0])
}

func (s *Session) switchTo(args []string) (string, error) {
	if len(args) != 1 {
		return "", wrong("say which branch to go to")
	}
	return "", s.Switch(args[0])
}

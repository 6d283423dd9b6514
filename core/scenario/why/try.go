package why

import (
	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario/progress"
	"github.com/rollscope/rollscope/core/state"
)

// Bounds of one try.
const (
	tryTime   = 24 * 3600 * state.Second
	tryEvents = 200_000
)

// try runs commands on a fork of the cluster and lets it go on until the rollout is
// done, stuck or too long.
func try(c *core.Cluster, d *state.DaemonSet, commands []string, run kubectl.Runner) Change {
	f := c.Ahead()
	ch := Change{Commands: commands}
	for _, line := range commands {
		args, err := kubectl.Split(line)
		if err != nil || run(f, kubectl.Env{}, args[1:]).Exit != 0 {
			return ch
		}
	}
	events := f.Emitted()
	var news progress.News
	f.Watch(news.Observe)
	err := f.Until(func() bool {
		now := set(f, d.ID)
		return now == nil || progress.RolledOut(now) || progress.Stuck(f, now, &news) || f.Emitted()-events > tryEvents
	}, tryTime)
	now := set(f, d.ID)
	if now == nil {
		return ch
	}
	ch.Done = err == nil && progress.RolledOut(now)
	ch.After = f.Now() - c.Now()
	ch.Desired = int(now.Status.DesiredNumberScheduled)
	for _, p := range f.PodRecords() {
		if p.Set == d.ID && p.Available && !p.Terminating() && p.Hash() == now.Hash {
			ch.Current++
		}
	}
	return ch
}

// set is the record of a DaemonSet, nil when it is gone.
func set(c *core.Cluster, id state.SetID) *state.DaemonSet {
	for _, d := range c.Sets() {
		if d.ID == id {
			return d
		}
	}
	return nil
}

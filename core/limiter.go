package core

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// limiter is the token bucket of the controller manager's API client, as the
// time at which it is full again.
//
// Upstream 1.37: client-go util/flowcontrol/throttle.go; 20 requests a second
// with a burst of 30 in cmd/kube-controller-manager.
type limiter struct {
	full state.Time
}

// reserve takes a token and returns the time from which the call may be made.
func (c *Cluster) reserve() state.Time {
	s := c.settings
	if s.qps <= 0 {
		return c.now
	}
	every := state.Time(float64(state.Second) / s.qps)
	full := max(c.limiter.full, c.now)
	at := max(c.now, full-every*state.Time(s.burst-1))
	c.putLimiter(&limiter{full: full + every})
	return at
}

// LimitClient sets how fast the controller manager may call the API; a qps of 0
// or less is no limit.
func (c *Cluster) LimitClient(qps float64, burst int) {
	c.forget()
	defer c.conclude()
	next := *c.settings
	next.qps, next.burst = qps, max(burst, 1)
	c.putSettings(&next)
	e := Event{Actor: User, Object: Object{Kind: "Client", Name: "kube-controller-manager"}, Verb: "limit",
		Why: reason.Reason{Code: reason.ClientUnlimited}}
	if qps > 0 {
		e.Why = reason.Reason{Code: reason.ClientLimits, Text: strconv.FormatFloat(qps, 'g', -1, 64), M: int64(next.burst)}
	}
	c.emit(e)
}

// SetImage says how containers of an image behave from now on.
func (c *Cluster) SetImage(r state.ImageRule) {
	c.forget()
	defer c.conclude()
	next := *c.settings
	next.images = next.images.With(r)
	c.putSettings(&next)
	for id, p := range c.pods { // who runs the image may have something to do now
		if p != nil && p.Bound() && !p.Phase.Terminal() && usesImage(p, r.Image) {
			woken := *p
			c.wake(&woken)
			c.putPod(state.PodID(id), &woken)
		}
	}
	c.emit(Event{Actor: User, Object: Object{Kind: "Image", Name: r.Image}, Verb: "update", Node: r.OnlyOn,
		Why: reason.Reason{Code: reason.ImageSet, Text: r.Image, Node: r.OnlyOn}})
}

// usesImage says whether a container of the pod has the image; "*" is any.
func usesImage(p *state.Pod, image string) bool {
	if image == "*" {
		return true
	}
	for _, list := range [2][]api.Container{p.Template.Spec.InitContainers, p.Template.Spec.Containers} {
		for i := range list {
			if list[i].Image == image {
				return true
			}
		}
	}
	return false
}

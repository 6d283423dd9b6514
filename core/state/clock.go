package state

import (
	"time"

	"github.com/rollscope/rollscope/core/api"
)

// Epoch is the wall-clock time that simulated time 0 stands for in API objects.
var Epoch = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Clock is the API timestamp of a simulated time, in whole seconds as the API keeps it.
func Clock(t Time) api.Time {
	return api.NewTime(Epoch.Add(t).Truncate(time.Second))
}

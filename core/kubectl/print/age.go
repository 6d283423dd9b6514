package print

import (
	"strconv"
	"time"

	"github.com/rollscope/rollscope/core/api"
)

const day = 24 * time.Hour

// Duration shortens a length of time to the two or three figures that kubectl
// shows: "119s", "2m", "9m59s", "3h5m", "2d1h", "400d".
// A length below minus one second is "<invalid>".
//
// Upstream 1.37: apimachinery pkg/util/duration/duration.go, HumanDuration.
func Duration(d time.Duration) string {
	seconds, hours := int(d.Seconds()), int(d/time.Hour)
	switch {
	case seconds < -1:
		return "<invalid>"
	case seconds < 0:
		return "0s"
	case seconds < 120:
		return unit(seconds, "s", 0, "")
	case d < 10*time.Minute:
		return unit(seconds/60, "m", seconds%60, "s")
	case d < 3*time.Hour:
		return unit(seconds/60, "m", 0, "")
	case hours < 8:
		return unit(hours, "h", seconds/60%60, "m")
	case hours < 48:
		return unit(hours, "h", 0, "")
	case d < 8*day:
		return unit(hours/24, "d", hours%24, "h")
	case d < 2*365*day:
		return unit(hours/24, "d", 0, "")
	case d < 8*365*day:
		return unit(hours/24/365, "y", hours/24%365, "d")
	}
	return unit(hours/24/365, "y", 0, "")
}

// unit joins a number with its unit, and with a smaller unit unless there are none of it.
func unit(n int, name string, rest int, restName string) string {
	out := strconv.Itoa(n) + name
	if rest != 0 {
		out += strconv.Itoa(rest) + restName
	}
	return out
}

// Age is how long ago an API timestamp is, or "<unknown>" for none.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, translateTimestampSince.
func Age(stamp api.Time, now time.Time) string {
	if stamp.IsZero() {
		return "<unknown>"
	}
	return Duration(now.Sub(stamp.Truncated().Time))
}

// MicroAge is Age for a timestamp that carries microseconds.
func MicroAge(stamp api.MicroTime, now time.Time) string {
	if stamp.IsZero() {
		return "<unknown>"
	}
	return Duration(now.Sub(stamp.UTC().Truncate(time.Microsecond)))
}

//go:build unix

package core

import (
	"syscall"
	"time"
)

// cpuTime is how long this program has kept processors busy, which other programs
// do not lengthen as much as they do the time on the wall.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

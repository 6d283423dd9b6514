//go:build !linux

package tui_test

import "time"

var begun = time.Now()

// clock is the time since the tests began, where there is no clock of a thread.
func clock() time.Duration { return time.Since(begun) }

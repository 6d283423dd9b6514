//go:build !unix

package core

import "time"

var programBegan = time.Now()

func cpuTime() time.Duration { return time.Since(programBegan) }

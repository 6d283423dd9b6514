package main

import (
	"os"
	"syscall"
)

// peak is the largest memory of a process that ended, in KiB.
func peak(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss
}

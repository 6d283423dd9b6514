package main

import (
	"os"
	"os/exec"
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

// fresh makes the next run of a program read its file from the disk. What was just linked is
// in the kernel's memory in larger pieces than what was read, and a process is charged for
// all of a piece that it touches: 9 MiB more, for a program of 50.
func fresh(program string) error {
	path, err := exec.LookPath(program)
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if err := file.Sync(); err != nil {
		return err
	}
	const dontNeed = 4 // POSIX_FADV_DONTNEED, of the whole file
	if _, _, errno := syscall.Syscall6(syscall.SYS_FADVISE64, file.Fd(), 0, 0, dontNeed, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

package command

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
)

// progress tells how far a run is that takes more than a second.
type progress struct {
	lint.Progress
	w        io.Writer
	terminal bool // one line that changes, and goes in the end
	language reason.Language
	files    int // of the run
	stop     chan struct{}
	group    sync.WaitGroup
}

// follow begins to tell how a run goes; nil if nobody wants to know.
func (l *run) follow() *progress {
	if !l.options.Progress && (!l.host.Terminal || l.options.Quiet) {
		return nil
	}
	p := &progress{w: l.host.Err, terminal: l.host.Terminal, language: l.host.Language, files: len(l.sources), stop: make(chan struct{})}
	p.group.Go(p.tell)
	return p
}

func (p *progress) tell() {
	every := time.Second
	if p.terminal {
		every = time.Second / 5
	}
	told := false
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			timer.Reset(every)
			told = true
			p.print()
		case <-p.stop:
			if told && p.terminal {
				_, _ = io.WriteString(p.w, "\r\x1b[K")
			}
			return
		}
	}
}

func (p *progress) print() {
	line := fmt.Sprintf("rollscope: %d of %d files, %d DaemonSets", p.Files.Load(), p.files, p.Sets.Load())
	if p.language == reason.Chinese {
		line = fmt.Sprintf("rollscope：已检查 %d/%d 个文件，%d 个 DaemonSet", p.Files.Load(), p.files, p.Sets.Load())
	}
	if p.terminal {
		_, _ = io.WriteString(p.w, "\r"+line+"\x1b[K")
	} else {
		_, _ = fmt.Fprintln(p.w, line)
	}
}

// end stops telling. It is safe on nil.
func (p *progress) end() {
	if p != nil {
		close(p.stop)
		p.group.Wait()
	}
}

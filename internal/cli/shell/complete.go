package shell

import (
	"fmt"
	"strings"

	"github.com/rollscope/rollscope/core/scenario/prompt"
)

// complete completes the word before the cursor, and lists what it may be.
func (s *Shell) complete(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || pos != len(line) {
		return "", 0, false
	}
	c := prompt.Complete(s.Session, line)
	if len(c.Words) == 0 {
		return "", 0, false
	}
	if len(c.Words) > 1 && c.Common == line[c.From:] {
		_, _ = fmt.Fprintln(s.Out, strings.Join(c.Words, "  "))
	}
	return line[:c.From] + c.Common, c.From + len(c.Common), true
}

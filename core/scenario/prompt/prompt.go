// Package prompt is what a person at a prompt over a simulated cluster gets beside
// the commands themselves, in a terminal as in a page: kubectl's verbs without the
// word kubectl, help, and completion.
package prompt

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/kubectl"
	"github.com/rollscope/rollscope/core/scenario"
)

// Line puts kubectl in front of a line that begins with one of its verbs.
func Line(line string) string {
	verb, _, _ := strings.Cut(line, " ")
	if slices.Contains(kubectl.Commands(), verb) {
		return "kubectl " + line
	}
	return line
}

// Help lists the commands, one kind of command a line.
func Help() string {
	return "kubectl " + strings.Join(kubectl.Commands(), ", ") + "\n" + strings.Join(scenario.Commands(), "\n") + "\n"
}

// Completion is what may stand at the end of a line.
type Completion struct {
	// From is where the word that is completed begins, in bytes; it goes on to the
	// end of the line.
	From int
	// Words are what may stand there, whole; one that ends in = or / goes on.
	Words []string
	// Common is what all of them begin with, with a blank where there is one word and
	// it is complete.
	Common string
}

// Complete completes the last word of a line: verbs first, then subcommands, types,
// flags of the verb with their values, names and files.
func Complete(s *scenario.Session, line string) Completion {
	c := Completion{From: strings.LastIndexAny(line, " ") + 1}
	word := line[c.From:]
	c.Words = begins(words{s}.after(strings.Fields(line[:c.From]), word), word)
	if len(c.Words) == 0 {
		return c
	}
	c.Common = c.Words[0]
	for _, w := range c.Words[1:] {
		for !strings.HasPrefix(w, c.Common) {
			c.Common = c.Common[:len(c.Common)-1]
		}
	}
	if len(c.Words) == 1 && !strings.HasSuffix(c.Common, "=") && !strings.HasSuffix(c.Common, "/") {
		c.Common += " "
	}
	return c
}

// begins are the words that begin with the one there is, each once.
func begins(all []string, word string) []string {
	var found []string
	seen := map[string]bool{}
	for _, w := range all {
		if strings.HasPrefix(w, word) && !seen[w] {
			found = append(found, w)
			seen[w] = true
		}
	}
	return found
}

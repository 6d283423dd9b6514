package kubectl

import (
	"errors"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// Split takes a command line apart into words as a shell does: at white space,
// with single quotes, double quotes and backslashes. What a shell would do
// beyond that (pipes, lists of commands, redirection, substitution) is an error.
func Split(line string) ([]string, error) {
	s := splitter{rest: line}
	for s.rest != "" {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	if err := s.end(); err != nil {
		return nil, err
	}
	return s.words, nil
}

// splitter is the state of Split. open says that a word has begun, maybe an
// empty one; quoted that some of it stood in quotes.
type splitter struct {
	rest         string
	words        []string
	word         strings.Builder
	open, quoted bool
}

// next reads one character or one quoted part.
func (s *splitter) next() error {
	c := s.rest[0]
	s.rest = s.rest[1:]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		return s.end()
	case c == '\'':
		return s.single()
	case c == '"':
		return s.double()
	case c == '\\':
		if s.rest == "" {
			return errors.New("the line ends with a backslash")
		}
		c = s.rest[0]
		s.rest = s.rest[1:]
	case strings.IndexByte("|;&`", c) >= 0, c == '$' && strings.HasPrefix(s.rest, "("):
		return fmt.Errorf("there is no shell: put %q in quotes or leave it out", string(c))
	}
	s.word.WriteByte(c)
	s.open = true
	return nil
}

func (s *splitter) single() error {
	inside, rest, ok := strings.Cut(s.rest, "'")
	if !ok {
		return errors.New("a single quote is not closed")
	}
	s.word.WriteString(inside)
	s.rest, s.open, s.quoted = rest, true, true
	return nil
}

func (s *splitter) double() error {
	s.open, s.quoted = true, true
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			s.rest = s.rest[i+1:]
			return nil
		case c == '\\' && i+1 < len(s.rest) && strings.IndexByte("\"\\$`", s.rest[i+1]) >= 0:
			i++
			s.word.WriteByte(s.rest[i])
		default:
			s.word.WriteByte(c)
		}
	}
	return errors.New("a double quote is not closed")
}

// end closes the word that is open.
func (s *splitter) end() error {
	if !s.open {
		return nil
	}
	word := s.word.String()
	if !s.quoted && strings.Trim(word, "<>12") == "" && strings.ContainsAny(word, "<>") {
		return fmt.Errorf("there is no shell: %q goes nowhere", word)
	}
	s.words = append(s.words, word)
	s.word.Reset()
	s.open, s.quoted = false, false
	return nil
}

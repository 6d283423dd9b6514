package tree

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode/yaml"
	"github.com/rollscope/rollscope/core/api/fmt"
)

// lookAlike finds a character that only looks like a space, a colon or a dash.
func lookAlike(p *part, f *yaml.Failure) *diagnosis {
	for _, line := range suspects(f) {
		text := p.lineText(line)
		i := strings.IndexFunc(text, func(c rune) bool { return Meant(c) != 0 })
		if i < 0 || strings.ContainsAny(text[:i], "\"'#") {
			continue
		}
		found, size := utf8.DecodeRuneInString(text[i:])
		return &diagnosis{
			at: yaml.Pos{Line: line, Column: column(text, i)}, code: CodeLookAlike,
			message: fmt.Sprintf("%s (U+%04X) is no %s to YAML", lookAlikeName(found), found, spelled(Meant(found))),
			hint:    "type a " + spelled(Meant(found)) + " in its place",
			repair: func(p *part) {
				p.setLine(line, text[:i]+string(Meant(found))+text[i+size:])
			},
		}
	}
	return nil
}

// Meant is the character that one was probably meant to be; 0 if it is itself.
func Meant(c rune) rune {
	switch {
	case c == '\u200b', c == '\ufeff', c > 0x7f && unicode.Is(unicode.Zs, c):
		return ' '
	case c == '：':
		return ':'
	case c == '，':
		return ','
	case c == '–', c == '—':
		return '-'
	}
	return 0
}

func lookAlikeName(c rune) string {
	switch Meant(c) {
	case ' ':
		return "a special space"
	case '-':
		return "a long dash"
	}
	return "a full-width " + spelled(Meant(c))
}

func spelled(c rune) string {
	switch c {
	case ' ':
		return "space"
	case ':':
		return "colon"
	case ',':
		return "comma"
	}
	return "dash"
}

// missingSpace finds kind:Pod on the line where the parser missed a colon or on the one
// before. A key without a space is a plain word to YAML, and goes on into the next line.
func missingSpace(p *part, f *yaml.Failure) *diagnosis {
	for _, line := range wordLines(f) {
		text := p.lineText(line)
		key, value := SplitWord(text, ':')
		if key == "" || value == "" || value[0] == ' ' || strings.HasPrefix(value, "//") {
			continue
		}
		after := len(text) - len(value)
		at := yaml.Pos{Line: line, Column: column(text, after)}
		return &diagnosis{
			at: at, code: CodeMissingSpace,
			message: "a space is missing after the colon of " + Quote(key+":"),
			hint:    "write " + Shown(key+": "+value, 60),
			repair: func(p *part) {
				p.setLine(line, text[:after]+" "+text[after:])
				p.inserted = append(p.inserted, at)
			},
		}
	}
	return nil
}

// missingColon finds key=value, or a word alone, among the entries of a map.
func missingColon(p *part, f *yaml.Failure) *diagnosis {
	for _, line := range wordLines(f) {
		text := p.lineText(line)
		key, value := SplitWord(text, '=')
		if key == "" {
			continue
		}
		after := len(text) - len(value)
		at := yaml.Pos{Line: line, Column: column(text, after)}
		return &diagnosis{
			at: yaml.Pos{Line: line, Column: column(text, after-1-len(key))}, code: CodeMissingColon,
			message: Quote(key+"="+value) + " is not an entry of a map: it has = in place of a colon",
			hint:    "write " + Shown(key+": "+value, 60),
			repair: func(p *part) {
				p.setLine(line, text[:after-1]+": "+text[after:])
				p.inserted = append(p.inserted, at)
			},
		}
	}
	if strings.HasPrefix(f.Problem, "could not find expected ':'") {
		return noColon(p, f.From)
	}
	return nil
}

func noColon(p *part, at yaml.Pos) *diagnosis {
	return &diagnosis{
		at: at, code: CodeMissingColon,
		message: Quote(p.after(at)) + " is not an entry of a map: it has no colon",
		hint:    "write key: value, or begin the line with - if it is an item of a list",
	}
}

// wordLines are the lines that may hold a word in place of a key and its value.
func wordLines(f *yaml.Failure) []int {
	switch {
	case strings.HasPrefix(f.Problem, "could not find expected ':'"):
		return []int{f.From.Line}
	case strings.HasPrefix(f.Problem, "mapping values are not allowed"):
		return []int{f.At.Line - 1}
	}
	return nil
}

// SplitWord splits a line that is one word, indented or an item of a list, at a separator
// behind what could be a key; the key is "" if it is not such a line.
func SplitWord(line string, separator byte) (key, value string) {
	word := strings.TrimLeft(line, " ")
	for strings.HasPrefix(word, "- ") {
		word = strings.TrimLeft(word[2:], " ")
	}
	end := strings.IndexFunc(word, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("-_./$", c)
	})
	if end <= 0 || word[end] != separator {
		return "", ""
	}
	return word[:end], word[end+1:]
}

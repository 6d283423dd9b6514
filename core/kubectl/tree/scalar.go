package tree

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// width is after how many columns a long text goes on on the next line.
const width = 80

// style is how a text is written.
type style uint8

const (
	bare    style = iota // without quotes
	single               // in single quotes
	double               // in double quotes
	literal              // as a block, line by line
)

// key writes the key of a map.
func (e *emitter) key(k string) {
	s := styleOf(k)
	if s == literal || s == single && strings.ContainsFunc(k, lineBreak) {
		s = double
	}
	if k == "" && s == bare {
		s = single
	}
	e.styled(k, s, 0, false)
}

// simpleKey says whether a key can stand on a line before a colon.
func simpleKey(k string) bool { return len(k) <= 128 && !strings.ContainsFunc(k, lineBreak) }

// text writes a text as a value; indent is that of the lines it goes on on.
func (e *emitter) text(s string, indent int, at place) {
	if at != start {
		e.write(" ")
	}
	s = readBack(s)
	e.styled(s, styleOf(s), indent, true)
}

func (e *emitter) styled(s string, how style, indent int, fold bool) {
	switch how {
	case bare:
		e.folded(s, indent, fold, nil)
	case single:
		e.write("'")
		e.folded(s, indent, fold, func(r rune) string {
			if r == '\'' {
				return "''"
			}
			return string(r)
		})
		e.write("'")
	case double:
		e.write(`"`)
		e.quoted(s, indent, fold)
		e.write(`"`)
	case literal:
		e.block(s, indent)
	}
}

// traits are what decides about the style of a text.
type traits struct {
	indicator  bool // looks like YAML syntax somewhere
	breaks     bool // has line breaks
	special    bool // has characters that only escapes can carry
	edge       bool // begins or ends with white space
	spaceEnd   bool // ends with a blank
	breakSpace bool // a blank follows a line break
	spaceBreak bool // a line break follows a blank
}

// styleOf picks the plainest style that a text can be read back from.
//
// Upstream: go.yaml.in/yaml/v2 encode.go, stringv; emitterc.go,
// yaml_emitter_analyze_scalar and yaml_emitter_select_scalar_style.
func styleOf(s string) style {
	t := traitsOf(s)
	noBlock := t.spaceEnd || t.spaceBreak || t.special || s == ""
	switch {
	case strings.Contains(s, "\n"):
		if noBlock {
			return double
		}
		return literal
	case !resolvesToText(s):
		return double
	case !t.edge && !t.breakSpace && !t.spaceBreak && !t.special && !t.breaks && !t.indicator:
		return bare
	case t.breakSpace || t.spaceBreak || t.special:
		return double
	}
	return single
}

func traitsOf(s string) traits {
	t := traits{indicator: strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...")}
	space, brk, blankBefore := false, false, true
	for i, r := range s {
		size := utf8.RuneLen(r)
		last := i+size == len(s)
		blankAfter := last || s[i+size] == ' ' || s[i+size] == '\t'
		t.indicator = t.indicator || indicates(r, i == 0, blankBefore, blankAfter)
		t.special = t.special || !printable(r)
		switch {
		case r == ' ':
			t.edge = t.edge || i == 0 || last
			t.spaceEnd = t.spaceEnd || last
			t.breakSpace = t.breakSpace || brk
			space, brk = true, false
		case lineBreak(r):
			t.breaks = true
			t.edge = t.edge || i == 0 || last
			t.spaceBreak = t.spaceBreak || space
			space, brk = false, true
		default:
			space, brk = false, false
		}
		blankBefore = r == ' ' || r == '\t' || r == 0 || lineBreak(r)
	}
	return t
}

// indicates says whether a character would be taken for syntax where it stands.
func indicates(r rune, first, blankBefore, blankAfter bool) bool {
	if first {
		return strings.ContainsRune("#,[]{}&*!|>'\"%@`", r) || strings.ContainsRune("?:-", r) && blankAfter
	}
	return r == ':' && blankAfter || r == '#' && blankBefore
}

func lineBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

func printable(r rune) bool {
	return r == '\n' || r >= 0x20 && r <= 0x7E || r >= 0xA0 && r <= 0xD7FF ||
		r >= 0xE000 && r <= 0xFFFD && r != 0xFEFF
}

// folded writes a text and breaks it at single blanks beyond the width.
func (e *emitter) folded(s string, indent int, fold bool, escape func(rune) string) {
	spaces, breaks := false, false
	for i, r := range s {
		next := i + utf8.RuneLen(r)
		switch {
		case r == ' ':
			inside := escape == nil || i > 0 && i < len(s)-1
			if fold && !spaces && e.column > width && inside && next < len(s) && s[next] != ' ' {
				e.newLine(indent)
			} else {
				e.write(" ")
			}
			spaces = true
		case lineBreak(r):
			e.out.WriteRune(r)
			e.column, breaks = 0, true
		default:
			if breaks {
				e.write(strings.Repeat(" ", max(indent-e.column, 0)))
			}
			if escape != nil {
				e.write(escape(r))
			} else {
				e.write(string(r))
			}
			spaces, breaks = false, false
		}
	}
}

// quoted writes what stands between double quotes.
func (e *emitter) quoted(s string, indent int, fold bool) {
	spaces, bom := false, strings.HasPrefix(s, "\uFEFF")
	for i, r := range s {
		switch {
		case bom, !printable(r), lineBreak(r), r == '"', r == '\\':
			e.write(escaped(r))
			spaces = false
		case r == ' ':
			if fold && !spaces && e.column > width && i > 0 && i < len(s)-1 {
				e.newLine(indent)
				if s[i+1] == ' ' {
					e.write(`\`)
				}
			} else {
				e.write(" ")
			}
			spaces = true
		default:
			e.write(string(r))
			spaces = false
		}
	}
}

// short are the escapes of YAML that have a letter.
const short = "\x00" + `0` + "\x07" + `a` + "\x08" + `b` + "\x09" + `t` + "\x0a" + `n` + "\x0b" + `v` + "\x0c" + `f` +
	"\x0d" + `r` + "\x1b" + `e` + "\x22" + `"` + "\x5c" + `\` + "\u0085" + `N` + "\u00a0" + `_` + "\u2028" + `L` + "\u2029" + `P`

func escaped(r rune) string {
	pairs := []rune(short)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == r {
			return `\` + string(pairs[i+1])
		}
	}
	switch {
	case r <= 0xFF:
		return fmt.Sprintf(`\x%02X`, r)
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04X`, r)
	}
	return fmt.Sprintf(`\U%08X`, r)
}

// block writes a text line by line behind a bar.
func (e *emitter) block(s string, indent int) {
	header := "|"
	if first, _ := utf8.DecodeRuneInString(s); first == ' ' || lineBreak(first) {
		header += "2"
	}
	last, size := utf8.DecodeLastRuneInString(s)
	before, _ := utf8.DecodeLastRuneInString(s[:len(s)-size])
	switch {
	case !lineBreak(last):
		header += "-"
	case size == len(s) || lineBreak(before):
		header += "+"
	}
	e.write(header)
	e.out.WriteByte('\n')
	e.column = 0
	breaks := true
	for _, r := range s {
		if lineBreak(r) {
			e.out.WriteRune(r)
			e.column, breaks = 0, true
			continue
		}
		if breaks {
			e.write(strings.Repeat(" ", indent))
		}
		e.write(string(r))
		breaks = false
	}
}

// resolvesToText says whether a reader of YAML 1.1 takes an unquoted text for a
// text and not for a number, a date, a truth value or nothing.
//
// Upstream: go.yaml.in/yaml/v2 resolve.go, resolve; encode.go, isBase60Float.
func resolvesToText(s string) bool {
	switch strings.ToLower(s) {
	case "", "~", ".nan", ".inf", "+.inf", "-.inf", "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return !canonicalCase(s)
	}
	switch c := s[0]; {
	case c == '.':
		_, err := strconv.ParseFloat(s, 64)
		return err != nil
	case c == '+' || c == '-' || c >= '0' && c <= '9':
		return !timestamp(s) && !numeric(strings.ReplaceAll(s, "_", "")) && !base60(s)
	}
	return true
}

// canonicalCase says whether a word is all small, all capital, or capitalised.
func canonicalCase(s string) bool {
	lower := strings.ToLower(s)
	if s == lower || s == strings.ToUpper(s) {
		return true
	}
	sign := strings.TrimLeft(s, "+-.")
	small := strings.TrimLeft(lower, "+-.")
	if small == "nan" {
		return sign == "NaN"
	}
	return sign[:1] == strings.ToUpper(small[:1]) && sign[1:] == small[1:]
}

// numeric says whether a text without underscores is a number.
func numeric(s string) bool {
	if _, err := strconv.ParseInt(s, 0, 64); err == nil {
		return true
	}
	if _, err := strconv.ParseUint(s, 0, 64); err == nil {
		return true
	}
	if decimal(s) {
		_, err := strconv.ParseFloat(s, 64)
		return err == nil
	}
	if rest, ok := strings.CutPrefix(s, "-0b"); ok {
		_, err := strconv.ParseInt("-"+rest, 2, 64)
		return err == nil
	}
	if rest, ok := strings.CutPrefix(s, "0b"); ok {
		_, err := strconv.ParseInt(rest, 2, 64)
		return err == nil
	}
	return false
}

// decimal says whether a text is digits with at most one point and an exponent.
func decimal(s string) bool {
	s = strings.TrimLeft(s[:1], "+-") + s[1:]
	whole := span(s)
	rest := s[whole:]
	fraction := 0
	if strings.HasPrefix(rest, ".") {
		fraction = span(rest[1:])
		rest = rest[1+fraction:]
	}
	if whole+fraction == 0 {
		return false
	}
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	return rest != "" && span(rest) == len(rest)
}

// span is how many digits a text begins with.
func span(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// base60 says whether older readers take a text for a number to the base 60.
func base60(s string) bool {
	s = strings.TrimLeft(s[:1], "+-") + s[1:]
	parts := strings.Split(s, ":")
	if len(parts) < 2 || span(parts[0]) == 0 || strings.Trim(parts[0], "0123456789_") != "" {
		return false
	}
	last := len(parts) - 1
	if point := strings.IndexByte(parts[last], '.'); point >= 0 {
		if strings.Trim(parts[last][point+1:], "0123456789_") != "" {
			return false
		}
		parts[last] = parts[last][:point]
	}
	for _, p := range parts[1:] {
		if len(p) == 0 || len(p) > 2 || span(p) != len(p) || len(p) == 2 && p[0] > '5' {
			return false
		}
	}
	return true
}

// timestamp says whether a text is a date or a date with a time.
func timestamp(s string) bool {
	if span(s) != 4 || len(s) == 4 || s[4] != '-' {
		return false
	}
	for _, layout := range [...]string{
		"2006-1-2T15:4:5.999999999Z07:00", "2006-1-2t15:4:5.999999999Z07:00", "2006-1-2 15:4:5.999999999", "2006-1-2",
	} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

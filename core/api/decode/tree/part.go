package tree

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode/yaml"
	"github.com/rollscope/rollscope/core/api/fmt"
)

const byteOrderMark = "\ufeff"

// text is the content as UTF-8 text whose last line is complete; false if it cannot be
// read at all. Bytes that are no UTF-8 are reported and become replacement characters.
func (r *reader) text(content string) (string, bool) {
	if len(content) > MaxFileBytes {
		r.report(Problem{
			At: Pos{1, 1}, Code: CodeTooLarge,
			Message: "the file is larger than 10 MiB", Hint: "split the file",
		})
		return "", false
	}
	if encoding := wideEncoding(content); encoding != "" {
		r.report(Problem{
			At: Pos{1, 1}, Code: CodeEncoding,
			Message: "the file is " + encoding + ", not UTF-8",
			Hint:    "save it as UTF-8; PowerShell: Out-File -Encoding utf8",
		})
		return "", false
	}
	text := content
	if !utf8.ValidString(text) {
		r.invalidUTF8(text)
		text = strings.ToValidUTF8(text, string(utf8.RuneError))
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text, true
}

// wideEncoding names an encoding of two or four bytes a character; "" if content is in
// none. Without a byte order mark it goes by the zero bytes that ASCII text then has.
func wideEncoding(content string) string {
	start := content[:min(len(content), 64)]
	switch {
	case strings.HasPrefix(start, "\xff\xfe\x00\x00"), strings.HasPrefix(start, "\x00\x00\xfe\xff"):
		return "UTF-32"
	case strings.HasPrefix(start, "\xff\xfe"), strings.HasPrefix(start, "\xfe\xff"):
		return "UTF-16"
	case len(start) >= 4 && strings.Count(start, "\x00") >= len(start)/2:
		return "UTF-16 or UTF-32"
	}
	return ""
}

func (r *reader) invalidUTF8(text string) {
	at := 0
	for {
		c, size := utf8.DecodeRuneInString(text[at:])
		if c == utf8.RuneError && size <= 1 {
			break
		}
		at += size
	}
	line := 1 + strings.Count(text[:at], "\n")
	column := 1 + utf8.RuneCountInString(text[strings.LastIndexByte(text[:at], '\n')+1:at])
	r.report(Problem{
		At: Pos{line, column}, Code: CodeEncoding,
		Message: "byte 0x" + strconv.FormatUint(uint64(text[at]), 16) + " is not UTF-8",
		Hint:    "save the file as UTF-8",
	})
}

// split cuts text at the lines that begin with three dashes; text before the first of
// them is a part if it holds anything. A line that goes on with more than a comment
// after the dashes is reported and cuts as well.
//
// Upstream 1.37: apimachinery:pkg/util/yaml/decoder.go, YAMLReader.
// Differs: upstream joins an empty part to the next one, and stops at a bad separator.
func (r *reader) split(text string) []*part {
	parts := []*part{{line: 1}}
	start, line := 0, 0
	begun := false // whether upstream's reader has anything of the document yet
	for offset := 0; offset < len(text) && len(parts) <= MaxDocuments+1; {
		end := offset + lineLength(text[offset:])
		line++
		if strings.HasPrefix(text[offset:end], "---") {
			r.separator(line, strings.TrimRight(text[offset:end], "\r\n"))
			parts[len(parts)-1].text = text[start:offset]
			parts = append(parts, &part{line: line + 1, opened: !begun})
			start = end
			begun = !begun
		} else {
			begun = true
		}
		offset = end
	}
	parts[len(parts)-1].text = text[start:]
	for _, p := range parts {
		p.text = strings.TrimPrefix(p.text, byteOrderMark)
	}
	if parts[0].blank() {
		parts = parts[1:]
	}
	return parts
}

// lineLength is the length of the first line of text with its line feed.
func lineLength(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// separator reports a separator line that kubectl would not take for one.
func (r *reader) separator(line int, text string) {
	rest := strings.TrimSpace(text[len("---"):])
	if rest == "" || rest[0] == '#' {
		return
	}
	e := Problem{
		At: Pos{line, 4}, Code: CodeSeparator,
		Message: "nothing may follow --- on its line, but " + Quote(rest) + " does",
		Hint:    "put it on the next line",
	}
	switch {
	case strings.Trim(rest, "-") == "":
		e.Message = "a document separator has three dashes, not " + strconv.Itoa(3+len(rest))
		e.Hint = "write ---"
	case strings.HasPrefix(rest, "-"):
		e.Message = Quote(text) + " begins with --- and would end the document here"
		e.Hint = "indent the line if it belongs to the text above it"
	}
	r.report(e)
}

// part is the text between two document separators.
type part struct {
	line int    // of the file, where the text begins
	text string // whole lines, each ending in "\n"
	// opened tells that upstream keeps the line of dashes before the text.
	opened bool
	// inserted are places of the text where a space was put in to read on after a
	// mistake; see repair.go.
	inserted []yaml.Pos
	starts   []int // offsets of the lines; see lines
}

// blank tells whether p holds nothing but white space and comments.
func (p *part) blank() bool {
	for rest := p.text; rest != ""; {
		n := lineLength(rest)
		line := strings.TrimSpace(rest[:n])
		if line != "" && line[0] != '#' {
			return false
		}
		rest = rest[n:]
	}
	return true
}

// ended tells whether p is a document that begins with its line of dashes and is over at
// once, at a line of three dots: that is empty. Without the dashes, which upstream keeps
// of a document only where nothing came before them, such a line is a mistake.
//
// Upstream 1.37: apimachinery:pkg/util/yaml/decoder.go, YAMLReader.Read.
func (p *part) ended() bool {
	dots := false
	for rest := p.text; rest != "" && p.opened; {
		n := lineLength(rest)
		line, mark := strings.CutPrefix(rest[:n], "...")
		if mark && strings.TrimLeft(line, " \t\r\n") == line {
			return false
		}
		dots = dots || mark
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
		rest = rest[n:]
	}
	return dots
}

// pos turns a place in p's text into one in the file.
func (p *part) pos(at yaml.Pos) Pos {
	column := at.Column
	for _, inserted := range p.inserted {
		if inserted.Line == at.Line && inserted.Column < at.Column {
			column--
		}
	}
	return Pos{p.line + at.Line - 1, max(column, 1)}
}

// lines are the offsets where lines begin, as an editor shows them.
func (p *part) lines() []int {
	if p.starts != nil {
		return p.starts
	}
	p.starts = []int{0}
	for i := range len(p.text) {
		if c := p.text[i]; c == '\n' || c == '\r' && !strings.HasPrefix(p.text[i+1:], "\n") {
			p.starts = append(p.starts, i+1)
		}
	}
	return p.starts
}

// lineText is the text of a line without its end; "" if there is no such line.
func (p *part) lineText(line int) string {
	starts := p.lines()
	if line < 1 || line > len(starts) {
		return ""
	}
	end := len(p.text)
	if line < len(starts) {
		end = starts[line]
	}
	return strings.TrimRight(p.text[starts[line-1]:end], "\r\n")
}

// after is the rest of a line from a place on.
func (p *part) after(at yaml.Pos) string {
	rest := p.lineText(at.Line)
	for column := 1; column < at.Column && rest != ""; column++ {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return rest
}

// setLine puts new text in the place of a line.
func (p *part) setLine(line int, text string) {
	start := p.lines()[line-1]
	p.text = p.text[:start] + text + p.text[start+len(p.lineText(line)):]
	p.starts = nil
}

// control reports the first character that YAML does not allow, and blanks out all.
//
// Upstream 1.37: go.yaml.in/yaml/v2 readerc.go, yaml_parser_update_buffer.
func (r *reader) control(p *part) {
	first := firstControl(p.text)
	if first < 0 {
		return
	}
	found, _ := utf8.DecodeRuneInString(p.text[first:])
	line := p.text[strings.LastIndexByte(p.text[:first], '\n')+1 : first]
	at := Pos{p.line + strings.Count(p.text[:first], "\n"), utf8.RuneCountInString(line) + 1}
	count := 0
	p.text = strings.Map(func(c rune) rune {
		if isControl(c) {
			count++
			return ' '
		}
		return c
	}, p.text)
	hint := "delete it"
	if count > 1 {
		hint = fmt.Sprintf("delete it and the %d others in this document", count-1)
	}
	r.report(Problem{
		At: at, Code: CodeControl,
		Message: fmt.Sprintf("control character U+%04X", found), Hint: hint,
	})
}

// firstControl is where the first such character is; -1 if there is none.
func firstControl(text string) int {
	for i := range len(text) {
		if c := text[i]; (c < ' ' || c >= 0x7f) && c != '\n' {
			if rest := strings.IndexFunc(text[i:], isControl); rest >= 0 {
				return i + rest
			}
			return -1
		}
	}
	return -1
}

func isControl(c rune) bool {
	switch {
	case c >= ' ' && c <= '~', c == '\n', c == '\t', c == '\r', c == '\u0085':
		return false
	case c >= 0xa0 && c <= 0xd7ff, c >= 0xe000 && c <= 0xfffd, c >= 0x10000:
		return false
	}
	return true
}

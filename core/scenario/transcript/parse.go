package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// maxErrors is after how many errors reading stops.
const maxErrors = 100

// Parse reads a scenario file. name is what errors call it. The error, if there is
// one, is of type Errors.
func Parse(name string, content []byte) (*File, error) {
	p := parser{file: &File{Name: name, source: string(content)}}
	if p.readable(content) {
		archive := parseArchive(content)
		p.read(p.file.source[:min(len(archive.comment), len(content))])
		p.manifests(archive)
	}
	if len(p.errors) > 0 {
		return nil, p.errors
	}
	return p.file, nil
}

// parser is the state of reading one file.
type parser struct {
	file   *File
	errors Errors
	// prose is what was read since the last command; open says that the last
	// paragraph of it goes on with the next line.
	prose []Paragraph
	open  bool
	// titled says that the title was read.
	titled bool
}

func (p *parser) report(line, column int, hint, format string, args ...any) {
	if len(p.errors) < maxErrors {
		p.errors = append(p.errors, &Error{p.file.Name, line, column, fmt.Sprintf(format, args...), hint})
	}
}

// readable refuses what is no text, and too much of it.
func (p *parser) readable(content []byte) bool {
	if len(content) > MaxBytes {
		p.report(1, 1, "leave out what the scenario does not need", "the file has %d bytes; a scenario may have %d", len(content), MaxBytes)
		return false
	}
	line, start := 1, 0
	for i := 0; i < len(content); {
		if content[i] == '\n' {
			line, start = line+1, i+1
		}
		r, size := utf8.DecodeRune(content[i:])
		if r == utf8.RuneError && size == 1 || r == 0 {
			p.report(line, i-start+1, "save the file as UTF-8", "this is no UTF-8 text")
			return false
		}
		i += size
	}
	return true
}

// read reads the transcript, the part of the source before the first manifest.
func (p *parser) read(text string) {
	line := 0
	if strings.HasPrefix(text, "\ufeff") {
		p.report(1, 1, "save the file without it", "the file begins with a byte order mark")
		return
	}
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line++
		content := strings.TrimRight(text[at:end], " \t\r\n")
		switch {
		case strings.HasPrefix(content, "#"):
			p.readProse(content, line)
		case strings.HasPrefix(content, "$"):
			if !p.readCommand(content, line, end) {
				return
			}
		case len(p.file.Steps) > 0 && len(p.prose) == 0:
			p.readOutput(content, end)
		case content != "":
			p.report(line, 1, `prose starts with "# ", a command with "$ "`, "this line belongs to no command")
		default:
			p.open = false
		}
		at = end
	}
	p.finish(line)
}

// readProse reads a line that starts with "#".
func (p *parser) readProse(content string, line int) {
	if len(p.prose) == 0 { // whatever follows is no output any more
		p.prose = append(p.prose, Paragraph{})
	}
	if content == "#" || content == "#zh" {
		p.open = false
		return
	}
	english, isEnglish := strings.CutPrefix(content, "# ")
	chinese, isChinese := strings.CutPrefix(content, "#zh ")
	if !isEnglish && !isChinese {
		p.report(line, 2, `write "# " or, for Chinese, "#zh " before prose`, "there is no blank after the #")
		return
	}
	last := len(p.prose) - 1
	if isChinese {
		if last < 0 || p.prose[last].Line == 0 {
			p.prose = append(p.prose, Paragraph{Line: line})
			last = len(p.prose) - 1
		}
		p.prose[last].Chinese = append(p.prose[last].Chinese, chinese)
		return
	}
	if !p.open || len(p.prose[last].Chinese) > 0 {
		p.prose = append(p.prose, Paragraph{Line: line})
		last = len(p.prose) - 1
	}
	p.prose[last].English = append(p.prose[last].English, english)
	p.open = p.titled // the title is one line
	p.titled = true
}

// readCommand reads a line that starts with "$" and ends at a place in the
// source; false says that there are too many.
func (p *parser) readCommand(content string, line, end int) bool {
	if len(p.file.Steps) == MaxSteps {
		p.report(line, 1, "cut the scenario into several", "more than %d commands", MaxSteps)
		return false
	}
	s := Step{Line: line, Prose: p.takeProse(), begin: end, end: end}
	p.titled = true
	marker := "$"
	if strings.HasPrefix(content, "$?") {
		s.Fails, marker = true, "$?"
	}
	rest := content[len(marker):]
	s.Command = strings.TrimSpace(rest)
	switch {
	case s.Command == "":
		p.report(line, len(marker)+1, "", "there is no command after the %s", marker)
	case rest[0] != ' ':
		p.report(line, len(marker)+1, fmt.Sprintf("write %q", marker+" "+s.Command), "there is no blank after the %s", marker)
	}
	p.file.Steps = append(p.file.Steps, s)
	return true
}

// readOutput reads a line below a command. Blank lines at the end of an output
// are not part of it.
func (p *parser) readOutput(content string, end int) {
	s := &p.file.Steps[len(p.file.Steps)-1]
	s.Output = append(s.Output, content)
	if content == "" {
		return
	}
	s.end = end
}

// takeProse is the prose before a command or the end. The title is taken out of it.
func (p *parser) takeProse() []Paragraph {
	var out []Paragraph
	for _, paragraph := range p.prose {
		if paragraph.Line > 0 {
			out = append(out, paragraph)
		}
	}
	if len(p.file.Steps) > 0 {
		last := &p.file.Steps[len(p.file.Steps)-1]
		last.Output = trimBlank(last.Output)
	} else if len(out) > 0 && p.file.Title.Line == 0 {
		p.file.Title, out = out[0], out[1:]
	}
	p.prose, p.open = nil, false
	return out
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func (p *parser) finish(line int) {
	p.file.After = p.takeProse()
	if len(p.file.Steps) == 0 && len(p.errors) == 0 {
		p.report(max(line, 1), 1, `a scenario has lines that start with "$ "`, "the file has no command")
	}
}

// manifests takes the files over from the archive and finds their lines.
func (p *parser) manifests(archive archive) {
	at := len(archive.comment)
	line := 1 + strings.Count(p.file.source[:min(at, len(p.file.source))], "\n")
	for _, f := range archive.files {
		line++ // below the marker
		if _, twice := p.file.Manifest(f.name); twice {
			p.report(line-1, 4, "", "there are two files %q", f.name)
		}
		p.file.Manifests = append(p.file.Manifests, Manifest{Name: f.name, Content: f.data, Line: line})
		line += strings.Count(string(f.data), "\n")
	}
}

package tree

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/decode/yaml"
)

// diagnosis is what a failure comes down to for a person: places count as in the failure.
type diagnosis struct {
	at      yaml.Pos
	code    Code
	message string
	hint    string
	repair  func(*part) // to read on; nil if nobody knows what was meant
}

// diagnose explains a failure. It looks for the mistakes people make before it believes
// the parser, which names the first thing that did not fit: often the line after the
// mistake, or the beginning of the map around it.
func diagnose(p *part, f *yaml.Failure) (Problem, func(*part)) {
	var d *diagnosis
	for _, look := range []func(*part, *yaml.Failure) *diagnosis{
		directive, template, lookAlike, tab, missingSpace, missingColon, byProblem,
	} {
		if d = look(p, f); d != nil {
			break
		}
	}
	at := p.pos(d.at)
	return Problem{At: at, Code: d.code, Message: d.message, Hint: d.hint}, d.repair
}

// suspects are the lines where the mistake may be: where the parser noticed, where what
// it was reading began, and the line before.
func suspects(f *yaml.Failure) []int {
	lines := []int{f.At.Line - 1, f.At.Line}
	if f.From.Line != 0 && f.From.Line < f.At.Line-1 {
		lines = append([]int{f.From.Line}, lines...)
	}
	return lines
}

func directive(p *part, f *yaml.Failure) *diagnosis {
	if f.Problem != "found a directive" {
		return nil
	}
	return &diagnosis{
		at: f.At, code: CodeDirective,
		message: "kubectl does not read YAML directives such as " + Quote(p.lineText(f.At.Line)),
		hint:    "delete the line",
	}
}

func template(p *part, f *yaml.Failure) *diagnosis {
	for _, line := range suspects(f) {
		text := p.lineText(line)
		for _, opening := range [...]string{"{{", "{%"} {
			if i := strings.Index(text, opening); i >= 0 {
				return &diagnosis{
					at: yaml.Pos{Line: line, Column: column(text, i)}, code: CodeTemplate,
					message: TemplateMessage, hint: TemplateHint,
				}
			}
		}
	}
	return nil
}

func tab(p *part, f *yaml.Failure) *diagnosis {
	for _, line := range []int{f.At.Line, f.From.Line} {
		text := p.lineText(line)
		indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
		if i := strings.IndexByte(indent, '\t'); i >= 0 {
			return &diagnosis{
				at: yaml.Pos{Line: line, Column: i + 1}, code: CodeTab,
				message: "a tab indents this line", hint: "YAML takes spaces only" + p.otherTabs(line),
			}
		}
	}
	if strings.HasPrefix(f.Problem, "found character that cannot start") && strings.HasPrefix(p.after(f.At), "\t") {
		return &diagnosis{
			at: f.At, code: CodeTab, message: "a tab stands where only spaces may",
			hint: "type a space in its place",
		}
	}
	return nil
}

// otherTabs counts the lines behind one that begin with a tab too.
func (p *part) otherTabs(line int) string {
	count := strings.Count(p.text[p.lines()[line-1]:], "\n\t")
	if count == 0 {
		return ""
	}
	return "; lines below that begin with a tab too: " + strconv.Itoa(count)
}

// byProblem goes by the words of the parser.
func byProblem(p *part, f *yaml.Failure) *diagnosis {
	switch {
	case f.Problem == yaml.Trailing:
		return &diagnosis{
			at: f.At, code: CodeTrailingContent,
			message: "the document ends before this text, and kubectl would ignore it",
			hint:    "put --- on a line of its own before it if it is another document",
		}
	case strings.HasPrefix(f.Problem, "mapping values are not allowed"):
		return colonInValue(p, f)
	case strings.HasPrefix(f.Problem, "did not find expected key"):
		return strayKey(p, f)
	case strings.HasPrefix(f.Problem, "did not find expected '-' indicator"):
		return &diagnosis{
			at: f.At, code: CodeIndentation,
			message: "this line is neither an item of the list that begins on line " + p.fileLine(f.From.Line) +
				" nor outside of it",
			hint: "begin it with - in column " + strconv.Itoa(f.From.Column) + ", or indent it less",
		}
	case strings.HasPrefix(f.Problem, "block sequence entries are not allowed"):
		return &diagnosis{
			at: f.At, code: CodeIndentation, message: "a list cannot begin here",
			hint: "put its first item on a line of its own",
		}
	case f.Problem == yaml.TooDeep:
		return &diagnosis{at: f.At, code: CodeTooDeep, message: tooDeep}
	case f.Problem == yaml.TooMany:
		return &diagnosis{at: f.At, code: CodeTooLarge, message: tooManyValues, hint: "split the document"}
	case f.Problem == yaml.UnknownAnchor:
		return &diagnosis{
			at: f.At, code: CodeUnknownAnchor,
			message: "no anchor " + Quote("&"+strings.Trim(p.word(f.At), "*")) + " comes before this alias",
			hint:    "put the value in quotes if it begins with *",
		}
	}
	return byToken(p, f)
}

// byToken explains mistakes within a value.
func byToken(p *part, f *yaml.Failure) *diagnosis {
	switch {
	case strings.Contains(f.Context, "quoted scalar") && strings.HasPrefix(f.Problem, "found unexpected"):
		return &diagnosis{at: f.From, code: CodeUnclosedQuote, message: "this quote is never closed"}
	case strings.Contains(f.Context, "quoted scalar"):
		return &diagnosis{
			at: f.At, code: CodeEscape, message: "a backslash between double quotes must begin an escape such as \\n",
			hint: "write \\\\ for a backslash, or use single quotes",
		}
	case strings.HasPrefix(f.Problem, "did not find expected ','"):
		return openBracket(p, f)
	case strings.HasPrefix(f.Problem, "did not find expected node content"):
		return missingValue(p, f)
	case strings.HasPrefix(f.Problem, "found character that cannot start"):
		return needsQuotes(p, f.At)
	case strings.Contains(f.Context, "an alias"), strings.Contains(f.Context, "an anchor"):
		return needsQuotes(p, f.From)
	case strings.Contains(f.Context, "block scalar") && strings.Contains(f.Problem, "comment or line break"):
		return &diagnosis{
			at: f.At, code: CodeYAMLSyntax, message: "text cannot follow | or > on the same line",
			hint: "put it on the next line, indented",
		}
	}
	message := f.Problem
	if f.Context != "" {
		message = f.Context + ": " + message
	}
	return &diagnosis{at: f.At, code: CodeYAMLSyntax, message: message}
}

// missingValue explains a place within brackets where a value should be.
func missingValue(p *part, f *yaml.Failure) *diagnosis {
	if word := p.word(f.At); word != "" {
		return &diagnosis{at: f.At, code: CodeUnclosedBracket, message: "a value is missing before " + Quote(word)}
	}
	for line := min(f.At.Line, len(p.lines())); line > 0; line-- {
		text := p.lineText(line)
		if i := strings.LastIndexAny(text, "[{"); i >= 0 {
			return &diagnosis{
				at: yaml.Pos{Line: line, Column: column(text, i)}, code: CodeUnclosedBracket,
				message: Quote(text[i:i+1]) + " is not closed",
			}
		}
	}
	return &diagnosis{at: f.At, code: CodeUnclosedBracket, message: "a value is missing here"}
}

func needsQuotes(p *part, at yaml.Pos) *diagnosis {
	first, _ := utf8.DecodeRuneInString(p.after(at))
	if first == utf8.RuneError {
		first = ' '
	}
	return &diagnosis{
		at: at, code: CodeNeedsQuotes, message: "a value cannot begin with " + Quote(string(first)),
		hint: "put the value in quotes",
	}
}

// openBracket blames the bracket if the parser ran into another line, else the place.
func openBracket(p *part, f *yaml.Failure) *diagnosis {
	at := f.From
	if f.At.Line == f.From.Line {
		at = f.At
	}
	bracket := Cut(p.after(f.From), 2)
	if bracket != "" {
		bracket = bracket[:1]
	}
	return &diagnosis{
		at: at, code: CodeUnclosedBracket,
		message: Quote(bracket) + " of line " + p.fileLine(f.From.Line) + " is not closed, or a comma is missing",
	}
}

// colonInValue explains a colon that cannot make a key: within a value, or because the
// line belongs to a value of the line before.
func colonInValue(p *part, f *yaml.Failure) *diagnosis {
	line := p.lineText(f.At.Line)
	before := strings.TrimLeft(line[:len(line)-len(p.after(f.At))], " -")
	if strings.Contains(before, ": ") {
		return &diagnosis{
			at: f.At, code: CodeNeedsQuotes, message: "a value cannot hold a colon and a space",
			hint: "put the value in quotes",
		}
	}
	start := len(line) - len(strings.TrimLeft(line, " "))
	above := f.At.Line - 1
	for above > 0 && strings.TrimSpace(p.lineText(above)) == "" {
		above--
	}
	if above == 0 {
		return &diagnosis{at: f.At, code: CodeYAMLSyntax, message: "what comes before this colon is not a key"}
	}
	if text := p.lineText(above); len(text)-len(strings.TrimLeft(text, " ")) == start && !strings.Contains(text, ":") {
		return noColon(p, yaml.Pos{Line: above, Column: start + 1})
	}
	return &diagnosis{
		at: yaml.Pos{Line: f.At.Line, Column: start + 1}, code: CodeIndentation,
		message: "this line is indented as a part of line " + p.fileLine(above) + ", which has a value already",
		hint:    "indent both lines alike, or take the value away from line " + p.fileLine(above),
	}
}

// strayKey explains what stands where a key of a map should.
func strayKey(p *part, f *yaml.Failure) *diagnosis {
	line := p.lineText(f.At.Line)
	rest := p.after(f.At)
	before := strings.TrimSpace(line[:len(line)-len(rest)])
	switch {
	case strings.HasPrefix(rest, ":"):
		return &diagnosis{at: f.At, code: CodeYAMLSyntax, message: "a key is missing before the colon"}
	case strings.HasSuffix(before, "'"), strings.HasSuffix(before, "\""):
		return &diagnosis{
			at: f.At, code: CodeUnclosedQuote, message: "text follows the closing quote",
			hint: "use the other kind of quotes around the value, or write a single quote inside it twice",
		}
	case before != "":
		return &diagnosis{at: f.At, code: CodeYAMLSyntax, message: Quote(p.word(f.At)) + " is neither a key nor a part of a value"}
	case strings.HasPrefix(rest, "-"):
		return &diagnosis{
			at: f.At, code: CodeIndentation,
			message: "an item of a list stands among the keys of the map that begins on line " + p.fileLine(f.From.Line),
			hint:    "indent it below the key it belongs to",
		}
	}
	return &diagnosis{
		at: f.At, code: CodeIndentation,
		message: "this line begins in column " + strconv.Itoa(f.At.Column) + ", but the map around it, from line " +
			p.fileLine(f.From.Line) + " on, in column " + strconv.Itoa(f.From.Column),
		hint: "give all keys of one map the same indentation",
	}
}

// word is the text at a place up to the next space.
func (p *part) word(at yaml.Pos) string {
	word, _, _ := strings.Cut(p.after(at), " ")
	return word
}

// fileLine is the number of a line in the file.
func (p *part) fileLine(line int) string {
	return strconv.Itoa(p.pos(yaml.Pos{Line: line, Column: 1}).Line)
}

// Package transcript reads and rewrites scenario files: a txtar archive whose
// comment is a terminal session (prose, commands, what they print) and whose
// files are manifests. It knows text only; what the commands mean is the business
// of package scenario.
//
// A line that starts with "# " is prose, the first of them the title; a line that
// starts with "#zh " is the same in Chinese. A line that starts with "$ " is a
// command, one with "$? " a command that must fail. The lines after a command, up
// to the next line that starts with "$" or "#", are what it prints. A line "..."
// stands for any lines, also none. Blanks at the end of a line, and blank lines at
// the end of an output, do not count.
package transcript

import "github.com/rollscope/rollscope/core/api/fmt"

// Limits of what is read. Beyond them a file is refused with one clear error.
const (
	// MaxBytes is the size of the largest scenario file.
	MaxBytes = 1 << 20
	// MaxSteps is how many commands a scenario may have.
	MaxSteps = 10_000
)

// File is a scenario file.
type File struct {
	// Name is what errors call the file; it is not opened.
	Name string
	// Title is the first line of prose, with its Chinese; empty where there is none.
	Title Paragraph
	// Steps are the commands in order; there is at least one.
	Steps []Step
	// After is the prose below the last command.
	After []Paragraph
	// Manifests are the files of the archive in order. Their names differ.
	Manifests []Manifest

	source string
}

// Step is one command with what stands around it.
type Step struct {
	// Prose is what stands above the command, without the title.
	Prose []Paragraph
	// Command is the line without "$ " or "$? ".
	Command string
	// Fails says that the command must fail.
	Fails bool
	// Output is what the command has to print, a string for each line; "..." for any lines.
	Output []string
	// Line is the line of the command, from 1.
	Line int

	begin, end int // where the output stands in the source
}

// Paragraph is prose: lines of English and the same in Chinese.
type Paragraph struct {
	English []string
	Chinese []string
	// Line is the paragraph's first line, from 1; 0 for an empty one.
	Line int
}

// Manifest is a file of the archive.
type Manifest struct {
	Name    string
	Content []byte
	// Line is the line of the file that Content begins at, from 1.
	Line int
}

// Manifest finds a file of the archive by its name.
func (f *File) Manifest(name string) ([]byte, bool) {
	for i := range f.Manifests {
		if f.Manifests[i].Name == name {
			return f.Manifests[i].Content, true
		}
	}
	return nil, false
}

// Error is something in a scenario file that cannot be read.
type Error struct {
	File         string
	Line, Column int // from 1; the column counts bytes
	Message      string
	Hint         string // what to do about it; may be ""
}

// Error is the error as FILE:LINE:COLUMN: MESSAGE.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Errors are all that is wrong with a scenario file, in the order of the file.
type Errors []*Error

// Error is one line for each error.
func (es Errors) Error() string {
	text := ""
	for i, e := range es {
		if i > 0 {
			text += "\n"
		}
		text += e.Error()
	}
	return text
}

package tree

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pos is a place in a file. The zero Pos is no place.
type Pos struct {
	Line   int // from 1
	Column int // from 1, in characters
}

// Problem is one mistake, or one doubt, and its place.
type Problem struct {
	At   Pos
	Code Code
	// Message says what is wrong. Text of the file in it is quoted, escaped and cut.
	Message string
	Hint    string // what to do about it; "" if there is nothing to add
	Warning bool   // it can be read and is seldom meant
	// Document is the number of the document; 0 if the file as a whole is wrong.
	Document int
}

// Code names a kind of problem. Codes are stable; messages may change.
type Code string

// What is wrong with a file as a whole.
const (
	CodeTooLarge Code = "too-large" // MaxFileBytes, MaxValues
	CodeTooDeep  Code = "too-deep"  // MaxDepth
	CodeTooMany  Code = "too-many"  // MaxDocuments, MaxProblems
	CodeEncoding Code = "encoding"  // not UTF-8
	CodeEmpty    Code = "empty"     // a warning: nothing to read
)

// What keeps a document from being read as YAML or JSON.
const (
	CodeSeparator       Code = "separator"         // "----", or text after "---"
	CodeDirective       Code = "directive"         // %YAML, %TAG
	CodeControl         Code = "control-character" // an invisible character
	CodeTemplate        Code = "template"          // {{ … }} left in
	CodeTab             Code = "tab"               // a tab that indents
	CodeIndentation     Code = "indentation"       // too far to the right or left
	CodeMissingSpace    Code = "missing-space"     // key:value
	CodeMissingColon    Code = "missing-colon"     // key=value, or a word on a line of its own
	CodeLookAlike       Code = "look-alike"        // a character that only looks like the right one
	CodeUnclosedQuote   Code = "unclosed-quote"    // or text after a closing quote
	CodeUnclosedBracket Code = "unclosed-bracket"  // or a missing comma
	CodeNeedsQuotes     Code = "needs-quotes"      // a value that means something else to YAML
	CodeEscape          Code = "escape"            // a backslash that escapes nothing
	CodeUnknownAnchor   Code = "unknown-anchor"    // *name without &name before it
	CodeAliasGrowth     Code = "alias-growth"      // MaxAliasGrowth
	CodeAliasLoop       Code = "alias-loop"        // an anchor that contains itself
	CodeBadMerge        Code = "bad-merge"         // << with something that is no map
	CodeBadKey          Code = "bad-key"           // a key that cannot be text
	CodeBadValue        Code = "bad-value"         // an infinity, a value that does not fit its tag
	CodeTrailingContent Code = "trailing-content"  // text that kubectl would not read
	CodeYAMLSyntax      Code = "yaml-syntax"       // anything else
	CodeJSONSyntax      Code = "json-syntax"       //
)

// What can be read and is seldom meant: warnings.
const (
	CodeMergeOverrides Code = "merge-overrides" // << after the key it overrides
	CodeBooleanKey     Code = "boolean-key"     // the key on is read as "true"
)

// What to say about a template, wherever one is found.
const (
	TemplateMessage = "a template expression {{ … }} has not been rendered"
	TemplateHint    = "render the template first (helm template, kustomize build) and read what it prints"
)

// Quote makes text of a file fit for a message: in double quotes, without control
// characters, at most 60 characters long.
func Quote(s string) string { return strconv.Quote(Cut(s, 60)) }

// Shown makes text of a file fit for a message without quotes around it: what a terminal
// could act upon is escaped, and it is cut to n characters.
func Shown(s string, n int) string { return Printable(Cut(s, n)) }

// Cut shortens s to n characters, the last of them an ellipsis.
func Cut(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	kept := 0
	for i := range s {
		if kept++; kept == n {
			return s[:i] + "…"
		}
	}
	return s
}

// Printable escapes whatever a terminal could act upon.
func Printable(s string) string {
	if strings.IndexFunc(s, func(c rune) bool { return !unicode.IsPrint(c) }) < 0 {
		return s
	}
	quoted := strconv.Quote(s)
	return quoted[1 : len(quoted)-1]
}

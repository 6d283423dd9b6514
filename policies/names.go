package policies

import "github.com/rollscope/rollscope/policies/rules"

// What rules see and say is told in package rules; these are its names here.
type (
	Severity = rules.Severity
	Text     = rules.Text
	Rule     = rules.Rule
	Variant  = rules.Variant
	Finding  = rules.Finding
	Pos      = rules.Pos
	Input    = rules.Input
	Document = rules.Document
	File     = rules.File
	Object   = rules.Object
	Run      = rules.Run
	Config   = rules.Config
	Allow    = rules.Allow
)

// The severities, worst first.
const (
	Error   = rules.Error
	Warning = rules.Warning
	Info    = rules.Info
)

// DefaultConfig is what holds where users say nothing.
func DefaultConfig() Config { return rules.DefaultConfig() }

// Read reads a file. Name is what findings call it; it is not opened.
func Read(name string, content []byte) *File { return rules.Read(name, content) }

// Neighbours are, for each DaemonSet, the earlier ones that want a host port of the
// same number.
func Neighbours(sets []*Document) [][]*Document { return rules.Neighbours(sets) }

//go:build !site

// Package site holds the page as make site builds it, where the program was built with
// the tag site: make build does so when the page is there. go install gives a program
// without the page, as what it is made of is no Go.
package site

import "io/fs"

// Files are the files of the page, as a browser asks for them, with their compressed
// forms (NAME.br, NAME.gz) beside them; nil in a program that was built without.
func Files() fs.FS { return nil }

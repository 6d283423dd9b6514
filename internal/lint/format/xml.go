package format

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/policies/rules"
)

// suite is JUnit's form of what was found in a file.
type suite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Cases    []test   `xml:"testcase"`
}

type test struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *failure `xml:"failure"`
	Output  string   `xml:"system-out,omitempty"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// junit writes a suite for every file with findings, and one for the run. A finding
// below the severity that fails the run is a test that passed.
func junit(w io.Writer, r *lint.Report, o Options) error {
	all := struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Suites   []suite
	}{Name: "rollscope lint"}
	run := suite{Name: "run", Tests: 1, Cases: []test{{Class: "rollscope", Name: "lint", Output: o.frame().summary(r)}}}
	all.Suites = append(all.Suites, run)
	for _, f := range r.Shown() {
		if last := &all.Suites[len(all.Suites)-1]; last.Name != fileName(&f) {
			all.Suites = append(all.Suites, suite{Name: fileName(&f)})
		}
		last := &all.Suites[len(all.Suites)-1]
		c := o.test(&f)
		if c.Failure != nil {
			last.Failures++
		}
		last.Tests++
		last.Cases = append(last.Cases, c)
	}
	for i := range all.Suites {
		all.Tests += all.Suites[i].Tests
		all.Failures += all.Suites[i].Failures
	}
	return document(w, all)
}

func fileName(f *lint.Finding) string {
	if f.File == "" {
		return "run"
	}
	return f.File
}

func (o Options) test(f *lint.Finding) test {
	words := o.words(f.Finding)
	c := test{Class: f.Rule + " " + f.Slug, Name: tree.Printable(where(f)), File: f.File, Line: f.Start.Line}
	if lint.Reaches(f.Severity, o.FailOn) {
		c.Failure = &failure{Message: words.Message, Type: string(f.Severity), Text: tree.Printable(where(f)) + ": " + sentence(words)}
	} else {
		c.Output = string(f.Severity) + ": " + sentence(words)
	}
	return c
}

func where(f *lint.Finding) string {
	at := f.Object.Name
	if f.File != "" {
		at = fmt.Sprintf("%s:%d:%d", f.File, f.Start.Line, f.Start.Column)
		if f.Object.Name != "" {
			at += " " + f.Object.Name
		}
	}
	return at
}

// checkstyle writes what Checkstyle writes, which many build servers read.
func checkstyle(w io.Writer, r *lint.Report, o Options) error {
	type entry struct {
		Line     int            `xml:"line,attr"`
		Column   int            `xml:"column,attr"`
		Severity rules.Severity `xml:"severity,attr"`
		Message  string         `xml:"message,attr"`
		Source   string         `xml:"source,attr"`
	}
	type file struct {
		Name   string  `xml:"name,attr"`
		Errors []entry `xml:"error"`
	}
	out := struct {
		XMLName xml.Name `xml:"checkstyle"`
		Version string   `xml:"version,attr"`
		Files   []file   `xml:"file"`
	}{Version: "4.3"}
	for _, f := range r.Shown() {
		if n := len(out.Files); n == 0 || out.Files[n-1].Name != fileName(&f) {
			out.Files = append(out.Files, file{Name: fileName(&f)})
		}
		last := &out.Files[len(out.Files)-1]
		last.Errors = append(last.Errors, entry{f.Start.Line, f.Start.Column, f.Severity, sentence(o.words(f.Finding)), "rollscope." + f.Rule + "." + f.Slug})
	}
	return document(w, out)
}

func document(w io.Writer, v any) error {
	text, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

package cli

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/rollscope/rollscope/core/kubectl/session"
)

// The parts of a JUnit report that CI systems read.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr"`
		Failure *junitProblem `xml:"failure,omitempty"`
		Error   *junitProblem `xml:"error,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a suite for each file with a test case for each node order.
func writeJUnit(w io.Writer, results []testResult) error {
	var all junitSuites
	for _, r := range results {
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != r.file {
			all.Suites = append(all.Suites, junitSuite{Name: r.file})
		}
		s := &all.Suites[len(all.Suites)-1]
		c := junitCase{Class: r.file, Name: fmt.Sprintf("node order %d", r.seed), File: r.file}
		switch {
		case r.broken:
			c.Error = &junitProblem{Message: "the file cannot be read", Text: session.Clean(r.problem)}
			s.Errors++
			all.Errors++
		case r.problem != "":
			c.Failure = &junitProblem{Message: "the output differs", Text: session.Clean(r.problem)}
			s.Failures++
			all.Failures++
		}
		s.Cases = append(s.Cases, c)
		s.Tests++
		all.Tests++
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

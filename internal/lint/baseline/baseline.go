// Package baseline keeps the findings that were there before somebody began to lint, so
// that only new ones fail a run.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/rollscope/rollscope/internal/lint"
)

// Version is that of the file.
const Version = 1

// Baseline are known findings.
type Baseline struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// Entry is one of them. Only the fingerprint decides; the rest is for whoever reads the
// difference between two baselines.
type Entry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Object      string `json:"object"`
	Path        string `json:"path"`
}

// Of are the findings of a report that are not suppressed otherwise.
func Of(r *lint.Report) Baseline {
	b := Baseline{Version: Version, Findings: []Entry{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Suppressed != nil && f.Suppressed.Where != where {
			continue
		}
		object := f.File
		if f.Object.Kind != "" {
			object = f.Object.Kind + "/" + f.Object.Namespace + "/" + f.Object.Name
		}
		b.Findings = append(b.Findings, Entry{f.Fingerprint, f.Rule, object, f.Path})
	}
	slices.SortFunc(b.Findings, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return b
}

// Write writes a baseline as JSON.
func (b Baseline) Write(w io.Writer) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	if err := e.Encode(b); err != nil {
		return err
	}
	_, err := w.Write(text.Bytes())
	return err
}

// Read reads a baseline.
func Read(content []byte) (Baseline, error) {
	var b Baseline
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return b, fmt.Errorf("not a baseline: %w", err)
	}
	if b.Version != Version {
		return b, fmt.Errorf("a baseline of version %d, which is not %d", b.Version, Version)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return b, errors.New("not a baseline: there is more behind it")
	}
	return b, nil
}

// where is how a report calls what a baseline suppresses.
const where = "baseline"

// Apply suppresses the findings of a report that were there before. Gone is how many of
// the baseline are not there any more.
func (b Baseline) Apply(r *lint.Report) (gone int) {
	known := map[string]bool{}
	for _, e := range b.Findings {
		known[e.Fingerprint] = true
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !known[f.Fingerprint] {
			continue
		}
		delete(known, f.Fingerprint)
		if f.Suppressed == nil {
			f.Suppressed = &lint.Reason{Reason: "it was there before", Where: where}
		}
	}
	return len(known)
}

package stage

import (
	"fmt"
	"slices"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/manifest"
)

// mistake is the first thing that makes what a cluster has printed unusable, with its
// place. Fields that are not known are none, as the cluster may be newer. Pods are not
// judged: what the API server refuses to create may have come to be later.
func mistake(name string, r *decode.Result) error {
	for i := range r.Errors {
		if e := &r.Errors[i]; e.Code != decode.CodeUnknownField {
			return fmt.Errorf("%s:%d:%d: %s", name, e.Line, e.Column, e.Message)
		}
	}
	judged := *r
	judged.Errors, judged.Warnings = nil, nil
	judged.Documents = slices.DeleteFunc(slices.Clone(r.Documents), func(d decode.Document) bool { return d.Kind == "Pod" })
	report := manifest.Check(manifest.Decoded(name, &judged), manifest.Files{})
	for i := range report.Findings {
		if f := &report.Findings[i]; f.Severity == manifest.Error {
			return fmt.Errorf("%s:%d:%d: %s: %s: %s", f.File, f.Line, f.Column, f.Path, f.Kind, f.Message)
		}
	}
	return nil
}

// placed is the key under which the place of an object is kept.
func placed(kind, namespace, name string) string {
	if kind == "Node" || kind == "PriorityClass" {
		return kind + " " + name
	}
	return kind + " " + key(namespace, name)
}

// place keeps where an object stands. A second one of its name is a mistake.
func (l *Live) place(file string, d *decode.Document) error {
	if d.Object == nil || d.Name == "" {
		return nil
	}
	at := d.Position("metadata.name")
	here := fmt.Sprintf("%s:%d:%d", file, at.Line, at.Column)
	of := placed(d.Kind, d.Namespace, d.Name)
	if first, known := l.at[of]; known {
		return fmt.Errorf("%s: a second %s; the first is at %s", here, of, first)
	}
	l.at[of] = here
	return nil
}

// where is the place of an object before a sentence about it.
func (l *Live) where(kind, at string) string {
	if place := l.at[kind+" "+at]; place != "" {
		return place + ": "
	}
	return ""
}

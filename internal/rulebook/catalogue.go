package main

import (
	"bytes"
	"encoding/json"

	"github.com/rollscope/rollscope/policies"
)

// entry is a rule in the catalogue, for hosts that are not Go.
type entry struct {
	ID         string                     `json:"id"`
	Slug       string                     `json:"slug"`
	Group      string                     `json:"group"`
	Severity   policies.Severity          `json:"severity"`
	Severities []policies.Severity        `json:"severities,omitempty"`
	Sees       string                     `json:"sees,omitempty"`
	Links      []string                   `json:"links"`
	English    text                       `json:"en"`
	Chinese    text                       `json:"zh"`
	Variants   map[string]map[string]text `json:"variants,omitempty"`
}

type text struct {
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Message     string `json:"message,omitempty"`
	Fix         string `json:"fix,omitempty"`
	Note        string `json:"note,omitempty"`
}

// catalogue is what policy.wasm leaves out, by the names that rules give themselves.
func catalogue() ([]byte, error) {
	rules, err := policies.Rules()
	if err != nil {
		return nil, err
	}
	entries := map[string]entry{}
	for _, r := range rules {
		e := entry{
			ID: r.ID, Slug: r.Slug, Group: r.Group, Severity: r.Severity, Severities: r.Others, Sees: r.Sees,
			Links: r.Links, English: text(r.English), Chinese: text(r.Chinese),
		}
		for name, v := range r.Variants {
			if e.Variants == nil {
				e.Variants = map[string]map[string]text{}
			}
			e.Variants[name] = map[string]text{"en": text(v.English), "zh": text(v.Chinese)}
		}
		entries[r.Group+"/"+r.Slug] = e
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err = encoder.Encode(entries)
	return out.Bytes(), err
}

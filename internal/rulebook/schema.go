package main

import (
	"encoding/json"
	"os"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/config"
	"github.com/rollscope/rollscope/policies"
)

// object is a part of a JSON Schema.
type object = map[string]any

// writeSchema writes the JSON Schema of .rollscope.yaml, for editors: package config is
// what counts, and a test holds the two together.
func writeSchema(file string) error {
	text, err := schema()
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

func schema() ([]byte, error) {
	loaded, err := policies.Rules()
	if err != nil {
		return nil, err
	}
	all := lint.Rules(loaded)
	text, err := json.MarshalIndent(object{
		"$schema":              "http://json-schema.org/draft-07/schema#",
		"title":                config.Name,
		"description":          "What rollscope lint is told about rules, exceptions and the cluster.",
		"type":                 "object",
		"additionalProperties": false,
		"properties": object{
			"rules":  severities(all),
			"failOn": words("from which severity on a run fails", "error", "warning", "info", "none"),
			"allow": part("what rules let pass", object{
				"hostPaths":  texts("directories that may be writable, with what is below"),
				"containers": texts("names of containers that need no memory limit"),
			}),
			"runtime": words("the container runtime of the nodes", "containerd", "cri-o", "docker"),
			"minLivenessBudget": object{
				"description": "seconds after its start in which a container may not be restarted",
				"type":        []string{"integer", "null"}, "minimum": 0, "maximum": 86400,
			},
			"pss":      words("the Pod Security level to keep to", "privileged", "baseline", "restricted"),
			"ignore":   ignores(),
			"locked":   texts("rules that nothing suppresses: ids, names or groups"),
			"nodes":    texts("files of nodes, relative to this file, or numbers of equal nodes in quotes"),
			"policies": texts("directories with rules of your own, relative to this file"),
		},
	}, "", "  ")
	return append(text, '\n'), err
}

// severities are those of rules by id, name or group. Rules of users' own have other names.
func severities(all []*policies.Rule) object {
	names := object{}
	severity := func(about string) object {
		// To YAML 1.1, off is a boolean.
		return object{"description": about, "enum": []any{"error", "warning", "info", "off", false}}
	}
	for _, r := range all {
		names[r.ID], names[r.Slug] = severity(r.English.Title), severity(r.ID+": "+r.English.Title)
		names[r.Group] = severity("all rules of the group " + r.Group)
	}
	return object{
		"description": "severities of rules, by id, name or group; the most specific one counts", "type": []string{"object", "null"},
		"properties": names, "additionalProperties": severity("a rule of your own"),
	}
}

func words(about string, all ...any) object {
	return object{"description": about, "enum": append(all, nil)}
}

func texts(about string) object {
	return object{"description": about, "type": []string{"array", "null"}, "items": object{"type": "string"}}
}

func part(about string, of object) object {
	return object{"description": about, "type": []string{"object", "null"}, "additionalProperties": false, "properties": of}
}

func ignores() object {
	text := func(about string) object { return object{"description": about, "type": []string{"string", "null"}} }
	entry := part("findings that are meant", object{
		"rule":      object{"description": "id, name or group", "type": "string", "minLength": 1},
		"reason":    object{"description": "why they are meant", "type": "string", "minLength": 1},
		"name":      text("of the DaemonSet; * stands for any characters"),
		"namespace": text("as it is written; * stands for any characters"),
		"container": text("its name"),
		"path":      text("of the file, from here; * stands for any characters, ** for any directories"),
		"until":     object{"description": "the last day, as in 2027-03-31", "type": []string{"string", "null"}, "pattern": `^\d{4}-\d\d-\d\d$`},
	})
	entry["type"], entry["required"] = "object", []string{"rule", "reason"}
	return object{"description": "findings that are meant", "type": []string{"array", "null"}, "items": entry}
}

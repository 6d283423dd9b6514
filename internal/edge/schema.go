package edge

import (
	"encoding/json"
	"strings"
)

// schemas are those of the OpenAPI document, by name.
type schemas map[string]json.RawMessage

const reference = `"#/components/schemas/`

// readSchemas reads them. The document is part of the program, and tests read it.
func readSchemas() schemas {
	var document struct {
		Components struct {
			Schemas schemas `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(openAPI, &document); err != nil {
		panic("openapi.json: " + err.Error())
	}
	return document.Components.Schemas
}

// whole is a schema that stands by itself: it brings those that it refers to.
func (all schemas) whole(name string) json.RawMessage {
	schema := map[string]json.RawMessage{}
	if err := json.Unmarshal(all.local(name), &schema); err != nil {
		panic("openapi.json: " + name + ": " + err.Error())
	}
	defs := schemas{}
	all.collect(string(all[name]), defs)
	if len(defs) > 0 {
		schema["$defs"], _ = json.Marshal(defs)
	}
	text, _ := json.Marshal(schema)
	return text
}

// local is a schema whose references are within itself.
func (all schemas) local(name string) json.RawMessage {
	return json.RawMessage(strings.ReplaceAll(string(all[name]), reference, `"#/$defs/`))
}

// collect gathers the schemas that a text refers to, and those that they refer to.
func (all schemas) collect(text string, into schemas) {
	for {
		_, rest, found := strings.Cut(text, reference)
		if !found {
			return
		}
		name, after, _ := strings.Cut(rest, `"`)
		if into[name] == nil {
			into[name] = all.local(name)
			all.collect(string(all[name]), into)
		}
		text = after
	}
}

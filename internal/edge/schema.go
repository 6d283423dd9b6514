package edge

import (
	"strings"

	"github.com/rollscope/rollscope/core/api/json"
)

// schemas are those of the OpenAPI document, by name.
type schemas map[string]any

const reference = "#/components/schemas/"

// readSchemas reads them. The document is part of the program, and tests read it.
func readSchemas() schemas {
	v, err := json.Parse(openAPI)
	if err != nil {
		panic("openapi.json: " + err.Error())
	}
	document, _ := v.(map[string]any)
	components, _ := document["components"].(map[string]any)
	all, _ := components["schemas"].(map[string]any)
	return all
}

// whole is a schema that stands by itself: it brings those that it refers to.
func (all schemas) whole(name string) []byte {
	defs := map[string]any{}
	schema, _ := all.local(all[name], defs).(map[string]any)
	if len(defs) > 0 {
		schema["$defs"] = defs
	}
	text, err := json.Marshal(schema)
	if err != nil {
		panic("openapi.json: " + name + ": " + err.Error())
	}
	return text
}

// local is a copy of a part of a schema whose references are within the whole; what they
// refer to is put into defs.
func (all schemas) local(v any, defs map[string]any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			to, _ := value.(string)
			name, refers := strings.CutPrefix(to, reference)
			if key != "$ref" || !refers {
				out[key] = all.local(value, defs)
				continue
			}
			out[key] = "#/$defs/" + name
			if defs[name] == nil {
				defs[name] = true // so that a schema that refers to itself comes once
				defs[name] = all.local(all[name], defs)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = all.local(v[i], defs)
		}
		return out
	}
	return v
}

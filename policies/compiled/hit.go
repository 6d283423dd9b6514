package compiled

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	findings "github.com/rollscope/rollscope/core/api/json"
	"github.com/rollscope/rollscope/policies/rules"
)

// hitOf is what rules.Hits makes of plain(hit), without the maps between.
func hitOf(hit any) rules.Hit {
	var out rules.Hit
	out.Rule, _ = field(hit, "rule").(string)
	out.Path, _ = field(hit, "path").(string)
	out.Variant, _ = field(hit, "variant").(string)
	if severity, ok := field(hit, "severity").(string); ok {
		out.Severity = (*rules.Severity)(&severity)
	}
	out.Params, _ = own(field(hit, "params")).(map[string]any)
	if at, ok := field(hit, "at").(*Object); ok {
		out.At = &rules.Pos{Line: coordinate(at.get("line")), Column: coordinate(at.get("column"))}
	}
	return out
}

func coordinate(v any) int {
	n, _ := v.(int64)
	return int(n)
}

// own is a value as findings keep it: it shares no memory with the file.
func own(v any) any {
	switch v := v.(type) {
	case string:
		return strings.Clone(v)
	case int64:
		return findings.Number(strconv.FormatInt(v, 10))
	case json.Number:
		return findings.Number(strings.Clone(string(v)))
	case *big.Rat:
		return findings.Number(decimal(v))
	case Null:
		return nil
	case *Array:
		return ownAll(v.items)
	case *Set:
		return ownAll(v.items)
	case *Object:
		out := make(map[string]any, len(v.all().keys))
		for i, k := range v.keys {
			out[strings.Clone(k)] = own(v.values[i])
		}
		return out
	}
	return v
}

func ownAll(items []any) []any {
	out := make([]any, len(items))
	for i := range items {
		out[i] = own(items[i])
	}
	return out
}

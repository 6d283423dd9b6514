package tree

import (
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// failure is why the YAML library gave up, in its own words and at its own places, which
// count lines and columns within a part.
type failure struct {
	problem string // such as: did not find expected key
	at      Pos    // where it noticed
	context string // such as: while parsing a block mapping; often ""
	from    Pos    // where what it was reading began; the zero Pos if not known
}

// failureOf takes an error of the library apart. Its text tells the line, and often the
// wrong one: of the beginning of a map instead of the line that does not belong there.
// The parser knows both places to the column but has no method to say so, so its fields
// are read by reflection; should they be named otherwise one day, the line must do. A
// test watches over it.
func failureOf(decoder *yaml.Decoder, err error) *failure {
	f := fromText(err.Error())
	outer := field(reflect.ValueOf(decoder), "parser")
	state := field(outer, "parser")
	switch problem := mark(state, "problem_mark"); {
	case !state.IsValid() || problem == Pos{}:
	case strings.HasPrefix(f.problem, "unknown anchor"):
		f.at = mark(field(outer, "event"), "start_mark")
	default:
		f.at = problem
		if context := field(state, "context"); context.Kind() == reflect.String && context.Len() > 0 {
			f.context, f.from = context.String(), mark(state, "context_mark")
		}
	}
	return f
}

// fromText reads a message such as "yaml: line 3: did not find expected key".
func fromText(message string) *failure {
	message = strings.TrimPrefix(message, "yaml: ")
	line := 1
	if rest, found := strings.CutPrefix(message, "line "); found {
		if digits, problem, found := strings.Cut(rest, ": "); found {
			if n, err := strconv.Atoi(digits); err == nil {
				line, message = n, problem
			}
		}
	}
	return &failure{problem: message, at: Pos{line, 1}}
}

// field is a field of a struct or of one behind a pointer; the zero Value if there is none.
func field(v reflect.Value, name string) reflect.Value {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	return v.FieldByName(name)
}

// mark reads a place, which the library counts from 0; the zero Pos if there is none.
func mark(state reflect.Value, name string) Pos {
	m := field(state, name)
	line, column := field(m, "line"), field(m, "column")
	if !line.CanInt() || !column.CanInt() {
		return Pos{}
	}
	return Pos{int(line.Int()) + 1, int(column.Int()) + 1}
}

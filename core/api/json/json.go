// Package json writes and reads JSON as encoding/json does, byte for byte, for the values
// that this project has. It is here for its size: linked into sim.wasm, encoding/json and
// what only it needs weigh more than the whole scheduler does. Tests, fuzzed ones too,
// hold every answer equal to encoding/json's.
//
// Written are: types with MarshalJSON on the value, structs with the tags name, omitempty,
// omitzero and "-", embedded structs, maps with string keys (sorted), slices, arrays,
// []byte as base64, pointers, interfaces, strings, booleans and numbers. As encoding/json
// does, < > and & become escapes.
//
// Differs: no TextMarshaler, no option "string", no MarshalJSON on pointers; of two fields
// with one name, both are written.
package json

// Number is a number as it is written.
type Number string

// MarshalJSON is for encoding/json, which would write a text.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// Marshaler is what writes its own JSON.
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

// Appender is what writes its own JSON behind what is there already. It is trusted to
// write valid, compact JSON.
type Appender interface {
	AppendJSON(dst []byte) []byte
}

// Error is why a text is not JSON or a value cannot be written.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

func fail(message string) error { return &Error{message} }

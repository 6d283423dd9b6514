package api

import (
	"bytes"

	"github.com/rollscope/rollscope/core/api/json"
)

// CanonicalJSON writes v as compact JSON with the keys of every object sorted, so that equal
// values give equal bytes whatever order their fields are declared in. The template inside a
// ControllerRevision is written this way, and revisions are compared byte by byte.
// Like everything an API server writes, it has < > and & as \u003c, \u003e and \u0026.
//
// Upstream 1.37: pkg/controller/daemon/update.go, getPatch.
func CanonicalJSON(v any) ([]byte, error) {
	declared, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	generic, err := json.Parse(declared)
	if err != nil {
		return nil, err
	}
	return json.Marshal(generic)
}

// RawExtension is JSON carried along unread: the data of a ControllerRevision.
//
// Upstream 1.37: apimachinery pkg/runtime/types.go and extension.go, RawExtension.
// Differs: only JSON; there is no decoded object beside the bytes.
type RawExtension struct {
	Raw []byte `json:"-"`
}

// MarshalJSON writes the bytes as they are; null if there are none.
func (r RawExtension) MarshalJSON() ([]byte, error) {
	if r.Raw == nil {
		return []byte("null"), nil
	}
	return r.Raw, nil
}

// UnmarshalJSON keeps a copy of the bytes; null changes nothing.
func (r *RawExtension) UnmarshalJSON(b []byte) error { return unmarshalRaw(&r.Raw, b) }

// FieldsV1 is the set of fields one manager owns, as JSON carried along unread.
//
// Upstream 1.37: apimachinery pkg/apis/meta/v1/fieldsv1_byte.go, FieldsV1.
type FieldsV1 struct {
	Raw []byte `json:"-"`
}

// MarshalJSON writes the bytes as they are; null if there are none.
func (f FieldsV1) MarshalJSON() ([]byte, error) {
	if len(f.Raw) == 0 {
		return []byte("null"), nil
	}
	return f.Raw, nil
}

// UnmarshalJSON keeps a copy of the bytes; null changes nothing.
func (f *FieldsV1) UnmarshalJSON(b []byte) error { return unmarshalRaw(&f.Raw, b) }

func unmarshalRaw(raw *[]byte, b []byte) error {
	if string(b) != "null" {
		*raw = bytes.Clone(b)
	}
	return nil
}

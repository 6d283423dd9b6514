package api

import "bytes"

// RawExtension is JSON carried along unread: the data of a ControllerRevision.
//
// Upstream 1.37: apimachinery pkg/runtime/types.go and extension.go, RawExtension.
// Differs: only JSON; there is no decoded object beside the bytes.
type RawExtension struct {
	Raw []byte `json:"-"`
}

// DeepCopyInto copies the bytes as well.
func (r *RawExtension) DeepCopyInto(out *RawExtension) { out.Raw = bytes.Clone(r.Raw) }

// MarshalJSON writes the bytes as they are; null if there are none.
func (r RawExtension) MarshalJSON() ([]byte, error) { return marshalRaw(r.Raw) }

// UnmarshalJSON keeps a copy of the bytes; null changes nothing.
func (r *RawExtension) UnmarshalJSON(b []byte) error { return unmarshalRaw(&r.Raw, b) }

// FieldsV1 is the set of fields one manager owns, as JSON carried along unread.
//
// Upstream 1.37: apimachinery pkg/apis/meta/v1/fieldsv1_byte.go, FieldsV1.
type FieldsV1 struct {
	Raw []byte `json:"-"`
}

// DeepCopyInto copies the bytes as well.
func (f *FieldsV1) DeepCopyInto(out *FieldsV1) { out.Raw = bytes.Clone(f.Raw) }

// MarshalJSON writes the bytes as they are; null if there are none.
func (f FieldsV1) MarshalJSON() ([]byte, error) { return marshalRaw(f.Raw) }

// UnmarshalJSON keeps a copy of the bytes; null changes nothing.
func (f *FieldsV1) UnmarshalJSON(b []byte) error { return unmarshalRaw(&f.Raw, b) }

func marshalRaw(raw []byte) ([]byte, error) {
	if raw == nil {
		return []byte("null"), nil
	}
	return raw, nil
}

func unmarshalRaw(raw *[]byte, b []byte) error {
	if string(b) != "null" {
		*raw = bytes.Clone(b)
	}
	return nil
}

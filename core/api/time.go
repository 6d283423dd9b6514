package api

import (
	"time"

	"github.com/rollscope/rollscope/core/api/json"
)

// Time is an instant that JSON carries to the second, as RFC 3339 in UTC, and as null when zero.
// In memory it keeps whatever resolution it was given; Truncated drops the rest.
//
// Upstream 1.37: apimachinery pkg/apis/meta/v1/time.go.
// Differs: a decoded time is in UTC, not in the local zone, so that output never depends on the machine.
type Time struct {
	time.Time
}

// NewTime wraps t.
func NewTime(t time.Time) Time { return Time{t} }

// IsZero holds for nil and for the zero instant.
func (t *Time) IsZero() bool { return t == nil || t.Time.IsZero() }

// Before reports whether t is earlier than u; false if either is nil.
func (t *Time) Before(u *Time) bool { return t != nil && u != nil && t.Time.Before(u.Time) }

// Equal reports whether both are the same instant, or both nil.
func (t *Time) Equal(u *Time) bool {
	if t == nil || u == nil {
		return t == nil && u == nil
	}
	return t.Time.Equal(u.Time)
}

// Truncated is t in UTC without fractions of a second: what is left of it after one trip through JSON.
func (t Time) Truncated() Time { return Time{t.UTC().Truncate(time.Second)} }

// MarshalJSON writes the time with whole seconds, or null for the zero instant.
func (t Time) MarshalJSON() ([]byte, error) {
	return marshalTime(t.Time, time.RFC3339)
}

// UnmarshalJSON reads RFC 3339, or null as the zero instant.
func (t *Time) UnmarshalJSON(b []byte) error {
	parsed, err := unmarshalTime(b, time.RFC3339)
	if err != nil {
		return err
	}
	t.Time = parsed
	return nil
}

// microLayout is RFC 3339 with exactly six digits of a second.
const microLayout = "2006-01-02T15:04:05.000000Z07:00"

// MicroTime is an instant that JSON carries to the microsecond, and as null when zero.
//
// Upstream 1.37: apimachinery pkg/apis/meta/v1/micro_time.go.
// Differs: a decoded time is in UTC, as for Time.
type MicroTime struct {
	time.Time
}

// NewMicroTime wraps t.
func NewMicroTime(t time.Time) MicroTime { return MicroTime{t} }

// IsZero holds for nil and for the zero instant.
func (t *MicroTime) IsZero() bool { return t == nil || t.Time.IsZero() }

// MarshalJSON writes the time with six digits of a second, or null for the zero instant.
func (t MicroTime) MarshalJSON() ([]byte, error) {
	return marshalTime(t.Time, microLayout)
}

// UnmarshalJSON reads RFC 3339 with a fraction, or null as the zero instant.
func (t *MicroTime) UnmarshalJSON(b []byte) error {
	parsed, err := unmarshalTime(b, microLayout)
	if err != nil {
		return err
	}
	t.Time = parsed
	return nil
}

func marshalTime(t time.Time, layout string) ([]byte, error) {
	if t.IsZero() {
		return []byte("null"), nil
	}
	out := make([]byte, 0, len(layout)+2)
	out = append(out, '"')
	out = t.UTC().AppendFormat(out, layout)
	return append(out, '"'), nil
}

func unmarshalTime(b []byte, layout string) (time.Time, error) {
	if string(b) == "null" {
		return time.Time{}, nil
	}
	var text string
	if err := json.Text(b, &text); err != nil {
		return time.Time{}, err
	}
	parsed, err := time.ParseInLocation(layout, text, time.UTC)
	if err != nil {
		return time.Time{}, err
	}
	return parsed.UTC(), nil
}

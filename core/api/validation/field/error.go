package field

import (
	"slices"
	"strconv"
	"strings"
)

// Type is the machine-readable kind of an error.
//
// Upstream 1.37: apimachinery:pkg/util/validation/field/errors.go, ErrorType.
type Type string

// The types that the rules here produce.
const (
	TypeNotFound     Type = "FieldValueNotFound"
	TypeRequired     Type = "FieldValueRequired"
	TypeDuplicate    Type = "FieldValueDuplicate"
	TypeInvalid      Type = "FieldValueInvalid"
	TypeNotSupported Type = "FieldValueNotSupported"
	TypeForbidden    Type = "FieldValueForbidden"
	TypeTooLong      Type = "FieldValueTooLong"
	TypeTooMany      Type = "FieldValueTooMany"
)

// String is the kind as it is printed: "Invalid value", "Required value", and so on.
func (t Type) String() string {
	switch t {
	case TypeNotFound:
		return "Not found"
	case TypeRequired:
		return "Required value"
	case TypeDuplicate:
		return "Duplicate value"
	case TypeInvalid:
		return "Invalid value"
	case TypeNotSupported:
		return "Unsupported value"
	case TypeForbidden:
		return "Forbidden"
	case TypeTooLong:
		return "Too long"
	case TypeTooMany:
		return "Too many"
	}
	return string(t)
}

// Error is one thing wrong with one field.
//
// Upstream 1.37: apimachinery:pkg/util/validation/field/errors.go, Error.
type Error struct {
	Type Type
	Path string // spec.template.spec.containers[0].name
	// BadValue is the offending value as it is printed: strings quoted, everything
	// else as JSON, structs with the API server's internal field names. It is ""
	// where the type prints none (Required, Forbidden, Too long).
	BadValue string
	Detail   string // "" for none
}

// Error is the whole line: path, kind, value, detail.
func (e *Error) Error() string {
	return e.Path + ": " + e.Body()
}

// Body is the line without its path, as it stands in the causes of a status.
func (e *Error) Body() string {
	body := e.Type.String()
	if e.BadValue != "" {
		body += ": " + e.BadValue
	}
	if e.Detail != "" {
		body += ": " + e.Detail
	}
	return body
}

// Required reports a missing value.
//
//go:noinline
func (p *Path) Required(detail string) {
	p.add(TypeRequired, "", detail)
}

// Needs reports an empty text in the field called name below p.
//
//go:noinline
func (p *Path) Needs(name, text string) {
	if text == "" {
		p.Child(name).Required("")
	}
}

// NeedsText reports an empty text in the field called name below p, or what
// check finds wrong with it.
//
//go:noinline
func (p *Path) NeedsText(name, text string, check func(s string) []string) {
	if text == "" {
		p.Child(name).Required("")
		return
	}
	p.Text(name, text, check)
}

// Text reports what check finds wrong with the text in the field called name
// below p; an empty one is fine.
//
//go:noinline
func (p *Path) Text(name, text string, check func(s string) []string) {
	if text == "" {
		return
	}
	if wrong := check(text); len(wrong) > 0 {
		p.Child(name).InvalidEach(text, wrong)
	}
}

// Forbidden reports a field that may not be set here.
//
//go:noinline
func (p *Path) Forbidden(detail string) {
	p.add(TypeForbidden, "", detail)
}

// Invalid reports a malformed value.
//
//go:noinline
func (p *Path) Invalid(value any, detail string) {
	p.add(TypeInvalid, render(value), detail)
}

// InvalidEach reports value once for each message.
//
//go:noinline
func (p *Path) InvalidEach(value any, messages []string) {
	for _, message := range messages {
		p.Invalid(value, message)
	}
}

// Duplicate reports a value that occurred before; detail may be "".
//
//go:noinline
func (p *Path) Duplicate(value any, detail string) {
	p.add(TypeDuplicate, render(value), detail)
}

// NotFound reports a reference that leads nowhere; detail may be "".
//
//go:noinline
func (p *Path) NotFound(value any, detail string) {
	p.add(TypeNotFound, render(value), detail)
}

// TooLong reports a text of more than limit bytes. The text is not printed.
//
//go:noinline
func (p *Path) TooLong(limit int) {
	p.add(TypeTooLong, "", "may not be more than "+strconv.Itoa(limit)+" bytes")
}

// TooMany reports a list of more than limit items; limit > 1.
//
//go:noinline
func (p *Path) TooMany(actual, limit int) {
	p.add(TypeTooMany, strconv.Itoa(actual), "must have at most "+strconv.Itoa(limit)+" items")
}

// NotSupported reports a value outside a closed list, which it prints.
func NotSupported[T ~string](p *Path, value any, supported ...T) {
	quoted := make([]string, len(supported))
	for i, s := range supported {
		quoted[i] = strconv.Quote(string(s))
	}
	p.add(TypeNotSupported, render(value), "supported values: "+strings.Join(quoted, ", "))
}

// OneOf reports value unless it is one of supported, which are printed in the
// order given.
func OneOf[T ~string](p *Path, value T, supported ...T) {
	if !slices.Contains(supported, value) {
		NotSupported(p, value, supported...)
	}
}

// Nonnegative reports a number below 0.
//
// Upstream 1.37: apimachinery:pkg/api/validation/generic.go, ValidateNonnegativeField.
//
//go:noinline
func (p *Path) Nonnegative(value int64) {
	if value < 0 {
		p.Invalid(value, IsNegative)
	}
}

// Positive reports a number below 1.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePositiveField.
//
//go:noinline
func (p *Path) Positive(value int64) {
	if value <= 0 {
		p.Invalid(value, IsNotPositive)
	}
}

// Details that several rules share.
const (
	IsNegative    = "must be greater than or equal to 0"
	IsNotPositive = "must be greater than zero"
	IsImmutable   = "field is immutable"
)

//go:noinline
func (p *Path) add(kind Type, value, detail string) {
	p.report.errors = append(p.report.errors, &Error{Type: kind, Path: p.String(), BadValue: value, Detail: detail})
}

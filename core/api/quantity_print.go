package api

import (
	"bytes"
	"strconv"
	"strings"
)

// String prints the number as an API server would: the largest suffix of its format that
// needs no fraction. A quantity that was only read prints as it was written, if that was
// already close to this form.
func (q Quantity) String() string {
	if !q.wide && q.text != "" {
		return q.text
	}
	return string(q.appendCanonical(nil))
}

// MarshalJSON writes String as a JSON string.
func (q Quantity) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 20)
	out = append(out, '"')
	if !q.wide && q.text != "" {
		out = append(out, q.text...)
	} else {
		out = q.appendCanonical(out)
	}
	return append(out, '"'), nil
}

// UnmarshalJSON reads a JSON string or number; null is 0. Space around the number is ignored.
func (q *Quantity) UnmarshalJSON(value []byte) error {
	if string(value) == "null" {
		*q = Quantity{format: q.format}
		return nil
	}
	if len(value) >= 2 && value[0] == '"' && value[len(value)-1] == '"' {
		value = value[1 : len(value)-1]
	}
	parsed, err := ParseQuantity(string(bytes.TrimSpace(value)))
	if err != nil {
		return err
	}
	*q = parsed
	return nil
}

// appendCanonical prints the number with the largest suffix that needs no fraction.
// A binary format is given up for a decimal one below 1024 and where it would lose digits.
//
// Upstream 1.37: apimachinery pkg/api/resource/quantity.go, CanonicalizeBytes.
func (q Quantity) appendCanonical(out []byte) []byte {
	d := q.decimal()
	if d.sign == 0 {
		return append(out, '0')
	}
	if d.sign < 0 {
		out = append(out, '-')
	}
	format := q.format
	if format == BinarySI {
		if d.scale >= 0 && d.compareMagnitude(decimal{digits: "1024"}) >= 0 {
			return d.appendBinary(out)
		}
		format = DecimalSI
	}
	exponent := d.scale
	out = append(out, d.digits...)
	for exponent%3 != 0 {
		out = append(out, '0')
		exponent--
	}
	return appendDecimalSuffix(out, exponent, format)
}

// appendBinary prints a whole magnitude; an upstream binary suffix ends at Ei.
func (d decimal) appendBinary(out []byte) []byte {
	digits := d.digits + strings.Repeat("0", int(min(d.scale, maxSpan)))
	times := 0
	for {
		quotient, rest := divideDigits(digits, 1024)
		if rest != 0 {
			break
		}
		digits = quotient
		times++
	}
	out = append(out, digits...)
	if times > 0 && times <= 6 {
		out = append(out, "KMGTPE"[times-1], 'i')
	}
	return out
}

// appendDecimalSuffix prints nothing for an exponent that has no suffix, as upstream does.
func appendDecimalSuffix(out []byte, exponent int64, format Format) []byte {
	if exponent == 0 {
		return out
	}
	if format == DecimalExponent {
		return strconv.AppendInt(append(out, 'e'), exponent, 10)
	}
	i := (exponent - int64(Nano)) / 3
	if exponent < int64(Nano) || i >= int64(len(decimalSuffixes)) {
		return out
	}
	return append(out, decimalSuffixes[i])
}

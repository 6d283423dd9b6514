package api

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// Format is the family of suffixes a quantity is printed with.
type Format uint8

// The families. A quantity of no known family prints as DecimalExponent.
const (
	DecimalExponent Format = iota // 12e6
	BinarySI                      // 12Mi, that is 12 * 2^20
	DecimalSI                     // 12M, that is 12 * 10^6
)

// Scale is a power of ten.
type Scale int32

// The scales that have a suffix and are asked for by name.
const (
	Nano  Scale = -9
	Micro Scale = -6
	Milli Scale = -3
)

// Quantity is an exact decimal number with a preferred way to print it: "100m", "1.5Gi", "2e3".
// The zero value is 0. It is a plain value: copies are independent, and == is stricter than
// Equal, since it sees the spelling as well.
//
// Numbers of up to 18 digits live in value and scale. What does not fit, and everything written
// as a fraction with a binary suffix, is wide: text holds the digits then, and value the sign.
//
// Upstream 1.37: apimachinery pkg/api/resource/quantity.go and amount.go.
type Quantity struct {
	value  int64
	scale  Scale
	format Format
	wide   bool
	text   string // wide: the digits; else the spelling to print again, if there is one
}

// NewQuantity makes the whole number value.
func NewQuantity(value int64, format Format) Quantity {
	return Quantity{value: value, format: format}
}

// NewMilliQuantity makes value thousandths.
func NewMilliQuantity(value int64, format Format) Quantity {
	return Quantity{value: value, scale: Milli, format: format}
}

// Format tells how the quantity prefers to be printed.
func (q Quantity) Format() Format { return q.format }

// IsZero reports whether the number is 0, however it is spelt.
func (q Quantity) IsZero() bool { return q.value == 0 }

// Sign is -1, 0 or 1.
func (q Quantity) Sign() int {
	switch {
	case q.value < 0:
		return -1
	case q.value > 0:
		return 1
	}
	return 0
}

// Value is the number rounded away from zero to a whole one.
// Beyond 64 bits the result is what upstream makes of it, which is no use: see ScaledValue.
func (q Quantity) Value() int64 { return q.ScaledValue(0) }

// MilliValue is 1000 times the number, rounded away from zero to a whole one.
func (q Quantity) MilliValue() int64 { return q.ScaledValue(Milli) }

// ScaledValue is the number divided by 10^scale, rounded away from zero to a whole one.
// What does not fit into 64 bits gives the same useless result as upstream, be it 0 or the low
// 64 bits: an API server admits a request of 1e19 bytes, and the scheduler counts it as none.
//
// Differs: upstream rounds a wide negative number up, which validation never lets happen.
func (q Quantity) ScaledValue(scale Scale) int64 {
	if q.wide {
		return q.decimal().roundedAway(scale).scaled(scale)
	}
	if q.value == 0 || q.scale == scale {
		return q.value
	}
	if q.scale < scale {
		result, _ := divideAway(q.value, int64(scale)-int64(q.scale))
		return result
	}
	raise := int64(q.scale) - int64(scale)
	result, ok := multiplyPow10(q.value, raise)
	if !ok && wrapsOnOverflow(raise) {
		return q.decimal().scaled(scale)
	}
	return result
}

// wrapsOnOverflow is true for the powers of ten that upstream multiplies by in one go and
// without a look at the result.
//
// Upstream 1.37: apimachinery pkg/api/resource/math.go, positiveScaleInt64.
func wrapsOnOverflow(power int64) bool {
	return power <= 3 || power == 6 || power == 9
}

// RoundUp rounds away from zero to a multiple of 10^scale and reports whether nothing was lost.
// API defaulting does this with Milli to every container resource.
func (q *Quantity) RoundUp(scale Scale) bool {
	if q.wide {
		before := q.decimal()
		after := before.roundedAway(scale)
		*q = after.quantity(q.format)
		return before == after
	}
	if q.scale >= scale {
		return true
	}
	result, exact := divideAway(q.value, int64(scale)-int64(q.scale))
	*q = Quantity{value: result, scale: scale, format: q.format}
	return exact
}

// Cmp is -1, 0 or 1 as q is less than, equal to or greater than y.
func (q Quantity) Cmp(y Quantity) int {
	if !q.wide && !y.wide && q.scale == y.scale {
		switch {
		case q.value < y.value:
			return -1
		case q.value > y.value:
			return 1
		}
		return 0
	}
	return q.decimal().compare(y.decimal())
}

// CmpInt64 compares with the whole number y.
func (q Quantity) CmpInt64(y int64) int { return q.Cmp(Quantity{value: y}) }

// Equal reports whether both are the same number, however printed.
func (q Quantity) Equal(y Quantity) bool { return q.Cmp(y) == 0 }

// Neg turns the sign round.
func (q *Quantity) Neg() {
	q.value = -q.value
	if !q.wide {
		q.text = ""
	}
}

// Add adds y. If q was 0 it takes over the format of y.
func (q *Quantity) Add(y Quantity) {
	format := q.format
	if q.IsZero() {
		format = y.format
	}
	if !q.wide && !y.wide {
		if sum, ok := addNarrow(*q, y); ok {
			*q = Quantity{value: sum.value, scale: sum.scale, format: format}
			return
		}
	}
	*q = q.decimal().plus(y.decimal()).quantity(format)
}

// Sub subtracts y. If q was 0 it takes over the format of y.
func (q *Quantity) Sub(y Quantity) {
	y.Neg()
	q.Add(y)
}

// addNarrow adds two numbers that are not wide; false if the sum needs more than 64 bits.
func addNarrow(a, b Quantity) (Quantity, bool) {
	if b.value == 0 {
		return a, true
	}
	if a.value == 0 {
		return b, true
	}
	if a.scale < b.scale {
		a, b = b, a
	}
	raised, ok := multiplyPow10(a.value, int64(a.scale)-int64(b.scale))
	if !ok {
		return Quantity{}, false
	}
	sum := raised + b.value
	overflow := (raised > 0) == (b.value > 0) && (sum > 0) != (raised > 0)
	return Quantity{value: sum, scale: b.scale}, !overflow
}

// multiplyPow10 is v * 10^n for n >= 0; 0 and false if that needs more than 64 bits.
func multiplyPow10(v, n int64) (int64, bool) {
	for ; n > 0 && v != 0; n-- {
		if v > math.MaxInt64/10 || v < math.MinInt64/10 {
			return 0, false
		}
		v *= 10
	}
	return v, true
}

// divideAway is v / 10^n for n >= 0, rounded away from zero, and whether that was exact.
func divideAway(v, n int64) (int64, bool) {
	sign, exact := int64(1), true
	if v < 0 {
		sign = -1
	}
	for ; n > 0 && v != 0; n-- {
		exact = exact && v%10 == 0
		v /= 10
	}
	if !exact {
		v += sign
	}
	return v, exact
}

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

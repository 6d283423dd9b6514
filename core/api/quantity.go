package api

import "math"

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

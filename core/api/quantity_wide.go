package api

import (
	"math"
	"strconv"
	"strings"
)

// decimal is sign * digits * 10^scale, for numbers that 64 bits cannot hold.
// In normal form digits begins and ends with no zero; 0 is the zero value.
// It is slow and small: such numbers are rare, and math/big is large.
type decimal struct {
	sign   int
	digits string
	scale  int64
}

// maxSpan bounds the digits an addition may spell out; beyond it the smaller number is lost.
const maxSpan = 1 << 16

// normal moves zeros at the end of the digits into the scale and drops those at the front.
func (d decimal) normal() decimal {
	d.digits = strings.TrimLeft(d.digits, "0")
	trimmed := strings.TrimRight(d.digits, "0")
	if trimmed == "" {
		return decimal{}
	}
	d.scale += int64(len(d.digits) - len(trimmed))
	d.digits = trimmed
	return d
}

// decimal gives the number in normal form, whichever way it is held.
func (q Quantity) decimal() decimal {
	if q.wide {
		return decimal{sign: int(q.value), digits: q.text, scale: int64(q.scale)}
	}
	magnitude := uint64(q.value)
	if q.value < 0 {
		magnitude = -magnitude
	}
	d := decimal{sign: q.Sign(), digits: strconv.FormatUint(magnitude, 10), scale: int64(q.scale)}
	return d.normal()
}

// quantity makes a wide quantity; d must be normal.
func (d decimal) quantity(format Format) Quantity {
	scale := min(max(d.scale, math.MinInt32), math.MaxInt32)
	return Quantity{value: int64(d.sign), scale: Scale(scale), format: format, wide: true, text: d.digits}
}

// roundedAway rounds away from zero to a multiple of 10^scale.
func (d decimal) roundedAway(scale Scale) decimal {
	drop := int64(scale) - d.scale
	if drop <= 0 || d.sign == 0 {
		return d
	}
	kept := ""
	if drop < int64(len(d.digits)) {
		kept = d.digits[:int64(len(d.digits))-drop]
	}
	// The digits dropped end in one that is not zero, so there is always something to round.
	return decimal{sign: d.sign, digits: addDigits(kept, "1"), scale: int64(scale)}.normal()
}

// scaled is d / 10^scale, which must be whole, cut down to its low 64 bits.
func (d decimal) scaled(scale Scale) int64 {
	var result uint64
	for i := range len(d.digits) {
		result = result*10 + uint64(d.digits[i]-'0')
	}
	for n := d.scale - int64(scale); n > 0 && result != 0; n-- {
		result *= 10
	}
	return int64(result) * int64(d.sign)
}

// compare is -1, 0 or 1.
func (d decimal) compare(e decimal) int {
	if d.sign != e.sign {
		if d.sign < e.sign {
			return -1
		}
		return 1
	}
	if d.sign == 0 {
		return 0
	}
	return d.sign * d.compareMagnitude(e)
}

// compareMagnitude leaves out the signs; neither may be 0.
func (d decimal) compareMagnitude(e decimal) int {
	top, other := int64(len(d.digits))+d.scale, int64(len(e.digits))+e.scale
	switch {
	case top < other:
		return -1
	case top > other:
		return 1
	}
	return strings.Compare(d.digits, e.digits) // aligned at the first digit; a longer tail is more
}

// plus is d + e. If they are more than maxSpan digits apart it is the larger of the two.
func (d decimal) plus(e decimal) decimal {
	if d.sign == 0 || (e.sign != 0 && d.compareMagnitude(e) < 0) {
		d, e = e, d
	}
	if e.sign == 0 || d.scale-e.scale > maxSpan {
		return d
	}
	low := min(d.scale, e.scale)
	if e.scale-low > maxSpan {
		return d
	}
	a := d.digits + strings.Repeat("0", int(d.scale-low))
	b := e.digits + strings.Repeat("0", int(e.scale-low))
	if d.sign == e.sign {
		return decimal{sign: d.sign, digits: addDigits(a, b), scale: low}.normal()
	}
	return decimal{sign: d.sign, digits: subtractDigits(a, b), scale: low}.normal()
}

// addDigits is a + b.
func addDigits(a, b string) string {
	if len(a) < len(b) {
		a, b = b, a
	}
	out := make([]byte, len(a)+1)
	carry := byte(0)
	for i := range len(a) {
		sum := a[len(a)-1-i] - '0' + carry
		if i < len(b) {
			sum += b[len(b)-1-i] - '0'
		}
		carry = sum / 10
		out[len(a)-i] = '0' + sum%10
	}
	out[0] = '0' + carry
	return string(out)
}

// subtractDigits is a - b for a >= b.
func subtractDigits(a, b string) string {
	out := []byte(a)
	borrow := byte(0)
	for i := range len(a) {
		at := len(a) - 1 - i
		take := borrow
		if i < len(b) {
			take += b[len(b)-1-i] - '0'
		}
		borrow = 0
		if out[at]-'0' < take {
			borrow = 1
			out[at] += 10
		}
		out[at] -= take
	}
	return string(out)
}

// multiplyDigits is a * factor.
func multiplyDigits(a string, factor int) string {
	out := make([]byte, len(a)+4)
	carry := 0
	for i := len(out) - 1; i >= 0; i-- {
		if from := i - 4; from >= 0 {
			carry += int(a[from]-'0') * factor
		}
		out[i] = byte('0' + carry%10)
		carry /= 10
	}
	return string(out)
}

// divideDigits is a / divisor and the remainder.
func divideDigits(a string, divisor int) (string, int) {
	out := make([]byte, len(a))
	rest := 0
	for i := range len(a) {
		rest = rest*10 + int(a[i]-'0')
		out[i] = byte('0' + rest/divisor)
		rest %= divisor
	}
	return strings.TrimLeft(string(out), "0"), rest
}

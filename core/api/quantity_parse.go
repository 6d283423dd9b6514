package api

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
)

// What ParseQuantity may find wrong, in the words of the API server.
var (
	ErrQuantityFormat  = errors.New("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")
	ErrQuantityNumeric = errors.New("unable to parse numeric part of quantity")
	ErrQuantitySuffix  = errors.New("unable to parse quantity's suffix")
)

// quantityParts is a quantity's text cut up: -01.50Gi is negative, whole "1", fraction "50", suffix "Gi".
type quantityParts struct {
	negative        bool
	whole, fraction string // whole has no leading zeros
	digits          bool   // whether there was any digit at all
	suffix          string
}

// ParseQuantity reads a number with a suffix. It keeps the suffix's family for printing.
// A precision finer than 10^-9 is rounded away from zero, and a number with a binary suffix
// is capped at 2^63-1.
//
// Upstream 1.37: apimachinery pkg/api/resource/quantity.go, ParseQuantity.
// Differs: an exponent in the millions is compared and rounded without spelling the number out.
func ParseQuantity(s string) (Quantity, error) {
	if s == "" {
		return Quantity{}, ErrQuantityFormat
	}
	parts, ok := splitQuantity(s)
	if !ok {
		return Quantity{}, ErrQuantityFormat
	}
	exponent, format, ok := suffixExponent(parts.suffix)
	if !ok {
		return Quantity{}, ErrQuantitySuffix
	}
	if q, ok := parts.narrow(exponent, format); ok {
		q.text = parts.spelling(s, exponent, q)
		return q, nil
	}
	if !parts.digits {
		return Quantity{}, ErrQuantityNumeric
	}
	return parts.wide(exponent, format), nil
}

// MustParseQuantity is ParseQuantity for texts in the program itself; it panics on a bad one.
func MustParseQuantity(s string) Quantity {
	q, err := ParseQuantity(s)
	if err != nil {
		panic(fmt.Sprintf("quantity %q: %v", s, err))
	}
	return q
}

// splitQuantity is deliberately lenient where upstream is: "+", "." and "k" are all zero.
func splitQuantity(s string) (quantityParts, bool) {
	var p quantityParts
	if s[0] == '-' || s[0] == '+' {
		p.negative = s[0] == '-'
		s = s[1:]
	}
	unpadded := strings.TrimLeft(s, "0")
	p.digits = len(unpadded) < len(s)
	p.whole, s = cutDigits(unpadded)
	if strings.HasPrefix(s, ".") {
		p.fraction, s = cutDigits(s[1:])
	}
	p.digits = p.digits || p.whole != "" || p.fraction != ""
	p.suffix = s
	rest := strings.TrimLeft(s, "eEinumkKMGTP")
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		rest = rest[1:]
	}
	_, rest = cutDigits(rest)
	return p, rest == ""
}

// cutDigits splits s after its leading digits.
func cutDigits(s string) (digits, rest string) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// suffixExponent is the power of ten, or for BinarySI of two, that a suffix stands for.
func suffixExponent(suffix string) (int32, Format, bool) {
	if len(suffix) == 2 && suffix[1] == 'i' {
		if i := strings.IndexByte("KMGTPE", suffix[0]); i >= 0 {
			return int32(10 * (i + 1)), BinarySI, true
		}
		return 0, 0, false
	}
	if len(suffix) == 0 {
		return 0, DecimalSI, true
	}
	if len(suffix) == 1 {
		i := strings.IndexByte(decimalSuffixes, suffix[0])
		return int32(3*i) + int32(Nano), DecimalSI, i >= 0
	}
	if suffix[0] != 'e' && suffix[0] != 'E' {
		return 0, 0, false
	}
	exponent, err := strconv.ParseInt(suffix[1:], 10, 64)
	return int32(exponent), DecimalExponent, err == nil
}

// decimalSuffixes are the suffixes for 10^-9, 10^-6 up to 10^18; the blank stands for none.
const decimalSuffixes = "num kMGTPE"

// narrow makes a quantity of up to 18 digits, or reports that the text needs a wide one.
func (p quantityParts) narrow(exponent int32, format Format) (Quantity, bool) {
	digits := max(len(p.whole), 1) + len(p.fraction)
	shift, scale := 0, exponent
	if format == BinarySI {
		if p.fraction != "" || digits+int(exponent)*3/10 > 14 {
			return Quantity{}, false
		}
		shift, scale = int(exponent), 0
	} else if digits > 18 {
		return Quantity{}, false
	}
	scale -= int32(len(p.fraction))
	if scale < int32(Nano) {
		return Quantity{}, false
	}
	value, err := strconv.ParseInt("0"+p.whole+p.fraction, 10, 64)
	if err != nil || bits.Len64(uint64(value))+shift > 63 {
		return Quantity{}, false
	}
	value <<= shift
	if p.negative {
		value = -value
	}
	return Quantity{value: value, scale: Scale(scale), format: format}, true
}

// spelling is s itself where upstream prints a quantity as it was written, else empty.
// Upstream takes such texts for canonical; some, like "+5Ki" or "1.500", are not.
func (p quantityParts) spelling(s string, exponent int32, q Quantity) string {
	if q.format == BinarySI {
		if (q.value>>exponent)&7 != 0 {
			return s
		}
		return ""
	}
	shifted := p.whole + p.fraction
	if q.scale%3 == 0 && p.whole != "" && !strings.HasSuffix(shifted, "000") {
		return s
	}
	return ""
}

// wide makes a quantity of any number of digits.
func (p quantityParts) wide(exponent int32, format Format) Quantity {
	d := decimal{sign: 1, digits: p.whole + p.fraction, scale: int64(-len(p.fraction))}
	if format == BinarySI {
		for range exponent / 10 {
			d.digits = multiplyDigits(d.digits, 1024)
		}
	} else {
		d.scale += int64(exponent)
	}
	d = d.normal().roundedAway(Nano)
	if format == BinarySI {
		if limit := maxBinary(); d.compare(limit) > 0 {
			d = limit
		}
		if d.sign > 0 && d.compare(decimal{sign: 1, digits: "1"}) < 0 {
			format = DecimalSI
		}
	}
	if p.negative {
		d.sign = -d.sign
	}
	return d.quantity(format)
}

func maxBinary() decimal { return decimal{sign: 1, digits: "9223372036854775807"} }

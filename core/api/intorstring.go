package api

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/json"
)

// IntOrStringType says which of the two an IntOrString holds.
type IntOrStringType int64

// The two kinds of an IntOrString. The zero value is an int.
const (
	IntOrStringInt IntOrStringType = iota
	IntOrStringString
)

// IntOrString is a whole number or a text such as "10%" or the name of a port.
//
// Upstream 1.37: apimachinery pkg/util/intstr/intstr.go, IntOrString.
type IntOrString struct {
	Type   IntOrStringType
	IntVal int32  // meaningful for IntOrStringInt
	StrVal string // meaningful for IntOrStringString
}

// FromInt32 makes the number i.
func FromInt32(i int32) IntOrString { return IntOrString{Type: IntOrStringInt, IntVal: i} }

// FromString makes the text s, even if s looks like a number.
func FromString(s string) IntOrString { return IntOrString{Type: IntOrStringString, StrVal: s} }

// ParseIntOrString makes a number if s is one that fits into 32 bits, else the text s.
func ParseIntOrString(s string) IntOrString {
	i, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return FromString(s)
	}
	return FromInt32(int32(i))
}

// String prints the value as a manifest shows it.
func (v IntOrString) String() string {
	if v.Type == IntOrStringString {
		return v.StrVal
	}
	return strconv.Itoa(int(v.IntVal))
}

// IntValue is the number, or the number the text spells; 0 for any other text.
// A text outside the range of int gives the nearest end of the range.
func (v IntOrString) IntValue() int {
	if v.Type == IntOrStringString {
		i, _ := strconv.Atoi(v.StrVal)
		return i
	}
	return int(v.IntVal)
}

// MarshalJSON writes a JSON number or a JSON string.
func (v IntOrString) MarshalJSON() ([]byte, error) {
	switch v.Type {
	case IntOrStringInt:
		return strconv.AppendInt(nil, int64(v.IntVal), 10), nil
	case IntOrStringString:
		return json.Marshal(v.StrVal)
	}
	return nil, errors.New("impossible IntOrString.Type")
}

// UnmarshalJSON reads a JSON string as text and anything else as a 32-bit number.
// The JSON null leaves the number it had, 0 in a fresh value.
func (v *IntOrString) UnmarshalJSON(value []byte) error {
	if len(value) > 0 && value[0] == '"' {
		v.Type = IntOrStringString
		return json.Text(value, &v.StrVal)
	}
	v.Type = IntOrStringInt
	return json.Int32(value, &v.IntVal)
}

// ScaledValue is the number, or the percentage of total that the text names, rounded up or down.
// A text that is not a whole number and a percent sign is an error, with 0 as the value.
//
// Upstream 1.37: apimachinery pkg/util/intstr/intstr.go, GetScaledValueFromIntOrPercent.
func (v *IntOrString) ScaledValue(total int, roundUp bool) (int, error) {
	if v == nil {
		return 0, errors.New("nil value for IntOrString")
	}
	if v.Type == IntOrStringInt {
		return int(v.IntVal), nil
	}
	percent, err := v.percent()
	if err != nil {
		return 0, fmt.Errorf("invalid value for IntOrString: %w", err)
	}
	exact := float64(percent) * float64(total) / 100
	if roundUp {
		return int(math.Ceil(exact)), nil
	}
	return int(math.Floor(exact)), nil
}

// percent reads the text as a percentage.
func (v *IntOrString) percent() (int, error) {
	if v.Type != IntOrStringString {
		return 0, errors.New("invalid type: neither int nor percentage")
	}
	digits, found := strings.CutSuffix(v.StrVal, "%")
	if !found {
		return 0, errors.New("invalid type: string is not a percentage")
	}
	percent, err := strconv.Atoi(digits)
	if err != nil {
		return 0, fmt.Errorf("invalid value %q: %w", v.StrVal, err)
	}
	return percent, nil
}

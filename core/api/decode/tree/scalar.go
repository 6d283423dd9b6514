package tree

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api/json"
)

// scalar is what YAML makes of the text of a plain scalar, as JSON: its kind and its
// JSON literal, or the text itself.
type scalar struct {
	kind  Kind
	text  string
	whole bool // written as a whole number
	wide  bool // a whole number beyond the signed ones of 64 bits
}

// errInfinite is the answer to .inf and .nan, which JSON cannot hold.
var errInfinite = errors.New("JSON has no such number")

// plain resolves a scalar without quotes or tag by the rules of YAML 1.1 as go-yaml v2
// has them: yes, on and y are true, 0777 is octal, 1_000 a thousand; 1:30 and dates are
// text.
//
// Upstream 1.37: sigs.k8s.io/yaml 1.6, by way of go.yaml.in/yaml/v2 resolve.go.
func plain(s string) (scalar, error) {
	if s == "" {
		return scalar{kind: Null}, nil
	}
	switch s[0] {
	case '~', 'y', 'Y', 'n', 'N', 't', 'T', 'f', 'F', 'o', 'O':
		return word(s), nil
	case '.', '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return digits(s)
	}
	return scalar{kind: Text, text: s}, nil
}

func word(s string) scalar {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		return scalar{kind: Boolean, text: "true"}
	case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		return scalar{kind: Boolean, text: "false"}
	case "~", "null", "Null", "NULL":
		return scalar{kind: Null}
	}
	return scalar{kind: Text, text: s}
}

// digits resolves what begins like a number.
func digits(s string) (scalar, error) {
	switch s {
	case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF",
		"+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF":
		return scalar{}, errInfinite
	}
	if s[0] == '.' {
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return floating(f), nil
		}
		return scalar{kind: Text, text: s}, nil
	}
	if isTimestamp(s) {
		return scalar{kind: Text, text: s}, nil
	}
	digits := strings.ReplaceAll(s, "_", "")
	if whole, ok := integer(digits, 0); ok {
		return whole, nil
	}
	if isDecimal(digits) {
		if f, err := strconv.ParseFloat(digits, 64); err == nil {
			return floating(f), nil
		}
	}
	if rest, found := strings.CutPrefix(digits, "-0b"); found {
		if whole, ok := integer("-"+rest, 2); ok && !whole.wide {
			return whole, nil
		}
	}
	if rest, found := strings.CutPrefix(digits, "0b"); found {
		if whole, ok := integer(rest, 2); ok {
			return whole, nil
		}
	}
	return scalar{kind: Text, text: s}, nil
}

// integer reads a whole number of up to 64 bits.
func integer(s string, base int) (scalar, bool) {
	if strings.IndexFunc(s, notInInteger) >= 0 {
		return scalar{}, false // without the error that strconv would make of it
	}
	if i, err := strconv.ParseInt(s, base, 64); err == nil {
		var room [20]byte
		if string(strconv.AppendInt(room[:0], i, 10)) == s {
			return scalar{kind: Number, text: s, whole: true}, true
		}
		return scalar{kind: Number, text: strconv.FormatInt(i, 10), whole: true}, true
	}
	if u, err := strconv.ParseUint(s, base, 64); err == nil {
		return scalar{kind: Number, text: strconv.FormatUint(u, 10), whole: true, wide: true}, true
	}
	return scalar{}, false
}

// notInInteger holds for what no notation of a whole number has.
func notInInteger(c rune) bool {
	return !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' || strings.ContainsRune("+-_xXoO", c))
}

// floating is a finite number as JSON writes it.
func floating(f float64) scalar {
	literal, err := json.Marshal(f)
	if err != nil {
		return scalar{kind: Null}
	}
	return scalar{kind: Number, text: string(literal)}
}

// isDecimal holds for a decimal number with or without fraction and exponent.
func isDecimal(s string) bool {
	mantissa := unsigned(s)
	if e := strings.IndexAny(mantissa, "eE"); e >= 0 {
		exponent := unsigned(mantissa[e+1:])
		if exponent == "" || !allDigits(exponent) {
			return false
		}
		mantissa = mantissa[:e]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	return whole+fraction != "" && allDigits(whole) && allDigits(fraction)
}

// unsigned is s without one leading sign.
func unsigned(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

func allDigits(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c < '0' || c > '9' }) < 0
}

// isTimestamp holds for what YAML 1.1 reads as a date or a time. Upstream keeps such a
// value as text.
func isTimestamp(s string) bool {
	if len(s) < 6 || !allDigits(s[:4]) || s[4] != '-' {
		return false
	}
	for _, layout := range [...]string{
		"2006-1-2T15:4:5.999999999Z07:00", "2006-1-2t15:4:5.999999999Z07:00",
		"2006-1-2 15:4:5.999999999", "2006-1-2",
	} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// yamlTag begins the tags that YAML defines, !!int and so on, in full.
const yamlTag = "tag:yaml.org,2002:"

// tagged resolves a scalar with an explicit tag such as !!str or !!int. Tags that YAML
// does not define leave the text as it is.
func tagged(tag, s string) (scalar, error) {
	switch tag {
	case yamlTag + "binary":
		decoded, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			return scalar{}, errors.New("!!binary needs base64")
		}
		return scalar{kind: Text, text: string([]rune(string(decoded)))}, nil
	case yamlTag + "bool", yamlTag + "int", yamlTag + "float", yamlTag + "null", yamlTag + "timestamp":
	default:
		return scalar{kind: Text, text: s}, nil
	}
	is, err := plain(s)
	switch name := strings.TrimPrefix(tag, yamlTag); {
	case err != nil && name == "float":
		return is, err
	case err != nil:
	case name == "bool" && is.kind == Boolean, name == "null" && is.kind == Null,
		name == "timestamp" && isTimestamp(s), name == "int" && is.whole:
		return is, nil
	case name == "float" && is.kind == Number && !is.wide:
		f, err := strconv.ParseFloat(is.text, 64)
		return floating(f), err
	}
	return scalar{}, errors.New(Quote(s) + " does not fit its tag !!" + strings.TrimPrefix(tag, yamlTag))
}

// keyText is the text of a key that YAML reads as s: numbers and booleans become text
// again. An error if it is null or too large.
//
// Upstream 1.37: sigs.k8s.io/yaml 1.6 yaml.go, convertToJSONableObject.
func keyText(written string, s scalar, err error) (string, error) {
	switch {
	case errors.Is(err, errInfinite):
		return strings.ToLower(strings.TrimPrefix(written, "+")), nil
	case err != nil:
		return "", err
	case s.kind == Null:
		return "", errors.New("a key is empty or null")
	case s.wide:
		return "", errors.New("the key " + Quote(written) + " is too large a number")
	case s.kind == Number && !s.whole:
		f, _ := strconv.ParseFloat(s.text, 64) // it was written by floating
		switch short := strconv.FormatFloat(f, 'g', -1, 32); short {
		case "+Inf":
			return ".inf", nil
		case "-Inf":
			return "-.inf", nil
		default:
			return short, nil
		}
	}
	return s.text, nil
}

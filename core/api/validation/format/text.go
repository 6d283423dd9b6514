package format

import (
	"math"
	"strconv"
	"strings"
)

// Port checks a port number.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsValidPortNum.
func Port(n int64) []string {
	return inRange(n, 1, 65535)
}

// UserID checks the id of a user or of a group.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsValidUserID, IsValidGroupID.
func UserID(n int64) []string {
	return inRange(n, 0, math.MaxInt32)
}

func inRange(n, lo, hi int64) []string {
	if lo <= n && n <= hi {
		return nil
	}
	return []string{Between(lo, hi)}
}

// PortName checks the name of a port.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsValidPortName.
func PortName(s string) []string {
	var wrong []string
	if len(s) > 15 {
		wrong = append(wrong, noMoreThan(15, "characters"))
	}
	if !only(s, func(c byte) bool { return lowerOrDigit(c) || c == '-' }) {
		wrong = append(wrong, "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)")
	}
	if !strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") {
		wrong = append(wrong, "must contain at least one letter (a-z)")
	}
	if strings.Contains(s, "--") {
		wrong = append(wrong, "must not contain consecutive hyphens")
	}
	if strings.HasPrefix(s, "-") || strings.HasSuffix(s, "-") {
		wrong = append(wrong, "must not begin or end with a hyphen")
	}
	return wrong
}

// Percent checks a percentage such as "25%"; there is no upper bound here.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsValidPercent.
func Percent(s string) []string {
	if number, ok := strings.CutSuffix(s, "%"); ok && only(number, digit) {
		return nil
	}
	return []string{pattern("a valid percent string must be a numeric string followed by an ending '%'", "[0-9]+%", "1%", "93%")}
}

// HeaderName checks the name of an HTTP header.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsHTTPHeaderName.
func HeaderName(s string) []string {
	if only(s, func(c byte) bool { return alphanumeric(c) || c == '-' }) {
		return nil
	}
	return []string{pattern("a valid HTTP header must consist of alphanumeric characters or '-'", "[-A-Za-z0-9]+", "X-Header-Name")}
}

// EnvName checks the name of an environment variable by the relaxed rule, which
// is the only one since 1.34: printable ASCII without '='.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsRelaxedEnvVarName.
func EnvName(s string) []string {
	if s == "" {
		return []string{"environment variable name " + nonEmpty}
	}
	if only(s, func(c byte) bool { return ' ' <= c && c <= '~' && c != '=' }) {
		return nil
	}
	return []string{"a valid environment variable name must consist only of printable ASCII characters other than '='"}
}

// ConfigKey checks a key of a ConfigMap or a Secret.
//
// Upstream 1.37: apimachinery:pkg/util/validation/validation.go, IsConfigMapKey.
func ConfigKey(s string) []string {
	var wrong []string
	if len(s) > SubdomainMax {
		wrong = append(wrong, noMoreThan(SubdomainMax, "characters"))
	}
	if !only(s, func(c byte) bool { return alphanumeric(c) || strings.IndexByte("-._", c) >= 0 }) {
		wrong = append(wrong, pattern("a valid config key must consist of alphanumeric characters, '-', '_' or '.'", "[-._a-zA-Z0-9]+", "key.name", "KEY_NAME", "key-name"))
	}
	switch {
	case s == "." || s == "..":
		wrong = append(wrong, "must not be '"+s+"'")
	case strings.HasPrefix(s, ".."):
		wrong = append(wrong, "must not start with '..'")
	}
	return wrong
}

// Sysctl is the rule for a sysctl's name as a regular expression, for messages.
const Sysctl = "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$"

// IsSysctl tells whether s can name a sysctl; parts are joined by dots or slashes.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, IsValidSysctlName.
func IsSysctl(s string) bool {
	passes := func(part string) bool { return framed(part, lowerOrDigit, "-_") }
	return len(s) <= SubdomainMax && eachPart(strings.ReplaceAll(s, "/", "."), passes)
}

// Integer64 checks a whole number in its shortest form that fits into 64 bits.
//
// Upstream 1.37: apimachinery:pkg/api/validate/content/decimal_int.go, IsDecimalInteger;
// pkg/apis/core/validation/validation.go, ValidateTolerations.
func Integer64(s string) []string {
	var wrong []string
	digits := strings.TrimPrefix(s, "-")
	switch {
	case s == "":
		wrong = append(wrong, nonEmpty)
	case s != "0" && (!only(digits, digit) || digits[0] == '0'):
		wrong = append(wrong, "must be a valid decimal integer in canonical form")
	}
	if _, err := strconv.ParseInt(s, 10, 64); err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong
}

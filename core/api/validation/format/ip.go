package format

import (
	"strconv"
	"strings"
)

// IP checks an address as the fields that predate strict parsing do.
//
// Upstream 1.37: apimachinery:pkg/util/validation/ip.go, IsValidIPForLegacyField.
func IP(s string) []string {
	addr, canonical := sloppyIP(s)
	switch {
	case canonical == "":
		return []string{"must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"}
	case !addr.valid:
		return []string{"must not have leading 0s"}
	case addr.mapped():
		return []string{"must not be an IPv4-mapped IPv6 address"}
	}
	return nil
}

// IPWarning is the warning about an address that is understood but not written
// as it should be; "" for none. It leaves out the path.
//
// Upstream 1.37: apimachinery:pkg/util/validation/ip.go, GetWarningsForIP.
func IPWarning(s string) string {
	addr, canonical := sloppyIP(s)
	switch {
	case canonical == "":
		return ""
	case !addr.valid || addr.mapped():
		return "non-standard IP address " + strconv.Quote(s) + " is invalid: use " + strconv.Quote(canonical)
	case !addr.four && addr.String() != s:
		return "IPv6 address " + strconv.Quote(s) + " should be in RFC 5952 canonical format (" + strconv.Quote(addr.String()) + ")"
	}
	return ""
}

// CIDR checks a network as the fields that predate strict parsing do.
//
// Upstream 1.37: apimachinery:pkg/util/validation/ip.go, IsValidCIDRForLegacyField.
func CIDR(s string) []string {
	ip, bits, _ := strings.Cut(s, "/")
	addr, canonical := sloppyIP(ip)
	length, ok := prefixLength(bits)
	wide := 128
	if canonical != "" && !strings.Contains(ip, ":") {
		wide = 32
	}
	if canonical == "" || !ok || length > wide {
		return []string{"must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"}
	}
	if !addr.valid || len(bits) > 1 && bits[0] == '0' {
		return []string{"must not have leading 0s in IP or prefix length"}
	}
	if addr.mapped() {
		return []string{"must not have an IPv4-mapped IPv6 address"}
	}
	if !addr.keeps(length) {
		return []string{"must not have bits set beyond the prefix length"}
	}
	return nil
}

// sloppyIP reads an address and tolerates leading zeros in its numbers. addr is
// invalid where only that tolerance helped; canonical is "" for no address at all.
func sloppyIP(s string) (addr address, canonical string) {
	if addr, ok := parseAddress(s); ok {
		return addr, addr.String()
	}
	trimmed, ok := parseAddress(withoutLeadingZeros(s))
	if !ok {
		return address{}, ""
	}
	return address{}, trimmed.String()
}

// withoutLeadingZeros drops the zeros with which a number of an address begins,
// but not the last digit of any.
func withoutLeadingZeros(s string) string {
	trimmed := make([]byte, 0, len(s))
	inside := false // a number, past its leading zeros
	for i := range len(s) {
		separator := s[i] == '.' || s[i] == ':'
		last := i+1 == len(s) || s[i+1] == '.' || s[i+1] == ':'
		if s[i] == '0' && !inside && !last {
			continue
		}
		inside = !separator
		trimmed = append(trimmed, s[i])
	}
	return string(trimmed)
}

func prefixLength(s string) (int, bool) {
	if !only(s, digit) {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

package format

import "strconv"

// address is an IP address: the last four bytes with 10 zeros and two ff before them for
// IPv4, as in net/netip, of which only this little is needed. Tests hold both equal.
type address struct {
	bytes [16]byte
	four  bool // IPv4
	valid bool
}

// mapped says that it is an IPv6 address that stands for one of IPv4.
func (a address) mapped() bool {
	for i := range 10 {
		if a.bytes[i] != 0 {
			return false
		}
	}
	return !a.four && a.bytes[10] == 0xff && a.bytes[11] == 0xff
}

// parseAddress reads an address without a zone; false if it is none.
func parseAddress(s string) (address, bool) {
	for i := range len(s) {
		switch s[i] {
		case '.':
			a := address{four: true, valid: true}
			a.bytes[10], a.bytes[11] = 0xff, 0xff
			return a, parseFour(s, a.bytes[12:])
		case ':':
			a := address{valid: true}
			return a, parseSix(s, &a.bytes)
		}
	}
	return address{}, false
}

// parseFour reads four decimal numbers without leading zeros.
func parseFour(s string, to []byte) bool {
	n, digits, parts := 0, 0, 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i < len(s) && s[i] >= '0' && s[i] <= '9':
			if digits > 0 && n == 0 {
				return false
			}
			n = n*10 + int(s[i]-'0')
			if digits++; n > 255 {
				return false
			}
		case i == len(s) || s[i] == '.':
			if digits == 0 || parts == 4 {
				return false
			}
			to[parts] = byte(n)
			n, digits, parts = 0, 0, parts+1
		default:
			return false
		}
	}
	return parts == 4
}

// parseSix reads groups of four hexadecimal digits, of which one row of zeros may be left
// out and the last two may be an IPv4 address.
func parseSix(s string, to *[16]byte) bool {
	gap, at := -1, 0
	if len(s) >= 2 && s[0] == ':' && s[1] == ':' {
		gap, s = 0, s[2:]
	}
	for at < 16 && s != "" {
		n, digits := 0, 0
		for digits < len(s) && hexValue(s[digits]) >= 0 {
			n = n<<4 + hexValue(s[digits])
			if digits++; digits > 4 {
				return false
			}
		}
		if digits == 0 {
			return false
		}
		if digits < len(s) && s[digits] == '.' {
			if gap < 0 && at != 12 || at > 12 || !parseFour(s, to[at:at+4]) {
				return false
			}
			s, at = "", at+4
			break
		}
		to[at], to[at+1] = byte(n>>8), byte(n)
		at += 2
		if s = s[digits:]; s == "" {
			break
		}
		if s[0] != ':' || len(s) == 1 {
			return false
		}
		if s = s[1:]; s[0] == ':' {
			if gap >= 0 {
				return false
			}
			gap, s = at, s[1:]
		}
	}
	return s == "" && fill(to, gap, at)
}

// fill puts the zeros in that were left out.
func fill(to *[16]byte, gap, at int) bool {
	if gap < 0 || at == 16 {
		return gap < 0 && at == 16
	}
	tail := at - gap
	copy(to[16-tail:], append([]byte(nil), to[gap:at]...))
	for i := gap; i < 16-tail; i++ {
		to[i] = 0
	}
	return true
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// String is the address as RFC 5952 has it; one that is mapped as the IPv4 address it
// stands for.
func (a address) String() string {
	if a.four || a.mapped() {
		text := ""
		for i := 12; i < 16; i++ {
			if i > 12 {
				text += "."
			}
			text += strconv.Itoa(int(a.bytes[i]))
		}
		return text
	}
	group := func(i int) int { return int(a.bytes[2*i])<<8 | int(a.bytes[2*i+1]) }
	begin, end := 0, 0 // the longest row of zeros
	for i := 0; i < 8; i++ {
		j := i
		for j < 8 && group(j) == 0 {
			j++
		}
		if j-i > max(end-begin, 1) {
			begin, end = i, j
		}
		i = max(i, j-1)
	}
	text := ""
	for i := 0; i < 8; i++ {
		if i == begin && end > begin {
			text += "::"
			if i = end; i == 8 {
				break
			}
		} else if i > 0 {
			text += ":"
		}
		text += strconv.FormatInt(int64(group(i)), 16)
	}
	return text
}

// keeps says whether nothing is set behind the first so many bits.
func (a address) keeps(bits int) bool {
	first := 0
	if a.four {
		first = 96
	}
	for i := first + bits; i < 128; i++ {
		if a.bytes[i/8]&(0x80>>(i%8)) != 0 {
			return false
		}
	}
	return true
}

package json

import "unicode/utf8"

const hex = "0123456789abcdef"

// AppendText writes a text as a JSON string behind dst. What is not UTF-8 becomes U+FFFD.
func AppendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
				i++
				continue
			}
			dst = appendEscape(append(dst, s[start:i]...), c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(append(dst, s[start:i]...), `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029':
			dst = append(append(dst, s[start:i]...), `\u202`...)
			dst = append(dst, hex[r&0xf])
			start = i + size
		}
		i += size
	}
	return append(append(dst, s[start:]...), '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
}

// base64 writes bytes in the standard encoding, with padding.
func base64(dst, src []byte) []byte {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for ; len(src) >= 3; src = src[3:] {
		n := uint(src[0])<<16 | uint(src[1])<<8 | uint(src[2])
		dst = append(dst, digits[n>>18], digits[n>>12&63], digits[n>>6&63], digits[n&63])
	}
	switch len(src) {
	case 1:
		n := uint(src[0]) << 16
		dst = append(dst, digits[n>>18], digits[n>>12&63], '=', '=')
	case 2:
		n := uint(src[0])<<16 | uint(src[1])<<8
		dst = append(dst, digits[n>>18], digits[n>>12&63], digits[n>>6&63], '=')
	}
	return dst
}

// compact writes JSON without blanks between its tokens, and < > & as escapes.
func compact(dst, src []byte) ([]byte, error) {
	if err := Valid(src); err != nil {
		return dst, err
	}
	inside := false
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case c == '<' || c == '>' || c == '&':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		case c == 0xe2 && i+2 < len(src) && src[i+1] == 0x80 && src[i+2]&^1 == 0xa8:
			dst = append(dst, '\\', 'u', '2', '0', '2', hex[src[i+2]&0xf])
			i += 2
		case inside && c == '\\':
			dst = append(dst, c, src[i+1])
			i++
		case !inside && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
		default:
			inside = inside != (c == '"')
			dst = append(dst, c)
		}
	}
	return dst, nil
}

// Indent writes compact JSON over several lines, each level further in by indent. Empty
// maps and lists stay on their line.
func Indent(dst, src []byte, indent string) []byte {
	depth, inside := 0, false
	line := func() {
		dst = append(dst, '\n')
		for range depth {
			dst = append(dst, indent...)
		}
	}
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case inside:
			dst = append(dst, c)
			if c == '\\' {
				i++
				dst = append(dst, src[i])
			}
			inside = c != '"'
		case c == '{' || c == '[':
			dst = append(dst, c)
			if src[i+1] == c+2 { // the closing bracket
				i++
				dst = append(dst, src[i])
				continue
			}
			depth++
			line()
		case c == '}' || c == ']':
			depth--
			line()
			dst = append(dst, c)
		case c == ',':
			dst = append(dst, c)
			line()
		case c == ':':
			dst = append(dst, ": "...)
		default:
			inside = c == '"'
			dst = append(dst, c)
		}
	}
	return dst
}

package imageref

import "strings"

func isHex(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'f'
}

func isDigit(c byte) bool {
	return '0' <= c && c <= '9'
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isLowerOrDigit(c byte) bool {
	return 'a' <= c && c <= 'z' || isDigit(c)
}

func isAlphanumeric(c byte) bool {
	return isLetter(c) || isDigit(c)
}

// only tells whether s is not empty and every byte of it passes.
func only(s string, passes func(c byte) bool) bool {
	for i := range len(s) {
		if !passes(s[i]) {
			return false
		}
	}
	return s != ""
}

// each tells whether every part of s between separators passes.
func each(s, separator string, passes func(part string) bool) bool {
	for part := range strings.SplitSeq(s, separator) {
		if !passes(part) {
			return false
		}
	}
	return true
}

// isDomain tells whether s is a host, or an IPv6 address in brackets, with a
// port or without.
func isDomain(s string) bool {
	host, port, hasPort := s, "", false
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		host, port, hasPort = s[:i], s[i+1:], true
	}
	if hasPort && !only(port, isDigit) {
		return false
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, closed := strings.CutSuffix(inner, "]")
		return closed && only(inner, func(c byte) bool { return isHex(c) || 'A' <= c && c <= 'F' || c == ':' })
	}
	return each(host, ".", func(part string) bool {
		return !strings.HasPrefix(part, "-") && !strings.HasSuffix(part, "-") &&
			only(part, func(c byte) bool { return isAlphanumeric(c) || c == '-' })
	})
}

// isPathPart tells whether s is runs of lower-case letters and digits with a
// dot, one or two underscores, or dashes between them.
func isPathPart(s string) bool {
	for {
		run := len(s) - len(strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyz0123456789"))
		if run == 0 {
			return false
		}
		if s = s[run:]; s == "" {
			return true
		}
		separator := s[:len(s)-len(strings.TrimLeft(s, "._-"))]
		switch {
		case separator == ".", separator == "_", separator == "__", separator != "" && strings.Trim(separator, "-") == "":
			s = s[len(separator):]
		default:
			return false
		}
	}
}

// isTag tells whether s is up to 128 letters, digits, dots, dashes and
// underscores, the first of them no dot and no dash.
func isTag(s string) bool {
	return len(s) <= 128 && !strings.HasPrefix(s, ".") && !strings.HasPrefix(s, "-") &&
		only(s, func(c byte) bool { return isAlphanumeric(c) || c == '_' || c == '.' || c == '-' })
}

// isDigest tells whether s has the form algorithm:hexadecimal digits.
func isDigest(s string) bool {
	algorithm, sum, _ := strings.Cut(s, ":")
	return len(sum) >= 32 && only(sum, func(c byte) bool { return isHex(c) || 'A' <= c && c <= 'F' }) && isAlgorithm(algorithm)
}

// isAlgorithm tells whether s is words with one of - _ + . between them.
func isAlgorithm(s string) bool {
	begins := true // a word
	for i := range len(s) {
		separates := strings.IndexByte("-_+.", s[i]) >= 0
		if begins && !isLetter(s[i]) || !separates && !isAlphanumeric(s[i]) {
			return false
		}
		begins = separates
	}
	return !begins
}

// digestError checks a digest of the right form: its algorithm and its length. "" is fine.
//
// Upstream: opencontainers/go-digest, Digest.Validate.
func digestError(digest string) error {
	if digest == "" {
		return nil
	}
	algorithm, sum, _ := strings.Cut(digest, ":")
	if !each(algorithm, "+", func(part string) bool { return only(part, isLowerOrDigit) || strings.ContainsAny(part, ".-_") }) {
		return errDigest
	}
	length, known := map[string]int{"sha256": 64, "sha384": 96, "sha512": 128}[algorithm]
	switch {
	case !known:
		return errAlgorithm
	case len(sum) != length:
		return errLength
	case !only(sum, isHex):
		return errDigest
	}
	return nil
}

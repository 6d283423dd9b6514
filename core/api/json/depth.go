package json

// Deeper says whether a text opens more maps and lists than most inside each other. The
// text need not be JSON otherwise; it is asked before anything reads it.
func Deeper(text []byte, most int) bool {
	depth, inside := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			if depth++; depth > most {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

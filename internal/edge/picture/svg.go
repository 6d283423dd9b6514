// Package picture draws what came of a scenario as SVG for pages that only take images:
// without scripts, in light and dark, with all text escaped.
package picture

import (
	"fmt"
	"strings"
	"unicode"
)

// svg is a picture being written.
type svg struct{ strings.Builder }

func (b *svg) put(format string, args ...any) { fmt.Fprintf(b, format, args...) }

// escaped makes text fit for content and attributes: what does not print is left out,
// and what is long is cut.
func escaped(text string, most int) string {
	var b strings.Builder
	n := 0
	for _, c := range text {
		if n++; n > most {
			b.WriteString("…")
			break
		}
		switch {
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '"':
			b.WriteString("&#34;")
		case c == '\'':
			b.WriteString("&#39;")
		case unicode.IsPrint(c) && c != unicode.ReplacementChar:
			b.WriteRune(c)
		default:
			b.WriteRune(' ')
		}
	}
	return b.String()
}

// fontSize is that of small texts, in pixels.
const fontSize = 11

// width is about how wide a small text is, in the fonts that pages are shown in.
// Letters of Chinese are as wide as high.
func width(text string) float64 {
	w := 0.0
	for _, c := range text {
		switch {
		case c >= 0x2e80:
			w++
		case strings.ContainsRune("iIjl.,:;'|! ", c):
			w += 0.32
		case strings.ContainsRune("mwMW%@", c):
			w += 0.88
		case unicode.IsUpper(c) || unicode.IsDigit(c):
			w += 0.64
		default:
			w += 0.56
		}
	}
	return w * fontSize
}

const fonts = `font-family:system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif`

// number is a coordinate with one decimal at most.
func number(v float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
}

// Package jsontext writes answers as JSON, the same bytes on every host.
package jsontext

import (
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/rollscope/rollscope/core/api/json"
)

// Write writes a value as indented JSON in which < and > are themselves and nothing
// could steer a terminal. The error is about v or w.
func Write(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(Escaped(plain(json.Indent(nil, text, "  "))), '\n'))
	return err
}

// plain writes < > and & as themselves, which package json escapes as encoding/json does.
func plain(text []byte) []byte {
	out := text[:0]
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			out = append(out, text[i])
			continue
		}
		if i+6 <= len(text) && text[i+1] == 'u' {
			if c, err := strconv.ParseUint(string(text[i+2:i+6]), 16, 16); err == nil && (c == '<' || c == '>' || c == '&') {
				out = append(out, byte(c))
				i += 5
				continue
			}
		}
		out = append(out, text[i], text[i+1])
		i++
	}
	return out
}

// Escaped writes as \u what is in JSON text and does not print.
func Escaped(text []byte) []byte {
	out := make([]byte, 0, len(text)+len(text)/16)
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		switch {
		case c == '\n' || unicode.IsPrint(c):
			out = append(out, text[:size]...)
		case c > 0xffff:
			out = escape(escape(out, (c-0x10000)>>10+0xd800), (c-0x10000)&0x3ff+0xdc00)
		default:
			out = escape(out, c)
		}
		text = text[size:]
	}
	return out
}

func escape(out []byte, c rune) []byte {
	const digits = "0123456789abcdef"
	return append(out, '\\', 'u', digits[c>>12&15], digits[c>>8&15], digits[c>>4&15], digits[c&15])
}

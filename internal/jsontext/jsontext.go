// Package jsontext writes answers as JSON, the same bytes on every host.
package jsontext

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Write writes a value as indented JSON in which < and > are themselves and nothing
// could steer a terminal. The error is about v or w.
func Write(w io.Writer, v any) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	var safe strings.Builder
	for _, c := range b.String() {
		switch {
		case c == '\n' || unicode.IsPrint(c):
			safe.WriteRune(c)
		case c > 0xffff:
			high, low := (c-0x10000)>>10+0xd800, (c-0x10000)&0x3ff+0xdc00
			_, _ = fmt.Fprintf(&safe, "\\u%04x\\u%04x", high, low)
		default:
			_, _ = fmt.Fprintf(&safe, "\\u%04x", c)
		}
	}
	_, err := io.WriteString(w, safe.String())
	return err
}

package stage

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode"
	"github.com/rollscope/rollscope/core/api/manifest"
)

// MaxLive is how large what a cluster has printed may be, in bytes.
const MaxLive = 1 << 30

// Pieces breaks files that are too large into files of the same name that are not.
func Pieces(files []manifest.File) []manifest.File {
	var out []manifest.File
	for _, f := range files {
		for _, content := range pieces(f.Content) {
			out = append(out, manifest.File{Name: f.Name, Content: content})
		}
	}
	return out
}

// heading and ending make a list of the items of a piece.
const heading, ending = "apiVersion: v1\nitems:\n", "kind: List\n"

// mostOfPiece is how large a piece grows before the next one begins.
const mostOfPiece = decode.MaxFileBytes / 4

// pieces breaks a list that kubectl has printed, and that is too large for one file,
// into lists of some of its items each, which stand on the lines where they stood.
// Anything else is one piece.
func pieces(content []byte) [][]byte {
	whole := [][]byte{content}
	if len(content) <= decode.MaxFileBytes {
		return whole
	}
	if trimmed := bytes.TrimLeft(content, " \r\n\t"); len(trimmed) > 0 && trimmed[0] == '{' {
		return jsonPieces(content, whole)
	}
	at := bytes.Index(content, []byte("\nitems:\n- "))
	if at < 0 || !bytes.HasPrefix(content, []byte("apiVersion: v1\n")) {
		return whole
	}
	var out [][]byte
	rest := content[at+len("\nitems:\n"):]
	line := bytes.Count(content[:at], []byte("\n")) + 2
	for len(rest) > 0 && rest[0] == '-' {
		n := itemsEnd(rest)
		end := ending
		if rest[n-1] != '\n' {
			end = "\n" + ending
		}
		above := bytes.Repeat([]byte("\n"), line-strings.Count(heading, "\n"))
		out = append(out, slices.Concat(above, []byte(heading), rest[:n], []byte(end)))
		line += bytes.Count(rest[:n], []byte("\n"))
		rest = rest[n:]
	}
	return out
}

// itemsEnd is where the items end that go into the next piece: at the first item
// beyond its size, or where the list ends.
func itemsEnd(rest []byte) int {
	for n := 0; n < len(rest); {
		next := bytes.IndexByte(rest[n:], '\n')
		if next < 0 {
			return len(rest)
		}
		n += next + 1
		if n < len(rest) && rest[n] != ' ' && (rest[n] != '-' || n >= mostOfPiece) {
			return n
		}
	}
	return len(rest)
}

// jsonPieces does the same for JSON.
func jsonPieces(content []byte, whole [][]byte) [][]byte {
	var list struct{ Items []json.RawMessage }
	if err := json.Unmarshal(content, &list); err != nil || len(list.Items) == 0 {
		return whole
	}
	var out [][]byte
	for len(list.Items) > 0 {
		n, size := 0, 0
		for n < len(list.Items) && (n == 0 || size < mostOfPiece) {
			size += len(list.Items[n])
			n++
		}
		text, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": list.Items[:n]})
		if err != nil {
			return whole
		}
		out = append(out, text)
		list.Items = list.Items[n:]
	}
	return out
}

package stage

import (
	"bytes"
	"encoding/json"

	"github.com/rollscope/rollscope/core/api/decode"
)

// MaxLive is how large what a cluster has printed may be, in bytes.
const MaxLive = 1 << 30

// piece is a part of a file that can be read by itself.
type piece struct {
	content []byte
	line    int // how many lines of the file come before it, less those put in front
}

// heading begins a list of its own for the items of a piece.
const heading = "apiVersion: v1\nkind: List\nitems:\n"

// mostOfPiece is how large a piece grows before the next one begins.
const mostOfPiece = decode.MaxFileBytes / 4

// pieces breaks a list that kubectl has printed, and that is too large for one file,
// into lists of some of its items each. Anything else is one piece.
func pieces(content []byte) []piece {
	whole := []piece{{content: content}}
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
	var out []piece
	rest := content[at+len("\nitems:\n"):]
	line := bytes.Count(content[:at], []byte("\n")) + 2
	for len(rest) > 0 && rest[0] == '-' {
		n := itemsEnd(rest)
		text := append([]byte(heading), rest[:n]...)
		out = append(out, piece{text, line - 3})
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
func jsonPieces(content []byte, whole []piece) []piece {
	var list struct{ Items []json.RawMessage }
	if err := json.Unmarshal(content, &list); err != nil || len(list.Items) == 0 {
		return whole
	}
	var out []piece
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
		out = append(out, piece{content: text})
		list.Items = list.Items[n:]
	}
	return out
}

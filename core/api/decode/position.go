package decode

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/decode/tree"
)

// Pos is a place in a file: line and column, both from 1, the column in characters.
type Pos = tree.Pos

// Raw is the document as JSON: keys sorted, no white space, aliases and merge keys
// resolved, repeated keys with their last value. It is what kubectl makes of a YAML
// document before it sends it.
func (d Document) Raw() []byte { return d.root.AppendJSON(nil) }

// Root is the document as it is written, aliases and merge keys resolved. It is not to be
// changed.
func (d Document) Root() *tree.Node { return d.root }

// Position is where a field is written: its key, or the first character of an item of a
// list. The path is in Kubernetes' notation, spec.template.spec.containers[0].image or
// metadata.labels[app.kubernetes.io/name]; keys of maps may follow a dot as well. If
// there is no such field, it is the place of the nearest one above; of "" it is where
// the document begins.
func (d Document) Position(path string) Pos {
	key, _ := d.places(path)
	return key
}

// ValuePosition is where the value of a field begins; see Position.
func (d Document) ValuePosition(path string) Pos {
	_, value := d.places(path)
	return value
}

// places walks down path as far as it goes.
func (d Document) places(path string) (key, value Pos) {
	n := d.root
	key, value = n.At, n.At
	for path != "" {
		var next *tree.Node
		switch n.Kind {
		case tree.Object:
			var m *tree.Member
			if m, path = step(n, path); m != nil {
				next, key = m.Value, m.At
			}
		case tree.List:
			if next, path = index(n, path); next != nil {
				key = next.At
			}
		}
		if next == nil {
			break
		}
		n, value = next, next.At
	}
	return key, value
}

// step takes the first key off path: in brackets, or as many dotted words as make a key.
func step(n *tree.Node, path string) (*tree.Member, string) {
	path = strings.TrimPrefix(path, ".")
	if strings.HasPrefix(path, "[") {
		key, rest, _ := strings.Cut(path[1:], "]")
		return n.Member(key), rest
	}
	for end := len(path); end > 0; end = strings.LastIndexAny(path[:end], ".[") {
		if m := n.Member(path[:end]); m != nil {
			return m, path[end:]
		}
	}
	return nil, path
}

// index takes the subscript of a list off path.
func index(n *tree.Node, path string) (*tree.Node, string) {
	if !strings.HasPrefix(path, "[") {
		return nil, path
	}
	digits, rest, _ := strings.Cut(path[1:], "]")
	i, err := strconv.Atoi(digits)
	if err != nil || i < 0 || i >= len(n.Items) {
		return nil, path
	}
	return n.Items[i], rest
}

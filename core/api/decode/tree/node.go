package tree

import (
	"slices"
	"sort"

	"github.com/rollscope/rollscope/core/api/json"
)

// Kind is what a value is, in JSON's terms.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Boolean
	Number
	Text
	List
	Object
)

// String names the kind in messages.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "text", "a list", "a map"}[k]
}

// Node is a value with its place. Nodes do not change once read; an alias and its anchor
// share one.
type Node struct {
	Kind   Kind
	height int16 // maps and lists from here down, this one included
	size   int32 // values from here down, this one included
	At     Pos
	// Text is the value of a text, "true" or "false" of a boolean, the JSON literal of
	// a number. Numbers of a JSON file stay as written there.
	Text string
	// Written is the text in the file where it differs from Text: yes for a boolean,
	// 0x1F for a number.
	Written string
	Items   []*Node  // of a list
	Members []Member // of an object, in the order of the file
	Repeats []Repeat // of an object
}

// Member is an entry of an object. Keys are unique: the last value written wins.
type Member struct {
	Key     string
	Written string // the key in the file where it differs from Key: on for "true"
	At      Pos    // of the key
	Value   *Node
	merged  bool // it came with <<
}

// Repeat is a key written again.
type Repeat struct {
	Key   string
	At    Pos // the later place
	First Pos
}

// Source is the value as the file has it.
func (n *Node) Source() string {
	if n.Written != "" {
		return n.Written
	}
	return n.Text
}

// Member finds an entry of a map; nil if there is none, or n is no map.
func (n *Node) Member(key string) *Member {
	if n == nil {
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return &n.Members[i]
		}
	}
	return nil
}

// Child is the value of an entry of a map; nil if there is none.
func (n *Node) Child(key string) *Node {
	if m := n.Member(key); m != nil {
		return m.Value
	}
	return nil
}

// Words is the text at a path of keys; "" if there is anything else.
func (n *Node) Words(keys ...string) string {
	for _, key := range keys {
		n = n.Child(key)
	}
	if n == nil || n.Kind != Text {
		return ""
	}
	return n.Text
}

// Count is how many values there are from n down, n included.
func (n *Node) Count() int { return int(n.size) }

// Depth is how many maps and lists are in each other from n down, n included.
func (n *Node) Depth() int { return int(n.height) }

// close counts a map or list when all its values are there.
func (n *Node) close() *Node {
	n.size = 1
	for _, item := range n.Items {
		n.size += item.size
		n.height = max(n.height, item.height)
	}
	for i := range n.Members {
		n.size += n.Members[i].Value.size
		n.height = max(n.height, n.Members[i].Value.height)
	}
	n.height++
	return n
}

// AppendJSON writes n as encoding/json writes a map[string]any: keys sorted, no spaces,
// <, > and & escaped.
func (n *Node) AppendJSON(b []byte) []byte {
	switch n.Kind {
	case Boolean:
		return append(b, n.Text...)
	case Number:
		return append(b, n.Text...)
	case Text:
		return json.AppendText(b, n.Text)
	case List:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.AppendJSON(b)
		}
		return append(b, ']')
	case Object:
		return n.appendMap(b)
	}
	return append(b, "null"...)
}

func (n *Node) appendMap(b []byte) []byte {
	sorted := slices.Clone(n.Members)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Key < sorted[j].Key })
	b = append(b, '{')
	for i, m := range sorted {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(json.AppendText(b, m.Key), ':')
		b = m.Value.AppendJSON(b)
	}
	return append(b, '}')
}

// Describe says what a value is: the boolean true, the text "abc", a list.
func (n *Node) Describe() string {
	switch n.Kind {
	case Boolean:
		return "the boolean " + n.Text
	case Number:
		return "the number " + Shown(n.Text, 60)
	case Text:
		return "the text " + Quote(n.Text)
	}
	return n.Kind.String()
}

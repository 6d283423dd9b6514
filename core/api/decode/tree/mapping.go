package tree

import (
	"slices"

	"github.com/rollscope/rollscope/core/api/decode/yaml"
)

// mapping builds a map. Where a key comes again its last value holds, and that goes for
// the entries of a merged map as well: unlike the YAML specification wants it, << after a
// key overrides the key.
//
// Upstream 1.37: go.yaml.in/yaml/v2 decode.go, mapping and merge.
func (b *builder) mapping(n *yaml.Node, at Pos) *Node {
	built := b.node(Object, at)
	built.Members = b.members.Take(n.Length / 2)[:0]
	entries := entries{of: built}
	for key, value := n.First, (*yaml.Node)(nil); key != nil && !b.stopped; key = value.Next {
		value = key.Next
		if isMerge(key) {
			b.merge(&entries, value)
			continue
		}
		if isTemplate(n, key) {
			b.fail(at, CodeTemplate, TemplateMessage, TemplateHint)
			return b.node(Null, at)
		}
		m, ok := b.key(key)
		m.Value = b.value(value)
		if ok {
			entries.set(m)
		}
	}
	return built.close()
}

// isTemplate holds for {{ .Values.x }}, which to YAML is a map whose key is a map.
func isTemplate(n, key *yaml.Node) bool {
	return n.Flow && key.Flow && key.Kind == yaml.Mapping && n.At.Line == key.At.Line && n.At.Column+1 == key.At.Column
}

// key resolves a key to text; false, after an error, if it is none.
func (b *builder) key(key *yaml.Node) (Member, bool) {
	at := b.part.pos(key.At)
	b.written++
	if key.Kind == yaml.Alias {
		key = key.Target
	}
	if key.Kind != yaml.Scalar {
		b.fail(at, CodeBadKey, "a key must be text, not "+shape(key), "")
		return Member{}, false
	}
	s, err := resolve(key)
	name, err := keyText(key.Value, s, err)
	if err != nil {
		b.fail(at, CodeBadKey, err.Error(), "put the key in quotes")
		return Member{}, false
	}
	m := Member{Key: name, At: at}
	if name != key.Value {
		m.Written = key.Value
	}
	if s.kind == Boolean && m.Written != "" {
		b.warn(Problem{
			At: at, Code: CodeBooleanKey,
			Message: "the key " + m.Written + " is read as " + name,
			Hint:    "put it in quotes: " + Quote(m.Written),
		})
	}
	return m, true
}

func shape(n *yaml.Node) string {
	if n.Kind == yaml.Mapping {
		return Object.String()
	}
	return List.String()
}

// isMerge holds for the key << without quotes.
func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.Scalar && key.Value == "<<" &&
		(key.Tag == "" && key.Plain || key.Tag == "!" || key.Tag == yamlTag+"merge")
}

// merge puts in the entries of the map, or of each map in the list, that << names. Of a
// list the first map wins.
func (b *builder) merge(into *entries, value *yaml.Node) {
	b.written++
	maps := []*yaml.Node{value}
	if value.Kind == yaml.Sequence {
		maps = maps[:0]
		for from := value.First; from != nil; from = from.Next {
			maps = append(maps, from)
		}
	}
	for _, from := range slices.Backward(maps) {
		target := from
		if from.Kind == yaml.Alias {
			target = from.Target
		}
		if target.Kind != yaml.Mapping {
			b.fail(b.part.pos(from.At), CodeBadMerge,
				"<< takes a map or a list of maps, not "+kindOf(target), "")
			return
		}
		for _, m := range b.value(from).Members {
			b.override(into, m)
		}
	}
}

func kindOf(n *yaml.Node) string {
	if n.Kind == yaml.Scalar {
		return "the value " + Quote(n.Value)
	}
	return shape(n)
}

// override sets a merged entry and warns if it replaces one written before.
func (b *builder) override(into *entries, m Member) {
	m.merged = true
	before := into.set(m)
	if before == nil || before.merged {
		return
	}
	b.warn(Problem{
		At: before.At, Code: CodeMergeOverrides,
		Message: "the merge key << below this line replaces the value of " + Quote(m.Key),
		Hint:    "put << first, so that the keys of the map win",
	})
}

// entries fills a map and keeps its keys unique.
type entries struct {
	of    *Node
	index map[string]int // of large maps
}

// largeMap is from how many entries on they are found by hash.
const largeMap = 24

// set adds an entry or replaces the one with the same key, which it returns. A key
// written twice is noted; keys that a merge brings are not.
func (e *entries) set(m Member) *Member {
	i := e.find(m.Key)
	if i < 0 {
		e.of.Members = append(e.of.Members, m)
		if e.index != nil {
			e.index[m.Key] = len(e.of.Members) - 1
		}
		return nil
	}
	before := e.of.Members[i]
	if !before.merged && !m.merged {
		e.of.Repeats = append(e.of.Repeats, Repeat{Key: m.Key, At: m.At, First: before.At})
	}
	e.of.Members[i] = m
	return &before
}

func (e *entries) find(key string) int {
	if e.index == nil && len(e.of.Members) >= largeMap {
		e.index = make(map[string]int, 2*largeMap)
		for i := range e.of.Members {
			e.index[e.of.Members[i].Key] = i
		}
	}
	if e.index != nil {
		if i, found := e.index[key]; found {
			return i
		}
		return -1
	}
	for i := range e.of.Members {
		if e.of.Members[i].Key == key {
			return i
		}
	}
	return -1
}

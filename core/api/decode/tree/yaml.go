package tree

import (
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yaml reads a part as YAML. After a mistake whose repair is beyond doubt, such as the
// missing space in kind:Pod, it reports the mistake and reads on.
func (r *reader) yaml(p *part) {
	if !r.countable(p) {
		return
	}
	r.control(p)
	for repairs := 0; ; repairs++ {
		tree, failure := parse(p.text)
		if failure == nil {
			failure = r.hiddenTab(p.text, tree)
		}
		if failure == nil {
			if tree == nil {
				return
			}
			if root, ok := r.tree(p, tree); ok {
				r.document(root)
			}
			return
		}
		problem, repair := diagnose(p, *failure)
		r.report(problem)
		if repair == nil || repairs == maxRepairs || !r.afford(p.text) {
			return
		}
		repair(p)
	}
}

// maxRepairs is after how many mistakes in its syntax a document is given up.
const maxRepairs = 20

// afford tells whether text may be read once more; the second readings of a file amount to
// no more than reading the largest file twice.
func (r *reader) afford(text string) bool {
	r.again += len(text)
	return r.again <= 2*MaxFileBytes
}

// parse reads the first YAML document of text; nil if there is none. Text behind it that
// kubectl would ignore is a failure.
func parse(text string) (tree *yaml.Node, f *failure) {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	defer func() {
		// The library panics where it finds itself in a state it takes for impossible.
		if problem := recover(); problem != nil {
			tree, f = nil, &failure{problem: "the document cannot be read"}
		}
	}()
	var first, rest yaml.Node
	switch err := decoder.Decode(&first); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, failureOf(decoder, err)
	}
	switch err := decoder.Decode(&rest); {
	case errors.Is(err, io.EOF):
		return &first, nil
	case err != nil:
		f = failureOf(decoder, err)
		return nil, &failure{problem: trailing, at: f.at}
	}
	return nil, &failure{problem: trailing, at: Pos{rest.Content[0].Line, rest.Content[0].Column}}
}

// trailing is the problem of text behind the end of a document.
const trailing = "trailing content"

// countable refuses a part that would take too much memory as a tree. It counts what may
// begin a value, once a line and once a comma or bracket, without reading the text.
func (r *reader) countable(p *part) bool {
	if len(p.text) <= MaxValues {
		return true
	}
	values, last := 0, byte('\n')
	for i := range len(p.text) {
		switch c := p.text[i]; c {
		case ' ', '\t':
		case '\n', '\r':
			if last != '\n' && last != ',' && last != '[' && last != '{' {
				values++
			}
			last = '\n'
		case ',', '[', '{':
			values++
			last = c
		case '-', '?', ':':
			if i+1 < len(p.text) && p.text[i+1] == ' ' && last == c {
				values++
			}
			last = c
		default:
			last = c
		}
	}
	if values <= MaxValues {
		return true
	}
	at := p.pos(1, 1)
	r.report(Problem{At: at, Code: CodeTooLarge,
		Message: "the document holds more than a million values", Hint: "split it"})
	return false
}

// tree turns what the YAML library read into values, with aliases, merge keys and scalars
// resolved as kubectl resolves them; false if a limit was reached.
func (r *reader) tree(p *part, root *yaml.Node) (*Node, bool) {
	b := &builder{reader: r, part: p, anchors: map[*yaml.Node]*Node{}, open: map[*yaml.Node]bool{},
		marked: strings.Contains(p.text, "!")}
	built := b.value(root.Content[0])
	return built, !b.stopped
}

// builder is the state of turning one YAML document into values.
type builder struct {
	*reader
	part    *part
	anchors map[*yaml.Node]*Node // finished values that aliases may name
	open    map[*yaml.Node]bool  // anchored values being built
	depth   int
	written int // values in the file so far
	aliased int // values that aliases added
	stopped bool
	marked  bool // there are exclamation marks
}

func (b *builder) value(n *yaml.Node) *Node {
	if n.Kind == yaml.AliasNode {
		return b.alias(n)
	}
	if n.Anchor == "" {
		return b.build(n)
	}
	b.open[n] = true
	built := b.build(n)
	delete(b.open, n)
	b.anchors[n] = built
	return built
}

func (b *builder) build(n *yaml.Node) *Node {
	b.written++
	at := b.part.pos(n.Line, n.Column)
	if b.stopped || n.Kind == yaml.ScalarNode {
		return b.scalar(n, at)
	}
	if b.depth == MaxDepth {
		b.stop(at, CodeTooDeep, "maps and lists are nested more than 100 deep")
		return &Node{At: at, size: 1}
	}
	b.depth++
	defer func() { b.depth-- }()
	if n.Kind == yaml.MappingNode {
		return b.mapping(n, at)
	}
	built := &Node{Kind: List, At: at, Items: make([]*Node, 0, len(n.Content))}
	for _, item := range n.Content {
		built.Items = append(built.Items, b.value(item))
	}
	return built.close()
}

// alias answers with the value of the anchor, once it has been counted.
func (b *builder) alias(n *yaml.Node) *Node {
	at := b.part.pos(n.Line, n.Column)
	b.written++
	if b.open[n.Alias] {
		b.stop(at, CodeAliasLoop, "the anchor "+Quote(n.Value)+" contains itself")
	}
	target := b.anchors[n.Alias]
	if target == nil && n.Alias.Kind == yaml.ScalarNode { // the anchor is at a key
		target = b.scalar(n.Alias, at)
	}
	if target == nil || b.stopped {
		return &Node{At: at, size: 1}
	}
	b.aliased += target.size
	switch total := b.written + b.aliased; {
	case b.depth+target.height > MaxDepth:
		b.stop(at, CodeTooDeep, "maps and lists are nested more than 100 deep")
	case total > AliasFloor && total > MaxAliasGrowth*b.written,
		total > 1000 && b.aliased > 99*b.written: // kubectl's own limit for small files
		b.stop(at, CodeAliasGrowth, "aliases multiply the document by more than 10")
	default:
		return target
	}
	return &Node{At: at, size: 1}
}

// stop reports a limit that was reached and ends the building.
func (b *builder) stop(at Pos, code Code, message string) {
	if !b.stopped {
		b.fail(at, code, message, "")
	}
	b.stopped = true
}

// scalar resolves the text of a value.
func (b *builder) scalar(n *yaml.Node, at Pos) *Node {
	s, err := b.resolve(n)
	if err != nil {
		b.fail(at, CodeBadValue, Shown(n.Value, 60)+": "+err.Error(), "")
	}
	built := &Node{Kind: s.kind, At: at, Text: s.text, size: 1}
	if s.text != n.Value {
		built.Written = n.Value
	}
	return built
}

const quotedStyles = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

func (b *builder) resolve(n *yaml.Node) (scalar, error) {
	switch {
	case n.Style&yaml.TaggedStyle != 0:
		return tagged(n.Tag, n.Value)
	case n.Style&quotedStyles != 0, b.marked && b.part.nonSpecific(n):
		return scalar{kind: Text, text: n.Value}, nil
	}
	return plain(n.Value)
}

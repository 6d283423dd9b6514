package tree

import "github.com/rollscope/rollscope/core/api/decode/yaml"

// What to say of the limits of a document, however it is written.
const (
	tooDeep       = "maps and lists are nested more than 100 deep"
	tooManyValues = "the document holds more than a million values"
)

// maxRepairs is after how many mistakes in its syntax a document is given up.
const maxRepairs = 20

// yaml reads a part as YAML. After a mistake whose repair is beyond doubt, such as the
// missing space in kind:Pod, it reports the mistake and reads on.
func (r *reader) yaml(p *part) {
	r.control(p)
	for repairs := 0; ; repairs++ {
		parsed, failure := r.parse(p.text)
		if failure == nil {
			if parsed == nil {
				return
			}
			if root, ok := r.tree(p, parsed); ok {
				r.document(root)
			}
			return
		}
		problem, repair := diagnose(p, failure)
		r.report(problem)
		if repair == nil || repairs == maxRepairs || !r.afford(p.text) {
			return
		}
		repair(p)
	}
}

func (r *reader) parse(text string) (*yaml.Node, *yaml.Failure) {
	return r.parser.Parse(text, yaml.Limits{Depth: MaxDepth, Nodes: 2 * MaxValues}) // keys count there
}

// afford tells whether text may be read once more; the second readings of a file amount to
// no more than reading the largest file twice.
func (r *reader) afford(text string) bool {
	r.again += len(text)
	return r.again <= 2*MaxFileBytes
}

// tree turns nodes of YAML into values, with aliases, merge keys and scalars resolved as
// kubectl resolves them; false if a limit was reached.
func (r *reader) tree(p *part, root *yaml.Node) (*Node, bool) {
	b := &builder{reader: r, part: p}
	built := b.value(root)
	return built, !b.stopped
}

// builder is the state of turning one YAML document into values.
type builder struct {
	*reader
	part    *part
	anchors map[*yaml.Node]*Node // finished values that aliases may name; nil without any
	open    map[*yaml.Node]bool  // anchored values being built; nil without any
	depth   int
	written int // values in the file so far
	aliased int // values that aliases added
	stopped bool
}

func (b *builder) value(n *yaml.Node) *Node {
	if n.Kind == yaml.Alias {
		return b.alias(n)
	}
	if !n.Anchored {
		return b.build(n)
	}
	if b.open == nil {
		b.open, b.anchors = map[*yaml.Node]bool{}, map[*yaml.Node]*Node{}
	}
	b.open[n] = true
	built := b.build(n)
	delete(b.open, n)
	b.anchors[n] = built
	return built
}

func (b *builder) build(n *yaml.Node) *Node {
	b.written++
	at := b.part.pos(n.At)
	if b.stopped || n.Kind == yaml.Scalar {
		return b.scalar(n, at)
	}
	b.depth++
	defer func() { b.depth-- }()
	if n.Kind == yaml.Mapping {
		return b.mapping(n, at)
	}
	built := b.node(List, at)
	built.Items = b.items.Take(n.Length)[:0]
	for item := n.First; item != nil; item = item.Next {
		built.Items = append(built.Items, b.value(item))
	}
	return built.close()
}

// alias answers with the value of the anchor, once it has been counted.
func (b *builder) alias(n *yaml.Node) *Node {
	at := b.part.pos(n.At)
	b.written++
	if b.open[n.Target] {
		b.stop(at, CodeAliasLoop, "the anchor "+Quote(n.Value)+" contains itself")
	}
	target := b.anchors[n.Target]
	if target == nil && n.Target.Kind == yaml.Scalar { // the anchor is at a key
		target = b.scalar(n.Target, at)
	}
	if target == nil || b.stopped {
		return b.node(Null, at)
	}
	b.aliased += target.Count()
	switch total := b.written + b.aliased; {
	case b.depth+target.Depth() > MaxDepth:
		b.stop(at, CodeTooDeep, tooDeep)
	case total > AliasFloor && total > MaxAliasGrowth*b.written,
		total > 1000 && b.aliased > 99*b.written: // kubectl's own limit for small files
		b.stop(at, CodeAliasGrowth, "aliases multiply the document by more than 10")
	default:
		return target
	}
	return b.node(Null, at)
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
	s, err := resolve(n)
	if err != nil {
		b.fail(at, CodeBadValue, Shown(n.Value, 60)+": "+err.Error(), "")
	}
	built := b.Reader.scalar(s.kind, at, s.text)
	if s.text != n.Value {
		built.Written = n.Value
	}
	return built
}

// resolve tells what the text of a scalar means.
func resolve(n *yaml.Node) (scalar, error) {
	switch {
	case n.Tag == "" && n.Plain:
		return plain(n.Value)
	case n.Tag == "", n.Tag == "!":
		return scalar{kind: Text, text: n.Value}, nil
	}
	return tagged(n.Tag, n.Value)
}

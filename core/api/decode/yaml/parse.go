package yaml

// parser makes nodes of tokens. After a failure every token is the end of the stream, so
// that all loops end.
type parser struct {
	scanner
	limits  Limits
	anchors map[string]*Node // nil without any
	nodes   int
	memory  *Parser
	depth   int
}

func (p *parser) document() *Node {
	var root *Node
	switch p.peek().kind {
	case streamEnd:
		return nil
	case documentStart:
		p.take()
		switch p.peek().kind {
		case documentStart, documentEnd, streamEnd:
			root = p.empty(p.peek().at)
		default:
			root = p.node(true, false)
		}
	default:
		root = p.node(true, false)
	}
	p.peek() // what is behind the document belongs to it until it is a token
	if p.failure != nil {
		return nil
	}
	for p.peek().kind == documentEnd {
		p.take()
	}
	if rest := p.peek(); rest.kind != streamEnd || p.failure != nil {
		p.failure = &Failure{Problem: Trailing, At: rest.at}
		return nil
	}
	return root
}

// fault fails at a token.
func (p *parser) fault(problem string, at Pos, context string, from Pos) *Node {
	p.failAt(problem, at, context, from)
	return &Node{At: at}
}

// add makes a node, unless there are too many.
func (p *parser) add(n Node) *Node {
	if p.nodes++; p.nodes > p.limits.Nodes {
		return p.fault(TooMany, n.At, "", Pos{})
	}
	made := p.memory.nodes.New()
	*made = n
	return made
}

// empty is a value that is not written.
func (p *parser) empty(at Pos) *Node { return p.add(Node{At: at, Plain: true}) }

// node reads a value, with the anchor and the tag before it. It may be a block only outside
// of brackets; a list without indentation only as the key or value of a map.
func (p *parser) node(block, indentless bool) *Node {
	t := p.peek()
	if t.kind == aliasName {
		return p.alias()
	}
	n := p.add(Node{At: t.at})
	named := p.properties(n)
	switch t = p.peek(); {
	case indentless && t.kind == blockEntry:
		p.nested(n, Sequence, p.indentlessSequence)
	case t.kind == scalarText:
		n.Value, n.Plain = t.value, t.plain
		p.take()
	case t.kind == flowSequenceStart:
		n.Flow = true
		p.nested(n, Sequence, p.flowSequence)
	case t.kind == flowMappingStart:
		n.Flow = true
		p.nested(n, Mapping, p.flowMapping)
	case block && t.kind == blockSequenceStart:
		p.nested(n, Sequence, p.blockSequence)
	case block && t.kind == blockMappingStart:
		p.nested(n, Mapping, p.blockMapping)
	case named:
		n.Plain = true
	case block:
		return p.fault("did not find expected node content", t.at, "while parsing a block node", n.At)
	default:
		return p.fault("did not find expected node content", t.at, "while parsing a flow node", n.At)
	}
	return n
}

func (p *parser) alias() *Node {
	t := p.take()
	target := p.anchors[t.value]
	if target == nil {
		return p.fault(UnknownAnchor, t.at, "", Pos{})
	}
	return p.add(Node{Kind: Alias, At: t.at, Value: t.value, Target: target})
}

// properties reads an anchor and a tag, in any order; true if there is one.
func (p *parser) properties(n *Node) bool {
	named := false
	for {
		switch t := p.peek(); {
		case t.kind == anchorName && !n.Anchored:
			if p.anchors == nil {
				p.anchors = map[string]*Node{}
			}
			p.anchors[t.value] = n
			n.Anchored = true
		case t.kind == tagName && n.Tag == "":
			n.Tag = p.tag(t, n.At)
		default:
			return named
		}
		named = true
		p.take()
	}
}

// tag writes a tag in full.
func (p *parser) tag(t *token, from Pos) string {
	switch t.value {
	case "":
		return t.tail
	case "!":
		return "!" + t.tail
	case "!!":
		return "tag:yaml.org,2002:" + t.tail
	}
	p.fault("found undefined tag handle", t.at, "while parsing a node", from)
	return t.value
}

// nested reads the content of a sequence or mapping, unless it is too deep.
func (p *parser) nested(n *Node, kind Kind, content func(*Node)) {
	n.Kind = kind
	if p.depth == p.limits.Depth {
		p.fault(TooDeep, n.At, "", Pos{})
		return
	}
	p.depth++
	content(n)
	p.depth--
}

func (n *Node) append(inner *Node) {
	if n.last == nil {
		n.First = inner
	} else {
		n.last.Next = inner
	}
	n.last = inner
	n.Length++
}

func (p *parser) blockSequence(n *Node) {
	from := p.take().at
	for p.peek().kind == blockEntry {
		end := p.take().end
		switch p.peek().kind {
		case blockEntry, blockEnd:
			n.append(p.empty(end))
		default:
			n.append(p.node(true, false))
		}
	}
	if t := p.take(); t.kind != blockEnd {
		p.fault("did not find expected '-' indicator", t.at, "while parsing a block collection", from)
	}
}

func (p *parser) indentlessSequence(n *Node) {
	for p.peek().kind == blockEntry {
		end := p.take().end
		switch p.peek().kind {
		case blockEntry, keyMark, valueMark, blockEnd:
			n.append(p.empty(end))
		default:
			n.append(p.node(true, false))
		}
	}
}

func (p *parser) blockMapping(n *Node) {
	from := p.take().at
	for p.peek().kind == keyMark {
		n.append(p.blockHalf(p.take().end))
		if p.peek().kind == valueMark {
			n.append(p.blockHalf(p.take().end))
		} else {
			n.append(p.empty(p.peek().at))
		}
	}
	if t := p.take(); t.kind != blockEnd {
		p.fault("did not find expected key", t.at, "while parsing a block mapping", from)
	}
}

// blockHalf reads a key or a value of a block.
func (p *parser) blockHalf(end Pos) *Node {
	switch p.peek().kind {
	case keyMark, valueMark, blockEnd:
		return p.empty(end)
	}
	return p.node(true, true)
}

// flowEntries reads what is between brackets, with entry for each; commas separate them,
// and one more may follow the last.
func (p *parser) flowEntries(closing tokenKind, bracket, context string, entry func()) {
	from := p.take().at
	for first := true; p.peek().kind != closing; first = false {
		if !first {
			if t := p.peek(); t.kind != flowEntry {
				p.fault("did not find expected ',' or '"+bracket+"'", t.at, context, from)
				return
			}
			p.take()
			if p.peek().kind == closing {
				break
			}
		}
		entry()
		if p.failure != nil {
			return
		}
	}
	p.take()
}

func (p *parser) flowSequence(n *Node) {
	p.flowEntries(flowSequenceEnd, "]", "while parsing a flow sequence", func() {
		if t := p.peek(); t.kind == keyMark {
			pair := p.add(Node{At: t.at, Flow: true})
			n.append(pair)
			p.nested(pair, Mapping, p.flowPair)
			return
		}
		n.append(p.node(false, false))
	})
}

// flowPair reads a map of one entry that is written without braces in a list, [a: b].
func (p *parser) flowPair(n *Node) {
	p.take()
	switch t := p.peek(); t.kind {
	case valueMark, flowEntry, flowSequenceEnd:
		// Upstream skips the sign as well, and fails on what follows.
		n.append(p.empty(t.end))
		p.take()
	default:
		n.append(p.node(false, false))
	}
	n.append(p.flowValue(flowSequenceEnd))
}

func (p *parser) flowMapping(n *Node) {
	p.flowEntries(flowMappingEnd, "}", "while parsing a flow mapping", func() {
		if p.peek().kind != keyMark {
			n.append(p.node(false, false))
			n.append(p.empty(p.peek().at))
			return
		}
		p.take()
		switch t := p.peek(); t.kind {
		case valueMark, flowEntry, flowMappingEnd:
			n.append(p.empty(t.at))
		default:
			n.append(p.node(false, false))
		}
		n.append(p.flowValue(flowMappingEnd))
	})
}

// flowValue reads the value behind a key in brackets; it may be missing.
func (p *parser) flowValue(closing tokenKind) *Node {
	if p.peek().kind == valueMark {
		p.take()
		if kind := p.peek().kind; kind != flowEntry && kind != closing {
			return p.node(false, false)
		}
	}
	return p.empty(p.peek().at)
}

package pools

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/decode/tree"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/state"
)

// fields are what a pool may have, in the order of the documentation.
var fields = [...]struct {
	name string
	kind tree.Kind
	read func(r *reader, p *pool, n *tree.Node, path string)
}{
	{"name", tree.Text, (*reader).poolName},
	{"count", tree.Number, (*reader).count},
	{"labels", tree.Object, (*reader).labels},
	{"annotations", tree.Object, (*reader).annotations},
	{"taints", tree.List, (*reader).taints},
	{"allocatable", tree.Object, (*reader).allocatable},
	{"zones", tree.List, (*reader).zones},
	{"unschedulable", tree.Boolean, (*reader).unschedulable},
	{"ready", tree.Boolean, (*reader).ready},
}

// pool reads one pool; false where it cannot be used.
func (r *reader) pool(n *tree.Node, path string) (pool, bool) {
	p := pool{count: 1}
	if n.Kind != tree.Object {
		r.fail(n.At, path, "Wrong type", "must be a map, but is "+n.Describe(), "write - name: worker and count: 3 below it")
		return p, false
	}
	before := len(r.file.Findings)
	r.repeats(n, path)
	for i := range n.Members {
		r.member(&p, &n.Members[i], path)
	}
	if n.Member("name") == nil {
		r.fail(n.At, path+".name", "Required value", "a pool has a name", "the nodes of the pool worker are called worker-1, worker-2, …")
	}
	return p, len(r.file.Findings) == before
}

// repeats reports keys that are written twice.
func (r *reader) repeats(n *tree.Node, path string) {
	for _, again := range n.Repeats {
		r.fail(again.At, strings.TrimPrefix(path+"."+again.Key, "."), "Duplicate field",
			fmt.Sprintf("%s is written twice, first in line %d", tree.Quote(again.Key), again.First.Line), "")
	}
}

// member reads one field of a pool.
func (r *reader) member(p *pool, m *tree.Member, path string) {
	at := path + "." + m.Key
	for _, f := range fields {
		if f.name != m.Key {
			continue
		}
		if m.Value.Kind == tree.Null {
			return
		}
		if m.Value.Kind != f.kind {
			r.wrong(m.Value, f.kind, at)
			return
		}
		f.read(r, p, m.Value, at)
		return
	}
	r.fail(m.At, at, "Unknown field", "a pool has no "+tree.Quote(m.Key)+"; it may have: name, count, labels, annotations, taints, allocatable, zones, unschedulable, ready", "")
}

func (r *reader) wrong(n *tree.Node, want tree.Kind, path string) bool {
	hint := ""
	if want == tree.Text && (n.Kind == tree.Number || n.Kind == tree.Boolean) {
		hint = "put it in quotes: " + tree.Quote(n.Source())
	}
	r.fail(n.At, path, "Wrong type", "must be "+want.String()+", but is "+n.Describe(), hint)
	return false
}

func (r *reader) poolName(p *pool, n *tree.Node, path string) {
	p.name = n.Text
	if n.Text == "" {
		r.fail(n.At, path, "Required value", "a pool has a name", "")
	}
}

func (r *reader) count(p *pool, n *tree.Node, path string) {
	count, err := strconv.Atoi(n.Text)
	if err != nil || count < 0 || count > MaxNodes {
		r.fail(n.At, path, "Invalid value", n.Text+fmt.Sprintf(": must be a whole number from 0 to %d", MaxNodes), "")
		return
	}
	p.count, p.counted = count, true
}

// texts reads a map of texts.
func (r *reader) texts(n *tree.Node, path string) map[string]string {
	r.repeats(n, path)
	out := make(map[string]string, len(n.Members))
	for i := range n.Members {
		m := &n.Members[i]
		if m.Value.Kind == tree.Text || r.wrong(m.Value, tree.Text, path+"["+m.Key+"]") {
			out[m.Key] = m.Value.Text
		}
	}
	return out
}

func (r *reader) labels(p *pool, n *tree.Node, path string) {
	p.labels = r.texts(n, path)
}

func (r *reader) annotations(p *pool, n *tree.Node, path string) {
	p.annotations = r.texts(n, path)
}

func (r *reader) zones(p *pool, n *tree.Node, path string) {
	for i, item := range n.Items {
		if item.Kind == tree.Text || r.wrong(item, tree.Text, path+"["+strconv.Itoa(i)+"]") {
			p.zones = append(p.zones, item.Text)
		}
	}
}

func (r *reader) unschedulable(p *pool, n *tree.Node, _ string) {
	p.cordoned = n.Text == "true"
}

func (r *reader) ready(p *pool, n *tree.Node, _ string) {
	p.notReady = n.Text != "true"
}

func (r *reader) allocatable(p *pool, n *tree.Node, path string) {
	r.repeats(n, path)
	p.allocatable = state.CommonMachine()
	for i := range n.Members {
		m := &n.Members[i]
		at := path + "[" + m.Key + "]"
		if m.Value.Kind != tree.Text && m.Value.Kind != tree.Number {
			r.wrong(m.Value, tree.Text, at)
			continue
		}
		q, err := api.ParseQuantity(m.Value.Source())
		if err != nil {
			r.fail(m.Value.At, at, "Invalid value", tree.Quote(m.Value.Source())+": "+err.Error(), "write an amount like 500m, 4 or 16Gi")
			continue
		}
		p.allocatable[api.ResourceName(m.Key)] = q
	}
}

// taints reads taints as kubectl writes them, key=value:Effect, or as maps.
func (r *reader) taints(p *pool, n *tree.Node, path string) {
	for i, item := range n.Items {
		at := path + "[" + strconv.Itoa(i) + "]"
		var t api.Taint
		switch item.Kind {
		case tree.Text:
			body, effect, _ := strings.Cut(item.Text, ":")
			t.Key, t.Value, _ = strings.Cut(body, "=")
			t.Effect = api.TaintEffect(effect)
		case tree.Object:
			parts := r.texts(item, at)
			t = api.Taint{Key: parts["key"], Value: parts["value"], Effect: api.TaintEffect(parts["effect"])}
			r.taintFields(item, at)
		default:
			r.wrong(item, tree.Text, at)
			continue
		}
		if t.Key == "" || !isEffect(t.Effect) {
			r.fail(item.At, at, "Invalid value", "a taint has a key and the effect NoSchedule, PreferNoSchedule or NoExecute", "write dedicated=db:NoSchedule")
			continue
		}
		p.taints = append(p.taints, t)
	}
}

func (r *reader) taintFields(n *tree.Node, path string) {
	for i := range n.Members {
		switch m := &n.Members[i]; m.Key {
		case "key", "value", "effect", "timeAdded":
		default:
			r.fail(m.At, path+"."+m.Key, "Unknown field", "a taint has key, value and effect", "")
		}
	}
}

func isEffect(e api.TaintEffect) bool {
	return e == api.TaintEffectNoSchedule || e == api.TaintEffectPreferNoSchedule || e == api.TaintEffectNoExecute
}

package core

import "github.com/rollscope/rollscope/core/state"

// kind is what kind of thing a queue item is about. At one moment the kinds
// come in this order; the controller acts last, on all that the others did.
type kind uint8

const (
	kindSyncing kind = iota // a DaemonSet whose sync is under way: its next API call
	kindNode                // the node controller looks at a node
	kindPod                 // clock, taint eviction, garbage collection, scheduler or kubelet
	kindSet                 // a DaemonSet on the controller's work queue
)

// item is one thing that is going to happen.
type item struct {
	due  state.Time
	kind kind
	// quiet marks a repetition that changes nothing by itself.
	quiet bool
	id    int32
}

func (a item) less(b item) bool {
	if a.due != b.due {
		return a.due < b.due
	}
	if a.kind != b.kind {
		return a.kind < b.kind
	}
	return a.id < b.id
}

// queue is a heap of items with at most one item for each node, pod and set.
type queue struct {
	heap  []item
	place [3][]int32 // by slot and id: index in heap + 1, 0 for none
	quiet int        // how many items are quiet
}

// slot is the part of place that a kind uses: a set has one item, whatever its kind.
func (k kind) slot() int {
	switch k {
	case kindNode:
		return 0
	case kindPod:
		return 1
	default:
		return 2
	}
}

// set moves the item of a thing to a new time; Never takes it out.
func (q *queue) set(k kind, id int32, due state.Time, quiet bool) {
	slot := k.slot()
	for int(id) >= len(q.place[slot]) {
		q.place[slot] = append(q.place[slot], 0)
	}
	at := int(q.place[slot][id]) - 1
	if at >= 0 && due != state.Never {
		q.count(q.heap[at], -1)
		q.heap[at] = item{due, k, quiet, id}
		q.count(q.heap[at], 1)
		q.down(q.up(at))
	} else if at >= 0 {
		q.remove(at)
	} else if due != state.Never {
		q.heap = append(q.heap, item{due, k, quiet, id})
		q.count(q.heap[len(q.heap)-1], 1)
		q.up(len(q.heap) - 1)
	}
}

// count keeps the number of quiet items.
func (q *queue) count(it item, by int) {
	if it.quiet {
		q.quiet += by
	}
}

// next is the earliest item and whether there is one.
func (q *queue) next() (item, bool) {
	if len(q.heap) == 0 {
		return item{due: state.Never}, false
	}
	return q.heap[0], true
}

func (q *queue) remove(at int) {
	last := len(q.heap) - 1
	it := q.heap[at]
	q.count(it, -1)
	q.place[it.kind.slot()][it.id] = 0
	if at != last {
		q.heap[at] = q.heap[last]
	}
	q.heap = q.heap[:last]
	if at != last {
		q.down(q.up(at))
	}
}

// up moves an item towards the top until it is in order and returns its place.
func (q *queue) up(i int) int {
	it := q.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !it.less(q.heap[parent]) {
			break
		}
		q.put(i, q.heap[parent])
		i = parent
	}
	q.put(i, it)
	return i
}

// down moves an item away from the top until it is in order.
func (q *queue) down(i int) {
	it := q.heap[i]
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.heap[child+1].less(q.heap[child]) {
			child++
		}
		if !q.heap[child].less(it) {
			break
		}
		q.put(i, q.heap[child])
		i = child
	}
	q.put(i, it)
}

func (q *queue) put(i int, it item) {
	q.heap[i] = it
	q.place[it.kind.slot()][it.id] = int32(i + 1)
}

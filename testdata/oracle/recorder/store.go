// Package recorder leads real Kubernetes code through scenarios and writes down
// what it asks of the API server. The code under the recorder is upstream's own,
// required as a module; the API server, the informers, the scheduler and the
// kubelets around it are small, in memory and strictly ordered.
//
// Everything runs inside a bubble of testing/synctest: its clock is simulated,
// and it is known when every goroutine of the controller waits.
package recorder

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// object is what the store holds: one of the kinds below.
type object interface {
	metav1.Object
	runtime.Object
}

// The kinds of objects, in the order in which informers tell of them.
const (
	nodes     = "nodes"
	sets      = "daemonsets"
	revisions = "controllerrevisions"
	pods      = "pods"
)

var kindsInOrder = []string{nodes, sets, revisions, pods}

// store is the API server's memory. Only the driver's goroutine touches it.
type store struct {
	of      map[string]map[string]object // kind, key
	untold  map[string][]change          // kind: what informers were not told of yet
	version int64
	uids    int
}

// change is a new version of an object, nil when it was removed.
type change struct {
	key string
	now object
}

func newStore() *store {
	s := &store{of: map[string]map[string]object{}, untold: map[string][]change{}}
	for _, kind := range kindsInOrder {
		s.of[kind] = map[string]object{}
	}
	return s
}

func keyOf(o metav1.Object) string {
	if o.GetNamespace() == "" {
		return o.GetName()
	}
	return o.GetNamespace() + "/" + o.GetName()
}

// put stores an object under a new resource version. As in the API server, a write
// that changes nothing is none.
func (s *store) put(kind string, o object) {
	if have, known := s.of[kind][keyOf(o)]; known {
		o.SetResourceVersion(have.GetResourceVersion())
		if apiequality.Semantic.DeepEqual(have, o) {
			return
		}
	}
	s.version++
	o.SetResourceVersion(strconv.FormatInt(s.version, 10))
	if o.GetUID() == "" {
		s.uids++
		o.SetUID(types.UID(fmt.Sprintf("uid-%06d", s.uids)))
		o.SetCreationTimestamp(now())
	}
	s.of[kind][keyOf(o)] = o
	s.untold[kind] = append(s.untold[kind], change{keyOf(o), o.DeepCopyObject().(object)})
}

// remove forgets an object.
func (s *store) remove(kind, key string) {
	s.version++
	if _, here := s.of[kind][key]; here {
		s.untold[kind] = append(s.untold[kind], change{key, nil})
	}
	delete(s.of[kind], key)
}

// find returns a copy of an object, nil if there is none.
func (s *store) find(kind, key string) object {
	o, ok := s.of[kind][key]
	if !ok {
		return nil
	}
	return o.DeepCopyObject().(object)
}

// all returns copies of the objects of a kind, by key.
func (s *store) all(kind string) []object {
	out := make([]object, 0, len(s.of[kind]))
	for _, o := range s.of[kind] {
		out = append(out, o.DeepCopyObject().(object))
	}
	slices.SortFunc(out, func(a, b object) int { return cmp.Compare(keyOf(a), keyOf(b)) })
	return out
}

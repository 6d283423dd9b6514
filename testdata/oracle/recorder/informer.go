package recorder

import (
	"runtime"
	"slices"
	"strings"

	apps "k8s.io/api/apps/v1"
	appsinformers "k8s.io/client-go/informers/apps/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// informer is a shared informer that is told of changes by the driver.
type informer struct {
	cache.SharedIndexInformer // nil: what is not below, nobody calls
	kind                      string
	index                     *index
	handlers                  []cache.ResourceEventHandler
}

// index is a store that lists in the order of keys.
type index struct {
	cache.Indexer
	sorted []any // nil when it has to be sorted anew
	open   bool  // in no order, as the real one
}

func newInformer(kind string) *informer {
	return &informer{kind: kind, index: &index{Indexer: cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})}}
}

// List is in the order of keys, where the real one goes by a map.
func (x *index) List() []any {
	if x.sorted == nil {
		x.sorted = x.Indexer.List()
		slices.SortFunc(x.sorted, byKey)
	}
	return x.sorted
}

func (x *index) ByIndex(name, value string) ([]any, error) {
	out, err := x.Indexer.ByIndex(name, value)
	if !x.open {
		slices.SortFunc(out, byKey)
	}
	return out, err
}

func (x *index) Index(name string, o any) ([]any, error) {
	out, err := x.Indexer.Index(name, o)
	slices.SortFunc(out, byKey)
	return out, err
}

// LastStoreSyncResourceVersion is not known, so that no sync is put off because its
// caches are behind: they are told of everything as it begins.
func (x *index) LastStoreSyncResourceVersion() string { return "" }

func byKey(a, b any) int { return strings.Compare(keyOf(a.(object)), keyOf(b.(object))) }

func (i *informer) AddEventHandler(h cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	i.handlers = append(i.handlers, h)
	return nil, nil
}

func (i *informer) AddIndexers(x cache.Indexers) error { return i.index.AddIndexers(x) }
func (i *informer) GetIndexer() cache.Indexer          { return i.index }
func (i *informer) GetStore() cache.Store              { return i.index }
func (i *informer) HasSynced() bool                    { return true }

// deliver tells the handlers every change since the last time, by key, and says
// whether there was one.
func (i *informer) deliver(s *store, count func(func())) (told bool) {
	changes := s.untold[i.kind]
	s.untold[i.kind] = nil
	slices.SortStableFunc(changes, func(a, b change) int { return strings.Compare(a.key, b.key) })
	for _, c := range changes {
		var old object
		if o, known, _ := i.index.GetByKey(c.key); known {
			old = o.(object)
		}
		if old != nil || c.now != nil {
			count(func() { i.tell(old, c.now) })
		}
	}
	return len(changes) > 0
}

func (i *informer) tell(old, now object) {
	i.index.sorted = nil
	switch {
	case now == nil:
		_ = i.index.Delete(old)
	case old == nil:
		_ = i.index.Add(now)
	default:
		_ = i.index.Update(now)
	}
	for _, h := range i.handlers {
		switch {
		case now == nil:
			h.OnDelete(old)
		case old == nil:
			h.OnAdd(now, false)
		default:
			h.OnUpdate(old, now)
		}
	}
}

// The informers as the controller wants them.
type (
	setInformer struct {
		*informer
		begin func(key string) // called when a sync reads its DaemonSet
	}
	revisionInformer struct{ *informer }
	podInformer      struct{ *informer }
	nodeInformer     struct{ *informer }
)

var (
	_ appsinformers.DaemonSetInformer          = setInformer{}
	_ appsinformers.ControllerRevisionInformer = revisionInformer{}
	_ coreinformers.PodInformer                = podInformer{}
	_ coreinformers.NodeInformer               = nodeInformer{}
)

func (i setInformer) Informer() cache.SharedIndexInformer      { return i.informer }
func (i revisionInformer) Informer() cache.SharedIndexInformer { return i.informer }
func (i podInformer) Informer() cache.SharedIndexInformer      { return i.informer }
func (i nodeInformer) Informer() cache.SharedIndexInformer     { return i.informer }

func (i setInformer) Lister() appslisters.DaemonSetLister {
	return setLister{appslisters.NewDaemonSetLister(i.index), i.begin}
}

func (i revisionInformer) Lister() appslisters.ControllerRevisionLister {
	return appslisters.NewControllerRevisionLister(i.index)
}
func (i podInformer) Lister() corelisters.PodLister   { return corelisters.NewPodLister(i.index) }
func (i nodeInformer) Lister() corelisters.NodeLister { return corelisters.NewNodeLister(i.index) }

// setLister notices when a sync begins: it reads its DaemonSet first.
type setLister struct {
	appslisters.DaemonSetLister
	begin func(key string)
}

type setNamespaceLister struct {
	appslisters.DaemonSetNamespaceLister
	namespace string
	begin     func(key string)
}

func (l setLister) DaemonSets(namespace string) appslisters.DaemonSetNamespaceLister {
	return setNamespaceLister{l.DaemonSetLister.DaemonSets(namespace), namespace, l.begin}
}

func (l setNamespaceLister) Get(name string) (*apps.DaemonSet, error) {
	if l.begin != nil && calledBy(".syncDaemonSet") {
		l.begin(l.namespace + "/" + name)
	}
	return l.DaemonSetNamespaceLister.Get(name)
}

// calledBy says whether the function with that name is among the callers.
func calledBy(name string) bool {
	pcs := make([]uintptr, 16)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.Function, name) {
			return true
		}
		if !more {
			return false
		}
	}
}

// informers are the four that the controller listens to.
type informers struct {
	nodes, sets, revisions, pods *informer
}

func newInformers() *informers {
	return &informers{newInformer(nodes), newInformer(sets), newInformer(revisions), newInformer(pods)}
}

// deliver tells all of them, in order.
func (f *informers) deliver(s *store, count func(func())) bool {
	told := false
	for _, i := range []*informer{f.nodes, f.sets, f.revisions, f.pods} {
		told = i.deliver(s, count) || told
	}
	return told
}

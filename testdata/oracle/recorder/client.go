package recorder

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	appsclient "k8s.io/client-go/kubernetes/typed/apps/v1"
	coreclient "k8s.io/client-go/kubernetes/typed/core/v1"
)

// request is one call that waits for the driver's answer.
type request struct {
	kind, verb, name string
	body             object
	patch            ownerPatch
	answer           chan answer
}

type answer struct {
	object object
	err    error
}

// ownerPatch is what patches of this controller change: owners and labels.
type ownerPatch struct {
	Metadata struct {
		OwnerReferences []struct {
			metav1.OwnerReference
			Patch string `json:"$patch"`
		} `json:"ownerReferences"`
		Labels map[string]string `json:"labels"`
	} `json:"metadata"`
}

// client is the API as the controller sees it. Each call waits until the driver,
// once nothing else moves, answers all that wait, in order.
type client struct {
	kubernetes.Interface // nil: what is not below, nobody calls
	mu                   sync.Mutex
	waiting              []*request
	at                   func(*request) answer // answers at once, where it is set
	events               []string
}

func (c *client) call(r request) (object, error) {
	if c.at != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		a := c.at(&r)
		return a.object, a.err
	}
	r.answer = make(chan answer)
	c.mu.Lock()
	c.waiting = append(c.waiting, &r)
	c.mu.Unlock()
	a := <-r.answer
	return a.object, a.err
}

// take removes and returns the waiting calls.
func (c *client) take() []*request {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.waiting
	c.waiting = nil
	return w
}

func as[T any](o object, err error) (T, error) {
	t, _ := o.(T)
	return t, err
}

type (
	appsAPI struct {
		appsclient.AppsV1Interface
		*client
	}
	coreAPI struct {
		coreclient.CoreV1Interface
		*client
	}
	setAPI struct {
		appsclient.DaemonSetInterface
		*client
		namespace string
	}
	revisionAPI struct {
		appsclient.ControllerRevisionInterface
		*client
		namespace string
	}
	podAPI struct {
		coreclient.PodInterface
		*client
		namespace string
	}
	eventAPI struct {
		coreclient.EventInterface
		*client
	}
)

func (c *client) AppsV1() appsclient.AppsV1Interface { return appsAPI{client: c} }
func (c *client) CoreV1() coreclient.CoreV1Interface { return coreAPI{client: c} }

func (a appsAPI) DaemonSets(namespace string) appsclient.DaemonSetInterface {
	return setAPI{client: a.client, namespace: namespace}
}

func (a appsAPI) ControllerRevisions(namespace string) appsclient.ControllerRevisionInterface {
	return revisionAPI{client: a.client, namespace: namespace}
}

func (a coreAPI) Pods(namespace string) coreclient.PodInterface {
	return podAPI{client: a.client, namespace: namespace}
}
func (a coreAPI) Events(string) coreclient.EventInterface { return eventAPI{client: a.client} }

func (a setAPI) Get(_ context.Context, name string, _ metav1.GetOptions) (*apps.DaemonSet, error) {
	return as[*apps.DaemonSet](a.call(request{kind: sets, verb: "get", name: a.namespace + "/" + name}))
}

func (a setAPI) UpdateStatus(_ context.Context, d *apps.DaemonSet, _ metav1.UpdateOptions) (*apps.DaemonSet, error) {
	return as[*apps.DaemonSet](a.call(request{kind: sets, verb: "status", name: keyOf(d), body: d.DeepCopy()}))
}

func (a revisionAPI) Get(_ context.Context, name string, _ metav1.GetOptions) (*apps.ControllerRevision, error) {
	return as[*apps.ControllerRevision](a.call(request{kind: revisions, verb: "get", name: a.namespace + "/" + name}))
}

func (a revisionAPI) Create(_ context.Context, r *apps.ControllerRevision, _ metav1.CreateOptions) (*apps.ControllerRevision, error) {
	return as[*apps.ControllerRevision](a.call(request{kind: revisions, verb: "create", name: keyOf(r), body: r.DeepCopy()}))
}

func (a revisionAPI) Update(_ context.Context, r *apps.ControllerRevision, _ metav1.UpdateOptions) (*apps.ControllerRevision, error) {
	return as[*apps.ControllerRevision](a.call(request{kind: revisions, verb: "update", name: keyOf(r), body: r.DeepCopy()}))
}

func (a revisionAPI) Delete(_ context.Context, name string, _ metav1.DeleteOptions) error {
	_, err := a.call(request{kind: revisions, verb: "delete", name: a.namespace + "/" + name})
	return err
}

func (a revisionAPI) Patch(_ context.Context, name string, _ types.PatchType, data []byte, _ metav1.PatchOptions, _ ...string) (*apps.ControllerRevision, error) {
	return as[*apps.ControllerRevision](a.call(request{kind: revisions, verb: "patch", name: a.namespace + "/" + name, patch: patchOf(data)}))
}

func (a podAPI) Create(_ context.Context, p *core.Pod, _ metav1.CreateOptions) (*core.Pod, error) {
	p = p.DeepCopy()
	p.Namespace = a.namespace
	return as[*core.Pod](a.call(request{kind: pods, verb: "create", name: target(p), body: p}))
}

func (a podAPI) Delete(_ context.Context, name string, _ metav1.DeleteOptions) error {
	_, err := a.call(request{kind: pods, verb: "delete", name: a.namespace + "/" + name})
	return err
}

func (a podAPI) Patch(_ context.Context, name string, _ types.PatchType, data []byte, _ metav1.PatchOptions, _ ...string) (*core.Pod, error) {
	return as[*core.Pod](a.call(request{kind: pods, verb: "patch", name: a.namespace + "/" + name, patch: patchOf(data)}))
}

func (a podAPI) Get(_ context.Context, name string, _ metav1.GetOptions) (*core.Pod, error) {
	return as[*core.Pod](a.call(request{kind: pods, verb: "get", name: a.namespace + "/" + name}))
}

func (a podAPI) UpdateStatus(_ context.Context, p *core.Pod, _ metav1.UpdateOptions) (*core.Pod, error) {
	return p, nil
}

func (a eventAPI) CreateWithEventNamespaceWithContext(_ context.Context, e *core.Event) (*core.Event, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.events = append(a.events, strings.Join([]string{e.Type, e.Reason, e.Message}, " "))
	return e, nil
}

func (a eventAPI) CreateWithEventNamespace(e *core.Event) (*core.Event, error) {
	return a.CreateWithEventNamespaceWithContext(context.Background(), e)
}

func (a eventAPI) PatchWithEventNamespaceWithContext(_ context.Context, e *core.Event, _ []byte) (*core.Event, error) {
	return e, nil
}

func (a eventAPI) PatchWithEventNamespace(e *core.Event, _ []byte) (*core.Event, error) {
	return e, nil
}

func patchOf(data []byte) ownerPatch {
	var p ownerPatch
	if err := json.Unmarshal(data, &p); err != nil {
		panic(err)
	}
	return p
}

// target is the node that a daemon pod is for.
func target(p *core.Pod) string {
	if p.Spec.NodeName != "" {
		return p.Spec.NodeName
	}
	if p.Spec.Affinity == nil || p.Spec.Affinity.NodeAffinity == nil {
		return ""
	}
	for _, term := range p.Spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		for _, f := range term.MatchFields {
			if f.Key == "metadata.name" {
				return f.Values[0]
			}
		}
	}
	return ""
}

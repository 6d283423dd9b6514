package api_test

import (
	"reflect"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/rollscope/rollscope/core/api"
)

// pair is a type of ours and the upstream one it stands for.
type pair struct{ ours, theirs any }

// pairs lists the roots of the generated shapes.
func pairs() []pair {
	return []pair{
		{api.DaemonSet{}, appsv1.DaemonSet{}},
		{api.DaemonSetList{}, appsv1.DaemonSetList{}},
		{api.ControllerRevision{}, appsv1.ControllerRevision{}},
		{api.ControllerRevisionList{}, appsv1.ControllerRevisionList{}},
		{api.Pod{}, corev1.Pod{}},
		{api.PodList{}, corev1.PodList{}},
		{api.PodTemplate{}, corev1.PodTemplate{}},
		{api.Node{}, corev1.Node{}},
		{api.NodeList{}, corev1.NodeList{}},
		{api.Event{}, corev1.Event{}},
		{api.EventList{}, corev1.EventList{}},
		{api.Namespace{}, corev1.Namespace{}},
		{api.NamespaceList{}, corev1.NamespaceList{}},
		{api.Binding{}, corev1.Binding{}},
		{api.PriorityClass{}, schedulingv1.PriorityClass{}},
		{api.PriorityClassList{}, schedulingv1.PriorityClassList{}},
		{api.PodDisruptionBudget{}, policyv1.PodDisruptionBudget{}},
		{api.PodDisruptionBudgetList{}, policyv1.PodDisruptionBudgetList{}},
		{api.Eviction{}, policyv1.Eviction{}},
		{api.Status{}, metav1.Status{}},
		{api.LabelSelector{}, metav1.LabelSelector{}},
		{api.OwnerReference{}, metav1.OwnerReference{}},
		{api.DeleteOptions{}, metav1.DeleteOptions{}},
	}
}

// handWritten are upstream types whose fields we lay out ourselves.
var handWritten = map[reflect.Type]reflect.Type{
	reflect.TypeFor[resource.Quantity]():    reflect.TypeFor[api.Quantity](),
	reflect.TypeFor[intstr.IntOrString]():   reflect.TypeFor[api.IntOrString](),
	reflect.TypeFor[metav1.Time]():          reflect.TypeFor[api.Time](),
	reflect.TypeFor[metav1.MicroTime]():     reflect.TypeFor[api.MicroTime](),
	reflect.TypeFor[metav1.FieldsV1]():      reflect.TypeFor[api.FieldsV1](),
	reflect.TypeFor[runtime.RawExtension](): reflect.TypeFor[api.RawExtension](),
}

func TestGeneratedShapesEqualUpstream(t *testing.T) {
	c := comparer{t: t, seen: map[reflect.Type]bool{}}
	for _, p := range pairs() {
		c.compare(reflect.TypeOf(p.ours), reflect.TypeOf(p.theirs))
	}
	if c.fields < 700 {
		t.Errorf("compared only %d fields", c.fields)
	}
	t.Logf("%d structs, %d fields", len(c.seen), c.fields)
}

type comparer struct {
	t      *testing.T
	seen   map[reflect.Type]bool
	fields int
}

func (c *comparer) compare(ours, theirs reflect.Type) {
	if want, ok := handWritten[theirs]; ok {
		if ours != want {
			c.t.Errorf("%v stands for %v, want %v", ours, theirs, want)
		}
		return
	}
	if ours.Kind() != theirs.Kind() {
		c.t.Errorf("%v is a %v, %v a %v", ours, ours.Kind(), theirs, theirs.Kind())
		return
	}
	if !strings.HasSuffix(ours.Name(), theirs.Name()) {
		c.t.Errorf("%v stands for %v", ours, theirs)
	}
	switch ours.Kind() {
	case reflect.Map:
		c.compare(ours.Key(), theirs.Key())
		c.compare(ours.Elem(), theirs.Elem())
	case reflect.Pointer, reflect.Slice:
		c.compare(ours.Elem(), theirs.Elem())
	case reflect.Struct:
		c.compareFields(ours, theirs)
	}
}

func (c *comparer) compareFields(ours, theirs reflect.Type) {
	if c.seen[ours] {
		return
	}
	c.seen[ours] = true
	if ours.NumField() != theirs.NumField() {
		c.t.Errorf("%v has %d fields, %v %d", ours, ours.NumField(), theirs, theirs.NumField())
		return
	}
	for i := range ours.NumField() {
		a, b := ours.Field(i), theirs.Field(i)
		c.fields++
		if a.Name != b.Name || a.Anonymous != b.Anonymous || a.Tag.Get("json") != b.Tag.Get("json") {
			c.t.Errorf("%v.%s `%s` differs from %v.%s `%s`", ours, a.Name, a.Tag, theirs, b.Name, b.Tag)
		}
		c.compare(a.Type, b.Type)
	}
}

package recorder

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/kubernetes/pkg/controller"
)

// act does what an action says, without letting anything follow from it.
func (d *driver) act(a *Action) error {
	switch a.Do {
	case "apply":
		var set apps.DaemonSet
		if err := json.Unmarshal([]byte(a.Manifest), &set); err != nil {
			return err
		}
		return d.apply(&set)
	case "setImage":
		set := d.set(a.Set)
		set.Spec.Template.Spec.Containers[0].Image = a.Image
		return d.apply(set)
	case "addNode":
		d.putNode(&core.Node{}, a.Spec)
		return nil
	case "removeNode":
		d.store.remove(nodes, a.Node)
		return nil
	case "setNode":
		return d.setNode(a)
	case "createPod":
		p := &core.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: a.Pod, Labels: relabelled(nil, a.Labels)}}
		p.Spec = core.PodSpec{NodeName: a.Node, Containers: []core.Container{{Name: "app", Image: a.Image}}}
		p.Status.Phase = core.PodPending
		d.store.put(pods, p)
		return nil
	case "label", "deletePod", "markPod":
		return d.eachPod(a)
	case "delete":
		d.deleteSet(d.set(a.Set), a.Cascade)
		return nil
	case "collide":
		return d.collide(a)
	case "quota":
		d.quota = a.Count
		return nil
	case "tick":
		return nil
	}
	return fmt.Errorf("unknown action %q", a.Do)
}

func (d *driver) set(name string) *apps.DaemonSet {
	o := d.store.find(sets, "default/"+name)
	if o == nil {
		panic(d.s.Name + ": no DaemonSet " + name)
	}
	return o.(*apps.DaemonSet)
}

const templateGeneration = apps.DeprecatedTemplateGeneration

// apply creates or updates a DaemonSet as the API server does.
func (d *driver) apply(set *apps.DaemonSet) error {
	set.Namespace = "default"
	furnish(set)
	have, known := d.store.of[sets][keyOf(set)].(*apps.DaemonSet)
	if !known {
		set.Generation = 1
		set.Annotations = map[string]string{templateGeneration: "1"}
		d.store.put(sets, set)
		return nil
	}
	set.ObjectMeta = *have.ObjectMeta.DeepCopy()
	set.Status = *have.Status.DeepCopy()
	if !apiequality.Semantic.DeepEqual(set.Spec.Template, have.Spec.Template) {
		n, err := strconv.ParseInt(have.Annotations[templateGeneration], 10, 64)
		if err != nil {
			return err
		}
		set.Annotations[templateGeneration] = strconv.FormatInt(n+1, 10)
	}
	if reflect.DeepEqual(set.Spec, have.Spec) {
		return nil
	}
	set.Generation++
	d.store.put(sets, set)
	return nil
}

// furnish sets the defaults that the controller relies on.
func furnish(set *apps.DaemonSet) {
	u := &set.Spec.UpdateStrategy
	if u.Type == "" {
		u.Type = apps.RollingUpdateDaemonSetStrategyType
	}
	one, zero, ten := intstr.FromInt32(1), intstr.FromInt32(0), int32(10)
	if u.Type == apps.RollingUpdateDaemonSetStrategyType {
		if u.RollingUpdate == nil {
			u.RollingUpdate = &apps.RollingUpdateDaemonSet{}
		}
		if u.RollingUpdate.MaxUnavailable == nil {
			u.RollingUpdate.MaxUnavailable = &one
		}
		if u.RollingUpdate.MaxSurge == nil {
			u.RollingUpdate.MaxSurge = &zero
		}
	}
	if set.Spec.RevisionHistoryLimit == nil {
		set.Spec.RevisionHistoryLimit = &ten
	}
}

func (d *driver) putNode(n *core.Node, spec Node) {
	n.Name, n.Labels, n.Spec.Taints = spec.Name, spec.Labels, spec.Taints
	n.Status.Conditions = []core.NodeCondition{{Type: core.NodeReady, Status: core.ConditionTrue}}
	d.store.put(nodes, n)
}

func (d *driver) setNode(a *Action) error {
	n, ok := d.store.find(nodes, a.Node).(*core.Node)
	if !ok {
		return fmt.Errorf("no node %s", a.Node)
	}
	n.Labels = relabelled(n.Labels, a.Labels)
	if a.Taints != nil {
		n.Spec.Taints = *a.Taints
	}
	d.store.put(nodes, n)
	return nil
}

func relabelled(labels map[string]string, change map[string]*string) map[string]string {
	out := map[string]string{}
	for k, v := range labels {
		out[k] = v
	}
	for k, v := range change {
		if v == nil {
			delete(out, k)
		} else {
			out[k] = *v
		}
	}
	return out
}

// eachPod does something to the pods that an action names: by name, or those on
// a node that are not being deleted, of one DaemonSet where it names one. There
// may be none.
func (d *driver) eachPod(a *Action) error {
	list := slices.DeleteFunc(d.pods(), func(p *core.Pod) bool {
		return p.DeletionTimestamp != nil || a.Pod != "" && p.Name != a.Pod || a.Node != "" && target(p) != a.Node || a.Set != "" && ownerName(p) != a.Set
	})
	for _, p := range list {
		switch a.Do {
		case "label":
			p.Labels = relabelled(p.Labels, a.Labels)
			d.store.put(pods, p)
		case "deletePod":
			d.deletePod(p)
		default:
			d.mark(p, a.State)
		}
	}
	return nil
}

// mark pins a pod to a state.
func (d *driver) mark(p *core.Pod, state string) {
	d.watch(p).pinned = state != "auto"
	switch state {
	case "failed":
		p.Status.Phase = core.PodFailed
		setReady(p, false)
	case "succeeded":
		p.Status.Phase = core.PodSucceeded
		setReady(p, false)
	case "ready", "notReady":
		p.Status.Phase = core.PodRunning
		setReady(p, state == "ready")
	}
	d.store.put(pods, p)
}

// collide takes the name that the revision of a set with another image will want,
// for something else.
func (d *driver) collide(a *Action) error {
	set := d.set(a.Set)
	set.Spec.Template.Spec.Containers[0].Image = a.Image
	hash := controller.ComputeHash(&set.Spec.Template, set.Status.CollisionCount)
	d.store.put(revisions, &apps.ControllerRevision{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: a.Set + "-" + hash},
		Data:       runtime.RawExtension{Raw: []byte(`{"spec":{"template":{"spec":{},"$patch":"replace"}}}`)}, Revision: 1,
	})
	return nil
}

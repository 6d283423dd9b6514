package drain

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// Why kubectl drain lets a pod stop it, or mentions it.
//
// Upstream 1.37: kubectl pkg/drain/filters.go.
const (
	daemonSetFatal   = "DaemonSet-managed Pods (use --ignore-daemonsets to ignore)"
	daemonSetWarning = "ignoring DaemonSet-managed Pods"
	storageFatal     = "Pods with local storage (use --delete-emptydir-data to override)"
	storageWarning   = "deleting Pods with local storage"
	nakedFatal       = "Pods that declare no controller (use --force to override)"
	nakedWarning     = "deleting Pods that declare no controller"
)

// mirror is the annotation of a pod that the kubelet made from a file.
const mirror = "kubernetes.io/config.mirror"

// verdict is what is to become of a pod.
type verdict struct {
	evict          bool
	warning, fatal string
}

// list is the pods of a node with what is to become of each.
type list struct {
	pods     []*api.Pod
	verdicts []verdict
}

// judge judges the pods of a node.
//
// Upstream 1.37: kubectl pkg/drain/drain.go, GetPodsForDeletion and filterPods.
func (d *drainer) judge(node string) (*list, error) {
	selector, err := api.ParseSelector(d.podSelector)
	if err != nil {
		return nil, session.Errors{err}
	}
	l := &list{}
	for _, p := range d.Cluster.Pods("") {
		if p.Spec.NodeName != node || !selector.Matches(p.Labels) {
			continue
		}
		v := verdict{evict: true}
		for _, filter := range []func(*api.Pod) verdict{d.deleted, d.ofDaemonSet, ofFile, d.storage, d.naked} {
			if v = filter(p); !v.evict {
				break
			}
		}
		l.pods, l.verdicts = append(l.pods, p), append(l.verdicts, v)
	}
	return l, nil
}

// deleted passes over pods that were deleted long ago.
func (d *drainer) deleted(p *api.Pod) verdict { return verdict{evict: !d.skips(p)} }

// skips says whether a pod was deleted so long ago that it is not waited for.
func (d *drainer) skips(p *api.Pod) bool {
	return d.skipAfter > 0 && p.DeletionTimestamp != nil && int(d.Now().Sub(p.DeletionTimestamp.Time).Seconds()) > d.skipAfter
}

// ofDaemonSet lets daemon pods stay, which would come back at once.
func (d *drainer) ofDaemonSet(p *api.Pod) verdict {
	owner := print.Controller(p.OwnerReferences)
	if owner == nil || owner.Kind != "DaemonSet" || owner.APIVersion != "apps/v1" || finished(p) {
		return verdict{evict: true}
	}
	_, err := kinds.Named("DaemonSet").Find(d.Cluster, p.Namespace, owner.Name)
	switch {
	case err != nil && session.IsNotFound(err) && d.force:
		return verdict{evict: true, warning: err.Error()}
	case err != nil:
		return verdict{fatal: err.Error()}
	case !d.ignoreDaemonSets:
		return verdict{fatal: daemonSetFatal}
	}
	return verdict{warning: daemonSetWarning}
}

// ofFile lets the kubelet's own pods stay.
func ofFile(p *api.Pod) verdict {
	_, found := p.Annotations[mirror]
	return verdict{evict: !found}
}

// storage stops at pods that would lose what they have written.
func (d *drainer) storage(p *api.Pod) verdict {
	local := false
	for i := range p.Spec.Volumes {
		local = local || p.Spec.Volumes[i].EmptyDir != nil
	}
	switch {
	case !local || finished(p):
		return verdict{evict: true}
	case !d.deleteEmptyDir:
		return verdict{fatal: storageFatal}
	}
	return verdict{evict: true, warning: storageWarning}
}

// naked stops at pods that nothing would make again.
func (d *drainer) naked(p *api.Pod) verdict {
	switch {
	case finished(p) || print.Controller(p.OwnerReferences) != nil:
		return verdict{evict: true}
	case d.force:
		return verdict{evict: true, warning: nakedWarning}
	}
	return verdict{fatal: nakedFatal}
}

func finished(p *api.Pod) bool {
	return p.Status.Phase == api.PodSucceeded || p.Status.Phase == api.PodFailed
}

// evicted are the pods that are to go.
func (l *list) evicted() []*api.Pod {
	var out []*api.Pod
	for i, p := range l.pods {
		if l.verdicts[i].evict {
			out = append(out, p)
		}
	}
	return out
}

// grouped names the pods of each reason, in the order in which the reasons come up.
// Differs: upstream leaves the order open.
func (l *list) grouped(reason func(verdict) string) []string {
	var order []string
	pods := map[string][]string{}
	for i, p := range l.pods {
		why := reason(l.verdicts[i])
		if why == "" {
			continue
		}
		if pods[why] == nil {
			order = append(order, why)
		}
		pods[why] = append(pods[why], p.Namespace+"/"+p.Name)
	}
	for i, why := range order {
		order[i] = why + ": " + strings.Join(pods[why], ", ")
	}
	return order
}

// warnings says what is passed over and what is lost.
func (l *list) warnings() string {
	return strings.Join(l.grouped(func(v verdict) string { return v.warning }), "; ")
}

// fatal says why the node cannot be drained.
func (l *list) fatal() session.Errors {
	var errs session.Errors
	for _, why := range l.grouped(func(v verdict) string { return v.fatal }) {
		errs = append(errs, fmt.Errorf("cannot delete %s", why))
	}
	return errs
}

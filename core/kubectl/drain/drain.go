package drain

import (
	"errors"
	"time"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/kubectl/session"
	"github.com/rollscope/rollscope/core/kubectl/tree"
	"github.com/rollscope/rollscope/core/state"
)

// drainer is one kubectl drain.
type drainer struct {
	*command
	force, ignoreDaemonSets bool
	deleteEmptyDir          bool
	disableEviction         bool
	podSelector             string
	grace                   int // seconds; negative is each pod's own
	skipAfter               int // seconds since a pod's deletion
	timeout                 time.Duration
	deadline                state.Time // when there is no more waiting; state.Never for no timeout
}

// Drain is kubectl drain. It lets time go on until the pods are gone.
//
// Upstream 1.37: kubectl pkg/cmd/drain/drain.go, RunDrain.
func Drain(s *session.Session, args []string) error {
	d := &drainer{command: newCommand(s, "drain"), grace: -1}
	d.flags.Bool(&d.force, "force")
	d.flags.Bool(&d.ignoreDaemonSets, "ignore-daemonsets")
	d.flags.Bool(&d.deleteEmptyDir, "delete-emptydir-data")
	d.flags.Bool(&d.disableEviction, "disable-eviction")
	d.flags.String(&d.podSelector, "pod-selector")
	d.flags.Int(&d.grace, "grace-period")
	d.flags.Int(&d.skipAfter, "skip-wait-for-delete-timeout")
	d.flags.Duration(&d.timeout, "timeout")
	if err := d.find(args); err != nil {
		return err
	}
	if _, err := api.ParseSelector(d.podSelector); err != nil {
		return errors.New("--pod-selector=<pod_selector> must be a valid label selector")
	}
	d.mark(true)
	var failed []string
	var errs []error
	for _, o := range d.nodes {
		err := d.empty(o.Meta.Name)
		if err == nil {
			if err := d.results.Result(o, "drained"); err != nil {
				return err
			}
			continue
		}
		d.Errf("error: unable to drain node %q due to error: %v, continuing command...", o.Meta.Name, summary(err))
		failed, errs = append(failed, o.Meta.Name), append(errs, err)
	}
	if len(failed) == 0 {
		return nil
	}
	d.Errf("There are pending nodes to be drained:")
	for _, name := range failed {
		d.Errf(" %s", name)
	}
	if len(errs) == 1 {
		return errs[0]
	}
	for i, err := range errs {
		errs[i] = summary(err)
	}
	return session.Errors(errs)
}

// empty evicts the pods of one node.
//
// Upstream 1.37: kubectl pkg/cmd/drain/drain.go, deleteOrEvictPodsSimple.
func (d *drainer) empty(node string) error {
	l, err := d.judge(node)
	if err != nil {
		return err
	}
	if fatal := l.fatal(); len(fatal) > 0 {
		return fatal
	}
	if text := l.warnings(); text != "" {
		d.Warn("%s", text)
	}
	pods := l.evicted()
	if d.results.DryRun() == session.ClientDryRun {
		for _, p := range pods {
			d.Outf("evicting pod %s/%s (dry run)", p.Namespace, p.Name)
		}
		return nil
	}
	if d.disableEviction {
		err = d.deleteAll(pods)
	} else {
		err = d.evictAll(pods)
	}
	if err != nil {
		d.pending(node, summary(err))
	}
	return err
}

// pending names the pods that are still there after an error.
func (d *drainer) pending(node string, err error) {
	l, failure := d.judge(node)
	if failure != nil {
		d.Errf("Following errors occurred while getting the list of pods to delete:\n%s", failure)
		return
	}
	if pods := l.evicted(); len(pods) > 0 {
		d.Errf("There are pending pods in node %q when an error occurred: %v", node, err)
		for _, p := range pods {
			d.Errf("pod/%s", p.Name)
		}
	}
	if fatal := l.fatal(); len(fatal) > 0 {
		d.Err("Following errors occurred while getting the list of pods to delete:\n" + summary(fatal).Error())
	}
}

// say writes what became of a pod.
func (d *drainer) say(p *api.Pod, operation string) {
	o := tree.Map{"apiVersion": "v1", "kind": "Pod", "metadata": tree.Map{"name": p.Name}}
	if err := d.results.Object(o, operation); err != nil {
		d.Errf("error: %v", err)
	}
}

// deletion is the options for deleting a pod.
func (d *drainer) deletion() core.DeleteOptions {
	if d.grace < 0 {
		return core.DeleteOptions{}
	}
	seconds := int64(d.grace)
	return core.DeleteOptions{GraceSeconds: &seconds}
}

// evict asks for the eviction of a pod.
func (d *drainer) evict(p *api.Pod) error {
	switch {
	case d.results.DryRun() == session.ServerDryRun:
		return d.Cluster.Fork().Evict(p.Namespace, p.Name)
	case d.grace < 0:
		return d.Cluster.Evict(p.Namespace, p.Name)
	}
	if err := d.Cluster.Fork().Evict(p.Namespace, p.Name); err != nil {
		return err
	}
	return d.Cluster.Delete("Pod", p.Namespace, p.Name, d.deletion())
}

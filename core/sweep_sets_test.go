package core

import (
	"fmt"

	"github.com/rollscope/rollscope/core/api"
)

// What happens to DaemonSets on a day.

// wish is a DaemonSet as somebody wants it, with the templates it had before.
type wish struct {
	object *api.DaemonSet
	past   []api.PodTemplateSpec
}

// newSet creates a DaemonSet that is different each time.
func (s *sweep) newSet(name string) {
	d := &api.DaemonSet{}
	d.Name, d.Namespace = name, "default"
	labels := map[string]string{"app": name}
	d.Spec.Selector = &api.LabelSelector{MatchLabels: labels}
	d.Spec.Template.Labels = labels
	d.Spec.Template.Spec.Containers = []api.Container{{Name: "app", Image: "agent:1"}}
	w := &wish{object: d}
	for range s.rng.IntN(5) {
		s.note("  %s", s.mutate(d))
	}
	err := s.c.Create(d)
	s.try(err, "create daemonset %s", name)
	if err == nil {
		s.sets = append(s.sets, w)
	}
}

// set is one of the sets that exist, nil when there is none.
func (s *sweep) set() *wish {
	var here []*wish
	for _, w := range s.sets {
		if s.c.findSet("default", w.object.Name) != nil {
			here = append(here, w)
		}
	}
	if len(here) == 0 {
		return nil
	}
	return here[s.rng.IntN(len(here))]
}

// change edits a DaemonSet in one or two ways.
func (s *sweep) change() {
	w := s.set()
	if w == nil {
		s.newSet("agent")
		return
	}
	next := w.object.DeepCopy()
	what := s.mutate(next)
	if s.chance(3) {
		what += ", " + s.mutate(next)
	}
	s.update(w, next, what)
}

func (s *sweep) update(w *wish, next *api.DaemonSet, what string) {
	err := s.c.Update(next.DeepCopy())
	s.try(err, "update %s: %s", next.Name, what)
	if err == nil {
		w.past = append(w.past, w.object.Spec.Template)
		w.object = next
	}
}

// undo goes back to a template of the past.
func (s *sweep) undo() {
	w := s.set()
	if w == nil || len(w.past) == 0 {
		return
	}
	next := w.object.DeepCopy()
	i := s.rng.IntN(len(w.past))
	next.Spec.Template = *w.past[i].DeepCopy()
	s.update(w, next, fmt.Sprint("template ", i, " again"))
}

func (s *sweep) second() { s.newSet(pickOne(s, "second", "agent")) }

func (s *sweep) removeSet() {
	if w := s.set(); w != nil {
		how := pickOne(s, Background, Foreground, Orphan)
		s.try(s.c.Delete("DaemonSet", "default", w.object.Name, DeleteOptions{Propagation: how}), "delete daemonset %s, %s", w.object.Name, how)
	}
}

func (s *sweep) removeRevision() {
	if revisions := s.c.Revisions(""); len(revisions) > 0 {
		r := revisions[s.rng.IntN(len(revisions))]
		s.try(s.c.Delete("ControllerRevision", r.Namespace, r.Name, DeleteOptions{}), "delete revision %s", r.Name)
	}
}

// mutate changes a DaemonSet in one way and says which.
func (s *sweep) mutate(d *api.DaemonSet) string {
	spec := &d.Spec.Template.Spec
	app := &spec.Containers[0]
	switch s.rng.IntN(17) {
	default:
		app.Image = pickOne(s, "agent:1", "agent:2", "agent:3", "agent:4")
		return "image " + app.Image
	case 0:
		d.Spec.Template.Annotations = map[string]string{restartedAt: fmt.Sprint(len(s.did))}
		return "restart"
	case 1, 2:
		return s.strategy(d)
	case 3:
		d.Spec.MinReadySeconds = pickOne[int32](s, 0, 5, 30)
		return fmt.Sprint("minReadySeconds ", d.Spec.MinReadySeconds)
	case 4:
		spec.NodeSelector = pickOne(s, nil, map[string]string{"disk": "ssd"})
		return fmt.Sprint("nodeSelector ", spec.NodeSelector)
	case 5:
		return s.affinity(spec)
	case 6, 7:
		spec.Tolerations = pickOne(s, nil, []api.Toleration{{Operator: api.TolerationOpExists}},
			[]api.Toleration{{Key: "dedicated", Value: "infra", Effect: api.TaintEffectNoSchedule}},
			[]api.Toleration{{Key: "dedicated", Operator: api.TolerationOpExists, Effect: api.TaintEffectNoExecute, TolerationSeconds: new(int64(20))}},
			[]api.Toleration{{Key: "node.kubernetes.io/unreachable", Effect: api.TaintEffectNoExecute, TolerationSeconds: new(int64(30))}})
		return fmt.Sprintf("tolerations %+v", spec.Tolerations)
	case 8:
		cpu := pickOne(s, "", "100m", "600m", "5")
		app.Resources.Requests = nil
		if cpu != "" {
			app.Resources.Requests = api.ResourceList{api.ResourceCPU: api.MustParseQuantity(cpu)}
		}
		return "cpu " + cpu
	case 9:
		app.Ports = pickOne(s, nil, []api.ContainerPort{{ContainerPort: 9100, HostPort: 9100}})
		return fmt.Sprintf("ports %+v", app.Ports)
	case 10:
		spec.PriorityClassName = pickOne(s, "", "low", "high", "system-node-critical")
		return "priority " + spec.PriorityClassName
	case 11:
		spec.TerminationGracePeriodSeconds = pickOne(s, nil, new(int64(0)), new(int64(1)), new(int64(60)))
		return "grace period"
	case 12:
		return s.probes(app)
	case 13:
		return s.inits(spec)
	case 14:
		d.Spec.RevisionHistoryLimit = pickOne(s, nil, new(int32(0)), new(int32(1)))
		return "revisionHistoryLimit"
	case 15:
		spec.NodeName = pickOne(s, "", "", "n00")
		return "nodeName " + spec.NodeName
	}
}

func (s *sweep) strategy(d *api.DaemonSet) string {
	if s.chance(6) {
		d.Spec.UpdateStrategy = api.DaemonSetUpdateStrategy{Type: api.OnDeleteDaemonSetStrategyType}
		return "OnDelete"
	}
	unavailable, surge := "0", pickOne(s, "1", "2", "25%", "100%")
	if s.chance(2) {
		unavailable, surge = pickOne(s, "1", "2", "3", "10%", "50%", "100%"), "0"
	}
	u, g := api.ParseIntOrString(unavailable), api.ParseIntOrString(surge)
	d.Spec.UpdateStrategy = api.DaemonSetUpdateStrategy{
		Type:          api.RollingUpdateDaemonSetStrategyType,
		RollingUpdate: &api.RollingUpdateDaemonSet{MaxUnavailable: &u, MaxSurge: &g},
	}
	return "maxUnavailable " + unavailable + ", maxSurge " + surge
}

func (s *sweep) affinity(spec *api.PodSpec) string {
	spec.Affinity = nil
	if s.chance(2) {
		return "no affinity"
	}
	spec.Affinity = &api.Affinity{NodeAffinity: &api.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &api.NodeSelector{
		NodeSelectorTerms: []api.NodeSelectorTerm{{MatchExpressions: []api.NodeSelectorRequirement{
			pickOne(s, api.NodeSelectorRequirement{Key: api.LabelTopologyZone, Operator: api.NodeSelectorOpNotIn, Values: []string{"b"}},
				api.NodeSelectorRequirement{Key: "extra", Operator: api.NodeSelectorOpDoesNotExist}),
		}}},
	}}}
	return "affinity " + spec.Affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms[0].MatchExpressions[0].Key
}

func (s *sweep) probes(app *api.Container) string {
	probe := func() *api.Probe {
		p := &api.Probe{PeriodSeconds: pickOne[int32](s, 1, 5), InitialDelaySeconds: pickOne[int32](s, 0, 3), FailureThreshold: pickOne[int32](s, 1, 3)}
		p.TCPSocket = &api.TCPSocketAction{Port: api.ParseIntOrString("80")}
		return p
	}
	app.ReadinessProbe, app.LivenessProbe, app.StartupProbe, app.Lifecycle = nil, nil, nil, nil
	if s.chance(2) {
		app.ReadinessProbe = probe()
	}
	if s.chance(3) {
		app.LivenessProbe = probe()
	}
	if s.chance(4) {
		app.StartupProbe = probe()
	}
	if s.chance(4) {
		app.Lifecycle = &api.Lifecycle{PreStop: &api.LifecycleHandler{Sleep: &api.SleepAction{Seconds: 3}}}
	}
	return fmt.Sprintf("probes %v %v %v, preStop %v", app.ReadinessProbe != nil, app.LivenessProbe != nil, app.StartupProbe != nil, app.Lifecycle != nil)
}

func (s *sweep) inits(spec *api.PodSpec) string {
	spec.InitContainers = nil
	if s.chance(2) {
		return "no init containers"
	}
	c := api.Container{Name: "init", Image: "init:1"}
	if s.chance(2) {
		always := api.ContainerRestartPolicyAlways
		c.RestartPolicy = &always
	}
	spec.InitContainers = []api.Container{c}
	return fmt.Sprint("init container, sidecar ", c.RestartPolicy != nil)
}

package scheduler

import (
	"sort"
	"strings"

	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Check is the answer of one filter about one pod and one node.
type Check struct {
	Component string // who decides: default-scheduler
	Check     string // the plugin: NodeResourcesFit, …
	OK        bool
	Message   string // upstream's text when it is not OK; "" otherwise
	Fix       string // the smallest change that would make it OK, in English; "" when it is
	// Help is Fix with its code, for other languages.
	Help reason.Reason
}

// Explain runs every filter, in order, and says of each whether the pod passes.
// The scheduler itself stops at the first that it does not pass. If one fails,
// the last check says what preemption makes of it.
func Explain(o Observed) []Check {
	if d, out := outside(&o); out {
		return []Check{{Component: Source, Check: "SchedulingQueue", Message: d.Why.Sentence(reason.English), Help: d.Why}}
	}
	if o.Target == nil {
		return []Check{gone()}
	}
	s := sceneOf(&o)
	return explain(&o, &s)
}

// ExplainTemplate explains a pod that does not exist yet: one made from the
// template and meant for the node. The pods are those that occupy the node;
// nodes is how many nodes the cluster has.
func ExplainTemplate(t *state.Template, node *state.Node, pods []*state.Pod, nodes int) []Check {
	namespace := t.Meta.Namespace
	if namespace == "" {
		namespace = "default"
	}
	return Explain(Observed{
		Pod: &state.Pod{
			ID: state.None, Namespace: namespace, Name: t.Meta.Name, Set: state.None, Template: t,
			Target: node.ID, Node: state.None, Deleted: state.Never, Started: state.Never, Nominated: state.None,
		},
		Target: node,
		Pods:   pods,
		Nodes:  nodes,
	})
}

func explain(o *Observed, s *scene) []Check {
	checks := make([]Check, 0, len(filters)+1)
	var failed *verdict
	for i := range filters {
		f := &filters[i]
		v := f.run(s)
		if v.ok() {
			checks = append(checks, Check{Component: Source, Check: f.name, OK: true})
			continue
		}
		if failed == nil {
			failed = &v
		}
		_, fix := f.explain(s)
		checks = append(checks, checkOf(f, v, fix))
	}
	if failed != nil {
		checks = append(checks, preemption(o, s, *failed))
	}
	return checks
}

func checkOf(f *filter, v verdict, fix reason.Reason) Check {
	return Check{
		Component: Source,
		Check:     f.name,
		Message:   strings.Join(v.failures, ", "),
		Fix:       fix.Sentence(reason.English),
		Help:      fix,
	}
}

// preemption is the check of the plugin that makes room.
func preemption(o *Observed, s *scene, failed verdict) Check {
	result := preempt(o, s, failed)
	c := Check{Component: Source, Check: "DefaultPreemption", OK: result.nominate, Message: "preemption: " + result.text}
	if c.OK || failed.unresolvable || s.t.PreemptNever || result.waiting {
		return c
	}
	if above, ok := s.enoughPriority(); ok {
		c.Help = reason.Reason{Code: reason.FixPriority, Node: s.node.Name(), N: int64(above)}
		c.Fix = c.Help.Sentence(reason.English)
	}
	return c
}

// enoughPriority is the lowest priority that the pod would have to exceed for
// preemption to let it fit.
func (s *scene) enoughPriority() (int32, bool) {
	pods := append([]*state.Pod(nil), s.pods...)
	sort.SliceStable(pods, func(i, j int) bool { return pods[i].Template.Priority < pods[j].Template.Priority })
	for i := range pods {
		level := pods[i].Template.Priority
		if i+1 < len(pods) && pods[i+1].Template.Priority == level {
			continue
		}
		if level >= s.t.Priority && s.with(pods[i+1:]).first().ok() {
			return level, true
		}
	}
	return 0, false
}

// gone is the check of a pod whose node does not exist.
func gone() Check {
	help := reason.Reason{Code: reason.FixNodeGone}
	return Check{Component: Source, Check: "NodeAffinity", Message: excludedText, Fix: help.Sentence(reason.English), Help: help}
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

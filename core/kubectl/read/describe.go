package read

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/describe"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/print"
	"github.com/rollscope/rollscope/core/kubectl/session"
)

// Describe is kubectl describe.
//
// Upstream 1.37: kubectl pkg/cmd/describe/describe.go.
func Describe(s *session.Session, args []string) error {
	var sel session.Selection
	showEvents := true
	f := s.Flags("describe")
	f.List(&sel.Files.Names, "filename/f")
	f.Bool(&sel.Files.Recursive, "recursive/R")
	f.String(&sel.Labels, "selector/l")
	f.Bool(&sel.AllNamespaces, "all-namespaces/A")
	f.Bool(&showEvents, "show-events")
	f.Absent("kustomize/k")
	words, err := f.Parse(args)
	if err != nil {
		return err
	}
	if len(words) == 0 && len(sel.Files.Names) == 0 {
		return fmt.Errorf("You must specify the type of resource to describe. Use \"kubectl api-resources\" for a complete list of supported resources.\n")
	}
	sel.Everything = true
	found, err := s.Find(sel, words)
	if err != nil {
		return err
	}
	var objects []kinds.Object
	errs := found.Errs
	for _, t := range found.Targets {
		o, err := s.Object(t)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		objects = append(objects, o)
	}
	if (len(errs) > 0 || len(objects) > 1) && !f.Given("show-events") {
		showEvents = false
	}
	if len(errs) > 0 && len(words) == 2 && session.IsNotFound(errs[0]) {
		return byPrefix(s, words, errs[0], showEvents)
	}
	for i, o := range objects {
		text := page(s, o, showEvents)
		if i > 0 {
			text = "\n\n" + text
		}
		s.Out(text)
	}
	if len(objects) == 0 && len(errs) == 0 {
		if sel.AllNamespaces {
			s.Errf("No resources found")
		} else {
			s.Errf("No resources found in %s namespace.", s.Namespace)
		}
	}
	return session.Join(errs)
}

// byPrefix describes all objects whose names begin with a word.
func byPrefix(s *session.Session, words []string, notFound error, showEvents bool) error {
	k, err := kinds.Lookup(words[0])
	if err != nil {
		return err
	}
	namespace := s.Namespace
	if !k.Namespaced {
		namespace = ""
	}
	found := false
	for _, o := range k.List(s.Cluster, namespace) {
		if strings.HasPrefix(o.Meta.Name, words[1]) {
			found = true
			s.Out(page(s, o, showEvents) + "\n")
		}
	}
	if !found {
		return notFound
	}
	return nil
}

// page is the description of an object.
func page(s *session.Session, o kinds.Object, showEvents bool) string {
	around := describe.Surroundings{Now: s.Now(), Quiet: !showEvents}
	if showEvents {
		around.Events = about(s, o)
	}
	switch v := o.Value.(type) {
	case *api.DaemonSet:
		around.Pods = owned(s, v)
		return describe.DaemonSet(v, around)
	case *api.Pod:
		return describe.Pod(v, around)
	case *api.Node:
		around.Pods = running(s, v.Name)
		around.Lease = lease(v)
		return describe.Node(v, around)
	case *api.PodDisruptionBudget:
		return describe.PodDisruptionBudget(v, around)
	case *api.PriorityClass:
		return describe.PriorityClass(v, around)
	}
	return describe.Generic(o.Tree(), around)
}

// about are the Events about an object. Those from before it came to be are
// about another one of the same name.
func about(s *session.Session, o kinds.Object) []*api.Event {
	var out []*api.Event
	for _, e := range s.Cluster.KubernetesEvents("") {
		about := &e.InvolvedObject
		if about.Kind == o.Kind.Name && about.Name == o.Meta.Name && about.Namespace == o.Meta.Namespace &&
			!e.LastTimestamp.Before(&o.Meta.CreationTimestamp) {
			out = append(out, e)
		}
	}
	return out
}

// owned are the pods that a DaemonSet owns and selects.
func owned(s *session.Session, ds *api.DaemonSet) []*api.Pod {
	selector := api.SelectorFrom(ds.Spec.Selector)
	var out []*api.Pod
	for _, p := range s.Cluster.Pods(ds.Namespace) {
		owner := print.Controller(p.OwnerReferences)
		if owner != nil && owner.UID == ds.UID && selector.Matches(p.Labels) {
			out = append(out, p)
		}
	}
	return out
}

// running are the pods on a node that have not ended.
func running(s *session.Session, node string) []*api.Pod {
	var out []*api.Pod
	for _, p := range s.Cluster.Pods("") {
		if p.Spec.NodeName == node && p.Status.Phase != api.PodSucceeded && p.Status.Phase != api.PodFailed {
			out = append(out, p)
		}
	}
	return out
}

// lease makes a node's lease up from when its kubelet was heard last.
func lease(n *api.Node) *describe.Lease {
	l := &describe.Lease{Holder: n.Name, Renewed: n.CreationTimestamp}
	for _, c := range n.Status.Conditions {
		if c.Type == api.NodeReady && !c.LastHeartbeatTime.IsZero() {
			l.Renewed = c.LastHeartbeatTime
		}
	}
	return l
}

package session

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/kinds"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// labels are the labels a manifest has.
func (t Target) labels() map[string]string {
	return tree.Labels(tree.At(t.Manifest.Tree, "metadata", "labels"))
}

// list lists the objects of a kind that a selection picks.
func (s *Session) list(k kinds.Kind, namespace string, sel Selection) ([]kinds.Object, error) {
	labels, err := api.ParseSelector(sel.Labels)
	if err != nil {
		return nil, unfound(k, sel, &core.APIError{Reason: "BadRequest", Message: err.Error()})
	}
	fields, err := parseFields(k, sel.Fields)
	if err != nil {
		return nil, unfound(k, sel, err)
	}
	var out []kinds.Object
	for _, o := range k.List(s.Cluster, namespace) {
		if labels.Matches(o.Meta.Labels) && fields.match(o) {
			out = append(out, o)
		}
	}
	return out, nil
}

// unfound is an error about listing, with what was asked for.
//
// Upstream 1.37: cli-runtime pkg/resource/helper.go, EnhanceListError.
func unfound(k kinds.Kind, sel Selection, err error) error {
	status, ok := Status(err)
	if !ok {
		return err
	}
	return &core.APIError{Reason: status.Reason, Message: fmt.Sprintf(
		"Unable to find %q that match label selector %q, field selector %q: %s",
		k.Group+"/"+k.Version+", Resource="+k.Plural, sel.Labels, sel.Fields, status.Message)}
}

// fieldTerm is one comparison of a field selector.
type fieldTerm struct {
	name, value string
	not         bool
}

type fieldTerms []fieldTerm

// parseFields reads a field selector such as spec.nodeName=n1,status.phase!=Running.
//
// Upstream 1.37: apimachinery pkg/fields/selector.go, ParseSelector; the names
// each kind knows are in the conversion.go and strategy.go of its API group.
func parseFields(k kinds.Kind, text string) (fieldTerms, error) {
	var out fieldTerms
	for _, part := range strings.Split(text, ",") {
		if part == "" {
			continue
		}
		var t fieldTerm
		found := false
		for _, op := range []string{"!=", "==", "="} {
			if t.name, t.value, found = strings.Cut(part, op); found {
				t.not = op == "!="
				break
			}
		}
		if !found {
			return nil, &core.APIError{
				Reason:  "BadRequest",
				Message: fmt.Sprintf("invalid selector: '%s'; can't understand '%s'", text, part),
			}
		}
		if !strings.Contains(" "+fieldsOf(k)+" ", " "+t.name+" ") {
			return nil, &core.APIError{Reason: "BadRequest", Message: unknownField(k, t.name)}
		}
		out = append(out, t)
	}
	return out, nil
}

// fieldsOf are the fields by which objects of a kind can be selected.
func fieldsOf(k kinds.Kind) string {
	const always = "metadata.name metadata.namespace"
	switch k.Name {
	case "Pod":
		return always + " spec.nodeName spec.restartPolicy spec.schedulerName spec.serviceAccountName spec.hostNetwork " +
			"status.phase status.podIP status.podIPs status.nominatedNodeName"
	case "Node":
		return "metadata.name spec.unschedulable"
	case "Event":
		return always + " involvedObject.kind involvedObject.namespace involvedObject.name involvedObject.uid " +
			"involvedObject.apiVersion involvedObject.fieldPath reason reportingComponent source type"
	}
	return always
}

func unknownField(k kinds.Kind, name string) string {
	switch k.Name {
	case "Pod", "Node", "Event":
		return "field label not supported: " + name
	}
	return fmt.Sprintf("%q is not a known field selector: only \"metadata.name\", \"metadata.namespace\"", name)
}

// match says whether an object meets all terms.
func (ts fieldTerms) match(o kinds.Object) bool {
	for _, t := range ts {
		if (fieldOf(o, t.name) == t.value) == t.not {
			return false
		}
	}
	return true
}

// fieldOf is the value of a field by which objects can be selected.
func fieldOf(o kinds.Object, name string) string {
	switch name {
	case "metadata.name":
		return o.Meta.Name
	case "metadata.namespace":
		return o.Meta.Namespace
	}
	switch v := o.Value.(type) {
	case *api.Pod:
		return podField(v, name)
	case *api.Node:
		return strconv.FormatBool(v.Spec.Unschedulable)
	case *api.Event:
		return eventField(v, name)
	}
	return ""
}

func podField(p *api.Pod, name string) string {
	switch name {
	case "spec.nodeName":
		return p.Spec.NodeName
	case "spec.restartPolicy":
		return string(p.Spec.RestartPolicy)
	case "spec.schedulerName":
		return p.Spec.SchedulerName
	case "spec.serviceAccountName":
		return p.Spec.ServiceAccountName
	case "spec.hostNetwork":
		return strconv.FormatBool(p.Spec.HostNetwork)
	case "status.phase":
		return string(p.Status.Phase)
	case "status.podIP", "status.podIPs":
		return p.Status.PodIP
	}
	return p.Status.NominatedNodeName
}

func eventField(e *api.Event, name string) string {
	switch name {
	case "involvedObject.kind":
		return e.InvolvedObject.Kind
	case "involvedObject.namespace":
		return e.InvolvedObject.Namespace
	case "involvedObject.name":
		return e.InvolvedObject.Name
	case "involvedObject.uid":
		return string(e.InvolvedObject.UID)
	case "involvedObject.apiVersion":
		return e.InvolvedObject.APIVersion
	case "involvedObject.fieldPath":
		return e.InvolvedObject.FieldPath
	case "reason":
		return e.Reason
	case "type":
		return e.Type
	}
	if e.Source.Component != "" {
		return e.Source.Component
	}
	return e.ReportingController
}

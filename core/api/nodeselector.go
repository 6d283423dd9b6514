package api

import "slices"

// fieldNodeName is the only field of a node that a term may ask for.
const fieldNodeName = "metadata.name"

// RequiredNodeAffinity is where a pod may run at all: every label of its nodeSelector must be
// there and, if it has required node affinity, one of the terms must hold.
// The zero value allows every node. It never changes.
//
// Upstream 1.37: component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go.
type RequiredNodeAffinity struct {
	labels   Selector
	terms    []nodeTerm
	hasTerms bool // whether any term was asked for; then none left means no node
}

// nodeTerm holds if both its parts do.
type nodeTerm struct {
	labels Selector
	fields []nodeField
}

// nodeField compares a field of the node with a value; fields other than the name are empty.
type nodeField struct {
	key, value string
	not        bool
}

// NewRequiredNodeAffinity reads a pod's two ways to name its nodes. An empty term, and a term
// that validation would refuse, matches no node.
//
// Upstream 1.37: component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go, NewRequiredNodeAffinity.
func NewRequiredNodeAffinity(nodeSelector map[string]string, affinity *Affinity) RequiredNodeAffinity {
	a := RequiredNodeAffinity{labels: SelectorFromLabels(nodeSelector)}
	if affinity == nil || affinity.NodeAffinity == nil {
		return a
	}
	required := affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
	if required == nil {
		return a
	}
	a.hasTerms = true
	for i := range required.NodeSelectorTerms {
		if term, ok := newNodeTerm(&required.NodeSelectorTerms[i]); ok {
			a.terms = append(a.terms, term)
		}
	}
	return a
}

// Matches reports whether a node of this name with these labels is allowed.
func (a *RequiredNodeAffinity) Matches(name string, labels map[string]string) bool {
	return a.MatchesSelector(labels) && a.MatchesTerms(name, labels)
}

// MatchesSelector reports whether the nodeSelector alone allows the node.
func (a *RequiredNodeAffinity) MatchesSelector(labels map[string]string) bool {
	return a.labels.Matches(labels)
}

// MatchesTerms reports whether the node affinity alone allows the node.
func (a *RequiredNodeAffinity) MatchesTerms(name string, labels map[string]string) bool {
	if !a.hasTerms {
		return true
	}
	for i := range a.terms {
		if a.terms[i].matches(name, labels) {
			return true
		}
	}
	return false
}

// NamesNodes reports whether the answer can depend on a node's name, so that nodes with equal
// labels need not get equal answers.
func (a *RequiredNodeAffinity) NamesNodes() bool {
	return slices.ContainsFunc(a.terms, func(t nodeTerm) bool { return len(t.fields) > 0 })
}

// Matches reports whether the term holds for a node of this name with these labels.
// An empty term holds for none, and neither does one that validation would refuse.
func (t *NodeSelectorTerm) Matches(name string, labels map[string]string) bool {
	term, ok := newNodeTerm(t)
	return ok && term.matches(name, labels)
}

// newNodeTerm is false for a term that matches no node.
func newNodeTerm(t *NodeSelectorTerm) (nodeTerm, bool) {
	if len(t.MatchExpressions)+len(t.MatchFields) == 0 {
		return nodeTerm{}, false
	}
	requirements := make([]requirement, 0, len(t.MatchExpressions))
	for i := range t.MatchExpressions {
		e := &t.MatchExpressions[i]
		requirements = append(requirements, requirement{key: e.Key, op: nodeOperator(e.Operator), values: e.Values})
	}
	selector, ok := newSelector(requirements)
	term := nodeTerm{labels: selector}
	for i := range t.MatchFields {
		f := &t.MatchFields[i]
		known := f.Operator == NodeSelectorOpIn || f.Operator == NodeSelectorOpNotIn
		if !known || len(f.Values) != 1 {
			return nodeTerm{}, false
		}
		term.fields = append(term.fields, nodeField{f.Key, f.Values[0], f.Operator == NodeSelectorOpNotIn})
	}
	return term, ok
}

func nodeOperator(op NodeSelectorOperator) operator {
	switch op {
	case NodeSelectorOpIn:
		return opIn
	case NodeSelectorOpNotIn:
		return opNotIn
	case NodeSelectorOpExists:
		return opExists
	case NodeSelectorOpDoesNotExist:
		return opAbsent
	case NodeSelectorOpGt:
		return opGreater
	case NodeSelectorOpLt:
		return opLess
	}
	return ""
}

// matches leaves the fields out for a node without a name, as upstream does.
func (t *nodeTerm) matches(name string, labels map[string]string) bool {
	if !t.labels.Matches(labels) {
		return false
	}
	if name == "" {
		return true
	}
	for _, f := range t.fields {
		have := ""
		if f.key == fieldNodeName {
			have = name
		}
		if (have == f.value) == f.not {
			return false
		}
	}
	return true
}

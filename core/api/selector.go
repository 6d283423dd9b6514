package api

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api/validation/format"
)

// Selector picks objects by their labels: all of its requirements must hold.
// The zero value picks everything. A Selector never changes.
//
// Upstream 1.37: apimachinery pkg/labels/selector.go.
type Selector struct {
	requirements []requirement // sorted by key
	nothing      bool
}

// operator is how a requirement compares, in the words of upstream's messages.
type operator string

const (
	opIn           operator = "in"
	opNotIn        operator = "notin"
	opEquals       operator = "="
	opDoubleEquals operator = "=="
	opNotEquals    operator = "!="
	opGreater      operator = "gt"
	opLess         operator = "lt"
	opExists       operator = "exists"
	opAbsent       operator = "!"
)

// requirement is one comparison with the label called key.
type requirement struct {
	key    string
	op     operator
	values []string
	number int64 // the only value, for opGreater and opLess
}

// SelectorFrom makes the selector that a manifest spells out. nil picks nothing, and so does
// a selector that validation would refuse; an empty one picks everything.
//
// Upstream 1.37: apimachinery pkg/apis/meta/v1/helpers.go, LabelSelectorAsSelector.
// Differs: upstream returns an error for an invalid selector, which no stored object has.
func SelectorFrom(s *LabelSelector) Selector {
	selector, ok := selectorFrom(s)
	if !ok {
		return Selector{nothing: true}
	}
	return selector
}

// FormatLabelSelector prints a selector as kubectl does in a SELECTOR column.
//
// Upstream 1.37: apimachinery pkg/apis/meta/v1/helpers.go, FormatLabelSelector.
func FormatLabelSelector(s *LabelSelector) string {
	selector, ok := selectorFrom(s)
	if !ok {
		return "<error>"
	}
	if text := selector.String(); text != "" {
		return text
	}
	return "<none>"
}

func selectorFrom(s *LabelSelector) (Selector, bool) {
	if s == nil {
		return Selector{nothing: true}, true
	}
	requirements := equalities(s.MatchLabels)
	for i := range s.MatchExpressions {
		e := &s.MatchExpressions[i]
		requirements = append(requirements, requirement{key: e.Key, op: labelOperator(e.Operator), values: e.Values})
	}
	return newSelector(requirements)
}

// SelectorFromLabels picks the objects that have all of these labels. The labels are not checked.
func SelectorFromLabels(labels map[string]string) Selector {
	requirements := equalities(labels)
	sortByKey(requirements)
	return Selector{requirements: requirements}
}

// equalities is in no particular order.
func equalities(labels map[string]string) []requirement {
	requirements := make([]requirement, 0, len(labels))
	for key, value := range labels {
		requirements = append(requirements, requirement{key: key, op: opEquals, values: []string{value}})
	}
	return requirements
}

func labelOperator(op LabelSelectorOperator) operator {
	switch op {
	case LabelSelectorOpIn:
		return opIn
	case LabelSelectorOpNotIn:
		return opNotIn
	case LabelSelectorOpExists:
		return opExists
	case LabelSelectorOpDoesNotExist:
		return opAbsent
	}
	return ""
}

// newSelector is false if a requirement is invalid.
func newSelector(requirements []requirement) (Selector, bool) {
	for i := range requirements {
		r := &requirements[i]
		if !r.valid() {
			return Selector{}, false
		}
		if r.op == opGreater || r.op == opLess {
			r.number, _ = strconv.ParseInt(r.values[0], 10, 64)
		}
	}
	sortByKey(requirements)
	return Selector{requirements: requirements}, true
}

func sortByKey(requirements []requirement) {
	sort.SliceStable(requirements, func(i, j int) bool { return requirements[i].key < requirements[j].key })
}

// valid checks what upstream checks when it makes a requirement.
//
// Upstream 1.37: apimachinery pkg/labels/selector.go, NewRequirement.
func (r *requirement) valid() bool {
	if len(format.LabelKey(r.key)) > 0 {
		return false
	}
	for _, value := range r.values {
		if len(format.LabelValue(value)) > 0 {
			return false
		}
	}
	switch r.op {
	case opIn, opNotIn:
		return len(r.values) > 0
	case opEquals, opDoubleEquals, opNotEquals:
		return len(r.values) == 1
	case opExists, opAbsent:
		return len(r.values) == 0
	case opGreater, opLess:
		return len(r.values) == 1 && isInt64(r.values[0])
	}
	return false
}

func isInt64(s string) bool {
	_, err := strconv.ParseInt(s, 10, 64)
	return err == nil
}

// Matches reports whether an object with these labels is picked.
func (s Selector) Matches(labels map[string]string) bool {
	if s.nothing {
		return false
	}
	for i := range s.requirements {
		if !s.requirements[i].matches(labels) {
			return false
		}
	}
	return true
}

func (r *requirement) matches(labels map[string]string) bool {
	value, exists := labels[r.key]
	switch r.op {
	case opIn, opEquals, opDoubleEquals:
		return exists && slices.Contains(r.values, value)
	case opNotIn, opNotEquals:
		return !exists || !slices.Contains(r.values, value)
	case opExists:
		return exists
	case opAbsent:
		return !exists
	case opGreater, opLess:
		number, err := strconv.ParseInt(value, 10, 64)
		if !exists || err != nil {
			return false
		}
		return (r.op == opGreater && number > r.number) || (r.op == opLess && number < r.number)
	}
	return false
}

// Empty reports whether the selector picks everything because it asks for nothing.
func (s Selector) Empty() bool { return !s.nothing && len(s.requirements) == 0 }

// Nothing reports whether the selector can pick no object at all.
func (s Selector) Nothing() bool { return s.nothing }

// String prints the requirements as kubectl's -l flag reads them; empty for everything and for nothing.
func (s Selector) String() string {
	var b strings.Builder
	for i := range s.requirements {
		if i > 0 {
			b.WriteByte(',')
		}
		s.requirements[i].print(&b)
	}
	return b.String()
}

func (r *requirement) print(b *strings.Builder) {
	if r.op == opAbsent {
		b.WriteByte('!')
	}
	b.WriteString(r.key)
	sorted := slices.Clone(r.values)
	sort.Strings(sorted)
	values := strings.Join(sorted, ",")
	switch r.op {
	case opIn, opNotIn:
		b.WriteString(" " + string(r.op) + " (" + values + ")")
	case opEquals, opDoubleEquals, opNotEquals:
		b.WriteString(string(r.op) + values)
	case opGreater:
		b.WriteString(">" + values)
	case opLess:
		b.WriteString("<" + values)
	}
}

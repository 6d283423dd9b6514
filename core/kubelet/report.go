package kubelet

import (
	"strconv"
	"time"

	"github.com/rollscope/rollscope/core/state"
)

// Source is the component that the kubelet's reports name.
const Source = "kubelet"

// report adds a report about a container, or about the pod where i is negative.
func (s *pass) report(i int, warning bool, why, message string) {
	r := state.Report{Warning: warning, Reason: why, Message: message, Source: Source}
	if i >= 0 {
		r.Field = s.fieldPath(i)
	}
	s.reports = append(s.reports, r)
}

// fieldPath is where the container stands in the pod's spec.
func (s *pass) fieldPath(i int) string {
	if s.fieldOf != i+1 {
		s.fieldOf = i + 1
		s.field = s.fieldPrefix(i) + s.container(i).Name + "}"
	}
	return s.field
}

func (s *pass) fieldPrefix(i int) string {
	if i < s.inits {
		return "spec.initContainers{"
	}
	return "spec.containers{"
}

// reportPresent reports that no pull is needed. It is on the way of most pods,
// so the message and the field path are made in one piece.
func (s *pass) reportPresent(i int) {
	c := s.container(i)
	text := "Container image \"" + c.Image + "\" already present on machine and can be accessed by the pod" +
		s.fieldPrefix(i) + c.Name + "}"
	cut := len(text) - len(s.fieldPrefix(i)) - len(c.Name) - 1
	s.fieldOf, s.field = i+1, text[cut:]
	s.report(i, false, "Pulled", text[:cut])
}

// quote puts a name in quotes between two pieces of text, as upstream's messages do.
func quote(before, name, after string) string {
	for i := range len(name) {
		if c := name[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return before + strconv.Quote(name) + after
		}
	}
	return before + "\"" + name + "\"" + after
}

// duration is a time as messages show it.
func duration(t state.Time) string { return t.Truncate(time.Millisecond).String() }

// podText is a pod as upstream's messages name it.
//
// Upstream 1.37: pkg/kubelet/util/format/pod.go, PodDesc.
func podText(p *state.Pod) string {
	return p.Name + "_" + p.Namespace + "(" + p.UID() + ")"
}

package scenario

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/state"
)

// How pods are written, and expectations about them.

// podsOf are the pods of a DaemonSet, in order of creation.
func podsOf(c *core.Cluster, id state.SetID) []*state.Pod {
	var out []*state.Pod
	for _, p := range c.PodRecords() {
		if p.Set == id {
			out = append(out, p)
		}
	}
	return out
}

// describePod is a pod as IMAGE-TAG/STATE of its first container.
func describePod(p *state.Pod) string {
	return imageTag(p.Template.Spec.Containers[0].Image) + "/" + PodState(p)
}

// imageTag is the tag of an image: what stands behind its last colon, the first
// twelve digits of its digest where it has only that, else latest.
func imageTag(image string) string {
	name, digest, _ := strings.Cut(image, "@")
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		return name[i+1:]
	}
	if _, hex, ok := strings.Cut(digest, ":"); ok {
		return hex[:min(len(hex), 12)]
	}
	return "latest"
}

// podStates are the words for what a pod is doing.
var podStates = []string{"Pending", "Waiting", "NotReady", "Ready", "Terminating", "Failed", "Succeeded"}

// PodState is what a pod is doing, in one word.
func PodState(p *state.Pod) string {
	switch {
	case p.Phase.Terminal():
		return p.Phase.String()
	case p.Terminating():
		return "Terminating"
	case !p.Bound():
		return "Pending"
	case p.Phase == state.Pending:
		return "Waiting"
	case p.Ready:
		return "Ready"
	}
	return "NotReady"
}

// expectNode compares the daemon pods on a node.
func (s *Session) expectNode(word string, rest []string) error {
	c := s.Cluster()
	node, err := nodeFrom(c, word)
	if err != nil && len(c.PodsOn(node)) == 0 && !s.hadNode(node) {
		return err
	}
	set := state.SetID(state.None)
	var list string
	given := false
	for _, w := range rest {
		value, isPods := strings.CutPrefix(w, "pods=")
		switch {
		case isPods && !given:
			list, given = value, true
		default:
			d, err := setFrom(c, w)
			if err != nil {
				return usageError{err.Error()}
			}
			set = d.ID
		}
	}
	if !given {
		return wrong("say which pods to expect, as pods=TAG/STATE,TAG/STATE; pods= for none")
	}
	want, err := podList(list)
	if err != nil {
		return err
	}
	var have []string
	for _, p := range c.PodsOn(node) {
		if p.Set != state.None && (set == state.None || p.Set == set) {
			have = append(have, describePod(p))
		}
	}
	sort.Strings(want)
	sort.Strings(have)
	if slices.Equal(want, have) {
		return nil
	}
	return unexpected("node/"+node, "pods="+strings.Join(want, ","), "pods="+strings.Join(have, ","))
}

// hadNode says whether there ever was a node of that name.
func (s *Session) hadNode(name string) bool {
	return slices.ContainsFunc(s.Cluster().Events(), func(e core.Event) bool {
		return e.Object.Kind == "Node" && e.Object.Name == name
	})
}

// podList reads TAG/STATE,TAG/STATE.
func podList(text string) ([]string, error) {
	if text == "" || text == "none" {
		return nil, nil
	}
	list := strings.Split(text, ",")
	for _, pod := range list {
		if err := checkPod(pod); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// checkPod checks one TAG/STATE.
func checkPod(pod string) error {
	tag, st, ok := strings.Cut(pod, "/")
	if !ok || tag == "" {
		return wrong("write TAG/STATE instead of %q, for example v1/Ready", pod)
	}
	if !contains(podStates, st) {
		return usageError{unknownWord("pod state", st, podStates).Error()}
	}
	return nil
}

// expectPods compares how many pods of a DaemonSet are in which state.
func (s *Session) expectPods(args []string) error {
	if len(args) < 2 {
		return wrong("say whose pods to expect, and which")
	}
	d, err := setFrom(s.Cluster(), args[0])
	if err != nil {
		return err
	}
	want := map[string]int{}
	total, states := -1, false
	for _, word := range args[1:] {
		name, text, _ := strings.Cut(word, "=")
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return wrong("write TAG/STATE=N or count=N instead of %q", word)
		}
		if name == "count" {
			total = n
			continue
		}
		if err := checkPod(name); err != nil {
			return err
		}
		states = true
		if n > 0 {
			want[name] = n
		}
	}
	have := map[string]int{}
	pods := podsOf(s.Cluster(), d.ID)
	for _, p := range pods {
		have[describePod(p)]++
	}
	if total >= 0 && total != len(pods) {
		return unexpected("pods of "+setName(d), fmt.Sprintf("count=%d", total), fmt.Sprintf("count=%d (%s)", len(pods), tally(have)))
	}
	if states && tally(want) != tally(have) {
		return unexpected("pods of "+setName(d), tally(want), tally(have))
	}
	return nil
}

// tally writes counts in order of their names.
func tally(counts map[string]int) string {
	if len(counts) == 0 {
		return "none"
	}
	names := make([]string, 0, len(counts))
	for name := range counts { // sorted below
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		names[i] = fmt.Sprintf("%s=%d", name, counts[name])
	}
	return strings.Join(names, " ")
}

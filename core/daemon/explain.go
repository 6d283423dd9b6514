package daemon

import (
	"maps"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
)

// Check is one question the controller asks about a node, with its answer.
type Check struct {
	Component string // who asks: daemonset-controller
	Check     string // what is looked at: nodeName, nodeSelector disk, nodeAffinity, taint key=value:Effect; taints where there are none
	OK        bool   // whether a daemon pod should run here as far as this goes
	Why       reason.Reason
	Message   string // Why in English
	// Repair is the smallest edit that turns a no into a yes, with Fix its English
	// sentence; its Text is the command or the piece of manifest. Zero and "" where OK holds.
	Repair reason.Reason
	Fix    string

	edit edit
}

// edit is a repair as a test can carry it out.
type edit struct {
	labels    map[string]*string // labels of the node to set; nil removes one
	tolerate  *api.Toleration    // added to the template
	term      *api.NodeSelectorTerm
	unsetName bool   // spec.nodeName of the template is emptied
	unsetKey  string // this key of the template's nodeSelector is removed
}

// Explain lists what the controller looks at on a node, in its order: nodeName,
// nodeSelector key by key, node affinity, each taint that can keep a pod away. Where
// the template asks for nothing, or the node has no such taint, one check says so.
// All repairs together make the node one that should run a pod.
//
// Upstream 1.37: pkg/controller/daemon/daemon_controller.go, nodeShouldRunDaemonPod and predicates.
func (p *Placer) Explain(n *api.Node) []Check {
	return append(append([]Check{p.explainName(n)}, p.explainLabels(n)...), p.explainTaints(n)...)
}

// explainLabels is what nodeSelector and the required node affinity say to a node's labels.
func (p *Placer) explainLabels(n *api.Node) []Check {
	var checks []Check
	contradicts := p.contradicts(n)
	for _, key := range sortedKeys(p.selector) {
		checks = append(checks, p.explainLabel(n, key, contradicts))
	}
	if terms := p.terms(); terms != nil {
		checks = append(checks, p.explainAffinity(n, terms))
	}
	if checks == nil {
		checks = append(checks, passed("nodeSelector, nodeAffinity", reason.Reason{Code: reason.PlaceNothingAsked, Node: n.Name}))
	}
	return checks
}

// explainTaints is what the tolerations say to a node's taints. PreferNoSchedule is
// nothing to the controller.
func (p *Placer) explainTaints(n *api.Node) []Check {
	var checks []Check
	for i := range n.Spec.Taints {
		if t := &n.Spec.Taints[i]; t.Effect != api.TaintEffectPreferNoSchedule {
			checks = append(checks, p.explainTaint(n, t))
		}
	}
	if checks == nil {
		checks = append(checks, passed("taints", reason.Reason{Code: reason.PlaceNoTaints, Node: n.Name}))
	}
	return checks
}

// check puts one answer together; repair is looked at only for a no.
func check(name string, ok bool, why, repair reason.Reason, e edit) Check {
	c := Check{Component: source, Check: name, OK: ok, Why: why, Message: why.Sentence(reason.English)}
	if !ok {
		c.Repair, c.Fix, c.edit = repair, repair.Sentence(reason.English), e
	}
	return c
}

// passed is a yes.
func passed(name string, why reason.Reason) Check {
	return check(name, true, why, reason.Reason{}, edit{})
}

func (p *Placer) explainName(n *api.Node) Check {
	if p.nodeName == "" {
		return passed("nodeName", reason.Reason{Code: reason.PlaceNameUnset, Node: n.Name})
	}
	ok := p.nodeName == n.Name
	why := reason.Reason{Code: pick[reason.Code](ok, reason.PlaceNameMatches, reason.PlaceNameDiffers), Node: n.Name, Text: p.nodeName}
	return check("nodeName", ok, why, reason.Reason{Code: reason.RepairNodeName, Text: "spec.template.spec.nodeName"}, edit{unsetName: true})
}

func (p *Placer) explainLabel(n *api.Node, key string, contradicts bool) Check {
	want := p.selector[key]
	have, found := n.Labels[key]
	why := reason.Reason{Code: reason.PlaceLabelMatches, Node: n.Name, Text: key + "=" + want}
	switch {
	case !found:
		why.Code = reason.PlaceLabelMissing
	case have != want:
		why.Code = reason.PlaceLabelDiffers
		why.Text = key + "=" + want + ", " + key + "=" + have
	}
	labels := map[string]*string{key: &want}
	repair, e := labelRepair(n, labels), edit{labels: labels}
	if contradicts {
		repair, e = reason.Reason{Code: reason.RepairSelector, Text: key + ": " + yamlText(want)}, edit{unsetKey: key}
	}
	return check("nodeSelector "+key, found && have == want, why, repair, e)
}

// contradicts says whether a node that now meets the node affinity would not any
// more with the labels that nodeSelector asks for.
func (p *Placer) contradicts(n *api.Node) bool {
	labels := withLabels(n.Labels, nil)
	maps.Copy(labels, p.selector)
	return p.required.MatchesTerms(n.Name, n.Labels) && !p.required.MatchesTerms(n.Name, labels)
}

func (p *Placer) explainTaint(n *api.Node, t *api.Taint) Check {
	name := "taint " + t.String()
	why := reason.Reason{Node: n.Name, Text: t.String()}
	if i := api.FirstTolerating(p.tolerations, t); i >= 0 {
		why.Code = reason.PlaceTaintTolerated
		why.Text += " <- " + tolerationText(&p.tolerations[i])
		return passed(name, why)
	}
	switch {
	case t.Effect == api.TaintEffectNoExecute:
		why.Code = reason.PlaceTaintNoExecute
	case t.Key == api.TaintNodeNotReady || t.Key == api.TaintNodeUnreachable:
		why.Code = reason.PlaceTaintNotReady
	default:
		why.Code = reason.PlaceTaintNoSchedule
	}
	add := api.Toleration{Key: t.Key, Operator: api.TolerationOpExists, Effect: t.Effect}
	if t.Value != "" {
		add.Operator, add.Value = api.TolerationOpEqual, t.Value
	}
	return check(name, false, why, reason.Reason{Code: reason.RepairTolerate, Text: tolerationText(&add)}, edit{tolerate: &add})
}

// terms are the terms of the required node affinity; nil where the template has none.
func (p *Placer) terms() []api.NodeSelectorTerm {
	if p.affinity == nil || p.affinity.NodeAffinity == nil {
		return nil
	}
	if r := p.affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution; r != nil {
		return append([]api.NodeSelectorTerm{}, r.NodeSelectorTerms...)
	}
	return nil
}

func (p *Placer) explainAffinity(n *api.Node, terms []api.NodeSelectorTerm) Check {
	for i := range terms {
		if terms[i].Matches(n.Name, n.Labels) {
			why := reason.Reason{Code: reason.PlaceAffinityMatches, Node: n.Name, Text: termText(&terms[i]), N: int64(i + 1), M: int64(len(terms))}
			return passed("nodeAffinity", why)
		}
	}
	why := reason.Reason{Code: reason.PlaceAffinityFails, Node: n.Name, N: int64(len(terms)), Text: failing(n, terms)}
	var best map[string]*string
	for i := range terms {
		if labels, ok := p.satisfy(n, &terms[i]); ok && (best == nil || len(labels) < len(best)) {
			best = labels
		}
	}
	if best != nil {
		return check("nodeAffinity", false, why, labelRepair(n, best), edit{labels: best})
	}
	term := &api.NodeSelectorTerm{MatchFields: []api.NodeSelectorRequirement{
		{Key: "metadata.name", Operator: api.NodeSelectorOpIn, Values: []string{n.Name}},
	}}
	return check("nodeAffinity", false, why, reason.Reason{Code: reason.RepairTerm, Text: termText(term)}, edit{term: term})
}

// satisfy finds labels that make a term match and nodeSelector not fail: for each
// key the term asks about, the value it has, or one that the term names.
func (p *Placer) satisfy(n *api.Node, term *api.NodeSelectorTerm) (map[string]*string, bool) {
	labels := map[string]*string{}
	now := withLabels(n.Labels, nil)
	maps.Copy(now, p.selector)
	for i := range term.MatchExpressions {
		key := term.MatchExpressions[i].Key
		own := api.NodeSelectorTerm{}
		for _, e := range term.MatchExpressions {
			if e.Key == key {
				own.MatchExpressions = append(own.MatchExpressions, e)
			}
		}
		value, change, ok := p.value(now, key, &own)
		if !ok {
			return nil, false
		}
		if change {
			labels[key] = value
		}
	}
	return labels, term.Matches(n.Name, withLabels(now, labels))
}

// value is a value for one label that fits all that a term asks of it; nil is none.
func (p *Placer) value(now map[string]string, key string, own *api.NodeSelectorTerm) (value *string, change, ok bool) {
	if own.Matches("", now) {
		return nil, false, true
	}
	if _, fixed := p.selector[key]; fixed {
		return nil, false, false
	}
	for _, try := range candidates(own) {
		if own.Matches("", withLabels(now, map[string]*string{key: try})) {
			return try, true, true
		}
	}
	return nil, false, false
}

// candidates are the values that requirements on one key suggest.
func candidates(own *api.NodeSelectorTerm) []*string {
	var tries []*string
	for _, e := range own.MatchExpressions {
		for i := range e.Values {
			switch number, err := strconv.ParseInt(e.Values[i], 10, 64); {
			case e.Operator == api.NodeSelectorOpIn:
				tries = append(tries, &e.Values[i])
			case err == nil && e.Operator == api.NodeSelectorOpGt:
				next := strconv.FormatInt(number+1, 10)
				tries = append(tries, &next)
			case err == nil && e.Operator == api.NodeSelectorOpLt:
				next := strconv.FormatInt(number-1, 10)
				tries = append(tries, &next)
			}
		}
	}
	anything := "true"
	return append(tries, nil, &anything)
}

// failing lists what the node lacks for the term that it lacks least for.
func failing(n *api.Node, terms []api.NodeSelectorTerm) string {
	var least []string
	for i := range terms {
		var fails []string
		for _, e := range terms[i].MatchExpressions {
			one := api.NodeSelectorTerm{MatchExpressions: []api.NodeSelectorRequirement{e}}
			if !one.Matches(n.Name, n.Labels) {
				fails = append(fails, requirementText(&e))
			}
		}
		for _, f := range terms[i].MatchFields {
			one := api.NodeSelectorTerm{MatchFields: []api.NodeSelectorRequirement{f}}
			if !one.Matches(n.Name, n.Labels) {
				fails = append(fails, requirementText(&f))
			}
		}
		if len(fails) == 0 {
			fails = []string{"{}"} // an empty term matches nothing
		}
		if least == nil || len(fails) < len(least) {
			least = fails
		}
	}
	return strings.Join(least, "; ")
}

func termText(t *api.NodeSelectorTerm) string {
	var parts []string
	for i := range t.MatchExpressions {
		parts = append(parts, requirementText(&t.MatchExpressions[i]))
	}
	for i := range t.MatchFields {
		parts = append(parts, requirementText(&t.MatchFields[i]))
	}
	return strings.Join(parts, "; ")
}

func requirementText(r *api.NodeSelectorRequirement) string {
	text := r.Key + " " + string(r.Operator)
	if len(r.Values) > 0 {
		text += " [" + strings.Join(r.Values, ", ") + "]"
	}
	return text
}

// tolerationText is a toleration as it stands in a manifest.
func tolerationText(t *api.Toleration) string {
	var parts []string
	for _, field := range [...]struct{ name, value string }{
		{"key", t.Key}, {"operator", string(t.Operator)}, {"value", t.Value}, {"effect", string(t.Effect)},
	} {
		if field.value != "" {
			parts = append(parts, field.name+": "+yamlText(field.value))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// yamlText is a label's or taint's value as it has to stand in a manifest: in
// quotes where YAML would take it for a number, a truth value or nothing.
func yamlText(value string) string {
	if _, err := strconv.ParseFloat(value, 64); err == nil {
		return strconv.Quote(value)
	}
	switch strings.ToLower(value) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null":
		return strconv.Quote(value)
	}
	return value
}

// labelRepair is the kubectl command that sets and removes labels of the node.
func labelRepair(n *api.Node, labels map[string]*string) reason.Reason {
	command := "kubectl label node " + n.Name
	overwrite := false
	for _, key := range sortedKeys(labels) {
		if labels[key] == nil {
			command += " " + key + "-"
			continue
		}
		command += " " + key + "=" + *labels[key]
		_, has := n.Labels[key]
		overwrite = overwrite || has
	}
	if overwrite {
		command += " --overwrite"
	}
	return reason.Reason{Code: reason.RepairLabel, Node: n.Name, Text: command}
}

// withLabels is a copy of labels with some set and some, nil, removed.
func withLabels(labels map[string]string, changes map[string]*string) map[string]string {
	out := make(map[string]string, len(labels)+len(changes))
	maps.Copy(out, labels)
	for _, k := range sortedKeys(changes) {
		if v := changes[k]; v == nil {
			delete(out, k)
		} else {
			out[k] = *v
		}
	}
	return out
}

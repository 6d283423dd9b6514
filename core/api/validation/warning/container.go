package warning

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/semantic"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

const seccompGone = `non-functional in v1.27+; use the "seccompProfile" field instead`

// containers warns about the containers of a pod; at is the pod or the template.
func (l *list) containers(at *field.Path, spec *api.PodSpec, annotations map[string]string, isTemplate bool) {
	var ofPod api.PodSecurityContext
	if spec.SecurityContext != nil {
		ofPod = *spec.SecurityContext
	}
	notes := at.Child("metadata.annotations")
	if _, ok := annotations[api.SeccompPodAnnotationKey]; ok && ofPod.SeccompProfile == nil {
		l.add(notes.Key(api.SeccompPodAnnotationKey), seccompGone)
	}
	for position, c := range pods.Containers(spec) {
		var own api.SecurityContext
		if c.SecurityContext != nil {
			own = *c.SecurityContext
		}
		key := api.SeccompContainerAnnotationKeyPrefix + c.Name
		if _, ok := annotations[key]; ok && own.SeccompProfile == nil {
			l.add(notes.Key(key), seccompGone)
		}
		key = api.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix + c.Name
		if profile, ok := annotations[key]; ok && isTemplate && own.AppArmorProfile == nil && !sameAppArmor(ofPod.AppArmorProfile, profile) {
			l.add(notes.Key(key), `deprecated since v1.30; use the "appArmorProfile" field instead`)
		}
		in := at.Child("spec").Item(position.List, position.Index)
		l.fraction(in.Child("resources.limits"), c.Resources.Limits, api.ResourceMemory)
		l.fraction(in.Child("resources.requests"), c.Resources.Requests, api.ResourceMemory)
		l.fraction(in.Child("resources.limits"), c.Resources.Limits, api.ResourceEphemeralStorage)
		l.fraction(in.Child("resources.requests"), c.Resources.Requests, api.ResourceEphemeralStorage)
		l.hiddenVariables(in, c.Env)
	}
}

// sameAppArmor tells whether the pod's field says what the annotation of a container says.
//
// Upstream 1.37: pkg/api/pod/util.go, ApparmorFieldForAnnotation.
func sameAppArmor(p *api.AppArmorProfile, annotation string) bool {
	if p == nil {
		return false
	}
	said := &api.AppArmorProfile{}
	name, local := strings.CutPrefix(annotation, api.DeprecatedAppArmorBetaProfileNamePrefix)
	switch {
	case annotation == api.DeprecatedAppArmorBetaProfileNameUnconfined:
		said.Type = api.AppArmorProfileTypeUnconfined
	case annotation == api.DeprecatedAppArmorBetaProfileRuntimeDefault:
		said.Type = api.AppArmorProfileTypeRuntimeDefault
	case local && name != "":
		said.Type, said.LocalhostProfile = api.AppArmorProfileTypeLocalhost, &name
	default:
		return false
	}
	return semantic.Equal(p, said)
}

// fractions warns about parts of a byte.
func (l *list) fractions(at *field.Path, list api.ResourceList) {
	l.fraction(at, list, api.ResourceMemory)
	l.fraction(at, list, api.ResourceEphemeralStorage)
}

func (l *list) fraction(at *field.Path, list api.ResourceList, name api.ResourceName) {
	if amount, ok := list[name]; ok && amount.MilliValue()%1000 != 0 {
		l.add(at.Key(string(name)), "fractional byte value "+strconv.Quote(amount.String())+" is invalid, must be an integer")
	}
}

// hiddenVariables warns about a variable that replaces an earlier one of its
// name without using it.
func (l *list) hiddenVariables(in *field.Path, env []api.EnvVar) {
	seen := map[string]bool{}
	for i, v := range env {
		use := "$(" + v.Name + ")"
		extends := v.ValueFrom == nil && v.Value != use && strings.Contains(v.Value, use)
		if seen[v.Name] && !extends {
			l.add(in.Item("env", i), "hides previous definition of "+strconv.Quote(v.Name)+", which may be dropped when using apply")
		}
		seen[v.Name] = true
	}
}

// placed is a port and where it stands.
type placed struct {
	at   *field.Path
	port api.ContainerPort
}

// ports warns about ports that say the same or overlap, and about names that
// occur twice in a pod.
func (l *list) ports(in *field.Path, spec *api.PodSpec) {
	var all []placed
	for position, c := range pods.Containers(spec) {
		for i, p := range c.Ports {
			now := placed{in.Item(position.List, position.Index).Item("ports", i), p}
			if p.HostIP != "" && p.HostPort == 0 {
				l.add(now.at, fmt.Sprintf("hostIP set without hostPort: {Name:%s HostPort:%d ContainerPort:%d Protocol:%s HostIP:%s}",
					p.Name, p.HostPort, p.ContainerPort, p.Protocol, p.HostIP))
			}
			for _, earlier := range all {
				if text := overlap(p, earlier.port); text != "" {
					l.add(now.at, text+" with "+earlier.at.String())
				}
			}
			all = append(all, now)
		}
	}
	l.portNames(all)
}

// overlap words how two ports get into each other's way, "" if they do not.
func overlap(p, earlier api.ContainerPort) string {
	switch {
	case p.ContainerPort != earlier.ContainerPort || p.Protocol != earlier.Protocol:
		return ""
	case p.HostIP == earlier.HostIP && p.HostPort == earlier.HostPort:
		return "duplicate port definition"
	case p.HostPort == 0 || earlier.HostPort == 0:
		return "overlapping port definition"
	case p.HostPort == earlier.HostPort && (p.HostIP == "") != (earlier.HostIP == ""):
		return "dangerously ambiguous port definition"
	}
	return ""
}

func (l *list) portNames(all []placed) {
	first := map[string]string{}
	for _, p := range all {
		name := p.port.Name
		if name == "" {
			continue
		}
		if other, ok := first[name]; ok {
			l.add(p.at, "duplicate port name "+strconv.Quote(name)+" with "+other+", services and probes that select ports by name will use "+other)
		} else {
			first[name] = p.at.String()
		}
	}
}

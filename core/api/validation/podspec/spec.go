// Package podspec has the rules for a pod's spec as a whole, in a pod and in a
// template. The rules for its parts are in packages container, volume, security
// and amount.
package podspec

import (
	"math"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/validation/amount"
	"github.com/rollscope/rollscope/core/api/validation/container"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
	"github.com/rollscope/rollscope/core/api/validation/security"
	"github.com/rollscope/rollscope/core/api/validation/volume"
)

// Spec checks a pod's spec. pod is the pod's metadata, nil for a template.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePodSpec.
func (l Leniency) Spec(at *field.Path, spec *api.PodSpec, pod *api.ObjectMeta) {
	if spec.TerminationGracePeriodSeconds == nil {
		at.Child("terminationGracePeriodSeconds").Required("")
	}
	l.contents(at, spec, pod)
	l.podResources(at.Child("resources"), spec)
	hostNetworkPorts(at.Child("containers"), spec, pod != nil)
	if spec.RestartPolicy == "" {
		at.Child("restartPolicy").Required("")
	} else {
		field.OneOf(at.Child("restartPolicy"), spec.RestartPolicy, api.RestartPolicyAlways, api.RestartPolicyOnFailure, api.RestartPolicyNever)
	}
	if spec.DNSPolicy == "" {
		at.Child("dnsPolicy").Required("")
	} else {
		field.OneOf(at.Child("dnsPolicy"), spec.DNSPolicy, api.DNSClusterFirstWithHostNet, api.DNSClusterFirst, api.DNSDefault, api.DNSNone)
	}
	meta.Labels(at.Child("nodeSelector"), spec.NodeSelector)
	security.Pod(at, spec, l.hostSysctls)
	if share := spec.ShareProcessNamespace; share != nil && *share && spec.HostPID {
		at.Child("shareProcessNamespace").Invalid(*share, "ShareProcessNamespace and HostPID cannot both be enabled")
	}
	l.affinity(at.Child("affinity"), spec.Affinity)
	dnsConfig(at.Child("dnsConfig"), spec)
	gates(at, spec)
	l.spread(at.Child("topologySpreadConstraints"), spec.TopologySpreadConstraints)
	security.HostProcess(at, spec)
	l.hostUsers(at, spec)
	hostnameOverride(at.Child("hostnameOverride"), spec)
	l.names(at, spec)
	if spec.PreemptionPolicy != nil {
		PreemptionPolicy(at.Child("preemptionPolicy"), *spec.PreemptionPolicy)
	}
	if spec.Overhead != nil {
		l.amounts(nil).Requirements(at.Child("overhead"), &api.ResourceRequirements{Limits: spec.Overhead})
	}
	operatingSystem(at, spec)
	for position, c := range pods.Containers(spec) {
		container.FileKeys(at.Item(position.List, position.Index), c, spec.Volumes)
	}
}

// contents checks volumes, claims and containers.
func (l Leniency) contents(at *field.Path, spec *api.PodSpec, pod *api.ObjectMeta) {
	podName := ""
	if pod != nil {
		podName = pod.Name
	}
	volumes := volume.Rules{PodName: podName, AnyTokenPath: l.anyTokenPath, NoImageReference: l.noImageReference}.
		Volumes(at.Child("volumes"), spec.Volumes)
	resourceClaims(at.Child("resourceClaims"), spec.ResourceClaims)
	rules := container.Rules{
		Volumes:        volumes,
		Resources:      l.amounts(spec.ResourceClaims),
		Security:       security.Rules{HostUsers: spec.HostUsers == nil || *spec.HostUsers, AdminWithoutEscalation: l.adminWithoutEscalation},
		RestartPolicy:  spec.RestartPolicy,
		GraceSeconds:   spec.TerminationGracePeriodSeconds,
		ResizeRestarts: l.resizeRestarts,
	}
	rules.Regular(at.Child("containers"), spec.Containers)
	rules.Init(at.Child("initContainers"), spec.InitContainers, spec.Containers)
	rules.Ephemeral(at.Child("ephemeralContainers"), spec)
}

func (l Leniency) amounts(claims []api.PodResourceClaim) amount.Rules {
	rules := amount.Rules{PartialPages: l.partialPages}
	for _, c := range claims {
		if c.Name != "" {
			rules.Claims = append(rules.Claims, c.Name)
		}
	}
	return rules
}

// names checks the texts by which a spec refers to something or names itself,
// and what upstream checks among them.
func (l Leniency) names(at *field.Path, spec *api.PodSpec) {
	at.Text("serviceAccountName", spec.ServiceAccountName, format.DNSSubdomain)
	if spec.DeprecatedServiceAccount != spec.ServiceAccountName {
		at.Child("deprecatedServiceAccount").Invalid(spec.DeprecatedServiceAccount, "must be the same as serviceAccountName: "+strconv.Quote(spec.ServiceAccountName))
	}
	at.Text("nodeName", spec.NodeName, format.DNSSubdomain)
	if deadline := spec.ActiveDeadlineSeconds; deadline != nil && (*deadline < 1 || *deadline > math.MaxInt32) {
		at.Child("activeDeadlineSeconds").Invalid(*deadline, format.Between(1, math.MaxInt32))
	}
	at.Text("hostname", spec.Hostname, format.DNSLabel)
	at.Text("subdomain", spec.Subdomain, format.DNSLabel)
	l.tolerations(at.Child("tolerations"), spec.Tolerations)
	hostAliases(at.Child("hostAliases"), spec.HostAliases)
	at.Text("priorityClassName", spec.PriorityClassName, format.DNSSubdomain)
	if name := spec.RuntimeClassName; name != nil {
		at.Child("runtimeClassName").InvalidEach(*name, format.DNSSubdomain(*name))
	}
}

// gates checks what has to happen before the pod is scheduled or is ready.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateReadinessGates, validateSchedulingGates.
func gates(at *field.Path, spec *api.PodSpec) {
	for i, gate := range spec.ReadinessGates {
		meta.LabelName(at.Item("readinessGates", i).Child("conditionType"), string(gate.ConditionType))
	}
	taken := map[string]bool{}
	for i, gate := range spec.SchedulingGates {
		at := at.Item("schedulingGates", i)
		meta.LabelName(at, gate.Name)
		if taken[gate.Name] {
			at.Duplicate(gate.Name, "")
		}
		taken[gate.Name] = true
	}
}

// PreemptionPolicy checks whether a pod may displace others.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidatePreemptionPolicy.
func PreemptionPolicy(at *field.Path, policy api.PreemptionPolicy) {
	if policy == "" {
		at.Required("")
		return
	}
	field.OneOf(at, policy, api.PreemptLowerPriority, api.PreemptNever)
}

// Package container has the rules for containers: regular ones, init containers
// and sidecars, ephemeral ones.
//
// Fields behind feature gates that are off in 1.37 have no rules here, because
// the API server drops them before it looks (see package strategy).
package container

import (
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/validation/amount"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/security"
	"github.com/rollscope/rollscope/core/api/validation/volume"
)

// Rules is what containers depend on in their pod.
type Rules struct {
	Volumes       volume.Set
	Resources     amount.Rules
	Security      security.Rules
	RestartPolicy api.RestartPolicy // of the pod
	GraceSeconds  *int64            // terminationGracePeriodSeconds of the pod
	// ResizeRestarts lets resizing restart init containers that are no sidecars,
	// as updates of pods that already say so do.
	ResizeRestarts bool
}

// Regular checks spec.containers.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateContainers.
func (r Rules) Regular(at *field.Path, containers []api.Container) {
	if len(containers) == 0 {
		at.Required("")
		return
	}
	var names []string
	for i := range containers {
		c, at := &containers[i], at.Index(i)
		r.common(at, c)
		if slices.Contains(names, c.Name) {
			at.Child("name").Duplicate(c.Name, "")
		}
		names = append(names, c.Name)
		r.running(at, c)
		restartPolicy(at, c.RestartPolicy, c.RestartPolicyRules)
	}
	hostPorts(at, containers)
}

// running checks what only a container that keeps running has.
func (r Rules) running(at *field.Path, c *api.Container) {
	if c.Lifecycle != nil {
		r.lifecycle(at.Child("lifecycle"), c.Lifecycle)
	}
	r.liveness(at.Child("livenessProbe"), c.LivenessProbe)
	r.readiness(at.Child("readinessProbe"), c.ReadinessProbe)
	r.liveness(at.Child("startupProbe"), c.StartupProbe)
}

// common checks what containers of every sort have.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateContainerCommon.
func (r Rules) common(at *field.Path, c *api.Container) {
	at.NeedsText("name", c.Name, format.DNSLabel)
	at.Needs("image", c.Image)
	if message := at.Child("terminationMessagePolicy"); c.TerminationMessagePolicy == "" {
		message.Required("")
	} else {
		field.OneOf(message, c.TerminationMessagePolicy, api.TerminationMessageReadFile, api.TerminationMessageFallbackToLogsOnError)
	}
	ports(at.Child("ports"), c.Ports)
	env(at.Child("env"), c.Env)
	envFrom(at.Child("envFrom"), c.EnvFrom)
	r.Volumes.Mounts(at.Child("volumeMounts"), c)
	r.Volumes.Devices(at.Child("volumeDevices"), c)
	volume.PullPolicy(at.Child("imagePullPolicy"), c.ImagePullPolicy)
	r.Resources.Requirements(at.Child("resources"), &c.Resources)
	r.resizePolicy(at.Child("resizePolicy"), c.ResizePolicy)
	r.Security.Container(at.Child("securityContext"), c.SecurityContext)
}

// ports checks the ports of one container.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateContainerPorts.
func ports(at *field.Path, list []api.ContainerPort) {
	var names []string
	for i, p := range list {
		at := at.Index(i)
		if p.Name != "" {
			wrong := format.PortName(p.Name)
			at.Child("name").InvalidEach(p.Name, wrong)
			if len(wrong) == 0 && slices.Contains(names, p.Name) {
				at.Child("name").Duplicate(p.Name, "")
			}
			names = append(names, p.Name)
		}
		if p.ContainerPort == 0 {
			at.Child("containerPort").Required("")
		} else {
			at.Child("containerPort").InvalidEach(p.ContainerPort, format.Port(int64(p.ContainerPort)))
		}
		if p.HostPort != 0 {
			at.Child("hostPort").InvalidEach(p.HostPort, format.Port(int64(p.HostPort)))
		}
		if p.Protocol == "" {
			at.Child("protocol").Required("")
		} else {
			field.OneOf(at.Child("protocol"), p.Protocol, api.ProtocolSCTP, api.ProtocolTCP, api.ProtocolUDP)
		}
	}
}

// hostPorts reports a port of the node that two containers want.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, AccumulateUniqueHostPorts.
func hostPorts(at *field.Path, containers []api.Container) {
	pods.HostPortsTwice(containers, func(i, j int, port string) {
		at.Index(i).Child("ports").Index(j).Child("hostPort").Duplicate(port, "")
	})
}

// resizePolicy checks what happens to a container when its resources change.
// Errors do not say which entry they are about.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateResizePolicy.
func (r Rules) resizePolicy(at *field.Path, list []api.ContainerResizePolicy) {
	var names []api.ResourceName
	for i, p := range list {
		if slices.Contains(names, p.ResourceName) {
			at.Index(i).Duplicate(p.ResourceName, "")
		}
		names = append(names, p.ResourceName)
		oneOfOrRequired(at, p.ResourceName, api.ResourceCPU, api.ResourceMemory)
		oneOfOrRequired(at, p.RestartPolicy, api.NotRequired, api.RestartContainer)
		if r.RestartPolicy == api.RestartPolicyNever && p.RestartPolicy != api.NotRequired {
			at.Invalid(p.RestartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")
		}
	}
}

func oneOfOrRequired[T ~string](at *field.Path, value T, supported ...T) {
	if value == "" {
		at.Required("")
		return
	}
	field.OneOf(at, value, supported...)
}

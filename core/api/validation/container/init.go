package container

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/validation/field"
)

// Init checks spec.initContainers; regular are the containers beside them.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateInitContainers.
func (r Rules) Init(at *field.Path, containers, regular []api.Container) {
	names := namesOf(regular)
	for i := range containers {
		c, item := &containers[i], at.Index(i)
		r.common(item, c)
		initRestartPolicy(item, c)
		if slices.Contains(names, c.Name) {
			item.Child("name").Duplicate(c.Name, "")
		} else if c.Name != "" {
			names = append(names, c.Name)
		}
		// The API server counts from 0 for every init container.
		hostPorts(at, containers[i:i+1])
		if pods.IsSidecar(c) {
			r.running(item, c)
			continue
		}
		notRunning(item, c)
		r.noResizeRestart(item.Child("resizePolicy"), c)
	}
}

func namesOf(containers []api.Container) []string {
	var names []string
	for i := range containers {
		names = append(names, containers[i].Name)
	}
	return names
}

// notRunning reports what a container cannot have that runs to its end.
func notRunning(at *field.Path, c *api.Container) {
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"lifecycle", c.Lifecycle != nil},
		{"livenessProbe", c.LivenessProbe != nil},
		{"readinessProbe", c.ReadinessProbe != nil},
		{"startupProbe", c.StartupProbe != nil},
	} {
		if f.set {
			at.Child(f.name).Forbidden("may not be set for init containers without restartPolicy=Always")
		}
	}
}

func (r Rules) noResizeRestart(at *field.Path, c *api.Container) {
	for i, p := range c.ResizePolicy {
		if p.RestartPolicy == api.RestartContainer && !r.ResizeRestarts {
			at.Index(i).Child("restartPolicy").Invalid(p.RestartPolicy, "must not be set to 'RestartContainer' for non-sidecar initContainers")
		}
	}
}

// HasResizeRestarts tells whether resizing restarts an init container that is no sidecar.
//
// Upstream 1.37: pkg/api/pod/util.go, hasRestartContainerForNonSidecarInitContainer.
func HasResizeRestarts(initContainers []api.Container) bool {
	return slices.ContainsFunc(initContainers, func(c api.Container) bool {
		return !pods.IsSidecar(&c) && slices.ContainsFunc(c.ResizePolicy, func(p api.ContainerResizePolicy) bool {
			return p.RestartPolicy == api.RestartContainer
		})
	})
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, validateInitContainerRestartPolicy.
func initRestartPolicy(at *field.Path, c *api.Container) {
	if c.RestartPolicy != nil {
		restartPolicy(at, c.RestartPolicy, c.RestartPolicyRules)
	} else if len(c.RestartPolicyRules) > 0 {
		at.Child("restartPolicy").Required(needsRestartPolicy)
	}
}

const needsRestartPolicy = "must specify restartPolicy when restart rules are used"

// restartPolicy checks a container's own restart policy; at is the container.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateContainerRestartPolicy.
func restartPolicy(at *field.Path, policy *api.ContainerRestartPolicy, rules []api.ContainerRestartRule) {
	switch {
	case policy != nil:
		field.OneOf(at.Child("restartPolicy"), *policy, api.ContainerRestartPolicyAlways, api.ContainerRestartPolicyNever, api.ContainerRestartPolicyOnFailure)
	case len(rules) > 0:
		at.Child("restartPolicy").Required(needsRestartPolicy)
	}
	if len(rules) > 20 {
		at.Child("restartPolicyRules").TooMany(len(rules), 20)
	}
	for i, rule := range rules {
		restartRule(at.Child("restartPolicyRules").Index(i), rule)
	}
}

func restartRule(at *field.Path, rule api.ContainerRestartRule) {
	field.OneOf(at.Child("action"), rule.Action, api.ContainerRestartRuleActionRestart, api.ContainerRestartRuleActionRestartAllContainers)
	codes := at.Child("exitCodes")
	if rule.ExitCodes == nil {
		codes.Required("must be specified")
		return
	}
	field.OneOf(codes.Child("operator"), rule.ExitCodes.Operator, api.ContainerRestartRuleOnExitCodesOpIn, api.ContainerRestartRuleOnExitCodesOpNotIn)
	if n := len(rule.ExitCodes.Values); n > 255 {
		codes.Child("values").TooMany(n, 255)
	}
}

// ImageText reports spaces around the name of an image. Pods may not have them,
// templates may.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateContainerOnlyForPod.
func ImageText(at *field.Path, image string) {
	if strings.TrimSpace(image) != image {
		at.Child("image").Invalid(image, "must not have leading or trailing whitespace")
	}
}

package defaults

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/imageref"
)

// container fills in a container of any sort.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_Container.
func container(c *api.Container) {
	fill(&c.ImagePullPolicy, pullPolicy(c.Image))
	fill(&c.TerminationMessagePath, api.TerminationMessagePathDefault)
	fill(&c.TerminationMessagePolicy, api.TerminationMessageReadFile)
	for i := range c.Ports {
		fill(&c.Ports[i].Protocol, api.ProtocolTCP)
	}
	for i := range c.Env {
		environment(&c.Env[i])
	}
	roundUp(c.Resources.Limits)
	roundUp(c.Resources.Requests)
	for _, p := range []*api.Probe{c.LivenessProbe, c.ReadinessProbe, c.StartupProbe} {
		probe(p)
	}
	if c.Lifecycle != nil {
		hook(c.Lifecycle.PostStart)
		hook(c.Lifecycle.PreStop)
	}
}

// pullPolicy is Always for the tag latest, given or implied. An image that is
// named by digest only, or wrongly, is pulled if it is not present.
func pullPolicy(image string) api.PullPolicy {
	if imageref.TagOrLatest(image) == "latest" {
		return api.PullAlways
	}
	return api.PullIfNotPresent
}

func environment(v *api.EnvVar) {
	if v.ValueFrom == nil {
		return
	}
	podField(v.ValueFrom.FieldRef)
	if from := v.ValueFrom.FileKeyRef; from != nil {
		provide(&from.Optional, false)
	}
}

// podField fills in a reference to a field of the pod; nil is fine.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_ObjectFieldSelector.
func podField(ref *api.ObjectFieldSelector) {
	if ref != nil {
		fill(&ref.APIVersion, "v1")
	}
}

// probe fills in a probe; nil is fine.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_Probe.
func probe(p *api.Probe) {
	if p == nil {
		return
	}
	fill(&p.TimeoutSeconds, 1)
	fill(&p.PeriodSeconds, 10)
	fill(&p.SuccessThreshold, 1)
	fill(&p.FailureThreshold, 3)
	httpGet(p.HTTPGet)
	if p.GRPC != nil {
		provide(&p.GRPC.Service, "")
	}
}

func hook(h *api.LifecycleHandler) {
	if h != nil {
		httpGet(h.HTTPGet)
	}
}

// httpGet fills in a request; nil is fine.
//
// Upstream 1.37: pkg/apis/core/v1/defaults.go, SetDefaults_HTTPGetAction.
func httpGet(get *api.HTTPGetAction) {
	if get != nil {
		fill(&get.Path, "/")
		fill(&get.Scheme, api.URISchemeHTTP)
	}
}

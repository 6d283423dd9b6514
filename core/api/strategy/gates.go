package strategy

import (
	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
)

// dropSwitchedOff takes away the fields whose feature gates are off in 1.37 and
// the annotations that init containers were written in before 1.6.
//
// Upstream 1.37: pkg/api/pod/util.go, DropDisabledTemplateFields; the defaults of
// the gates are in pkg/features/kube_features.go.
func dropSwitchedOff(t *api.PodTemplateSpec) {
	spec := &t.Spec
	spec.SchedulingGroup = nil    // GenericWorkload
	spec.EvictionResponders = nil // EvictionRequestAPI
	for i := range spec.Volumes {
		dropFromVolume(&spec.Volumes[i])
	}
	for _, c := range pods.Containers(spec) {
		dropFromContainer(c)
	}
	for _, key := range []string{
		"pod.beta.kubernetes.io/init-containers",
		"pod.alpha.kubernetes.io/init-containers",
		"pod.beta.kubernetes.io/init-container-statuses",
		"pod.alpha.kubernetes.io/init-container-statuses",
	} {
		delete(t.Annotations, key)
	}
}

func dropFromContainer(c *api.Container) {
	for i := range c.VolumeMounts {
		c.VolumeMounts[i].BindMountOptions = nil // VolumeBindMountOptions
	}
	for _, p := range []*api.Probe{c.LivenessProbe, c.ReadinessProbe, c.StartupProbe} {
		if p != nil && p.GRPC != nil {
			p.GRPC.Mode = nil // GRPCContainerProbeTLS
		}
		if p != nil {
			dropProtocol(p.HTTPGet)
		}
	}
	if c.Lifecycle == nil {
		return
	}
	for _, h := range []*api.LifecycleHandler{c.Lifecycle.PostStart, c.Lifecycle.PreStop} {
		if h != nil {
			dropProtocol(h.HTTPGet)
		}
	}
	if c.Lifecycle.StopSignal != nil { // ContainerStopSignals
		c.Lifecycle.StopSignal = nil
		if *c.Lifecycle == (api.Lifecycle{}) {
			c.Lifecycle = nil
		}
	}
}

func dropProtocol(get *api.HTTPGetAction) {
	if get != nil {
		get.Protocol = nil // H2CContainerProbe
	}
}

// dropFromVolume takes away the owners of files (AtomicWriteVolumeUserFields)
// and the mode of an emptyDir (EmptyDirVolumeMode).
func dropFromVolume(v *api.Volume) {
	switch {
	case v.EmptyDir != nil:
		v.EmptyDir.Mode = nil
	case v.Secret != nil:
		v.Secret.DefaultUser = nil
		dropKeyUsers(v.Secret.Items)
	case v.ConfigMap != nil:
		v.ConfigMap.DefaultUser = nil
		dropKeyUsers(v.ConfigMap.Items)
	case v.DownwardAPI != nil:
		v.DownwardAPI.DefaultUser = nil
		dropFileUsers(v.DownwardAPI.Items)
	case v.Projected != nil:
		v.Projected.DefaultUser = nil
		for i := range v.Projected.Sources {
			dropSourceUsers(&v.Projected.Sources[i])
		}
	}
}

func dropSourceUsers(s *api.VolumeProjection) {
	switch {
	case s.Secret != nil:
		dropKeyUsers(s.Secret.Items)
	case s.DownwardAPI != nil:
		dropFileUsers(s.DownwardAPI.Items)
	case s.ConfigMap != nil:
		dropKeyUsers(s.ConfigMap.Items)
	case s.ServiceAccountToken != nil:
		s.ServiceAccountToken.User = nil
	case s.ClusterTrustBundle != nil:
		s.ClusterTrustBundle.User = nil
	case s.PodCertificate != nil:
		s.PodCertificate.User = nil
	}
}

func dropKeyUsers(items []api.KeyToPath) {
	for i := range items {
		items[i].User = nil
	}
}

func dropFileUsers(items []api.DownwardAPIVolumeFile) {
	for i := range items {
		items[i].User = nil
	}
}

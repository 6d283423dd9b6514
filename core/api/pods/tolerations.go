package pods

import "github.com/rollscope/rollscope/core/api"

// AddTolerations is the list of tolerations that a daemon pod has: those of the
// template and the automatic ones. A toleration of the template that is an
// automatic one but for tolerationSeconds is replaced in its place, and so holds
// forever; one that merely covers the same taint stays in front of it. The list
// passed in is left as it is.
//
// Upstream 1.37: pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations;
// pkg/apis/core/v1/helper/helpers.go, AddOrUpdateTolerationInPodSpec.
func AddTolerations(t []api.Toleration, hostNetwork bool) []api.Toleration {
	automatic := []api.Toleration{
		{Key: api.TaintNodeNotReady, Effect: api.TaintEffectNoExecute},
		{Key: api.TaintNodeUnreachable, Effect: api.TaintEffectNoExecute},
		{Key: api.TaintNodeDiskPressure, Effect: api.TaintEffectNoSchedule},
		{Key: api.TaintNodeMemoryPressure, Effect: api.TaintEffectNoSchedule},
		{Key: api.TaintNodePIDPressure, Effect: api.TaintEffectNoSchedule},
		{Key: api.TaintNodeUnschedulable, Effect: api.TaintEffectNoSchedule},
		{Key: api.TaintNodeNetworkUnavailable, Effect: api.TaintEffectNoSchedule},
	}
	if !hostNetwork {
		automatic = automatic[:len(automatic)-1]
	}
	out := append(make([]api.Toleration, 0, len(t)+len(automatic)), t...)
	for _, a := range automatic {
		a.Operator = api.TolerationOpExists
		replaced := false
		for i := range out {
			if out[i].SameToleration(&a) {
				out[i], replaced = a, true
			}
		}
		if !replaced {
			out = append(out, a)
		}
	}
	return out
}

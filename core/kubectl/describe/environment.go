package describe

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
)

// environment writes a container's environment variables and where they come from.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describeContainerEnvVars and describeContainerEnvFrom.
func (in containers) environment(c *api.Container) {
	if len(c.EnvFrom) > 0 {
		in.line(2, "Environment Variables from:")
		for i := range c.EnvFrom {
			in.environmentFrom(&c.EnvFrom[i])
		}
	}
	if len(c.Env) == 0 {
		in.line(2, "Environment:\t<none>")
		return
	}
	in.line(2, "Environment:")
	for i := range c.Env {
		e := &c.Env[i]
		if e.ValueFrom != nil {
			in.valueFrom(c, e)
			continue
		}
		for n, part := range strings.Split(e.Value, "\n") {
			if n == 0 {
				part = e.Name + ":\t" + part
			} else {
				part = "\t" + part
			}
			in.line(3, "%s", part)
		}
	}
}

func (in containers) environmentFrom(e *api.EnvFromSource) {
	kind, name, optional := "", "", false
	if r := e.ConfigMapRef; r != nil {
		kind, name, optional = "ConfigMap", r.Name, yes(r.Optional)
	} else if r := e.SecretRef; r != nil {
		kind, name, optional = "Secret", r.Name, yes(r.Optional)
	}
	if e.Prefix != "" {
		kind += " with prefix '" + e.Prefix + "'"
	}
	in.line(3, "%s\t%s\tOptional: %t", name, kind, optional)
}

// valueFrom writes a variable that is taken from somewhere else.
func (in containers) valueFrom(c *api.Container, e *api.EnvVar) {
	switch from := e.ValueFrom; {
	case from.FieldRef != nil:
		value := ""
		if in.pod != nil {
			value = field(in.pod, from.FieldRef.FieldPath)
		}
		in.line(3, "%s:\t%s (%s:%s)", e.Name, value, from.FieldRef.APIVersion, from.FieldRef.FieldPath)
	case from.ResourceFieldRef != nil:
		name := from.ResourceFieldRef.Resource
		value := resourceValue(c, from.ResourceFieldRef)
		if value == "0" && (name == "limits.cpu" || name == "limits.memory") {
			value = "node allocatable"
		}
		in.line(3, "%s:\t%s (%s)", e.Name, value, name)
	case from.SecretKeyRef != nil:
		r := from.SecretKeyRef
		in.line(3, "%s:\t<set to the key '%s' in secret '%s'>\tOptional: %t", e.Name, r.Key, r.Name, yes(r.Optional))
	case from.ConfigMapKeyRef != nil:
		r := from.ConfigMapKeyRef
		in.line(3, "%s:\t<set to the key '%s' of config map '%s'>\tOptional: %t", e.Name, r.Key, r.Name, yes(r.Optional))
	}
}

// field is the value of a pod's field; kubectl shows no other fields.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, EnvValueRetriever.
func field(pod *api.Pod, path string) string {
	switch path {
	case "metadata.name":
		return pod.Name
	case "metadata.namespace":
		return pod.Namespace
	}
	return ""
}

// resourceValue is a container's request or limit divided by the divisor, rounded up.
//
// Upstream 1.37: kubectl pkg/util/resource/resource.go, ExtractContainerResourceValue.
func resourceValue(c *api.Container, ref *api.ResourceFieldSelector) string {
	side, name, _ := strings.Cut(ref.Resource, ".")
	list := map[string]api.ResourceList{"limits": c.Resources.Limits, "requests": c.Resources.Requests}[side]
	divisor := ref.Divisor
	if divisor.IsZero() {
		divisor = api.NewQuantity(1, api.DecimalSI)
	}
	q := list[api.ResourceName(name)]
	switch {
	case name == "cpu":
		return roundedUp(q.MilliValue(), divisor.MilliValue())
	case name == "memory", name == "ephemeral-storage", strings.HasPrefix(name, api.ResourceHugePagesPrefix):
		return roundedUp(q.Value(), divisor.Value())
	}
	return ""
}

func roundedUp(value, divisor int64) string {
	return strconv.FormatInt(int64(math.Ceil(float64(value)/float64(divisor))), 10)
}

// mounts writes where a container mounts volumes and devices, sorted by path.
func (in containers) mounts(c *api.Container) {
	none := ""
	if len(c.VolumeMounts) == 0 {
		none = "\t<none>"
	}
	in.line(2, "Mounts:%s", none)
	mounts := append([]api.VolumeMount(nil), c.VolumeMounts...)
	sort.SliceStable(mounts, func(i, j int) bool { return mounts[i].MountPath < mounts[j].MountPath })
	for _, m := range mounts {
		flags := "rw"
		if m.ReadOnly {
			flags = "ro"
		}
		if m.SubPath != "" {
			flags += fmt.Sprintf(",path=%q", m.SubPath)
		}
		in.line(3, "%s from %s (%s)", m.MountPath, m.Name, flags)
	}
	if len(c.VolumeDevices) == 0 {
		return
	}
	in.line(2, "Devices:%s", none)
	devices := append([]api.VolumeDevice(nil), c.VolumeDevices...)
	sort.SliceStable(devices, func(i, j int) bool { return devices[i].DevicePath < devices[j].DevicePath })
	for _, d := range devices {
		in.line(3, "%s from %s", d.DevicePath, d.Name)
	}
}

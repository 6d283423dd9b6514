package facts

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
)

// HostMount is a mount of a hostPath volume, joined with the volume.
type HostMount struct {
	Container     string `json:"container"` // its name
	ContainerPath string `json:"container_path"`
	Privileged    bool   `json:"privileged"` // the container
	Path          string `json:"path"`       // of the mount
	Volume        string `json:"volume"`     // its name
	VolumePath    string `json:"volume_path"`
	// HostPath is what is mounted: the volume's path with the mount's subPath below it,
	// without doubled or trailing slashes and single dots. A path on a drive of Windows
	// stays as written.
	HostPath string `json:"host_path"`
	// Parents are the directories that hold it and itself: /, /var, /var/log.
	Parents   []string `json:"parents"`
	MountPath string   `json:"mount_path"`
	Type      string   `json:"type"` // of the volume; "" if nothing is checked
	ReadOnly  bool     `json:"read_only"`
}

// HostPort is a port that a pod holds on its node.
type HostPort struct {
	Container string `json:"container"`
	Path      string `json:"path"` // of the port
	Port      int32  `json:"port"`
	Protocol  string `json:"protocol"`
	IP        string `json:"ip"` // "" for every address
	// FromNetwork says that the manifest names no host port: the API server takes
	// the container's port, as the pod is in the node's network.
	FromNetwork bool `json:"from_network"`
}

// Toleration is one toleration of the daemon pods.
type Toleration struct {
	Key      string `json:"key"`
	Operator string `json:"operator"`
	Value    string `json:"value"`
	Effect   string `json:"effect"`
	Path     string `json:"path"`
	// Written says that the template has it; the others are added by the controller.
	Written bool `json:"written"`
}

func hostMounts(spec *api.PodSpec) []HostMount {
	volumes := map[string]int{}
	for i, v := range spec.Volumes {
		if _, ok := volumes[v.Name]; !ok && v.HostPath != nil {
			volumes[v.Name] = i
		}
	}
	out := make([]HostMount, 0, countHostMounts(spec, volumes))
	for at, c := range pods.Containers(spec) {
		if at.List == "ephemeralContainers" || len(volumes) == 0 {
			continue
		}
		path := containerPath(at)
		for i := range c.VolumeMounts {
			m := &c.VolumeMounts[i]
			v, ok := volumes[m.Name]
			if !ok {
				continue
			}
			mount := hostMount(c, &spec.Volumes[v], m)
			mount.ContainerPath, mount.VolumePath = path, item("spec.template.spec.volumes", v)
			mount.Path = item(path+".volumeMounts", i)
			out = append(out, mount)
		}
	}
	return out
}

// countHostMounts is how many there may be, so that there is room for them at once.
func countHostMounts(spec *api.PodSpec, volumes map[string]int) (n int) {
	for _, c := range pods.Containers(spec) {
		for i := range c.VolumeMounts {
			if _, ok := volumes[c.VolumeMounts[i].Name]; ok {
				n++
			}
		}
	}
	return n
}

func hostMount(c *api.Container, v *api.Volume, m *api.VolumeMount) HostMount {
	kind := ""
	if v.HostPath.Type != nil {
		kind = string(*v.HostPath.Type)
	}
	path := hostPath(v.HostPath.Path, m.SubPath, m.SubPathExpr)
	return HostMount{
		Container: c.Name, Privileged: privileged(c), Volume: v.Name,
		HostPath: path, Parents: parents(path), MountPath: m.MountPath, Type: kind, ReadOnly: m.ReadOnly,
	}
}

// parents are the directories on the way to a path and the path itself.
func parents(path string) []string {
	if path == "/" || !strings.HasPrefix(path, "/") {
		return []string{path}
	}
	out := make([]string, 1, strings.Count(path, "/")+1)
	out[0] = "/"
	for i := 1; i < len(path); i++ {
		if path[i] == '/' {
			out = append(out, path[:i])
		}
	}
	return append(out, path)
}

// hostPath joins the path of a volume with the part of it that is mounted.
func hostPath(volume, subPath, expression string) string {
	var parts []string
	for part := range strings.SplitSeq(volume+"/"+subPath+"/"+expression, "/") {
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	if len(parts) > 0 && len(parts[0]) > 1 && parts[0][1] == ':' || strings.Contains(volume, `\`) {
		return volume
	}
	return "/" + strings.Join(parts, "/")
}

// hostPorts are the ports of containers that stay.
func hostPorts(spec *api.PodSpec) []HostPort {
	out := []HostPort{}
	for at, c := range pods.Containers(spec) {
		if at.List == "ephemeralContainers" || at.List == "initContainers" && !sidecar(c) {
			continue
		}
		for i, p := range c.Ports {
			if p.HostPort <= 0 {
				continue
			}
			out = append(out, HostPort{
				Container: c.Name, Path: item(containerPath(at)+".ports", i),
				Port: p.HostPort, Protocol: string(p.Protocol), IP: p.HostIP,
			})
		}
	}
	return out
}

// fromNetwork marks the ports of a pod that its template does not have.
func fromNetwork(pod, template []HostPort) []HostPort {
	for i := range pod {
		if len(template) > 0 && template[0].Path == pod[i].Path {
			template = template[1:]
			continue
		}
		pod[i].FromNetwork = true
	}
	return pod
}

func tolerations(spec *api.PodSpec) []Toleration {
	all := pods.AddTolerations(spec.Tolerations, spec.HostNetwork)
	out := make([]Toleration, 0, len(all))
	for i, t := range all {
		operator := t.Operator
		if operator == "" {
			operator = api.TolerationOpEqual
		}
		written := i < len(spec.Tolerations)
		path := "spec.template.spec.tolerations"
		if written {
			path = item(path, i)
		}
		out = append(out, Toleration{t.Key, string(operator), t.Value, string(t.Effect), path, written})
	}
	return out
}

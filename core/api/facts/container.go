package facts

import (
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/api/imageref"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/resource"
)

// Sort is what role a container has.
type Sort string

// The sorts of containers. A sidecar is an init container that stays.
const (
	Regular Sort = "container"
	Init    Sort = "init"
	Sidecar Sort = "sidecar"
)

// Container is one container of the template.
type Container struct {
	Name string `json:"name"`
	Sort Sort   `json:"sort"`
	// List and Index say where it stands in the spec: initContainers or containers.
	List  string `json:"list"`
	Index int    `json:"index"`
	Path  string `json:"path"` // spec.template.spec.containers[0]
	Image Image  `json:"image"`
	// PullPolicy is the effective one: Always, IfNotPresent or Never.
	PullPolicy string `json:"pull_policy"`
	Privileged bool   `json:"privileged"`
	// AddedCapabilities are in capitals and without CAP_, in the order written.
	AddedCapabilities []string `json:"added_capabilities"`
	// PortNames are the names of its ports.
	PortNames []string `json:"port_names"`
	// Ports is how many ports it declares.
	Ports int `json:"ports"`
	// Devices are the resources requested that a node has a few of and pods cannot
	// share: extended ones and hugepages, in order.
	Devices []string `json:"devices"`
	// Requests and Limits are whole numbers: thousandths of a CPU, bytes, pieces.
	// A limit without a request is a request too.
	Requests map[string]int64 `json:"requests"`
	Limits   map[string]int64 `json:"limits"`
	// Probes are those that there are: readiness, liveness, startup.
	Probes map[string]Probe `json:"probes"`
}

// Image is the name of an image, taken apart.
type Image struct {
	Written string `json:"written"`
	// Valid says that the name can be read; the fields below are "" otherwise.
	Valid      bool   `json:"valid"`
	Registry   string `json:"registry"`   // docker.io
	Repository string `json:"repository"` // library/busybox
	Tag        string `json:"tag"`        // "" if there is none
	Digest     string `json:"digest"`     // "" if there is none
}

// Probe is a probe with its defaults. Times are in seconds.
type Probe struct {
	// Target is what is asked, in one text; equal targets are the same question.
	Target  string `json:"target"`
	Handler string `json:"handler"` // http, tcp, exec or grpc; "" if it has none
	// Port is what the probe connects to, a name or a number; "" for exec.
	Port string `json:"port"`
	// PortIsName says that it is a name; the kubelet takes digits in quotes for a number.
	PortIsName       bool  `json:"port_is_name"`
	InitialDelay     int32 `json:"initial_delay"`
	Period           int32 `json:"period"`
	Timeout          int32 `json:"timeout"`
	FailureThreshold int32 `json:"failure_threshold"`
	SuccessThreshold int32 `json:"success_threshold"`
}

func sidecar(c *api.Container) bool { return pods.IsSidecar(c) }

func containers(spec *api.PodSpec) []Container {
	out := make([]Container, 0, len(spec.InitContainers)+len(spec.Containers))
	for at, c := range pods.Containers(spec) {
		if at.List != "ephemeralContainers" {
			out = append(out, container(at, c))
		}
	}
	return out
}

func container(at pods.Position, c *api.Container) Container {
	sort := Regular
	if at.List == "initContainers" {
		sort = Init
		if sidecar(c) {
			sort = Sidecar
		}
	}
	out := Container{
		Name: c.Name, Sort: sort, List: at.List, Index: at.Index, Path: containerPath(at),
		Image: image(c.Image), PullPolicy: string(c.ImagePullPolicy),
		Requests: amounts(c.Resources.Requests), Limits: amounts(c.Resources.Limits),
		Devices: devices(c.Resources.Requests),
		Probes:  probes(c),
		Ports:   len(c.Ports),
	}
	out.PortNames, out.AddedCapabilities = []string{}, []string{}
	for _, p := range c.Ports {
		if p.Name != "" {
			out.PortNames = append(out.PortNames, p.Name)
		}
	}
	out.Privileged = privileged(c)
	if s := c.SecurityContext; s != nil && s.Capabilities != nil {
		for _, name := range s.Capabilities.Add {
			out.AddedCapabilities = append(out.AddedCapabilities, strings.TrimPrefix(strings.ToUpper(string(name)), "CAP_"))
		}
	}
	return out
}

func privileged(c *api.Container) bool {
	s := c.SecurityContext
	return s != nil && s.Privileged != nil && *s.Privileged
}

func devices(requests api.ResourceList) []string {
	out := []string{}
	for name, amount := range requests {
		if (resource.IsExtended(name) || resource.IsHugePages(name)) && amount.Sign() > 0 {
			out = append(out, string(name))
		}
	}
	sort.Strings(out)
	return out
}

func containerPath(at pods.Position) string {
	return item("spec.template.spec."+at.List, at.Index)
}

// item is the path of an item of a list.
func item(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

func image(written string) Image {
	ref, err := imageref.Parse(written)
	if err != nil {
		return Image{Written: written}
	}
	registry, repository, _ := strings.Cut(ref.Name, "/")
	return Image{Written: written, Valid: true, Registry: registry, Repository: repository, Tag: ref.Tag, Digest: ref.Digest}
}

// amounts are whole numbers, rounded up: thousandths of a CPU, units of all else.
func amounts(list api.ResourceList) map[string]int64 {
	out := map[string]int64{}
	for name, q := range list {
		if name == api.ResourceCPU {
			out[string(name)] = q.MilliValue()
		} else {
			out[string(name)] = q.Value()
		}
	}
	return out
}

func probes(c *api.Container) map[string]Probe {
	out := map[string]Probe{}
	for name, p := range map[string]*api.Probe{"readiness": c.ReadinessProbe, "liveness": c.LivenessProbe, "startup": c.StartupProbe} {
		if p != nil {
			out[name] = probe(p)
		}
	}
	return out
}

func probe(p *api.Probe) Probe {
	out := Probe{
		InitialDelay: p.InitialDelaySeconds, Period: p.PeriodSeconds, Timeout: p.TimeoutSeconds,
		FailureThreshold: p.FailureThreshold, SuccessThreshold: p.SuccessThreshold,
	}
	switch {
	case p.Exec != nil:
		out.Handler = "exec"
		out.Target = "exec " + strings.Join(p.Exec.Command, " ")
	case p.HTTPGet != nil:
		g := p.HTTPGet
		out.Handler, out.Port, out.PortIsName = "http", g.Port.String(), isName(g.Port)
		out.Target = fmt.Sprintf("%s://%s:%s%s", strings.ToLower(string(g.Scheme)), g.Host, out.Port, g.Path)
	case p.TCPSocket != nil:
		s := p.TCPSocket
		out.Handler, out.Port, out.PortIsName = "tcp", s.Port.String(), isName(s.Port)
		out.Target = fmt.Sprintf("tcp://%s:%s", s.Host, out.Port)
	case p.GRPC != nil:
		out.Handler, out.Port = "grpc", fmt.Sprint(p.GRPC.Port)
		service := ""
		if p.GRPC.Service != nil {
			service = *p.GRPC.Service
		}
		out.Target = fmt.Sprintf("grpc://:%s/%s", out.Port, service)
	}
	return out
}

func isName(port api.IntOrString) bool {
	return port.Type == api.IntOrStringString && strings.Trim(port.StrVal, "0123456789") != ""
}

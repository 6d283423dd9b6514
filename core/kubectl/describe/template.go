package describe

import (
	"sort"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/fmt"
)

// PodTemplate is a pod template as kubectl rollout history shows it: the
// columns are separated by single tabs and not aligned.
func PodTemplate(t *api.PodTemplateSpec) string {
	var out strings.Builder
	(&page{out: &out}).podTemplate(t)
	return out.String()
}

// podTemplate writes a template.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, DescribePodTemplate.
func (p *page) podTemplate(t *api.PodTemplateSpec) {
	p.line(0, "Pod Template:")
	p.labels("  Labels", t.Labels)
	if len(t.Annotations) > 0 {
		p.annotations("  Annotations", t.Annotations)
	}
	s := &t.Spec
	if s.ServiceAccountName != "" {
		p.line(1, "Service Account:\t%s", s.ServiceAccountName)
	}
	in := containers{page: p, indent: " "}
	if len(s.InitContainers) > 0 {
		in.write("  Init Containers", s.InitContainers, nil)
	}
	in.write("  Containers", s.Containers, nil)
	p.volumes("  ", s.Volumes)
	p.spread("  ", s.TopologySpreadConstraints)
	if s.PriorityClassName != "" {
		p.line(1, "Priority Class Name:\t%s", s.PriorityClassName)
	}
	p.labels("  Node-Selectors", s.NodeSelector)
	p.tolerations("  Tolerations", s.Tolerations)
}

// spread writes topology spread constraints.
func (p *page) spread(space string, list []api.TopologySpreadConstraint) {
	sorted := append([]api.TopologySpreadConstraint(nil), list...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].TopologyKey < sorted[j].TopologyKey })
	for i, c := range sorted {
		if i == 0 {
			p.text(0, "%sTopology Spread Constraints:\t", space)
		} else {
			p.text(0, "%s\t", space)
		}
		p.text(0, "%s:%s when max skew %d is exceeded", c.TopologyKey, c.WhenUnsatisfiable, c.MaxSkew)
		if c.LabelSelector != nil {
			p.text(0, " for selector %s", api.FormatLabelSelector(c.LabelSelector))
		}
		p.text(0, "\n")
	}
}

// containers writes the containers of a pod or of a template.
type containers struct {
	*page
	indent string   // one blank inside a template
	pod    *api.Pod // whose fields environment variables may show; nil for a template
}

// write writes a list of containers with what their statuses say.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describeContainers.
func (in containers) write(title string, list []api.Container, statuses []api.ContainerStatus) {
	if len(list) == 0 {
		title += ": <none>"
	} else {
		title += ":"
	}
	in.line(0, "%s", title)
	for i := range list {
		c := &list[i]
		status := statusOf(statuses, c.Name)
		in.basics(c, status)
		in.lines("Command", c.Command)
		in.lines("Args", c.Args)
		if status != nil {
			in.state("State", &status.State)
			if status.LastTerminationState.Terminated != nil {
				in.state("Last State", &status.LastTerminationState)
			}
			in.line(2, "Ready:\t%s", truth(status.Ready))
			in.line(2, "Restart Count:\t%d", status.RestartCount)
		}
		in.amounts(2, "Limits", c.Resources.Limits)
		in.amounts(2, "Requests", c.Resources.Requests)
		in.probe("Liveness", c.LivenessProbe)
		in.probe("Readiness", c.ReadinessProbe)
		in.probe("Startup", c.StartupProbe)
		in.environment(c)
		in.mounts(c)
	}
}

func statusOf(statuses []api.ContainerStatus, name string) *api.ContainerStatus {
	for i := range statuses {
		if statuses[i].Name == name {
			return &statuses[i]
		}
	}
	return nil
}

// basics writes a container's name, image, ports and seccomp profile.
func (in containers) basics(c *api.Container, status *api.ContainerStatus) {
	in.line(1, "%s%s:", in.indent, c.Name)
	if status != nil {
		in.line(2, "Container ID:\t%s", status.ContainerID)
	}
	in.line(2, "Image:\t%s", c.Image)
	if status != nil {
		in.line(2, "Image ID:\t%s", status.ImageID)
	}
	in.ports("Port", c.Ports, func(port *api.ContainerPort) int32 { return port.ContainerPort })
	in.ports("Host Port", c.Ports, func(port *api.ContainerPort) int32 { return port.HostPort })
	if c.SecurityContext == nil || c.SecurityContext.SeccompProfile == nil {
		return
	}
	profile := c.SecurityContext.SeccompProfile
	in.line(2, "SeccompProfile:\t%s", profile.Type)
	if profile.Type == api.SeccompProfileTypeLocalhost {
		in.line(3, "LocalhostProfile:\t%s", text(profile.LocalhostProfile))
	}
}

func (in containers) ports(title string, list []api.ContainerPort, number func(*api.ContainerPort) int32) {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = fmt.Sprintf("%d/%s", number(&list[i]), list[i].Protocol)
		if list[i].Name != "" {
			texts[i] += " (" + list[i].Name + ")"
		}
	}
	switch len(list) {
	case 0:
		in.line(2, "%s:\t<none>", title)
	case 1:
		in.line(2, "%s:\t%s", title, texts[0])
	default:
		in.line(2, "%ss:\t%s", title, strings.Join(texts, ", "))
	}
}

func (in containers) lines(title string, list []string) {
	if len(list) == 0 {
		return
	}
	in.line(2, "%s:", title)
	for _, entry := range list {
		for _, part := range strings.Split(entry, "\n") {
			in.line(3, "%s", part)
		}
	}
}

// state writes a container's state or last state.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, describeStatus.
func (in containers) state(title string, s *api.ContainerState) {
	switch {
	case s.Running != nil:
		in.line(2, "%s:\tRunning", title)
		in.line(3, "Started:\t%s", stamp(s.Running.StartedAt.Time))
	case s.Terminated != nil:
		in.terminated(title, s.Terminated)
	default:
		in.line(2, "%s:\tWaiting", title)
		if s.Waiting != nil && s.Waiting.Reason != "" {
			in.line(3, "Reason:\t%s", s.Waiting.Reason)
		}
	}
}

func (in containers) terminated(title string, t *api.ContainerStateTerminated) {
	in.line(2, "%s:\tTerminated", title)
	if t.Reason != "" {
		in.line(3, "Reason:\t%s", t.Reason)
	}
	if t.Message != "" {
		in.line(3, "Message:\t%s", t.Message)
	}
	in.line(3, "Exit Code:\t%d", t.ExitCode)
	if t.Signal > 0 {
		in.line(3, "Signal:\t%d", t.Signal)
	}
	in.line(3, "Started:\t%s", stamp(t.StartedAt.Time))
	in.line(3, "Finished:\t%s", stamp(t.FinishedAt.Time))
}

// amounts writes the entries of a resource list, sorted by name.
func (p *page) amounts(level int, title string, list api.ResourceList) {
	if len(list) > 0 {
		p.line(level, "%s:", title)
	}
	for _, name := range resourceNames(list) {
		p.line(level+1, "%s:\t%s", name, amount(list, name))
	}
}

func (in containers) probe(title string, probe *api.Probe) {
	if probe != nil {
		in.line(2, "%s:\t%s", title, Probe(probe))
	}
}

// Probe is a probe on one line.
//
// Upstream 1.37: kubectl pkg/describe/describe.go, DescribeProbe.
func Probe(p *api.Probe) string {
	attributes := fmt.Sprintf("delay=%ds timeout=%ds period=%ds successThreshold=%d failureThreshold=%d",
		p.InitialDelaySeconds, p.TimeoutSeconds, p.PeriodSeconds, p.SuccessThreshold, p.FailureThreshold)
	switch {
	case p.Exec != nil:
		return fmt.Sprintf("exec %v %s", p.Exec.Command, attributes)
	case p.HTTPGet != nil:
		return "http-get " + address(p.HTTPGet) + " " + attributes
	case p.TCPSocket != nil:
		return "tcp-socket " + p.TCPSocket.Host + ":" + p.TCPSocket.Port.String() + " " + attributes
	case p.GRPC != nil:
		return "grpc <pod>:" + strconv.Itoa(int(p.GRPC.Port)) + " " + text(p.GRPC.Service) + " " + attributes
	}
	return "unknown " + attributes
}

// address is the URL an HTTP probe asks for. An IPv6 host stands in brackets.
func address(get *api.HTTPGetAction) string {
	host, path := get.Host, escapePath(get.Path)
	if port := get.Port.String(); port != "" {
		if strings.ContainsAny(host, ":%") {
			host = "[" + host + "]"
		}
		host += ":" + port
	}
	url := "//" + host
	if get.Scheme != "" {
		url = strings.ToLower(string(get.Scheme)) + ":" + url
	}
	if path != "" && path[0] != '/' {
		path = "/" + path
	}
	return url + path
}

// escapePath percent-encodes what may not stand in the path of a URL.
func escapePath(path string) string {
	const plain = "/$&+,:;=@-_.~"
	var out strings.Builder
	for i := range len(path) {
		c := path[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(plain, c) >= 0:
			out.WriteByte(c)
		default:
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

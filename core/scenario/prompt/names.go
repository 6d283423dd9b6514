package prompt

import (
	"slices"
	"strings"
)

// names are the names of the objects of a type, nil for what is no type.
func (s words) names(kind string) []string {
	c := s.Cluster()
	names := []string{}
	switch kind {
	case "nodes", "node", "no":
		for _, n := range c.Nodes() {
			names = append(names, n.Name)
		}
	case "pods", "pod", "po":
		for _, p := range c.PodRecords() {
			names = append(names, p.Name)
		}
	case "daemonsets", "daemonset", "ds":
		for _, d := range c.Sets() {
			names = append(names, d.Object.Name)
		}
	default:
		return nil
	}
	return names
}

// slashed are the objects of a type with a prefix such as node/.
func (s words) slashed(prefix, kind string) []string {
	names := s.names(kind)
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}

// all are all objects as type/name.
func (s words) all() []string {
	return slices.Concat(s.slashed("ds/", "ds"), s.slashed("daemonset/", "ds"), s.slashed("node/", "nodes"), s.slashed("pod/", "pods"))
}

func (s words) files() []string {
	names := []string{}
	for _, m := range s.File().Manifests {
		names = append(names, m.Name)
	}
	return names
}

func (s words) namespaces() []string {
	names := []string{"default", "kube-system"}
	for _, d := range s.Cluster().Sets() {
		names = append(names, d.Object.Namespace)
	}
	for _, p := range s.Cluster().PodRecords() {
		if !slices.Contains(names, p.Namespace) {
			names = append(names, p.Namespace)
		}
	}
	return names
}

// images are those that DaemonSets have, and those whose behaviour was told.
func (s words) images() []string {
	var names []string
	for _, d := range s.Cluster().Sets() {
		spec := &d.Object.Spec.Template.Spec
		for i := range spec.InitContainers {
			names = append(names, spec.InitContainers[i].Image)
		}
		for i := range spec.Containers {
			names = append(names, spec.Containers[i].Image)
		}
	}
	for _, r := range s.Cluster().Images() {
		if r.Image != "*" {
			names = append(names, r.Image)
		}
	}
	return names
}

// containers are the containers of the DaemonSets named before, as kubectl set image
// takes them, with the image that they have up to its tag.
func (s words) containers(rest []string) []string {
	var out []string
	for _, w := range rest {
		for _, d := range s.Cluster().Sets() {
			_, name, _ := strings.Cut(w, "/")
			if name != d.Object.Name {
				continue
			}
			for _, c := range d.Object.Spec.Template.Spec.Containers {
				out = append(out, c.Name+"=")
				if at := strings.LastIndexByte(c.Image, ':'); at > strings.LastIndexByte(c.Image, '/') {
					out = append(out, c.Name+"="+c.Image[:at+1])
				}
			}
		}
	}
	return out
}

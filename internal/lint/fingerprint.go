package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/policies/rules"
)

// place writes a path so that it stays the same when something is put in front of it:
// items of lists that have names go by these.
func place(d *rules.Document, path string) string {
	if d == nil || d.Set == nil {
		return path
	}
	spec := &d.Set.Spec.Template.Spec
	for _, list := range [...]struct {
		name string
		of   func(i int) (string, bool)
	}{
		{"spec.template.spec.containers", containers(spec.Containers)},
		{"spec.template.spec.initContainers", containers(spec.InitContainers)},
		{"spec.template.spec.volumes", func(i int) (string, bool) {
			if i >= len(spec.Volumes) {
				return "", false
			}
			return spec.Volumes[i].Name, true
		}},
	} {
		rest, ok := strings.CutPrefix(path, list.name+"[")
		if !ok {
			continue
		}
		index, rest, _ := strings.Cut(rest, "]")
		i, err := strconv.Atoi(index)
		if err != nil || i < 0 {
			continue
		}
		if name, ok := list.of(i); ok {
			return list.name + "[" + name + "]" + within(spec, list.name, i, rest)
		}
	}
	return path
}

func containers(all []api.Container) func(i int) (string, bool) {
	return func(i int) (string, bool) {
		if i >= len(all) {
			return "", false
		}
		return all[i].Name, true
	}
}

// within is the rest of a path below a container: mounts go by where they are, and
// environment variables by their names.
func within(spec *api.PodSpec, list string, i int, rest string) string {
	var c *api.Container
	switch list {
	case "spec.template.spec.containers":
		c = &spec.Containers[i]
	case "spec.template.spec.initContainers":
		c = &spec.InitContainers[i]
	default:
		return rest
	}
	for _, prefix := range [...]string{".volumeMounts[", ".env["} {
		below, ok := strings.CutPrefix(rest, prefix)
		if !ok {
			continue
		}
		index, below, _ := strings.Cut(below, "]")
		n, err := strconv.Atoi(index)
		switch {
		case err != nil || n < 0:
		case prefix == ".env[" && n < len(c.Env):
			return prefix + c.Env[n].Name + "]" + below
		case prefix == ".volumeMounts[" && n < len(c.VolumeMounts):
			return prefix + c.VolumeMounts[n].MountPath + "]" + below
		}
	}
	return rest
}

// fingerprints completes the fingerprints: each is of the rule, the object and the
// place in it. Of equal ones the second ends in -2, and so on.
func (l *run) fingerprints() {
	seen := make(map[string]int, len(l.report.Findings))
	var key []byte
	for i := range l.report.Findings {
		f := &l.report.Findings[i]
		key = append(key[:0], f.Rule...)
		for _, part := range [...]string{f.Object.Kind, f.Object.Namespace, f.Object.Name, f.Fingerprint} {
			key = append(append(key, 0), part...)
		}
		if f.Object.Kind == "" {
			key = append(append(key, 0), f.File...)
			key = append(append(key, 0), f.English.Message...)
		}
		sum := sha256.Sum256(key)
		f.Fingerprint = hex.EncodeToString(sum[:16])
		seen[f.Fingerprint]++
		if n := seen[f.Fingerprint]; n > 1 {
			f.Fingerprint += "-" + strconv.Itoa(n)
		}
	}
}

package fix

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/policies/rules"
)

// presentLabel writes the key that nodes have for one that they may not have any more.
// The key for control planes is left alone: which one nodes have is a matter of who made
// the cluster.
func presentLabel(t *target) bool {
	key, _ := t.finding.Params["key"].(string)
	successor, _ := t.finding.Params["successor"].(string)
	if successor == "" || strings.HasPrefix(key, "node-role.") {
		return false
	}
	return t.replace(t.finding.Start, key, successor)
}

// hostNetworkDNS keeps the cluster's DNS for a pod in the node's network.
func hostNetworkDNS(t *target) bool {
	const with = "ClusterFirstWithHostNet"
	if written := t.document.Set.Spec.Template.Spec.DNSPolicy; written != "" {
		return t.replace(t.document.Value("spec.template.spec.dnsPolicy"), string(written), with)
	}
	at := t.document.Position("spec.template.spec.hostNetwork")
	if !t.begins(at, "hostNetwork") {
		return false
	}
	t.insert(at.Line, indentation(at)+"dnsPolicy: "+with)
	return true
}

// indentation is what stands in front of a key that follows one at a place.
func indentation(at rules.Pos) string { return strings.Repeat(" ", at.Column-1) }

// zeroUnavailable does what the API server wants beside maxSurge.
func zeroUnavailable(t *target) bool {
	const above = "spec.updateStrategy.rollingUpdate."
	if rolling := t.document.Set.Spec.UpdateStrategy.RollingUpdate; rolling != nil && rolling.MaxUnavailable != nil {
		return t.replace(t.document.Value(above+"maxUnavailable"), rolling.MaxUnavailable.String(), "0")
	}
	at := t.document.Position(above + "maxSurge")
	if !t.begins(at, "maxSurge") {
		return false
	}
	t.insert(at.Line, indentation(at)+"maxUnavailable: 0")
	return true
}

// renameStrategy gives what a Deployment calls strategy its name in a DaemonSet.
func renameStrategy(t *target) bool {
	if t.finding.Path != "spec.strategy" || !t.begins(t.finding.Start, "strategy") {
		return false
	}
	return t.replace(t.finding.Start, "strategy", "updateStrategy")
}

// tolerateControlPlane adds a copy of the toleration with the taint's present key.
func tolerateControlPlane(t *target) bool {
	const old, present = "node-role.kubernetes.io/master", "node-role.kubernetes.io/control-plane"
	spec := &t.document.Set.Spec.Template.Spec
	for i := range spec.Tolerations {
		if spec.Tolerations[i].Key != old {
			continue
		}
		at := t.document.Position("spec.template.spec.tolerations[" + strconv.Itoa(i) + "]")
		first, last, ok := t.item(at)
		if !ok {
			return false
		}
		lines := make([]string, 0, last-first+1)
		replaced := false
		for n := first; n <= last; n++ {
			line := t.line(n)
			replaced = replaced || strings.Contains(line, old)
			lines = append(lines, strings.Replace(line, old, present, 1))
		}
		if !replaced {
			return false
		}
		t.insert(last, lines...)
		return true
	}
	return false
}

// item are the lines of an item of a list in block style, which begins at a place.
func (t *target) item(at rules.Pos) (first, last int, ok bool) {
	line := t.line(at.Line)
	dash := len(line) - len(strings.TrimLeft(line, " "))
	if !strings.HasPrefix(line[dash:], "- ") {
		return 0, 0, false
	}
	last = at.Line
	for n := at.Line + 1; n <= len(t.lines); n++ {
		text := strings.TrimLeft(t.line(n), " ")
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if len(t.line(n))-len(text) <= dash {
			break
		}
		last = n
	}
	return at.Line, last, true
}

// directories are on every Linux node. Those that a distribution can do without are not
// among them: some have no /etc/kubernetes, their kubelet elsewhere than in
// /var/lib/kubelet, or, as containers themselves, no /lib/modules and no /boot.
var directories = []string{
	"/", "/dev", "/etc", "/lib", "/proc", "/run", "/sys", "/sys/fs/cgroup",
	"/usr", "/var", "/var/lib", "/var/log", "/var/log/containers", "/var/log/pods", "/var/run",
}

// directoryType has the kubelet look at what is mounted, where it is a directory for sure.
func directoryType(t *target) bool {
	i, ok := index(t.finding.Path, "spec.template.spec.volumes[")
	volumes := t.document.Set.Spec.Template.Spec.Volumes
	if !ok || i >= len(volumes) || volumes[i].HostPath == nil || volumes[i].HostPath.Type != nil {
		return false
	}
	if p := volumes[i].HostPath.Path; !strings.HasPrefix(p, "/") || !slices.Contains(directories, path.Clean(p)) {
		return false
	}
	at := t.document.Position("spec.template.spec.volumes[" + strconv.Itoa(i) + "].hostPath.path")
	if !t.begins(at, "path") {
		return false
	}
	t.insert(at.Line, indentation(at)+"type: Directory")
	return true
}

// index is the number behind a prefix of a path.
func index(path, prefix string) (int, bool) {
	rest, ok := strings.CutPrefix(path, prefix)
	if !ok {
		return 0, false
	}
	number, _, _ := strings.Cut(rest, "]")
	i, err := strconv.Atoi(number)
	return i, err == nil && i >= 0
}

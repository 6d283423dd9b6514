package print

import (
	"strconv"
	"strings"
	"time"

	"github.com/rollscope/rollscope/core/api"
)

// DaemonSets is the table of kubectl get daemonsets.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, printDaemonSet.
func DaemonSets(list []*api.DaemonSet, now time.Time) Table {
	t := Table{Columns: columns("Name", "Desired", "Current", "Ready", "Up-to-date", "Available",
		"Node Selector", "Age", "+Containers", "+Images", "+Selector")}
	for _, ds := range list {
		s := &ds.Status
		names, images := containers(ds.Spec.Template.Spec.Containers)
		t.Rows = append(t.Rows, Row{Meta: &ds.ObjectMeta, Cells: []string{
			ds.Name, number(s.DesiredNumberScheduled), number(s.CurrentNumberScheduled), number(s.NumberReady),
			number(s.UpdatedNumberScheduled), number(s.NumberAvailable), Labels(ds.Spec.Template.Spec.NodeSelector),
			Age(ds.CreationTimestamp, now), names, images, api.FormatLabelSelector(ds.Spec.Selector),
		}})
	}
	return t
}

// Nodes is the table of kubectl get nodes.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, printNode.
func Nodes(list []*api.Node, now time.Time) Table {
	t := Table{Columns: columns("Name", "Status", "Roles", "Age", "Version",
		"+Internal-IP", "+External-IP", "+OS-Image", "+Kernel-Version", "+Container-Runtime")}
	for _, n := range list {
		info := &n.Status.NodeInfo
		kernel := or(info.KernelVersion, "<unknown>")
		if info.Architecture != "" {
			kernel += " (" + info.Architecture + ")"
		}
		t.Rows = append(t.Rows, Row{Meta: &n.ObjectMeta, Cells: []string{
			n.Name, nodeStatus(n), or(strings.Join(NodeRoles(n), ","), "<none>"),
			Age(n.CreationTimestamp, now), info.KubeletVersion,
			address(n, api.NodeInternalIP), address(n, api.NodeExternalIP),
			or(info.OSImage, "<unknown>"), kernel, or(info.ContainerRuntimeVersion, "<unknown>"),
		}})
	}
	return t
}

func nodeStatus(n *api.Node) string {
	status := "Unknown"
	for i := range n.Status.Conditions {
		c := &n.Status.Conditions[i]
		if c.Type != api.NodeReady {
			continue
		}
		status = "NotReady"
		if c.Status == api.ConditionTrue {
			status = "Ready"
		}
	}
	if n.Spec.Unschedulable {
		status += ",SchedulingDisabled"
	}
	return status
}

// NodeRoles are a node's roles in order, from the labels
// node-role.kubernetes.io/ROLE and kubernetes.io/role=ROLE.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, findNodeRoles.
func NodeRoles(n *api.Node) []string {
	seen := map[string]bool{}
	for k, v := range n.Labels {
		if role, ok := strings.CutPrefix(k, "node-role.kubernetes.io/"); ok && role != "" {
			seen[role] = true
		} else if k == "kubernetes.io/role" && v != "" {
			seen[v] = true
		}
	}
	return Keys(seen)
}

func address(n *api.Node, kind api.NodeAddressType) string {
	for _, a := range n.Status.Addresses {
		if a.Type == kind {
			return a.Address
		}
	}
	return "<none>"
}

// Revisions is the table of kubectl get controllerrevisions.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, printControllerRevision.
func Revisions(list []*api.ControllerRevision, now time.Time) Table {
	t := Table{Columns: columns("Name", "Controller", "Revision", "Age")}
	for _, r := range list {
		t.Rows = append(t.Rows, Row{Meta: &r.ObjectMeta, Cells: []string{
			r.Name, controllerName(r.OwnerReferences), strconv.FormatInt(r.Revision, 10), Age(r.CreationTimestamp, now),
		}})
	}
	return t
}

// controllerName is the controlling owner as kind.group/name.
func controllerName(owners []api.OwnerReference) string {
	owner := Controller(owners)
	if owner == nil {
		return "<none>"
	}
	kind := strings.ToLower(owner.Kind)
	if group, _, ok := strings.Cut(owner.APIVersion, "/"); ok {
		kind += "." + strings.ToLower(group)
	}
	return kind + "/" + owner.Name
}

// Controller is the owner that controls the object, or nil.
func Controller(owners []api.OwnerReference) *api.OwnerReference {
	for i := range owners {
		if c := owners[i].Controller; c != nil && *c {
			return &owners[i]
		}
	}
	return nil
}

// PriorityClasses is the table of kubectl get priorityclasses.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, printPriorityClass.
func PriorityClasses(list []*api.PriorityClass, now time.Time) Table {
	t := Table{Columns: columns("Name", "Value", "Global-Default", "Age", "PreemptionPolicy")}
	for _, pc := range list {
		policy := ""
		if pc.PreemptionPolicy != nil {
			policy = string(*pc.PreemptionPolicy)
		}
		t.Rows = append(t.Rows, Row{Meta: &pc.ObjectMeta, Cells: []string{
			pc.Name, number(pc.Value), strconv.FormatBool(pc.GlobalDefault), Age(pc.CreationTimestamp, now), policy,
		}})
	}
	return t
}

// PodDisruptionBudgets is the table of kubectl get poddisruptionbudgets.
//
// Upstream 1.37: pkg/printers/internalversion/printers.go, printPodDisruptionBudget.
func PodDisruptionBudgets(list []*api.PodDisruptionBudget, now time.Time) Table {
	t := Table{Columns: columns("Name", "Min Available", "Max Unavailable", "Allowed Disruptions", "Age")}
	for _, p := range list {
		t.Rows = append(t.Rows, Row{Meta: &p.ObjectMeta, Cells: []string{
			p.Name, limit(p.Spec.MinAvailable), limit(p.Spec.MaxUnavailable),
			number(p.Status.DisruptionsAllowed), Age(p.CreationTimestamp, now),
		}})
	}
	return t
}

func limit(v *api.IntOrString) string {
	if v == nil {
		return "N/A"
	}
	return v.String()
}

// containers are the names and the images of containers, joined with commas.
func containers(list []api.Container) (names, images string) {
	var ns, is []string
	for i := range list {
		ns, is = append(ns, list[i].Name), append(is, list[i].Image)
	}
	return strings.Join(ns, ","), strings.Join(is, ",")
}

func number(n int32) string { return strconv.Itoa(int(n)) }

package validation

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/validation/amount"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
	"github.com/rollscope/rollscope/core/api/validation/meta"
	"github.com/rollscope/rollscope/core/api/validation/podspec"
)

// Node is what is wrong with a node that is to be created. The API server says
// metadata.taints for spec.taints.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateNode.
// Differs: taints and avoided pods in annotations, which nothing reads, and the
// features a node declares are not checked.
func Node(n *api.Node) []*FieldError {
	return field.Collect(func(root *field.Path) {
		meta.Object(root.Child("metadata"), &n.ObjectMeta, meta.ClusterScoped)
		taints(root.Child("metadata.taints"), n.Spec.Taints)
		nodeResources(root.Child("status"), n)
		if swap := n.Status.NodeInfo.Swap; swap != nil && swap.Capacity != nil {
			root.Child("metadata.nodeSwapStatus.capacity").Positive(*swap.Capacity)
		}
		podCIDRs(root.Child("spec.podCIDRs"), n.Spec.PodCIDRs)
	})
}

// NodeUpdate is what is wrong with replacing old by updated.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateNodeUpdate.
// Differs: as for Node; and dynamic kubelet configuration, gone since 1.24, is not checked.
func NodeUpdate(updated, old *api.Node) []*FieldError {
	return field.Collect(func(root *field.Path) {
		meta.ObjectUpdate(root.Child("metadata"), &updated.ObjectMeta, &old.ObjectMeta, meta.ClusterScoped)
		nodeResources(root.Child("status"), updated)
		for i, a := range updated.Status.Addresses {
			if slices.Contains(updated.Status.Addresses[:i], a) {
				root.Child("status").Item("addresses", i).Duplicate(addressForm(a), "")
			}
		}
		if len(old.Spec.PodCIDRs) > 0 && !slices.Equal(old.Spec.PodCIDRs, updated.Spec.PodCIDRs) {
			root.Child("spec.podCIDRs").Forbidden("node updates may not change podCIDR except from \"\" to valid")
		}
		switch id := root.Child("spec.providerID"); {
		case old.Spec.ProviderID == "" || updated.Spec.ProviderID == old.Spec.ProviderID:
		case updated.Spec.ProviderID == "":
			id.Invalid(nil, "field cannot be cleared once set")
		default:
			id.Invalid(nil, "field cannot be modified once set")
		}
		taints(root.Child("metadata.taints"), updated.Spec.Taints)
		if updated.Spec.DoNotUseExternalID != old.Spec.DoNotUseExternalID {
			root.Child("spec.externalID").Forbidden("may not be updated")
		}
	})
}

// addressForm and taintForm are how the API server prints what occurs twice.
//
// Upstream 1.37: pkg/apis/core/types.go, NodeAddress, Taint.
type addressForm struct {
	Type    api.NodeAddressType
	Address string
}

type taintForm struct {
	Key       string
	Value     string
	Effect    api.TaintEffect
	TimeAdded *api.Time
}

// taints checks the taints of a node; key and effect together occur once.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateNodeTaints.
func taints(at *field.Path, list []api.Taint) {
	for i := range list {
		t, at := &list[i], at.Index(i)
		meta.LabelName(at.Child("key"), t.Key)
		if wrong := format.LabelValue(t.Value); len(wrong) > 0 {
			at.Child("value").Invalid(t.Value, strings.Join(wrong, ";"))
		}
		if t.Effect == "" {
			at.Child("effect").Required("")
		} else {
			podspec.TaintEffect(at.Child("effect"), t.Effect)
		}
		if slices.ContainsFunc(list[:i], func(earlier api.Taint) bool { return earlier.SameTaint(t) }) {
			at.Duplicate(taintForm(*t), "taints must be unique by key and effect pair")
		}
	}
}

// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateNodeResources.
func nodeResources(at *field.Path, n *api.Node) {
	for _, name := range meta.SortedKeys(n.Status.Capacity) {
		amount.Of(at.Child("capacity").Child(string(name)), name, n.Status.Capacity[name])
	}
	for _, name := range meta.SortedKeys(n.Status.Allocatable) {
		amount.Of(at.Child("allocatable").Child(string(name)), name, n.Status.Allocatable[name])
	}
}

func podCIDRs(at *field.Path, list []string) {
	sixes := 0
	for i, cidr := range list {
		at.Index(i).InvalidEach(cidr, format.CIDR(cidr))
		if strings.Contains(cidr, ":") {
			sixes++
		}
	}
	if len(list) > 2 || len(list) == 2 && sixes != 1 {
		at.Invalid(list, "may specify no more than one CIDR for each IP family")
	}
}

// Package patch changes trees of objects by patches, and finds the patch that
// leads from one object to another: JSON patches, JSON merge patches, and the
// strategic merge patches by which kubectl apply works.
//
// Upstream 1.37: apimachinery pkg/util/strategicpatch/patch.go and meta.go.
// Differs: maps are visited in order of their keys.
package patch

import (
	"errors"
	"reflect"
	"strings"

	"github.com/rollscope/rollscope/core/api/fmt"
	"github.com/rollscope/rollscope/core/kubectl/tree"
)

// Schema is the Go type of an object or a part of one; it says how lists and
// maps in it are merged.
type Schema struct{ typ reflect.Type }

// SchemaOf is the schema of a typed object, such as *api.DaemonSet.
func SchemaOf(object any) Schema { return Schema{plain(reflect.TypeOf(object))} }

// manner is how a field's values are merged.
type manner struct {
	merge      bool   // lists: item by item
	replace    bool   // maps: as a whole
	retainKeys bool   // keys that a patch does not name go away
	key        string // the field that tells the items of a list apart; "" for scalars
}

// field looks a field up: the schema of its value.
//
// Upstream 1.37: apimachinery third_party/forked/golang/json/fields.go, LookupPatchMetadataForStruct.
// Differs: names are compared with their case.
func (s Schema) field(name string) (Schema, manner, error) {
	if s.typ.Kind() != reflect.Struct {
		return s, manner{}, fmt.Errorf("merging an object in json but data type is not struct, instead is: %s", s.typ.Kind())
	}
	f, owner, ok := member(s.typ, name)
	if !ok {
		return s, manner{}, fmt.Errorf("unable to find api field in struct %s for the json field %q", s.typ.Name(), name)
	}
	return Schema{plain(f.Type)}, mannerOf(owner, name), nil
}

// list looks a field up whose value is a list: the schema of its items.
func (s Schema) list(name string) (Schema, manner, error) {
	items, how, err := s.field(name)
	if err != nil {
		return s, manner{}, err
	}
	if items.typ.Kind() != reflect.Slice {
		return s, manner{}, fmt.Errorf("expected slice or array type, but got: %s", s.typ.Kind())
	}
	return Schema{plain(items.typ.Elem())}, how, nil
}

// member finds a field of a struct by its name in JSON, also in embedded structs.
func member(t reflect.Type, name string) (reflect.StructField, string, bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case tag == name:
			return f, t.Name(), true
		case tag == "" && f.Anonymous && f.Type.Kind() == reflect.Struct:
			if found, owner, ok := member(f.Type, name); ok {
				return found, owner, true
			}
		}
	}
	return reflect.StructField{}, "", false
}

func plain(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// mannerOf says how a field of a type is merged. Upstream has this in the tags
// patchStrategy and patchMergeKey of its types; a test holds the two equal.
func mannerOf(typeName, field string) manner {
	switch typeName + "." + field {
	case "ObjectMeta.finalizers", "NodeSpec.podCIDRs":
		return manner{merge: true}
	case "ObjectMeta.ownerReferences":
		return manner{merge: true, key: "uid"}
	case "Container.ports", "EphemeralContainerCommon.ports":
		return manner{merge: true, key: "containerPort"}
	case "Container.volumeMounts", "EphemeralContainerCommon.volumeMounts", "ContainerStatus.volumeMounts":
		return manner{merge: true, key: "mountPath"}
	case "Container.volumeDevices", "EphemeralContainerCommon.volumeDevices":
		return manner{merge: true, key: "devicePath"}
	case "PodSpec.volumes", "PodSpec.resourceClaims", "PodStatus.resourceClaimStatuses":
		return manner{merge: true, key: "name", retainKeys: true}
	case "Container.env", "EphemeralContainerCommon.env", "ContainerStatus.allocatedResourcesStatus",
		"PodSpec.initContainers", "PodSpec.containers", "PodSpec.ephemeralContainers", "PodSpec.imagePullSecrets",
		"PodSpec.schedulingGates", "PodSpec.evictionResponders",
		"NodeAllocatableResourceClaimStatus.mapping", "NodeAllocatableResourceClaimStatus.overhead":
		return manner{merge: true, key: "name"}
	case "PodSpec.hostAliases", "PodStatus.hostIPs", "PodStatus.podIPs":
		return manner{merge: true, key: "ip"}
	case "PodSpec.topologySpreadConstraints":
		return manner{merge: true, key: "topologyKey"}
	case "PodStatus.nodeAllocatableResourceClaimStatuses":
		return manner{merge: true, key: "resourceClaimName"}
	case "PodStatus.conditions", "NodeStatus.conditions", "NodeStatus.addresses", "DaemonSetStatus.conditions",
		"PodDisruptionBudgetStatus.conditions", "NamespaceStatus.conditions":
		return manner{merge: true, key: "type"}
	case "PodVolumeHealth.healthConditions":
		return manner{merge: true, key: "status"}
	case "PodDisruptionBudgetSpec.selector":
		return manner{replace: true}
	}
	return manner{}
}

// The marks that give orders in a strategic merge patch.
const (
	directive    = "$patch"
	retainKeys   = "$retainKeys"
	deletePrefix = "$deleteFromPrimitiveList"
	orderPrefix  = "$setElementOrder"
)

// kind is the sort of a value: all items of a list must be of one.
func kind(v any) reflect.Kind {
	if v == nil {
		return reflect.Invalid
	}
	return reflect.TypeOf(v).Kind()
}

// itemKind is the sort of the items of lists; they must agree.
//
// Upstream 1.37: strategicpatch, sliceElementType.
func itemKind(lists ...[]any) (reflect.Kind, error) {
	found := reflect.Invalid
	for _, list := range lists {
		for _, v := range list {
			switch k := kind(v); {
			case found == reflect.Invalid:
				found = k
				if k == reflect.Slice {
					return k, errListOfLists
				}
			case k != found:
				return k, fmt.Errorf("list element types are not identical: %v", fmt.Sprint(lists))
			}
		}
	}
	if found == reflect.Invalid {
		return found, fmt.Errorf("no elements in any of the given slices")
	}
	return found, nil
}

// asMap is a value as a map, or upstream's complaint.
func asMap(v any) (tree.Map, error) {
	m, ok := v.(tree.Map)
	if !ok {
		return nil, wrongType("map[string]interface {}", v)
	}
	return m, nil
}

// asList is a value as a list, or upstream's complaint.
func asList(v any) ([]any, error) {
	l, ok := v.([]any)
	if !ok {
		return nil, wrongType("[]interface {}", v)
	}
	return l, nil
}

// wrongType is upstream's complaint about a value of the wrong sort.
//
// Upstream 1.37: apimachinery pkg/util/mergepatch/errors.go, ErrBadArgType.
func wrongType(want string, v any) error {
	got := "%!s(<nil>)"
	if v != nil {
		got = reflect.TypeOf(v).String()
	}
	return fmt.Errorf("expected a %s, but received a %s", want, got)
}

func noKey(m tree.Map, key string) error {
	return fmt.Errorf("map: %v does not contain declared merge key: %s", m, key)
}

// keyOf is the value that tells an item of a list apart.
func keyOf(item any, key string) (any, error) {
	m, err := asMap(item)
	if err != nil {
		return nil, err
	}
	v, ok := m[key]
	if !ok {
		return nil, noKey(m, key)
	}
	return v, nil
}

// same says whether two scalars are equal; maps and lists never are.
func same(a, b any) bool {
	switch a.(type) {
	case tree.Map, []any:
		return false
	}
	switch b.(type) {
	case tree.Map, []any:
		return false
	}
	return a == b
}

// The mistakes a patch can have, in upstream's words.
//
// Upstream 1.37: apimachinery pkg/util/mergepatch/errors.go.
var (
	errListOfLists = errors.New("lists of lists are not supported")
	errDeletions   = errors.New("invalid patch format of primitive list")
	errRetainKeys  = errors.New("invalid patch format of retainKeys")
	errOrder       = errors.New("invalid patch format of setElementOrder list")
)

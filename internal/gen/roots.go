package main

// group is one upstream Go package whose types may enter core/api.
type group struct {
	path   string // import path
	file   string // generated file is zz_<file>_gen.go; empty writes none
	prefix string // put before a name that an earlier group already took
	roots  []string
}

// groups lists the packages in the order in which they claim names.
var groups = []group{
	{path: "k8s.io/api/core/v1", file: "core", prefix: "Core", roots: []string{
		"Pod", "PodList", "PodTemplate", "Node", "NodeList", "Event", "EventList", "Namespace", "NamespaceList", "Binding",
	}},
	{path: "k8s.io/api/apps/v1", file: "apps", prefix: "Apps", roots: []string{
		"DaemonSet", "DaemonSetList", "ControllerRevision", "ControllerRevisionList",
	}},
	{path: "k8s.io/api/policy/v1", file: "policy", prefix: "Policy", roots: []string{
		"PodDisruptionBudget", "PodDisruptionBudgetList", "Eviction",
	}},
	{path: "k8s.io/api/scheduling/v1", file: "scheduling", prefix: "Scheduling", roots: []string{
		"PriorityClass", "PriorityClassList",
	}},
	{path: "k8s.io/apimachinery/pkg/apis/meta/v1", file: "meta", prefix: "Meta", roots: []string{
		"TypeMeta", "ObjectMeta", "ListMeta", "LabelSelector", "OwnerReference", "Status", "DeleteOptions",
	}},
	{path: "k8s.io/apimachinery/pkg/types", file: "types", prefix: "Types", roots: []string{"UID", "NodeName"}},
	{path: "k8s.io/apimachinery/pkg/api/resource"},
	{path: "k8s.io/apimachinery/pkg/util/intstr"},
	{path: "k8s.io/apimachinery/pkg/runtime"},
}

// handWritten are the upstream types with behaviour of their own; package api has a
// type of its own for each.
var handWritten = map[typeName]bool{
	{"k8s.io/apimachinery/pkg/apis/meta/v1", "Time"}:       true,
	{"k8s.io/apimachinery/pkg/apis/meta/v1", "MicroTime"}:  true,
	{"k8s.io/apimachinery/pkg/apis/meta/v1", "FieldsV1"}:   true,
	{"k8s.io/apimachinery/pkg/api/resource", "Quantity"}:   true,
	{"k8s.io/apimachinery/pkg/util/intstr", "IntOrString"}: true,
	{"k8s.io/apimachinery/pkg/runtime", "RawExtension"}:    true,
}

package main

// The items of a state are written without structs (wasm/protocol/state.go); these say
// what they look like, and a test holds the recorded conversations to them.

// SimNode is a node, whole.
type SimNode struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Class int    `json:"class,omitempty"` // left out where the node is gone
	Ready string `json:"ready,omitempty"`
	// Cordoned and Broken are left out where they do not hold.
	Cordoned bool `json:"cordoned,omitempty"`
	Broken   bool `json:"broken,omitempty"`
	// Gone says that the object is gone and pods are left.
	Gone bool     `json:"gone,omitempty"`
	Used [3]int64 `json:"used"` // cpu in thousandths, memory in bytes, pods
	Pods []any    `json:"pods"`
}

// NodeClass is what nodes have in common.
type NodeClass struct {
	ID     int               `json:"id"`
	Labels map[string]string `json:"labels"` // without the host name
	Taints []string          `json:"taints"`
	CPU    int64             `json:"cpu"`    // in thousandths
	Memory int64             `json:"memory"` // in bytes
	Pods   int64             `json:"pods"`
}

// Template is what pods are made from.
type Template struct {
	ID        int    `json:"id"`
	Set       int    `json:"set"`  // -1 for a pod of no DaemonSet
	Hash      string `json:"hash"` // of its revision
	Image     string `json:"image"`
	Namespace string `json:"namespace"`
	CPU       int64  `json:"cpu"`    // requested, in thousandths
	Memory    int64  `json:"memory"` // requested, in bytes
}

// Facts are what rules of the reader's own are evaluated on.
type Facts struct {
	Inputs []any `json:"inputs"`
}

// RunningFiles are the DaemonSets that the cluster has now.
type RunningFiles struct {
	Files []any `json:"files"`
}

// shapes are their names, in the order in which they are written.
var shapes = []string{"main.SimNode", "main.NodeClass", "main.Template", "manifests.Running"}

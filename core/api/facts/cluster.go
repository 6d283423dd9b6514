package facts

// Cluster is what one DaemonSet meets on the nodes that were given. Package core/facts
// works it out.
type Cluster struct {
	Nodes    int `json:"nodes"`
	Eligible int `json:"eligible"` // of Nodes, those that should run a pod
	Windows  int `json:"windows"`  // of Eligible, those that run Windows
	// Refused says why the other nodes are not eligible, in one line: what was asked,
	// and nodes that answered wrongly. "" if all are eligible.
	Refused string `json:"refused"`
	// NoRoom are eligible nodes on which the pod stays pending, and NoSurge those on
	// which one pod fits and a second does not.
	NoRoom  []Shortage `json:"no_room"`
	NoSurge []Shortage `json:"no_surge"`
	// UnusedTolerations are written ones that no node has a taint for. Taints that
	// Kubernetes itself sets and takes away are not expected.
	UnusedTolerations []UnusedToleration `json:"unused_tolerations"`
	// Shared are the other DaemonSets that want one of its host ports.
	Shared []Shared `json:"shared"`
}

// Shortage is a reason why a pod does not fit, and where.
type Shortage struct {
	Node  string `json:"node"`  // the names: n1, or n1, n2, n3, … (12)
	Nodes int    `json:"nodes"` // how many
	Why   string `json:"why"`   // the scheduler's words: Insufficient cpu
	// BesideOthers says that the pod fits on the node when it is empty, and that of the
	// pods there none that could go has a lower priority.
	BesideOthers bool `json:"beside_others"`
}

// UnusedToleration is a toleration without a taint.
type UnusedToleration struct {
	Path  string `json:"path"`
	Taint string `json:"taint"` // key=value:effect
}

// Shared is another DaemonSet and on how many nodes both should run.
type Shared struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Nodes     int    `json:"nodes"`
}

// NodeType is nodes from which the DaemonSets of a run take the same.
type NodeType struct {
	Node  string `json:"node"`  // as in Shortage
	Nodes int    `json:"nodes"` // how many
	// CPU is in thousandths, Memory in bytes: requested by the DaemonSets, allocatable
	// on the node, and what is left of that.
	CPU        int64 `json:"cpu"`
	CPUOf      int64 `json:"cpu_of"`
	CPULeft    int64 `json:"cpu_left"`
	Memory     int64 `json:"memory"`
	MemoryOf   int64 `json:"memory_of"`
	MemoryLeft int64 `json:"memory_left"`
}

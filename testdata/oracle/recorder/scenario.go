package recorder

import (
	core "k8s.io/api/core/v1"
)

// Scenario is what happens around the controller. The format is that of the
// traces in shared/oracle, with more actions and several DaemonSets.
type Scenario struct {
	Name    string   `json:"name"`
	About   string   `json:"about,omitempty"`
	Kubelet Kubelet  `json:"kubelet"`
	Nodes   []Node   `json:"nodes"`
	Actions []Action `json:"actions"`
}

// Kubelet says after how many seconds pods become ready, and are gone.
type Kubelet struct {
	ReadyTicks     int64            `json:"readyTicks"`
	TerminateTicks int64            `json:"terminateTicks"`
	Images         map[string]Image `json:"images,omitempty"`
}

// Image is how pods of an image differ from others.
type Image struct {
	Never bool `json:"never,omitempty"` // never ready
	Fail  bool `json:"fail,omitempty"`  // Failed instead of ready
}

// Node is a node that works.
type Node struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels,omitempty"`
	Taints []core.Taint      `json:"taints,omitempty"`
}

// Action is one thing that somebody does.
type Action struct {
	Do       string             `json:"do"`
	Manifest string             `json:"manifest,omitempty"` // apply: JSON of a DaemonSet
	Set      string             `json:"set,omitempty"`      // the DaemonSet it is about
	Node     string             `json:"node,omitempty"`
	Pod      string             `json:"pod,omitempty"`    // createPod, label: a pod's name
	Labels   map[string]*string `json:"labels,omitempty"` // null removes
	Taints   *[]core.Taint      `json:"taints,omitempty"`
	Spec     Node               `json:"spec,omitzero"`
	State    string             `json:"state,omitempty"`
	Image    string             `json:"image,omitempty"`
	Cascade  string             `json:"cascade,omitempty"`
	Count    int                `json:"count,omitempty"`
}

// Answer is what the controller did, step by step; step 0 is the start.
type Answer struct {
	Name  string `json:"name"`
	Steps []Step `json:"steps"`
}

// Step is what came of one action. Syncs that did nothing are left out.
type Step struct {
	Do        string          `json:"do"`
	Tick      int64           `json:"tick"`
	Syncs     []*Sync         `json:"syncs,omitempty"`
	Sets      []SetState      `json:"sets,omitempty"`
	Revisions []RevisionState `json:"revisions,omitempty"`
	Pods      []string        `json:"pods,omitempty"` // node, owner, revision, phase, and what else holds
}

// Sync is one sync of one DaemonSet: the requests that it made.
type Sync struct {
	Tick      int64    `json:"tick"`
	Key       string   `json:"key"`
	Creates   []string `json:"creates,omitempty"` // node/revision
	Refused   int      `json:"refused,omitempty"` // creates that the quota refused
	Deletes   []string `json:"deletes,omitempty"` // node/revision
	Claims    []string `json:"claims,omitempty"`
	Revisions []string `json:"controllerRevisions,omitempty"`
	Status    string   `json:"status,omitempty"` // as written
	Failed    bool     `json:"failed,omitempty"`
}

func (s *Sync) empty() bool {
	return len(s.Creates)+s.Refused+len(s.Deletes)+len(s.Claims)+len(s.Revisions) == 0 && s.Status == "" && !s.Failed
}

// SetState is a DaemonSet after a step.
type SetState struct {
	Name       string `json:"name"`
	Generation int64  `json:"generation"`
	Status     string `json:"status"`
}

// RevisionState is a ControllerRevision after a step.
type RevisionState struct {
	Set      string `json:"set"` // the owner, "" for none
	Revision int64  `json:"revision"`
}

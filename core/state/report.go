package state

// Report is a Kubernetes Event that a component writes about an object, as
// kubectl get events shows it. Not to be mixed up with the simulator's own
// events, which are the cluster's history.
type Report struct {
	Warning bool   // Type is Warning; otherwise Normal
	Reason  string // CamelCase, as upstream spells it
	Message string
	Source  string // the component: daemonset-controller, default-scheduler, kubelet, node-controller, taint-eviction-controller
	Field   string // involvedObject.fieldPath, such as spec.containers{app}; "" for none
}

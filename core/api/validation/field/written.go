package field

import "strings"

// misnomers are the names that the API server gives to fields, and the names
// that they have in a manifest.
var misnomers = []struct{ said, written string }{
	{"spec.template.labels", "spec.template.metadata.labels"},
	{"spec.template.annotations", "spec.template.metadata.annotations"},
	{"metadata.taints", "spec.taints"},
	{"metadata.nodeSwapStatus", "status.nodeInfo.swap"},
	{".persistentDisk", ".gcePersistentDisk"},
	{".downwarAPI", ".downwardAPI"},
	{".cephFS", ".cephfs"},
	{".initiatorname", ".initiatorName"},
	{".csi.name", ".csi.nodePublishSecretRef.name"},
	{".spec.resources[storage]", ".spec.resources.requests[storage]"},
	{".deprecatedServiceAccount", ".serviceAccount"},
	{".HostPID", ".hostPID"},
	{".HostIPC", ".hostIPC"},
	{".overhead.limits", ".overhead"},
	{".{topologyKey, whenUnsatisfiable}", ""},
	{"].namespace", "].namespaces"},
	{".podAffinityTerm.namespace", ".podAffinityTerm.namespaces"},
}

// Written is the path of an error as a manifest writes it. Most paths are their
// own; a few fields have another name in the API server's errors. Where an error
// leaves out which item of a list it is about, so does the path.
func Written(path string) string {
	for _, m := range misnomers {
		before, after, found := strings.Cut(path, m.said)
		if found && (after == "" || after[0] == '.' || after[0] == '[') {
			return before + m.written + after
		}
	}
	if before, after, found := strings.Cut(path, "spec.resources.containers["); found {
		index, name, _ := strings.Cut(strings.TrimSuffix(after, "].limits"), "][")
		return before + "spec.containers[" + index + "].resources.limits[" + name + "]"
	}
	return path
}

package reason

// nodeEntries are the decisions of the node life cycle: conditions, taints, evictions, pod garbage collection.
var nodeEntries = []Entry{}

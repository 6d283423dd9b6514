package reason

// userEntries are the decisions of what people do to the cluster.
var userEntries = []Entry{}

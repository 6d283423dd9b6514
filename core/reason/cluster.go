package reason

// clusterEntries are the decisions of the cluster itself: the API server, garbage collection, the clock.
var clusterEntries = []Entry{}

package reason

// daemonEntries are the decisions of the DaemonSet controller.
var daemonEntries = []Entry{}

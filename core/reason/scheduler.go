package reason

// schedulerEntries are the decisions of the default scheduler.
var schedulerEntries = []Entry{}

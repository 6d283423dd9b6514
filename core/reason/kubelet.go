package reason

// kubeletEntries are the decisions of the kubelet.
var kubeletEntries = []Entry{}

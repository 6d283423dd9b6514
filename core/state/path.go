package state

import "path"

// PathRule says what a path of the file system leads to, on one node or on all:
// the simulator's stand-in for what was installed there.
type PathRule struct {
	Path   string // absolute
	OnlyOn string // a node's name, "" for all
	// Kind is Directory, File, Socket, CharDevice or BlockDevice; "" where there is nothing.
	Kind string
}

// PathRules are all rules in force, at most one for each path and node. The slice
// is never edited in place.
type PathRules []PathRule

// With returns the rules with one more; a rule for the same path and node replaces
// the earlier one.
func (rs PathRules) With(r PathRule) PathRules {
	r.Path = path.Clean(r.Path)
	out := make(PathRules, 0, len(rs)+1)
	for _, old := range rs {
		if old.Path != r.Path || old.OnlyOn != r.OnlyOn {
			out = append(out, old)
		}
	}
	return append(out, r)
}

// Kind is the type of what a path of a node leads to, "" for whatever is asked
// for, and whether there is anything. Below a path with nothing there is nothing
// either, and neither is there below what is no directory.
func (rs PathRules) Kind(node, at string) (kind string, exists bool) {
	for p, exact := path.Clean(at), true; ; p, exact = path.Dir(p), false {
		if kind, told := rs.told(node, p); told {
			switch {
			case exact:
				return kind, kind != ""
			case kind == "Directory":
				return "", true
			}
			return "", false
		}
		if p == "/" || p == "." {
			return "", true
		}
	}
}

// told is what the rules say about exactly this path; a rule for the node comes first.
func (rs PathRules) told(node, at string) (kind string, told bool) {
	for _, r := range rs {
		switch {
		case r.Path != at:
		case r.OnlyOn == node:
			return r.Kind, true
		case r.OnlyOn == "":
			kind, told = r.Kind, true
		}
	}
	return kind, told
}

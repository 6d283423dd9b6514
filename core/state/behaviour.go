package state

// Behaviour is how containers of an image behave: the simulator's stand-in for
// the program inside. Probes of the manifest apply on top.
type Behaviour struct {
	Pull       Time // how long pulling the image takes where it is not present
	Start      Time // from created to running
	ReadyAfter Time // from running to passing a readiness probe
	Stop       Time // from the stop signal to its exit
	NeverReady bool // it never passes a readiness probe
	PullFails  bool // pulling fails every time
	Fails      bool // its pod ends in phase Failed
	CrashAfter Time // it exits this long after it started; Never when it does not
	Exit       int32
	// HangsAfter is how long after it started it stops passing probes of any
	// kind, while it keeps running; 0 when it never does. Only a liveness probe
	// ends it.
	HangsAfter Time
}

// DefaultBehaviour applies to images nothing was said about.
func DefaultBehaviour() Behaviour {
	return Behaviour{Start: Second, Stop: Second, CrashAfter: Never, Exit: 1}
}

// Second is one second of simulated time.
const Second Time = 1e9

// ImageRule sets the behaviour of one image, on one node or on all.
type ImageRule struct {
	Image     string // "*" is every image without a rule of its own
	OnlyOn    string // a node's name, "" for all
	Behaviour Behaviour
}

// ImageRules are all rules in force, at most one for each image and node.
// The slice is never edited in place.
type ImageRules []ImageRule

// With returns the rules with one more; a rule for the same image and node replaces the earlier one.
func (rs ImageRules) With(r ImageRule) ImageRules {
	out := make(ImageRules, 0, len(rs)+1)
	for _, old := range rs {
		if old.Image != r.Image || old.OnlyOn != r.OnlyOn {
			out = append(out, old)
		}
	}
	return append(out, r)
}

// For finds the behaviour of an image on a node: a rule for image and node,
// then for the image, then for "*" on the node, then for "*", then the default.
func (rs ImageRules) For(image, node string) Behaviour {
	best, rank := DefaultBehaviour(), 0
	for _, r := range rs {
		if r.Image != image && r.Image != "*" || r.OnlyOn != "" && r.OnlyOn != node {
			continue
		}
		score := 1
		if r.OnlyOn != "" {
			score++
		}
		if r.Image != "*" {
			score += 2
		}
		if score > rank {
			best, rank = r.Behaviour, score
		}
	}
	return best
}

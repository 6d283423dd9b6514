package kubelet

import (
	"path"
	"slices"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// The wait after a failed mount: it doubles from the first to the longest.
//
// Upstream 1.37: pkg/util/goroutinemap/exponentialbackoff/exponential_backoff.go.
const (
	firstMountWait   = 500e6 * state.Time(1)
	longestMountWait = 122 * state.Second
)

// mount sets up the pod's volumes and says whether its containers may start.
//
// Upstream 1.37: pkg/kubelet/volumemanager/volume_manager.go, WaitForAttachAndMount.
// Differs: only the type of a hostPath can be wrong; every other volume is there at once.
func (s *pass) mount() bool {
	if s.HostPaths == nil && s.pod.Mount == 0 || len(s.pod.Containers) == 0 {
		return true
	}
	c := &s.pod.Containers[0]
	waiting := s.pod.Mount > 0 && c.Doing == state.BackingOff && unmounted(c)
	if !waiting && touched(c) {
		return true
	}
	if waiting && c.Due > s.Now {
		return false
	}
	volume, fault := s.mountFault()
	if fault == "" {
		c.Doing = state.Idle
		s.changed = true
		return true
	}
	s.pod.Mount++
	c.Doing, c.Due = state.BackingOff, s.Now+mountWait(s.pod.Mount)
	s.changed = true
	s.report(-1, true, "FailedMount", quote("MountVolume.SetUp failed for volume ", volume, " : "+fault))
	s.because(rankFault, reason.MountFailed, volume, 0)
	return false
}

// unmounted says that a container waits for the pod's volumes.
func unmounted(c *state.Container) bool {
	return c.State == state.Waiting && (c.Reason == "ContainerCreating" || c.Reason == "PodInitializing")
}

func mountWait(failed int32) state.Time {
	wait := firstMountWait
	for range failed - 1 {
		if wait = 2 * wait; wait >= longestMountWait {
			return longestMountWait
		}
	}
	return wait
}

// mountFault is the first volume that cannot be mounted and what is wrong with it.
func (s *pass) mountFault() (volume, fault string) {
	if s.HostPaths == nil {
		return "", ""
	}
	for i := range s.spec.Volumes {
		v := &s.spec.Volumes[i]
		if v.HostPath == nil || v.HostPath.Type == nil {
			continue
		}
		if fault := s.pathFault(v.HostPath.Path, *v.HostPath.Type); fault != "" {
			return v.Name, fault
		}
	}
	return "", ""
}

// pathFault is what is wrong with a path that is to be of a type, "" for nothing. What
// a type with OrCreate makes is on the node from then on.
//
// Upstream 1.37: pkg/volume/hostpath/host_path.go, checkTypeInternal and typeMatchedOrError.
func (s *pass) pathFault(path string, want api.HostPathType) string {
	kind, create, noun := string(want), false, ""
	switch want {
	case api.HostPathDirectoryOrCreate:
		kind, create, noun = "Directory", true, "directory"
	case api.HostPathDirectory:
		noun = "directory"
	case api.HostPathFileOrCreate:
		kind, create, noun = "File", true, "file"
	case api.HostPathFile:
		noun = "file"
	case api.HostPathSocket:
		noun = "socket file"
	case api.HostPathCharDev:
		noun = "character device"
	case api.HostPathBlockDev:
		noun = "block device"
	default:
		return ""
	}
	have, exists := s.pathKind(path)
	switch {
	case exists && (have == kind || have == ""):
		return ""
	case !exists && create:
		return s.makePath(path, kind)
	case !exists:
		return "hostPath type check failed, " + path + " is not a " + noun +
			quote(", unable to determine its type: path ", path, " does not exist")
	}
	return "hostPath type check failed: " + path + " is not a " + noun + ", it's a " + have
}

// pathKind is what a path of the node leads to; see HostPaths.
func (s *pass) pathKind(at string) (kind string, exists bool) {
	for _, r := range s.node.Made {
		if r.Path == path.Clean(at) {
			return r.Kind, true
		}
	}
	return s.HostPaths.Kind(s.node.Name(), at)
}

// makePath makes a directory with those above it, or an empty file, and says what is
// in the way.
//
// Upstream 1.37: pkg/volume/hostpath/host_path.go, makeDir and makeFile.
func (s *pass) makePath(at, kind string) (fault string) {
	made := []state.PathRule{{Path: path.Clean(at), OnlyOn: s.node.Name(), Kind: kind}}
	for above := path.Dir(made[0].Path); ; above = path.Dir(above) {
		have, exists := s.pathKind(above)
		switch {
		case exists && have != "" && have != "Directory" && kind == "File":
			return "open " + at + ": not a directory"
		case exists && have != "" && have != "Directory":
			return "mkdir " + above + ": not a directory"
		case !exists && kind == "File":
			return "open " + at + ": no such file or directory"
		case !exists && above != "/" && above != ".":
			made = append(made, state.PathRule{Path: above, OnlyOn: s.node.Name(), Kind: "Directory"})
			continue
		}
		n := *s.node
		n.Made = append(slices.Clone(n.Made), made...)
		s.node = &n
		return ""
	}
}

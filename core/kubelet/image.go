package kubelet

import (
	"slices"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// The waiting reasons that a missing image leads to.
const (
	errImagePull      = "ErrImagePull"
	imagePullBackOff  = "ImagePullBackOff"
	errImageNeverPull = "ErrImageNeverPull"
	invalidImageName  = "InvalidImageName"
)

// noticeAfter is how long after a failed sync the kubelet looks at a pod again.
//
// Upstream 1.37: pkg/kubelet/pod_workers.go, completeWork (without its jitter).
const noticeAfter = 10 * state.Second

// launch begins a run of a container: it makes sure of the image, then creates
// the container.
//
// Upstream 1.37: pkg/kubelet/images/image_manager.go, EnsureImageExists.
// Differs: without a pull policy an image that is present is not pulled, whatever its tag.
func (s *pass) launch(i int) {
	spec := s.container(i)
	present := s.node.HasImage(spec.Image)
	switch {
	case present && spec.ImagePullPolicy != api.PullAlways:
		s.reportPresent(i)
		s.imageReady(i)
	case malformed(spec.Image) != "":
		s.stuck(i, invalidImageName, "InspectFailed", "Failed to apply default image tag "+quote("", spec.Image,
			quote(": couldn't parse image name ", spec.Image, ": "+malformed(spec.Image))), reason.ImageNameInvalid)
	case spec.ImagePullPolicy == api.PullNever && !present:
		s.stuck(i, errImageNeverPull, errImageNeverPull, quote("Container image ", spec.Image,
			" is not present with pull policy of Never"), reason.ImageNeverPulled)
	default:
		s.pull(i, present)
	}
}

// pull queues the image with the node's puller, which pulls one at a time. What
// is present needs no time, and neither does what another container of the node
// is already waiting for.
//
// Upstream 1.37: pkg/kubelet/images/puller.go, serialImagePuller.
func (s *pass) pull(i int, present bool) {
	c, b := &s.pod.Containers[i], s.behaviour(i)
	c.Doing, c.Due = state.Pulling, s.Now
	if c.State == state.Waiting {
		c.Since = s.Now // an exited container that restarts exited just now
	}
	if b.Pull > 0 && !present {
		c.Due = s.queuePull(i, b.Pull)
	}
	s.changed = true
	image := s.container(i).Image
	s.report(i, false, "Pulling", quote("Pulling image ", image, ""))
	s.because(rankStep, reason.ImagePulling, image, int64((c.Due-s.Now)/state.Second))
}

// queuePull is when a pull that takes this long is going to end.
func (s *pass) queuePull(i int, takes state.Time) state.Time {
	image := s.container(i).Image
	for _, q := range s.Pods {
		for j := range q.Containers {
			if c := &q.Containers[j]; c.Doing == state.Pulling && specOf(q, j).Image == image {
				return max(c.Due, s.Now)
			}
		}
	}
	n := *s.node
	n.PullFree = max(n.PullFree, s.Now) + takes
	s.node = &n
	return n.PullFree
}

// pulled ends a pull, well or badly.
func (s *pass) pulled(i int) {
	c, b, image := &s.pod.Containers[i], s.behaviour(i), s.container(i).Image
	if b.PullFails {
		s.failPull(i)
		return
	}
	total := s.Now - c.Since
	took := " in 0s (0s including waiting). Image size: 0 bytes."
	if total > 0 {
		took = " in " + duration(min(b.Pull, total)) + " (" + duration(total) + " including waiting). Image size: 0 bytes."
	}
	s.report(i, false, "Pulled", quote("Successfully pulled image ", image, took))
	s.keepImage(image)
	s.imageReady(i)
}

// keepImage notes that the node has the image now.
func (s *pass) keepImage(image string) {
	at, found := slices.BinarySearch(s.node.Images, image)
	if found {
		return
	}
	n := *s.node
	n.Images = make([]string, 0, len(s.node.Images)+1)
	n.Images = append(append(append(n.Images, s.node.Images[:at]...), image), s.node.Images[at:]...)
	s.node = &n
}

// imageReady goes on to create the container. A window that failed pulls left
// behind does not count for crashes.
func (s *pass) imageReady(i int) {
	if c := &s.pod.Containers[i]; c.Reason == errImagePull || c.Reason == imagePullBackOff {
		c.BackOff = 0
	}
	s.create(i)
}

// failPull makes the container wait for the next try.
//
// Upstream 1.37: pkg/kubelet/images/image_manager.go, pullImage.
// Differs: a container has one window for crashes and pulls; a pull that fails
// after a crash begins a new one.
func (s *pass) failPull(i int) {
	c, image := &s.pod.Containers[i], s.container(i).Image
	again := c.Reason == errImagePull || c.Reason == imagePullBackOff
	if again && c.BackOff > 0 && s.Now-c.BackOffAt <= forgetBackOff {
		c.BackOff = min(2*c.BackOff, longestWindow)
	} else {
		c.BackOff = firstBackOff
	}
	c.BackOffAt = s.Now
	failure := pullFailure(image)
	s.wait(i, errImagePull, failure, s.Now+noticeAfter)
	s.report(i, true, "Failed", quote("Failed to pull image ", image, ": "+failure))
	s.report(i, true, "Failed", "Error: "+errImagePull)
	s.because(rankFault, reason.ImagePullFailed, image, int64(c.BackOff/state.Second))
}

// pullFailure is what the container runtime says about an image it cannot find.
func pullFailure(image string) string {
	return quote("failed to pull and unpack image ", image, quote(": failed to resolve reference ", image, ": "+image+": not found"))
}

// waitForImage shows that the kubelet looked again and the window is still open.
func (s *pass) waitForImage(i int) {
	c, image := &s.pod.Containers[i], s.container(i).Image
	text := quote("Back-off pulling image ", image, "")
	s.wait(i, imagePullBackOff, text+": "+errImagePull+": "+pullFailure(image), c.BackOffAt+c.BackOff)
	s.report(i, false, "BackOff", text)
	s.report(i, true, "Failed", "Error: "+imagePullBackOff)
	s.because(rankFault, reason.ImageBackOff, image, int64(c.BackOff/state.Second))
}

// stuck makes a container wait for an image that it cannot get as things are. The
// kubelet looks again and again; only the first time is reported.
func (s *pass) stuck(i int, why, event, text string, code reason.Code) {
	first := s.pod.Containers[i].Reason != why
	s.wait(i, why, text, s.Now+noticeAfter)
	if first {
		s.report(i, true, event, text)
		s.report(i, true, "Failed", "Error: "+why)
		s.because(rankFault, code, s.container(i).Image, 0)
	}
}

// malformed is what is wrong with an image name, "" for nothing. The first part
// of a name is a registry if it looks like a host.
//
// Upstream 1.37: pkg/util/parsers/parsers.go, ParseImageName;
// github.com/distribution/reference, ParseNormalizedNamed.
// Differs: tags and digests are not looked at.
func malformed(image string) string {
	name, _, _ := strings.Cut(image, "@")
	host, rest, slash := strings.Cut(name, "/")
	registry := slash && (host == "localhost" || strings.ContainsAny(host, ".:") || strings.ToLower(host) != host)
	if registry {
		name = rest
	}
	name, _, _ = strings.Cut(name, ":")
	if name == "" {
		return "invalid reference format"
	}
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			if !slash {
				name = "library/" + name
			}
			return "invalid reference format: repository name (" + name + ") must be lowercase"
		}
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("._-/", c) >= 0) {
			return "invalid reference format"
		}
	}
	return ""
}

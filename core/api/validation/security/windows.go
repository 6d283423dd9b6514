package security

import (
	"strconv"
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// windows checks the options for Windows; nil is fine.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateWindowsSecurityContextOptions.
func windows(at *field.Path, w *api.WindowsSecurityContextOptions) {
	if w == nil {
		return
	}
	if name := w.GMSACredentialSpecName; name != nil {
		at.Child("gmsaCredentialSpecName").InvalidEach(name, format.DNSSubdomain(*name))
	}
	if spec := w.GMSACredentialSpec; spec != nil {
		switch at := at.Child("gmsaCredentialSpec"); {
		case *spec == "":
			at.Invalid(spec, "gmsaCredentialSpec cannot be an empty string")
		case len(*spec) > 64<<10:
			at.Invalid(spec, "gmsaCredentialSpec size must be under 64 KiB")
		}
	}
	if name := w.RunAsUserName; name != nil {
		for _, message := range userName(*name) {
			at.Child("runAsUserName").Invalid(name, "runAsUserName"+message)
		}
	}
}

// userName says what is wrong with DOMAIN\user or user.
func userName(name string) []string {
	switch {
	case name == "":
		return []string{" cannot be an empty string"}
	case strings.ContainsFunc(name, isControl):
		return []string{" cannot contain control characters"}
	case strings.Count(name, `\`) > 1:
		return []string{" cannot contain more than one backslash"}
	}
	domain, user, hasDomain := strings.Cut(name, `\`)
	if !hasDomain {
		domain, user = "", name
	}
	var wrong []string
	if len(domain) >= 256 {
		wrong = append(wrong, "'s Domain length must be under 256 characters")
	}
	if hasDomain && !isNetBIOS(domain) && !isWindowsDomain(domain) {
		wrong = append(wrong, "'s Domain doesn't match the NetBios nor the DNS format")
	}
	return append(wrong, userPart(user)...)
}

func userPart(user string) []string {
	var wrong []string
	switch {
	case user == "":
		wrong = append(wrong, "'s User cannot be empty")
	case len(user) > 104:
		wrong = append(wrong, "'s User length must not be longer than 104 characters")
	}
	if user != "" && strings.Trim(user, ". ") == "" {
		wrong = append(wrong, "'s User cannot contain only periods or spaces")
	}
	if strings.ContainsAny(user, `"/\:;|=,+*?<>@[]`) {
		wrong = append(wrong, `'s User cannot contain the following characters: "/\:;|=,+*?<>@[]`)
	}
	return wrong
}

func isControl(r rune) bool {
	return r < ' ' || r == 0x7f
}

// isNetBIOS tells whether s is a NetBIOS name: up to 15 characters, the first of
// them no dot.
func isNetBIOS(s string) bool {
	n := len([]rune(s))
	return n >= 1 && n <= 15 && !strings.HasPrefix(s, ".") && !strings.ContainsAny(s, `\/:*?"<>|`)
}

// isWindowsDomain tells whether s starts with a DNS label of any case and
// continues with dots and labels, each up to 63 long.
func isWindowsDomain(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if len(label) > 63 || !isAnyCaseLabel(label) {
			return false
		}
	}
	return true
}

func isAnyCaseLabel(s string) bool {
	return format.DNSLabel(strings.Map(lowerASCII, s)) == nil
}

func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// HostProcess checks that the containers of a pod agree on being processes of a
// Windows node. at is the pod's spec.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateWindowsHostProcessPod.
// Differs: the cluster allows privileged containers; an API server can be told not to.
func HostProcess(at *field.Path, spec *api.PodSpec) {
	var ofPod *bool
	if spec.SecurityContext != nil && spec.SecurityContext.WindowsOptions != nil {
		ofPod = spec.SecurityContext.WindowsOptions.HostProcess
	}
	containers, processes := 0, 0
	for position, c := range pods.Containers(spec) {
		containers++
		own := ofPod
		if sc := c.SecurityContext; sc != nil && sc.WindowsOptions != nil && sc.WindowsOptions.HostProcess != nil {
			own = sc.WindowsOptions.HostProcess
			if ofPod != nil && *ofPod != *own {
				at.Item(position.List, position.Index).Child("securityContext.windowsOptions.hostProcess").
					Invalid(*own, "pod hostProcess value must be identical if both are specified, was "+strconv.FormatBool(*ofPod))
			}
		}
		if own != nil && *own {
			processes++
		}
	}
	if processes == 0 {
		return
	}
	if processes != containers {
		at.Invalid("", "If pod contains any hostProcess containers then all containers must be HostProcess containers")
	}
	if !spec.HostNetwork {
		at.Child("hostNetwork").Invalid(spec.HostNetwork, "hostNetwork must be true if pod contains any hostProcess containers")
	}
}

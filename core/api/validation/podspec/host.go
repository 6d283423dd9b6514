package podspec

import (
	"strings"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/api/pods"
	"github.com/rollscope/rollscope/core/api/validation/field"
	"github.com/rollscope/rollscope/core/api/validation/format"
)

// hostNetworkPorts checks that a pod in the node's network takes the node's
// ports as they are; at is the containers. A template may leave them out, since
// its pods get them by default.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePodHostNetworkDeps.
func hostNetworkPorts(at *field.Path, spec *api.PodSpec, isPod bool) {
	if !spec.HostNetwork {
		return
	}
	for i := range spec.Containers {
		for j, p := range spec.Containers[i].Ports {
			if p.HostPort != p.ContainerPort && (isPod || p.HostPort != 0) {
				at.Index(i).Item("ports", j).Child("hostPort").Invalid(p.HostPort, "must match `containerPort` when `hostNetwork` is true")
			}
		}
	}
}

// hostUsers checks that a pod with users of its own keeps away from the node.
// The API server writes two of the fields with a capital.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validateHostUsers.
func (l Leniency) hostUsers(at *field.Path, spec *api.PodSpec) {
	if spec.HostUsers == nil || *spec.HostUsers {
		return
	}
	const rule = "when `hostUsers` is false"
	if spec.HostNetwork && !l.ownUsersOnHostNetwork {
		at.Child("hostNetwork").Forbidden(rule)
	}
	if spec.HostPID {
		at.Child("HostPID").Forbidden(rule)
	}
	if spec.HostIPC {
		at.Child("HostIPC").Forbidden(rule)
	}
	for position, c := range pods.Containers(spec) {
		if len(c.VolumeDevices) > 0 && !l.ownUsersWithDevices {
			at.Item(position.List, position.Index).Child("volumeDevices").Forbidden(rule)
		}
	}
}

// hostnameOverride checks the name that a pod shows itself.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePodHostName.
func hostnameOverride(at *field.Path, spec *api.PodSpec) {
	name := spec.HostnameOverride
	if name == nil {
		return
	}
	if spec.SetHostnameAsFQDN != nil && *spec.SetHostnameAsFQDN {
		at.Forbidden("may not be specified when setHostnameAsFQDN is true")
	}
	if spec.HostNetwork {
		at.Forbidden("may not be specified when hostNetwork is true")
	}
	if len(*name) > 64 {
		at.TooLong(64)
	}
	at.InvalidEach(*name, format.DNSSubdomain(*name))
}

// dnsConfig checks how names are looked up.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, validatePodDNSConfig.
func dnsConfig(at *field.Path, spec *api.PodSpec) {
	c := spec.DNSConfig
	if spec.DNSPolicy == api.DNSNone {
		if c == nil {
			at.Required("must provide `dnsConfig` when `dnsPolicy` is None")
			return
		}
		if len(c.Nameservers) == 0 {
			at.Child("nameservers").Required("must provide at least one DNS nameserver when `dnsPolicy` is None")
			return
		}
	}
	if c == nil {
		return
	}
	if len(c.Nameservers) > 3 {
		at.Child("nameservers").Invalid(c.Nameservers, "must not have more than 3 nameservers")
	}
	for i, server := range c.Nameservers {
		at.Item("nameservers", i).InvalidEach(server, format.IP(server))
	}
	searches(at.Child("searches"), c.Searches)
	for i, option := range c.Options {
		if option.Name == "" {
			at.Item("options", i).Required("must not be empty")
		}
	}
}

func searches(at *field.Path, domains []string) {
	if len(domains) > 32 {
		at.Invalid(domains, "must not have more than 32 search paths")
	}
	if len(strings.Join(domains, " ")) > 2048 {
		at.Invalid(domains, "must not have more than 2048 characters (including spaces) in the search list")
	}
	for i, domain := range domains {
		if domain == "." {
			continue
		}
		domain = strings.TrimSuffix(domain, ".")
		at.Index(i).InvalidEach(domain, format.DNSSubdomainWithUnderscore(domain))
	}
}

// hostAliases checks the lines that a pod has in its hosts file.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, ValidateHostAliases.
func hostAliases(at *field.Path, aliases []api.HostAlias) {
	for i, alias := range aliases {
		at := at.Index(i)
		at.Child("ip").InvalidEach(alias.IP, format.IP(alias.IP))
		for j, name := range alias.Hostnames {
			at.Item("hostnames", j).InvalidEach(name, format.DNSSubdomain(name))
		}
	}
}

package pods

import (
	"slices"
	"strconv"

	"github.com/rollscope/rollscope/core/api"
)

// HostPortsTwice tells of the ports of the node that a container before it wants, too, or
// the same one already: by container and port, with how the API server names the port.
//
// Upstream 1.37: pkg/apis/core/validation/validation.go, AccumulateUniqueHostPorts.
func HostPortsTwice(containers []api.Container, tell func(container, at int, port string)) {
	var taken []string
	for i := range containers {
		for j, p := range containers[i].Ports {
			if p.HostPort == 0 {
				continue
			}
			port := string(p.Protocol) + "/" + p.HostIP + "/" + strconv.Itoa(int(p.HostPort))
			if slices.Contains(taken, port) {
				tell(i, j, port)
			}
			taken = append(taken, port)
		}
	}
}

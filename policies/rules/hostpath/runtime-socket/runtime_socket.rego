# METADATA
# title: container runtime socket reachable
# description: >-
#   Who can talk to the container runtime can start a privileged container, which is root on the
#   node. Mounting a directory that holds the socket, such as /var/run, is the same as mounting
#   the socket, and readOnly does not help: one connects to a socket, one does not write it.
# related_resources:
#   - https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types
#   - https://kubernetes.io/docs/setup/production-environment/container-runtimes/
# custom:
#   id: RS102
#   severity: error
#   message: container {container} mounts {host_path}, through which it reaches the container runtime
#   fix: >-
#     drop the mount: read container metadata from the API server or the kubelet, and mount only
#     the files the agent needs
#   zh:
#     title: 可以访问容器运行时的套接字
#     description: >-
#       能与容器运行时对话就能启动特权容器，也就是节点上的 root。挂载套接字所在的目录（例如 /var/run）与挂载套接字本身是一回事，readOnly 也无济于事：套接字是用来连接的，不是用来写的。
#     message: 容器 {container} 挂载了 {host_path}，由此可以访问容器运行时
#     fix: 去掉该挂载：从 API 服务器或 kubelet 读取容器元数据，只挂载代理程序需要的文件
package rollscope.rules.hostpath["runtime-socket"]

import data.rollscope.lib.finding

report contains hit if {
	some mount in input.facts.host_mounts
	mount.host_path in _reaching
	hit := finding.at(rego.metadata.chain(), mount.path, {
		"container": mount.container,
		"host_path": mount.host_path,
	})
}

# The sockets, and the directories that they are in. /var/run is a link to /run.
_reaching := {
	"/run",
	"/run/docker.sock",
	"/run/dockershim.sock",
	"/run/cri-dockerd.sock",
	"/run/containerd",
	"/run/containerd/containerd.sock",
	"/run/crio",
	"/run/crio/crio.sock",
	"/run/k3s",
	"/run/k3s/containerd",
	"/run/k3s/containerd/containerd.sock",
	"/run/podman",
	"/run/podman/podman.sock",
	"/var/run",
	"/var/run/docker.sock",
	"/var/run/dockershim.sock",
	"/var/run/cri-dockerd.sock",
	"/var/run/containerd",
	"/var/run/containerd/containerd.sock",
	"/var/run/crio",
	"/var/run/crio/crio.sock",
	"/var/run/k3s",
	"/var/run/k3s/containerd",
	"/var/run/k3s/containerd/containerd.sock",
	"/var/run/podman",
	"/var/run/podman/podman.sock",
	`\\.\pipe\docker_engine`,
	`\\.\pipe\containerd-containerd`,
}

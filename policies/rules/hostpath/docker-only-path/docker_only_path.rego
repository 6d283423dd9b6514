# METADATA
# title: path exists only with Docker
# description: >-
#   Since Kubernetes 1.24 nodes run containerd or CRI-O. Docker's directories are empty there, and
#   an agent that reads its logs from them collects nothing and stays ready.
# related_resources:
#   - https://kubernetes.io/docs/tasks/administer-cluster/migrating-from-dockershim/check-if-dockershim-removal-affects-you/
#   - https://github.com/fluent/fluentd-kubernetes-daemonset/issues/561
#   - https://github.com/aws/aws-for-fluent-bit/issues/578
# custom:
#   id: RS105
#   severity: warning
#   message: container {container} mounts {host_path}, which is there only with Docker
#   fix: >-
#     read container logs from /var/log/pods and /var/log/containers; set runtime: docker in the
#     configuration if the nodes do run Docker
#   zh:
#     title: 路径只在 Docker 下存在
#     description: 从 Kubernetes 1.24 起，节点运行 containerd 或 CRI-O，Docker 的目录是空的。从那里读日志的代理程序什么也收不到，却一直就绪。
#     message: 容器 {container} 挂载了 {host_path}，该路径只在 Docker 下存在
#     fix: >-
#       从 /var/log/pods 和 /var/log/containers 读取容器日志；节点确实运行 Docker 时，在配置中设置 runtime: docker
package rollscope.rules.hostpath["docker-only-path"]

import data.rollscope.lib.finding

report contains hit if {
	input.config.runtime != "docker"
	some mount in input.facts.host_mounts
	some path in mount.parents
	path in {
		"/var/lib/docker",
		"/run/docker.sock",
		"/run/dockershim.sock",
		"/var/run/docker.sock",
		"/var/run/dockershim.sock",
	}
	hit := finding.at(rego.metadata.chain(), mount.path, {
		"container": mount.container,
		"host_path": mount.host_path,
	})
}

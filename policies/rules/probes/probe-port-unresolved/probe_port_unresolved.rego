# METADATA
# title: named probe port not declared
# description: >-
#   A probe that names a port looks the name up among the ports of its own container. A name that
#   is not there makes the probe fail every time: the pod never gets ready, or is restarted for
#   ever.
# related_resources:
#   - https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
# custom:
#   id: RS205
#   severity: error
#   message: >-
#     {probe}Probe of container {container} asks port {port}, and the container declares no port
#     of that name
#   fix: declare the port with that name in the same container, or give the number
#   zh:
#     title: 探针使用的端口名未声明
#     description: 探针用端口名时，只在自己的容器声明的端口里查找。名字不存在，探针每次都失败：Pod 永远不就绪，或不断重启。
#     message: 容器 {container} 的 {probe}Probe 访问端口 {port}，但该容器没有声明这个名字的端口
#     fix: 在同一容器中用该名字声明端口，或直接写端口号
package rollscope.rules.probes["probe-port-unresolved"]

import data.rollscope.lib.finding

report contains hit if {
	some container in input.facts.containers
	some name, probe in container.probes
	probe.port_is_name
	not probe.port in container.port_names
	hit := finding.at(rego.metadata.chain(), $"{container.path}.{name}Probe.{_handlers[probe.handler]}.port", {
		"container": container.name,
		"probe": name,
		"port": probe.port,
	})
}

_handlers := {"http": "httpGet", "tcp": "tcpSocket"}

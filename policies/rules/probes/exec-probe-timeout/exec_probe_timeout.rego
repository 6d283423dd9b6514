# METADATA
# title: exec probe with the default timeout of 1 s
# description: >-
#   Since Kubernetes 1.20 a command that takes longer than timeoutSeconds counts as failed, and
#   the default is 1 second. Starting a process takes that long on a node under load, so agents
#   are restarted exactly then.
# related_resources:
#   - https://github.com/aws/amazon-vpc-cni-k8s/issues/1425
#   - https://github.com/kubernetes-sigs/kubespray/issues/7979
#   - https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
# custom:
#   id: RS206
#   severity: warning
#   message: >-
#     {probe}Probe of container {container} runs a command and sets no timeoutSeconds: after 1 s
#     it counts as failed
#   fix: set timeoutSeconds to several seconds, or ask over HTTP or gRPC
#   zh:
#     title: exec 探针使用默认的 1 秒超时
#     description: 从 Kubernetes 1.20 起，命令运行超过 timeoutSeconds 就算失败，默认是 1 秒。节点繁忙时光启动进程就要这么久，于是代理程序偏偏在这时被重启。
#     message: 容器 {container} 的 {probe}Probe 运行命令却没有设置 timeoutSeconds：超过 1 秒就算失败
#     fix: 把 timeoutSeconds 设为几秒，或改用 HTTP 或 gRPC 探测
package rollscope.rules.probes["exec-probe-timeout"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	some container in input.facts.containers
	some name in {"liveness", "startup"}
	container.probes[name].handler == "exec"
	pod.lacks(pod.written(container)[$"{name}Probe"], "timeoutSeconds")
	hit := finding.at(rego.metadata.chain(), $"{container.path}.{name}Probe", {
		"container": container.name,
		"probe": name,
	})
}

# METADATA
# title: first to be evicted
# description: >-
#   A pod without any requests and limits is of the class BestEffort. When a node runs out of
#   memory its pods go first, so that the agent that should report the trouble is the first to be
#   gone; and as it requests nothing, neither the scheduler nor an autoscaler leaves room for it.
# related_resources:
#   - https://github.com/aws/karpenter-provider-aws/issues/1769
#   - https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/
#   - https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
# custom:
#   id: RS601
#   severity: warning
#   message: >-
#     no container has requests or limits: under pressure the agent is evicted first
#   fix: add requests for cpu and memory to every container
#   zh:
#     title: 最先被驱逐
#     description: >-
#       没有任何 requests 和 limits 的 Pod 属于 BestEffort 类。节点内存不足时它们最先被驱逐，本该报告问题的代理程序反而最先消失；而且它什么也没有请求，调度器和自动扩缩容都不会给它留位置。
#     message: 没有一个容器设置 requests 或 limits：资源紧张时代理程序最先被驱逐
#     fix: 给每个容器加上 cpu 和 memory 的 requests
package rollscope.rules.resources["best-effort-agent"]

import data.rollscope.lib.finding

report contains hit if {
	input.facts.pod.best_effort
	hit := finding.at(rego.metadata.chain(), "spec.template.spec.containers", {})
}

# METADATA
# title: mutable image, cached on every node
# description: >-
#   The tag means another image tomorrow, and nodes that have the old one never ask again. Old
#   nodes keep the old version for ever, new nodes get the new one, and nothing in the cluster
#   shows the difference.
# related_resources:
#   - https://kubernetes.io/docs/concepts/containers/images/
# custom:
#   id: RS804
#   severity: error
#   message: >-
#     image {image} of container {container} has no fixed version, and with imagePullPolicy
#     {policy} each node keeps the one it has
#   fix: name a version or a digest, or pull Always
#   zh:
#     title: 可变镜像被各节点缓存
#     description: 标签明天就指向另一个镜像，而已有旧镜像的节点不会再去拉取。旧节点永远运行旧版本，新节点得到新版本，集群里看不出任何区别。
#     message: 容器 {container} 的镜像 {image} 没有固定版本，而 imagePullPolicy {policy} 使每个节点保留自己已有的那一份
#     fix: 写明版本或摘要，或使用 Always
package rollscope.rules.hygiene["mutable-image-cached"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	some container in input.facts.containers
	pod.mutable(container.image)
	container.pull_policy in {"IfNotPresent", "Never"}
	hit := finding.at(rego.metadata.chain(), $"{container.path}.image", {
		"container": container.name,
		"image": container.image.written,
		"policy": container.pull_policy,
	})
}

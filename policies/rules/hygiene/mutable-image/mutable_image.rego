# METADATA
# title: image can change under the tag
# description: >-
#   The tag latest, written or implied, means another image tomorrow, and so does the name of a
#   branch or a channel, such as main or nightly. Nodes that pulled on different days run different
#   code, and a rollback has nothing to go back to.
# related_resources:
#   - https://kubernetes.io/docs/concepts/containers/images/
# custom:
#   id: RS803
#   severity: warning
#   message: image {image} of container {container} has no fixed version
#   fix: name a version, such as :1.4.2, or a digest
#   zh:
#     title: 同一标签下镜像会变
#     description: latest 标签（写明的或默认的）明天就可能是另一个镜像，main、nightly 这样的分支或渠道名也一样。不同日子拉取的节点运行不同的代码，回滚也无处可回。
#     message: 容器 {container} 的镜像 {image} 没有固定版本
#     fix: 写明版本（例如 :1.4.2）或摘要
package rollscope.rules.hygiene["mutable-image"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	some container in input.facts.containers
	pod.mutable(container.image)
	container.pull_policy == "Always"
	hit := finding.at(rego.metadata.chain(), $"{container.path}.image", {
		"container": container.name,
		"image": container.image.written,
	})
}

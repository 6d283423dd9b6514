# METADATA
# title: image name cannot be read
# description: >-
#   The API server takes any text for an image. The kubelet then cannot read the name, and the pod
#   waits in InvalidImageName on every node.
# related_resources:
#   - https://kubernetes.io/docs/concepts/containers/images/
# custom:
#   id: RS808
#   severity: error
#   message: >-
#     image {image} of container {container} is no image name: the pod would wait in
#     InvalidImageName
#   variants:
#     template:
#       message: image {image} of container {container} is a template that was not rendered
#       fix: render the manifest first, with helm template or kustomize build
#       zh:
#         message: 容器 {container} 的镜像 {image} 是未渲染的模板
#         fix: 先用 helm template 或 kustomize build 渲染清单
#   fix: write registry/name:tag; names are in lower case
#   zh:
#     title: 镜像名无法解析
#     description: API 服务器接受任何文本作为镜像名。kubelet 解析不了，Pod 就在每个节点上停在 InvalidImageName。
#     message: 容器 {container} 的镜像 {image} 不是镜像名：Pod 会停在 InvalidImageName
#     fix: 写成 registry/name:tag，名字用小写
package rollscope.rules.hygiene["unreadable-image"]

import data.rollscope.lib.finding

report contains _hit(container) if {
	some container in _unreadable
	not contains(container.image.written, "{{")
}

report contains finding.variant(_hit(container), "template") if {
	some container in _unreadable
	contains(container.image.written, "{{")
}

# An image that is missing is refused by the API server.
_unreadable contains container if {
	some container in input.facts.containers
	not container.image.valid
	container.image.written != ""
}

_hit(container) := finding.at(rego.metadata.chain(), $"{container.path}.image", {
	"container": container.name,
	"image": container.image.written,
})

# METADATA
# title: request above the limit
# description: >-
#   A request is what a container gets for sure, a limit what it gets at most. The API server
#   refuses a request above the limit, and of devices and huge pages also one below it.
# related_resources:
#   - https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
# custom:
#   id: RS603
#   severity: error
#   message: >-
#     {refusal}
#   fix: lower the request or raise the limit
#   zh:
#     title: 请求超过上限
#     description: requests 是容器一定能得到的，limits 是最多能得到的。API 服务器会拒绝大于上限的请求；设备和大页内存的请求还必须等于上限。
#     message: API 服务器会拒绝：{refusal}
#     fix: 降低请求或提高上限
package rollscope.rules.resources["request-over-limit"]

import data.rollscope.lib.finding
import data.rollscope.lib.refusals

report contains hit if {
	input.facts.errors != []
	some refusal in refusals.request_over_limit
	hit := finding.at(rego.metadata.chain(), refusal.path, {"refusal": refusal.message})
}

# METADATA
# title: secret written as a literal
# description: >-
#   A secret in a manifest is in the repository, in its history, in the API for everybody who may
#   read DaemonSets, and in every old revision. The rule goes by the name of the variable; names
#   that end in _FILE, _PATH and the like are taken for places, and so are values that are paths.
# related_resources:
#   - https://kubernetes.io/docs/concepts/configuration/secret/
# custom:
#   id: RS706
#   severity: error
#   message: container {container} sets {name} to a literal
#   fix: use valueFrom.secretKeyRef, or a mounted secret
#   zh:
#     title: 密钥以明文写出
#     description: >-
#       写在清单里的密钥会进入代码仓库及其历史，能读 DaemonSet 的人都能从 API 看到，每个旧修订里也都有。本规则按变量名判断；以 _FILE、_PATH 等结尾的名字和路径形式的值视为位置。
#     message: 容器 {container} 把 {name} 设为明文
#     fix: 使用 valueFrom.secretKeyRef，或挂载 Secret
package rollscope.rules.security["literal-secret-env"]

import data.rollscope.lib.finding
import data.rollscope.lib.pod

report contains hit if {
	some container in input.facts.containers
	some index, variable in pod.written(container).env
	_literal(variable.value)
	name := upper(variable.name)
	some word in {"PASSWORD", "PASSWD", "TOKEN", "SECRET", "APIKEY", "API_KEY", "ACCESS_KEY", "ACCESSKEY"}
	contains(name, word)
	not _about_it(name)
	hit := finding.at(rego.metadata.chain(), $"{container.path}.env[{index}].value", {
		"container": container.name,
		"name": variable.name,
	})
}

_about_it(name) if {
	some ending in {
		"_FILE", "_PATH", "_DIR", "_NAME", "_NAMESPACE", "_URL", "_ENDPOINT", "_HEADER", "_ENABLED", "_TYPE",
		"_ISSUER", "_AUDIENCE", "_LENGTH", "_SIZE", "_TTL", "_EXPIRY", "_TIMEOUT", "_INTERVAL", "_SECONDS",
	}
	endswith(name, ending)
}

# What a language model counts, and what cuts text up.
_about_it(name) if {
	some other in {"MAX_TOKENS", "TOKENIZER"}
	contains(name, other)
}

# A path, a switch or a reference to another variable is no secret.
_literal(value) if {
	is_string(value)
	not lower(value) in {"", "true", "false"}
	not startswith(value, "/")
	not contains(value, "$(")
}

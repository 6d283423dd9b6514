package rollscope.prelude_test

import data.rollscope.lib.sample
import data.rollscope.prelude

test_huge_pages_are_devices_and_not_lent if {
	pages := sample.container({"resources": {
		"requests": {"hugepages-2Mi": "4Mi"},
		"limits": {"hugepages-2Mi": "2Mi"},
	}})
	prelude.containers[0].devices == ["hugepages-2Mi"] with input as pages
	[error.message | some error in prelude.errors] == [concat(": ", [
		"spec.template.spec.containers[0].resources.requests",
		"Invalid value",
		"\"4Mi\"",
		"must be equal to hugepages-2Mi limit of 2Mi",
	])] with input as pages
}

test_what_is_named_twice if {
	[error.path | some error in prelude.errors] == [
		"spec.template.spec.containers[0].ports[1].name",
		"spec.template.spec.volumes[1].name",
	] with input as sample.pod(
		{"volumes": [{"name": "a", "emptyDir": {}}, {"name": "a", "emptyDir": {}}]},
		{"ports": [{"name": "http", "containerPort": 1}, {"name": "http", "containerPort": 2}]},
	)
}

test_refusals_of_what_is_null if {
	some error in prelude.errors with input as sample.container({"resources": {
		"requests": {"memory": "1Mi"},
		"limits": {"memory": null},
	}})
	endswith(error.message, "\"1Mi\": must be less than or equal to memory limit of 0")
	some refusal in prelude.errors with input as json.patch(sample.container({}), [{
		"op": "replace",
		"path": "/spec/template/metadata/labels",
		"value": null,
	}])
	contains(refusal.message, "Invalid value: null")
}

test_a_selector_that_is_refused_is_not_tried if {
	every requirement in [
		{"key": "app", "operator": "In", "values": []},
		{"key": "app", "operator": "Exists", "values": ["agent"]},
		{"key": "", "operator": "Exists"},
		{"key": "", "operator": "In", "values": ["agent"]},
		{"key": "app", "operator": "Is"},
	] {
		count(prelude.errors) == 0 with input as sample.daemonset({"selector": {"matchExpressions": [requirement]}})
	}
}

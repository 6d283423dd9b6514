package rollscope.prelude_test

import data.rollscope.lib.sample
import data.rollscope.prelude

test_names_of_images if {
	every name, parts in {
		"agent": ["docker.io", "library/agent", "", ""],
		"a/b:1": ["docker.io", "a/b", "1", ""],
		"index.docker.io/agent": ["docker.io", "library/agent", "", ""],
		"docker.io/a/b": ["docker.io", "a/b", "", ""],
		"localhost/agent:v1": ["localhost", "agent", "v1", ""],
		"example.com:5000/a/b": ["example.com:5000", "a/b", "", ""],
		"agent@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef": [
			"docker.io",
			"library/agent",
			"",
			"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		],
	} {
		image := _image(name)
		image.valid
		[image.registry, image.repository, image.tag, image.digest] == parts
	}
	every name in [
		"",
		"Agent",
		"a//b",
		"agent:",
		"agent:-1",
		"agent@sha256:0123",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
	] {
		not _image(name).valid
	}
}

_image(name) := image if {
	[container] := prelude.containers with input as sample.container({"image": name})
	image := container.image
}

test_pull_policies if {
	_pulled("agent:1") == "IfNotPresent"
	_pulled("agent") == "Always"
	_pulled("agent:latest") == "Always"
	_pulled("Agent") == "IfNotPresent"
	_pulled("agent@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef") == "IfNotPresent"
}

_pulled(name) := policy if {
	[container] := prelude.containers with input as sample.container({"image": name})
	policy := container.pull_policy
}

package catalogue

import _ "embed" // for newRego

// newRego is what a new rule begins with: it works, and finds images that are not from one
// registry. The page offers it as well.
//
//go:embed new.rego
var newRego string

// What stands beside it.
const (
	newRegoTest = `package rollscope.rules.GROUP["SLUG_test"]

import data.rollscope.rules.GROUP["SLUG"] as rule

test_bad if {
	count(rule.report) == 1 with input as _image("docker.io")
}

test_good if {
	count(rule.report) == 0 with input as _image("registry.example")
}

_image(registry) := {"manifest": {}, "config": {}, "facts": {"containers": [{
	"name": "agent",
	"path": "spec.template.spec.containers[0]",
	"list": "containers",
	"index": 0,
	"image": {"registry": registry},
}]}}
`
	newGood = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: {app: agent}
  template:
    metadata:
      labels: {app: agent}
    spec:
      containers:
      - name: agent
        image: registry.example/agent:1.4.2
`
	newBad = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: {app: agent}
  template:
    metadata:
      labels: {app: agent}
    spec:
      containers:
      - name: agent
        image: agent:1.4.2
`
)

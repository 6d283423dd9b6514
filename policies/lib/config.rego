# METADATA
# title: the configuration
# description: what the users' .rollscope.yaml says, complete
package rollscope.lib.config

# METADATA
# description: what holds where users say nothing; the same as DefaultConfig of the Go package
defaults := {
	"allow": {"hostPaths": [], "containers": []},
	"runtime": "containerd",
	"minLivenessBudget": 30,
	"pss": "",
}

values := input.config if input.config

else := defaults

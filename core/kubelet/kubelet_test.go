package kubelet

import (
	"testing"
	"time"

	"github.com/rollscope/rollscope/core/api"
	"github.com/rollscope/rollscope/core/state"
)

const plain = `{"containers":[{"name":"app","image":"app:v1"}]}`

// tale is one story and its name.
type tale struct {
	name string
	tell func(*story)
}

// TestStories drives pods through their lives; what happens is in testdata.
func TestStories(t *testing.T) {
	for _, group := range [...][]tale{startTales(), probeTales(), faultTales(), stopTales(), jobTales(), nodeTales()} {
		for _, st := range group {
			t.Run(st.name, func(t *testing.T) {
				s := newStory(t)
				st.tell(s)
				s.compare(st.name)
			})
		}
	}
}

// startTales are stories how pods come up.
func startTales() []tale {
	return []tale{
		{"plain-pod", func(s *story) {
			s.bind("a", plain)
			s.until(20 * time.Second)
			s.remove("a", 30)
			s.until(time.Minute)
		}},
		{"two-pods-queue-for-the-puller", func(s *story) {
			s.image("*", func(b *state.Behaviour) { b.Pull = 5 * state.Second })
			s.bind("a", plain)
			s.bind("b", `{"containers":[{"name":"app","image":"app:v2"},{"name":"log","image":"log:v1"}]}`)
			s.bind("c", plain)
			s.until(time.Minute)
			s.bind("d", plain)
			s.until(2 * time.Minute)
		}},
		{"init-and-sidecar", func(s *story) {
			s.image("setup:v1", func(b *state.Behaviour) { b.CrashAfter, b.Exit = 4*state.Second, 0 })
			s.image("proxy:v1", func(b *state.Behaviour) { b.ReadyAfter, b.Stop = 2*state.Second, 3*state.Second })
			s.bind("a", `{"initContainers":[
				{"name":"proxy","image":"proxy:v1","restartPolicy":"Always","startupProbe":{"periodSeconds":1}},
				{"name":"setup","image":"setup:v1"}],
				"containers":[{"name":"app","image":"app:v1"}]}`)
			s.until(20 * time.Second)
			s.remove("a", 30)
			s.until(time.Minute)
		}},
		{"post-start-hook-holds-up-the-next", func(s *story) {
			s.bind("a", `{"containers":[
				{"name":"app","image":"app:v1","lifecycle":{"postStart":{"sleep":{"seconds":5}}}},
				{"name":"log","image":"log:v1"}]}`)
			s.until(time.Hour)
		}},
		{"readiness-gate", func(s *story) {
			s.bind("a", `{"readinessGates":[{"conditionType":"example/lb"}],"containers":[{"name":"app","image":"app:v1"}]}`)
			s.until(time.Hour)
		}},
	}
}

// probeTales are stories about probes.
func probeTales() []tale {
	return []tale{
		{"slow-start-with-startup-probe", func(s *story) {
			s.image("app:v1", func(b *state.Behaviour) { b.ReadyAfter = 25 * state.Second })
			s.bind("a", `{"containers":[{"name":"app","image":"app:v1",
				"startupProbe":{"httpGet":{"port":80},"periodSeconds":10,"failureThreshold":6},
				"livenessProbe":{"httpGet":{"port":80}},
				"readinessProbe":{"httpGet":{"port":80},"successThreshold":2,"periodSeconds":5}}]}`)
			s.until(time.Hour)
		}},
		{"startup-probe-gives-up", func(s *story) {
			s.image("app:v1", func(b *state.Behaviour) { b.ReadyAfter = 45 * state.Second })
			s.bind("a", `{"containers":[{"name":"app","image":"app:v1",
				"startupProbe":{"exec":{"command":["true"]},"periodSeconds":10,"failureThreshold":3}}]}`)
			s.until(10 * time.Minute)
		}},
		{"ready-after", func(s *story) {
			s.image("app:v1", func(b *state.Behaviour) { b.ReadyAfter = 3 * state.Second })
			s.bind("a", plain)
			s.bind("b", `{"containers":[{"name":"app","image":"app:v1","readinessProbe":{"tcpSocket":{"port":80}}}]}`)
			s.bind("c", `{"containers":[{"name":"app","image":"app:v1","readinessProbe":{"grpc":{"port":80},"initialDelaySeconds":5,"periodSeconds":2}}]}`)
			s.until(time.Hour)
		}},
		{"never-ready", func(s *story) {
			s.image("app:v1", func(b *state.Behaviour) { b.NeverReady = true })
			s.bind("a", plain)
			s.bind("b", `{"containers":[{"name":"app","image":"app:v1","readinessProbe":{"httpGet":{"port":80}}}]}`)
			s.until(65 * time.Second)
			s.image("app:v1", nil)
			s.until(2 * time.Minute)
			s.image("app:v1", func(b *state.Behaviour) { b.NeverReady = true })
			s.until(time.Hour)
		}},
		{"hangs", func(s *story) {
			s.image("app:v1", func(b *state.Behaviour) { b.HangsAfter = 35 * state.Second })
			s.bind("a", `{"terminationGracePeriodSeconds":30,"containers":[{"name":"app","image":"app:v1",
				"livenessProbe":{"httpGet":{"port":80}},"readinessProbe":{"httpGet":{"port":80}}}]}`)
			s.until(10 * time.Minute)
		}},
	}
}

// faultTales are stories what goes wrong.
func faultTales() []tale {
	return []tale{
		{"crash-loop", func(s *story) {
			s.image("app:v1", func(b *state.Behaviour) { b.CrashAfter = 5 * state.Second })
			s.bind("a", plain)
			s.until(20 * time.Minute)
			s.image("app:v1", func(b *state.Behaviour) { b.CrashAfter = 11 * time.Minute })
			s.until(time.Hour)
		}},
		{"image-back-off", func(s *story) {
			s.image("app:v1", func(b *state.Behaviour) { b.PullFails = true })
			s.bind("a", plain)
			s.until(20 * time.Minute)
			s.image("app:v1", nil)
			s.until(30 * time.Minute)
		}},
		{"fails", func(s *story) {
			s.image("app:v1", func(b *state.Behaviour) { b.Fails = true })
			s.bind("a", plain)
			s.bind("b", `{"containers":[{"name":"log","image":"log:v1"},{"name":"app","image":"app:v1"}]}`)
			s.until(time.Hour)
		}},
		{"images-that-cannot-be-had", func(s *story) {
			s.bind("never", `{"containers":[{"name":"app","image":"app:v1","imagePullPolicy":"Never"}]}`)
			s.bind("name", `{"containers":[{"name":"app","image":"registry.example/Team/App:v1"}]}`)
			s.until(25 * time.Second)
			s.bind("puller", plain)
			s.until(time.Minute)
		}},
		{"init-container-crashes", func(s *story) {
			s.image("setup:v1", func(b *state.Behaviour) { b.CrashAfter = state.Second })
			s.bind("a", `{"initContainers":[{"name":"setup","image":"setup:v1"}],"containers":[{"name":"app","image":"app:v1"}]}`)
			s.bind("b", `{"restartPolicy":"Never","initContainers":[
				{"name":"proxy","image":"proxy:v1","restartPolicy":"Always"},{"name":"setup","image":"setup:v1"}],
				"containers":[{"name":"app","image":"app:v1"}]}`)
			s.until(40 * time.Second)
			s.image("setup:v1", nil)
			s.until(2 * time.Minute)
		}},
		{"host-path-of-the-wrong-type", func(s *story) {
			paths := hostPaths{"/var/log": "Directory", "/run/sock": "File"}
			s.paths = paths
			s.bind("a", `{"volumes":[{"name":"log","hostPath":{"path":"/var/log","type":"Directory"}},
				{"name":"sock","hostPath":{"path":"/run/sock","type":"Socket"}}],
				"containers":[{"name":"app","image":"app:v1"}]}`)
			s.bind("b", `{"volumes":[{"name":"data","hostPath":{"path":"/data","type":"Directory"}}],
				"initContainers":[{"name":"setup","image":"setup:v1"}],"containers":[{"name":"app","image":"app:v1"}]}`)
			s.bind("c", `{"volumes":[{"name":"data","hostPath":{"path":"/made","type":"DirectoryOrCreate"}},
				{"name":"any","hostPath":{"path":"/any"}}],"containers":[{"name":"app","image":"app:v1"}]}`)
			s.until(20 * time.Second)
			s.remove("b", 30)
			s.until(5 * time.Minute)
			paths["/run/sock"] = "Socket"
			s.until(10 * time.Minute)
		}},
	}
}

// stopTales are stories how pods go.
func stopTales() []tale {
	return []tale{
		{"stop-with-hook-and-kill", func(s *story) {
			s.image("slow:v1", func(b *state.Behaviour) { b.Stop = time.Minute })
			s.bind("a", `{"containers":[{"name":"app","image":"app:v1","lifecycle":{"preStop":{"sleep":{"seconds":5}}}}]}`)
			s.bind("b", `{"containers":[{"name":"app","image":"slow:v1","lifecycle":{"preStop":{"sleep":{"seconds":5}}}},{"name":"log","image":"log:v1"}]}`)
			s.bind("c", `{"containers":[{"name":"app","image":"slow:v1","lifecycle":{"preStop":{"sleep":{"seconds":99}}}}]}`)
			s.until(10 * time.Second)
			s.remove("a", 30)
			s.remove("b", 30)
			s.remove("c", 30)
			s.until(20 * time.Second)
			s.remove("c", 3)
			s.until(time.Hour)
		}},
		{"stop-before-it-runs", func(s *story) {
			s.image("*", func(b *state.Behaviour) { b.Pull, b.Start = 10*state.Second, 5*state.Second })
			s.bind("pulling", plain)
			s.until(2 * time.Second)
			s.remove("pulling", 30)
			s.bind("starting", `{"containers":[{"name":"app","image":"other:v1"}]}`)
			s.until(21 * time.Second)
			s.remove("starting", 30)
			s.until(time.Hour)
		}},
	}
}

// jobTales are stories of pods that come to an end by themselves.
func jobTales() []tale {
	return []tale{
		{"restart-policies", func(s *story) {
			s.image("done:v1", func(b *state.Behaviour) { b.CrashAfter, b.Exit = 3*state.Second, 0 })
			s.image("bad:v1", func(b *state.Behaviour) { b.CrashAfter, b.Exit = 3*state.Second, 42 })
			s.bind("never-done", `{"restartPolicy":"Never","containers":[{"name":"app","image":"done:v1"}]}`)
			s.bind("never-bad", `{"restartPolicy":"Never","containers":[{"name":"app","image":"bad:v1"}]}`)
			s.bind("onfailure-done", `{"restartPolicy":"OnFailure","containers":[{"name":"app","image":"done:v1"}]}`)
			s.bind("onfailure-bad", `{"restartPolicy":"OnFailure","containers":[{"name":"app","image":"bad:v1"}]}`)
			s.bind("rules", `{"restartPolicy":"Never","containers":[{"name":"app","image":"bad:v1","restartPolicy":"Never",
				"restartPolicyRules":[{"action":"Restart","exitCodes":{"operator":"In","values":[42]}}]}]}`)
			s.bind("own-policy", `{"containers":[{"name":"app","image":"bad:v1","restartPolicy":"Never"},{"name":"log","image":"log:v1"}]}`)
			s.until(30 * time.Second)
		}},
		{"sidecar-ends-with-the-job", func(s *story) {
			s.image("done:v1", func(b *state.Behaviour) { b.CrashAfter, b.Exit = 3*state.Second, 0 })
			s.image("proxy:v1", func(b *state.Behaviour) { b.Stop = 5 * state.Second })
			s.bind("a", `{"restartPolicy":"Never","initContainers":[{"name":"proxy","image":"proxy:v1","restartPolicy":"Always"}],
				"containers":[{"name":"app","image":"done:v1"}]}`)
			s.until(time.Hour)
		}},
	}
}

// nodeTales are stories of what the node lets in and throws out.
func nodeTales() []tale {
	return []tale{
		{"refused", func(s *story) {
			s.bind("big", `{"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"cpu":"3","memory":"6Gi"}},"ports":[{"containerPort":80,"hostPort":8080}]}]}`)
			s.bind("cpu", `{"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"cpu":"1500m"}}}]}`)
			s.bind("memory", `{"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"memory":"4Gi"}}}]}`)
			s.bind("port", `{"containers":[{"name":"app","image":"app:v1","ports":[{"containerPort":80,"hostPort":8080,"hostIP":"10.0.0.1"}]}]}`)
			s.bind("selector", `{"nodeSelector":{"disk":"hdd"},"containers":[{"name":"app","image":"app:v1"}]}`)
			s.bind("affinity", `{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
				{"matchExpressions":[{"key":"disk","operator":"In","values":["hdd"]}]}]}}},"containers":[{"name":"app","image":"app:v1"}]}`)
			s.taint(api.Taint{Key: "maintenance", Effect: api.TaintEffectNoExecute}, api.Taint{Key: "k", Effect: api.TaintEffectNoSchedule})
			s.bind("taint", plain)
			s.bind("tolerant", `{"tolerations":[{"operator":"Exists"}],"containers":[{"name":"app","image":"app:v1"}]}`)
			s.until(time.Minute)
			s.remove("cpu", 0)
			s.until(time.Hour)
		}},
		{"pressure", func(s *story) {
			s.pressure(api.NodeMemoryPressure)
			s.bind("besteffort", plain)
			s.bind("tolerant", `{"tolerations":[{"key":"node.kubernetes.io/memory-pressure","operator":"Exists","effect":"NoSchedule"}],"containers":[{"name":"app","image":"app:v1"}]}`)
			s.bind("burstable", `{"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"cpu":"1m"}}}]}`)
			s.pressure(api.NodeDiskPressure, api.NodeMemoryPressure)
			s.bind("disk", `{"tolerations":[{"operator":"Exists"}],"containers":[{"name":"app","image":"app:v1"}]}`)
			s.bind("critical", `{"priority":2000001000,"containers":[{"name":"app","image":"app:v1"}]}`)
			s.until(time.Hour)
		}},
		{"critical-pod-makes-room", func(s *story) {
			s.bind("guaranteed", `{"containers":[{"name":"app","image":"app:v1","resources":{"limits":{"cpu":"1","memory":"1Gi"}}}]}`)
			s.bind("small", `{"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"cpu":"500m"}}}]}`)
			s.bind("large", `{"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"cpu":"2"}}}]}`)
			s.bind("critical", `{"priority":2000000000,"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"cpu":"2200m"}}}]}`)
			s.bind("toobig", `{"priority":2000000000,"containers":[{"name":"app","image":"app:v1","resources":{"requests":{"cpu":"5"}}}]}`)
			s.until(time.Hour)
		}},
	}
}

// hostPaths is what exists on the node, by path.
type hostPaths map[string]string

func (h hostPaths) Kind(_, path string) (string, bool) {
	kind, ok := h[path]
	return kind, ok
}

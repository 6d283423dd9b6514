// Command podsecurity records what k8s.io/pod-security-admission says about made-up pods:
//
//	go run ./podsecurity > ../../policies/testdata/podsecurity.jsonl
//
// A line is a template, with its annotations, and the strictest level that allows it.
package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	psa "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// record is one line.
type record struct {
	Annotations map[string]string `json:"annotations,omitempty"`
	Spec        *corev1.PodSpec   `json:"spec"`
	Level       psa.Level         `json:"level"`
}

func main() {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	random := rand.New(rand.NewPCG(1, 37))
	out := json.NewEncoder(os.Stdout)
	for range 400 {
		r := record{Spec: restricted()}
		for range random.IntN(4) {
			changes[random.IntN(len(changes))](random, &r)
		}
		r.Level = level(evaluator, &r)
		if err := out.Encode(r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// level is the strictest level whose checks all allow the pod.
func level(evaluator policy.Evaluator, r *record) psa.Level {
	meta := &metav1.ObjectMeta{Annotations: r.Annotations}
	for _, l := range []psa.Level{psa.LevelRestricted, psa.LevelBaseline} {
		results := evaluator.EvaluatePod(psa.LevelVersion{Level: l, Version: psa.LatestVersion()}, meta, r.Spec)
		if policy.AggregateCheckResults(results).Allowed {
			return l
		}
	}
	return psa.LevelPrivileged
}

// restricted is a pod that every level allows.
func restricted() *corev1.PodSpec {
	return &corev1.PodSpec{Containers: []corev1.Container{secure("a"), secure("b")}, InitContainers: []corev1.Container{secure("i")}}
}

func secure(name string) corev1.Container {
	return corev1.Container{Name: name, Image: name + ":1", SecurityContext: &corev1.SecurityContext{
		AllowPrivilegeEscalation: new(bool),
		RunAsNonRoot:             yes(),
		SeccompProfile:           &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
		Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
	}}
}

func yes() *bool { b := true; return &b }

// changes are what may make a pod less secure, or look like it.
var changes = []func(*rand.Rand, *record){
	func(_ *rand.Rand, r *record) { r.Spec.HostNetwork = true },
	func(_ *rand.Rand, r *record) { r.Spec.HostPID = true },
	func(_ *rand.Rand, r *record) { r.Spec.HostUsers = new(bool) },
	func(_ *rand.Rand, r *record) { r.Spec.OS = &corev1.PodOS{Name: corev1.Windows} },
	func(random *rand.Rand, r *record) { r.Spec.Volumes = append(r.Spec.Volumes, volume(random)) },
	func(random *rand.Rand, r *record) {
		key := "container.apparmor.security.beta.kubernetes.io/a"
		r.Annotations = map[string]string{key: pick(random, "", "runtime/default", "localhost/x", "unconfined")}
	},
	func(random *rand.Rand, r *record) {
		pod(r).SeccompProfile = &corev1.SeccompProfile{Type: pick(random, corev1.SeccompProfileTypeRuntimeDefault, corev1.SeccompProfileTypeUnconfined)}
	},
	func(random *rand.Rand, r *record) {
		pod(r).AppArmorProfile = &corev1.AppArmorProfile{Type: pick(random, corev1.AppArmorProfileTypeLocalhost, corev1.AppArmorProfileTypeUnconfined)}
	},
	func(random *rand.Rand, r *record) { b := random.IntN(2) == 0; pod(r).RunAsNonRoot = &b },
	func(random *rand.Rand, r *record) { u := int64(random.IntN(2)); pod(r).RunAsUser = &u },
	func(random *rand.Rand, r *record) { pod(r).SELinuxOptions = selinux(random) },
	func(random *rand.Rand, r *record) {
		pod(r).Sysctls = []corev1.Sysctl{{Name: pick(random, "net.ipv4.tcp_rmem", "net.ipv4.tcp_notsent_lowat", "kernel.msgmax"), Value: "1"}}
	},
	func(random *rand.Rand, r *record) {
		b := random.IntN(2) == 0
		pod(r).WindowsOptions = &corev1.WindowsSecurityContextOptions{HostProcess: &b}
	},
	func(random *rand.Rand, r *record) { context(random, r).Privileged = yes() },
	func(random *rand.Rand, r *record) { context(random, r).AllowPrivilegeEscalation = nil },
	func(random *rand.Rand, r *record) { context(random, r).RunAsNonRoot = nil },
	func(random *rand.Rand, r *record) { u := int64(random.IntN(2)); context(random, r).RunAsUser = &u },
	func(random *rand.Rand, r *record) { context(random, r).SeccompProfile = nil },
	func(random *rand.Rand, r *record) {
		context(random, r).SeccompProfile = &corev1.SeccompProfile{Type: pick(random, corev1.SeccompProfileTypeLocalhost, corev1.SeccompProfileTypeUnconfined)}
	},
	func(random *rand.Rand, r *record) { context(random, r).SELinuxOptions = selinux(random) },
	func(random *rand.Rand, r *record) {
		m := pick(random, corev1.DefaultProcMount, corev1.UnmaskedProcMount)
		context(random, r).ProcMount = &m
	},
	func(random *rand.Rand, r *record) { context(random, r).Capabilities = nil },
	func(random *rand.Rand, r *record) {
		context(random, r).Capabilities = &corev1.Capabilities{
			Add:  []corev1.Capability{pick[corev1.Capability](random, "NET_BIND_SERVICE", "CHOWN", "SYS_ADMIN")},
			Drop: []corev1.Capability{pick[corev1.Capability](random, "ALL", "CHOWN")},
		}
	},
	func(random *rand.Rand, r *record) {
		container(random, r).Ports = []corev1.ContainerPort{{ContainerPort: 80, HostPort: int32(random.IntN(2)) * 80}}
	},
	func(random *rand.Rand, r *record) {
		container(random, r).LivenessProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
			HTTPGet: &corev1.HTTPGetAction{Port: intstr.FromInt32(80), Host: pick(random, "", "example.com")},
		}}
	},
	func(random *rand.Rand, r *record) {
		container(random, r).Lifecycle = &corev1.Lifecycle{PostStart: &corev1.LifecycleHandler{
			TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(80), Host: pick(random, "", "example.com")},
		}}
	},
}

func volume(random *rand.Rand) corev1.Volume {
	return corev1.Volume{Name: fmt.Sprint("v", random.IntN(1000)), VolumeSource: pick(random,
		corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/var/log"}},
		corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}},
		corev1.VolumeSource{NFS: &corev1.NFSVolumeSource{Server: "x", Path: "/"}},
		corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{}},
	)}
}

func selinux(random *rand.Rand) *corev1.SELinuxOptions {
	return &corev1.SELinuxOptions{
		Type: pick(random, "", "container_t", "container_engine_t", "spc_t"),
		User: pick(random, "", "", "system_u"), Role: pick(random, "", "", "system_r"),
	}
}

func pod(r *record) *corev1.PodSecurityContext {
	if r.Spec.SecurityContext == nil {
		r.Spec.SecurityContext = &corev1.PodSecurityContext{}
	}
	return r.Spec.SecurityContext
}

// container is one of the three.
func container(random *rand.Rand, r *record) *corev1.Container {
	all := []*corev1.Container{&r.Spec.Containers[0], &r.Spec.Containers[1], &r.Spec.InitContainers[0]}
	return all[random.IntN(len(all))]
}

func context(random *rand.Rand, r *record) *corev1.SecurityContext {
	return container(random, r).SecurityContext
}

func pick[T any](random *rand.Rand, choices ...T) T { return choices[random.IntN(len(choices))] }

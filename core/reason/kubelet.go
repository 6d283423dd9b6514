package reason

// Codes of the kubelet's decisions.
const (
	PodAdmitted           Code = "PodAdmitted"
	PodRejected           Code = "PodRejected"
	PodPreemptedByKubelet Code = "PodPreemptedByKubelet"
	PodEvictedByKubelet   Code = "PodEvictedByKubelet"
	MountFailed           Code = "MountFailed"
	ImagePulling          Code = "ImagePulling"
	ImagePullFailed       Code = "ImagePullFailed"
	ImageBackOff          Code = "ImageBackOff"
	ImageNeverPulled      Code = "ImageNeverPulled"
	ImageNameInvalid      Code = "ImageNameInvalid"
	ContainerCreated      Code = "ContainerCreated"
	ContainerStarted      Code = "ContainerStarted"
	ContainerCompleted    Code = "ContainerCompleted"
	ContainerExited       Code = "ContainerExited"
	ContainerBackOff      Code = "ContainerBackOff"
	StartupPassed         Code = "StartupPassed"
	ReadinessFailed       Code = "ReadinessFailed"
	LivenessFailed        Code = "LivenessFailed"
	StartupFailed         Code = "StartupFailed"
	LivenessKills         Code = "LivenessKills"
	StartupKills          Code = "StartupKills"
	ContainerReady        Code = "ContainerReady"
	ContainerUnready      Code = "ContainerUnready"
	PodReady              Code = "PodReady"
	PodUnready            Code = "PodUnready"
	PodSucceeded          Code = "PodSucceeded"
	PodFailed             Code = "PodFailed"
	ContainersStopping    Code = "ContainersStopping"
	PodGone               Code = "PodGone"

	VolumesWait        Code = "VolumesWait"
	InitContainerRuns  Code = "InitContainerRuns"
	StartupWaits       Code = "StartupWaits"
	ReadinessWaits     Code = "ReadinessWaits"
	NeverReady         Code = "NeverReady"
	ReadinessGateWaits Code = "ReadinessGateWaits"
)

// kubeletEntries are the decisions of the kubelet.
var kubeletEntries = []Entry{
	{PodAdmitted, "the kubelet of {node} takes pod {pod}", "节点 {node} 的 kubelet 接收 Pod {pod}", "pkg/kubelet/kubelet.go, HandlePodAdditions"},
	{PodRejected, "the kubelet of {node} refuses pod {pod}, which ends in phase Failed: {text}", "节点 {node} 的 kubelet 拒绝 Pod {pod}，其阶段变为 Failed：{text}", "pkg/kubelet/kubelet.go, rejectPod"},
	{PodPreemptedByKubelet, "the kubelet ends pod {pod} to make room for the critical pod {text}", "kubelet 终止 Pod {pod}，为关键 Pod {text} 腾出资源", "pkg/kubelet/preemption/preemption.go, evictPodsToFreeRequests"},
	{PodEvictedByKubelet, "the node is low on {text}: its kubelet evicts pod {pod}", "节点的 {text} 不足：kubelet 驱逐 Pod {pod}", "pkg/kubelet/eviction/eviction_manager.go, evictPod"},
	{MountFailed, "volume {text} of pod {pod} cannot be mounted on {node}; no container starts, the kubelet tries again", "Pod {pod} 的卷 {text} 无法在节点 {node} 上挂载；容器不会启动，kubelet 稍后重试", "pkg/kubelet/volumemanager/volume_manager.go, WaitForAttachAndMount"},
	{ImagePulling, "{node} pulls image {text} for pod {pod}, which takes another {n} s", "节点 {node} 为 Pod {pod} 拉取镜像 {text}，还需 {n} 秒", "pkg/kubelet/images/image_manager.go, pullImage"},
	{ImagePullFailed, "{node} cannot pull image {text} for pod {pod}; the next pull is {n} s away (ErrImagePull)", "节点 {node} 无法为 Pod {pod} 拉取镜像 {text}；{n} 秒后再次拉取（ErrImagePull）", "pkg/kubelet/images/image_manager.go, pullImage"},
	{ImageBackOff, "image {text} of pod {pod} is not pulled again until {n} s after the last failure (ImagePullBackOff)", "Pod {pod} 的镜像 {text} 在上次失败 {n} 秒之后才会再次拉取（ImagePullBackOff）", "pkg/kubelet/images/image_manager.go, pullImage"},
	{ImageNeverPulled, "image {text} of pod {pod} is not on {node} and its pull policy is Never", "节点 {node} 上没有 Pod {pod} 的镜像 {text}，而拉取策略是 Never", "pkg/kubelet/images/image_manager.go, imagePullPrecheck"},
	{ImageNameInvalid, "pod {pod} cannot start: {text} is not a valid image name", "Pod {pod} 无法启动：{text} 不是有效的镜像名称", "pkg/kubelet/images/image_manager.go, applyDefaultImageTag"},
	{ContainerCreated, "container {text} of pod {pod} is created on {node} and starts", "Pod {pod} 的容器 {text} 已在节点 {node} 上创建，正在启动", "pkg/kubelet/kuberuntime/kuberuntime_container.go, startContainer"},
	{ContainerStarted, "container {text} of pod {pod} runs; the pod is not ready yet", "Pod {pod} 的容器 {text} 已运行，Pod 尚未就绪", "pkg/kubelet/kuberuntime/kuberuntime_container.go, startContainer"},
	{ContainerReady, "container {text} of pod {pod} is ready; the pod is not, as others are not", "Pod {pod} 的容器 {text} 已就绪；其他容器尚未就绪，因此 Pod 仍未就绪", "pkg/kubelet/prober/results/results_manager.go, Set"},
	{ContainerUnready, "container {text} of pod {pod} is not ready any more", "Pod {pod} 的容器 {text} 不再就绪", "pkg/kubelet/prober/results/results_manager.go, Set"},
	{ContainerCompleted, "container {text} of pod {pod} has done its work and exited with 0", "Pod {pod} 的容器 {text} 完成工作，以 0 退出", "pkg/kubelet/kuberuntime/kuberuntime_manager.go, computePodActions"},
	{ContainerExited, "container {text} of pod {pod} exited with code {n}", "Pod {pod} 的容器 {text} 以退出码 {n} 退出", "pkg/kubelet/kuberuntime/kuberuntime_manager.go, computePodActions"},
	{ContainerBackOff, "container {text} of pod {pod} crashes again and again; it is restarted {n} s after it exited (CrashLoopBackOff)", "Pod {pod} 的容器 {text} 反复崩溃；退出 {n} 秒后才会重启（CrashLoopBackOff）", "pkg/kubelet/kuberuntime/kuberuntime_manager.go, doBackOff"},
	{StartupPassed, "the startup probe of container {text} of pod {pod} succeeds; its other probes begin", "Pod {pod} 的容器 {text} 通过启动探针，其他探针开始工作", "pkg/kubelet/prober/worker.go, doProbe"},
	{ReadinessFailed, "the readiness probe of container {text} of pod {pod} fails", "Pod {pod} 的容器 {text} 的就绪探针失败", "pkg/kubelet/prober/worker.go, doProbe"},
	{LivenessFailed, "the liveness probe of container {text} of pod {pod} fails", "Pod {pod} 的容器 {text} 的存活探针失败", "pkg/kubelet/prober/worker.go, doProbe"},
	{StartupFailed, "the startup probe of container {text} of pod {pod} fails", "Pod {pod} 的容器 {text} 的启动探针失败", "pkg/kubelet/prober/worker.go, doProbe"},
	{LivenessKills, "the liveness probe of container {text} of pod {pod} failed {n} times in a row: the kubelet kills the container", "Pod {pod} 的容器 {text} 的存活探针连续失败 {n} 次：kubelet 终止该容器", "pkg/kubelet/kuberuntime/kuberuntime_manager.go, computePodActions"},
	{StartupKills, "the startup probe of container {text} of pod {pod} failed {n} times in a row: the kubelet kills the container", "Pod {pod} 的容器 {text} 的启动探针连续失败 {n} 次：kubelet 终止该容器", "pkg/kubelet/kuberuntime/kuberuntime_manager.go, computePodActions"},
	{PodReady, "all containers of pod {pod} are ready", "Pod {pod} 的所有容器均已就绪", "pkg/kubelet/status/generate.go, GeneratePodReadyCondition"},
	{PodUnready, "pod {pod} is not ready any more: container {text} is not", "Pod {pod} 不再就绪：容器 {text} 未就绪", "pkg/kubelet/status/generate.go, GeneratePodReadyCondition"},
	{PodSucceeded, "all containers of pod {pod} have done their work and will not run again: phase Succeeded", "Pod {pod} 的所有容器均已完成且不再运行：阶段为 Succeeded", "pkg/kubelet/kubelet_pods.go, getPhase"},
	{PodFailed, "pod {pod} on {node} ends in phase Failed", "节点 {node} 上的 Pod {pod} 以 Failed 阶段结束", "pkg/kubelet/kubelet_pods.go, getPhase"},
	{ContainersStopping, "pod {pod} is marked for deletion: {node} stops its containers, with a grace period of {n} s", "Pod {pod} 已标记删除：节点 {node} 正在停止其容器，宽限期 {n} 秒", "pkg/kubelet/kubelet.go, SyncTerminatingPod"},
	{PodGone, "the containers of pod {pod} are gone from {node}; the kubelet removes the API object", "节点 {node} 上 Pod {pod} 的容器已停止；kubelet 移除其 API 对象", "pkg/kubelet/status/status_manager.go, syncPod"},
	{VolumesWait, "pod {pod} waits for its volumes; {n} attempts to mount them on {node} failed", "Pod {pod} 正在等待卷；在节点 {node} 上已有 {n} 次挂载失败", "pkg/kubelet/volumemanager/volume_manager.go, WaitForAttachAndMount"},
	{InitContainerRuns, "pod {pod} waits for its init container {text} to finish", "Pod {pod} 正在等待初始化容器 {text} 完成", "pkg/kubelet/kuberuntime/kuberuntime_container.go, computeInitContainerActions"},
	{StartupWaits, "container {text} of pod {pod} has not passed its startup probe; it needs {n} s more before it can", "Pod {pod} 的容器 {text} 尚未通过启动探针；还需 {n} 秒才可能通过", "pkg/kubelet/prober/worker.go, doProbe"},
	{ReadinessWaits, "container {text} of pod {pod} runs and is not ready; it needs {n} s more before it can be", "Pod {pod} 的容器 {text} 已运行但未就绪；还需 {n} 秒才可能就绪", "pkg/kubelet/prober/worker.go, doProbe"},
	{NeverReady, "pod {pod} on {node} is never going to be ready: its image {text} does not pass a readiness probe", "节点 {node} 上的 Pod {pod} 永远不会就绪：其镜像 {text} 无法通过就绪探针", "simulator"},
	{ReadinessGateWaits, "pod {pod} waits for the condition {text} that its readinessGates name", "Pod {pod} 正在等待 readinessGates 指定的条件 {text}", "pkg/kubelet/status/generate.go, GeneratePodReadyCondition"},
}

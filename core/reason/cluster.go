package reason

// What the cluster itself does: the API server, garbage collection, the clock,
// and the frame around a controller's sync.
const (
	SyncFailed        Code = "SyncFailed"
	StatusWritten     Code = "StatusWritten"
	FoundFinishedPods Code = "FoundFinishedPods"
	PodAvailable      Code = "PodAvailable"
	Preempted         Code = "Preempted"
	OwnerGone         Code = "OwnerGone"
	DependentsGone    Code = "DependentsGone"
	TaintEvicted      Code = "TaintEvicted"
	NodeOfPodGone     Code = "NodeOfPodGone"
	PodRefused        Code = "PodRefused"
	WaitingRefused    Code = "WaitingRefused"
	RefusedClass      Code = "RefusedClass"
	RefusedSystem     Code = "RefusedSystem"
	RefusedField      Code = "RefusedField"
)

// clusterEntries are the decisions of the cluster itself.
var clusterEntries = []Entry{
	{SyncFailed, "the sync failed and is tried again: {text}", "同步失败，将重试：{text}", "pkg/controller/daemon/daemon_controller.go, processNextWorkItem"},
	{StatusWritten, "status: {text}", "状态：{text}", "pkg/controller/daemon/daemon_controller.go, storeDaemonSetStatus"},
	{FoundFinishedPods, "{n} finished daemon pods were found and are replaced", "发现 {n} 个已结束的守护 Pod，将被替换", "pkg/controller/daemon/daemon_controller.go, podsShouldBeOnNode"},
	{PodAvailable, "pod {pod} on {node} has been ready for {n} s and is available now", "{node} 上的 Pod {pod} 已就绪 {n} 秒，现在可用", "pkg/api/v1/pod/util.go, IsPodAvailable"},
	{OwnerGone, "{pod} is deleted because its owner {text} was", "{text} 已删除，它拥有的 {pod} 随之删除", "pkg/controller/garbagecollector/garbagecollector.go, attemptToDeleteItem"},
	{DependentsGone, "{text} goes last, as all it owned is gone", "{text} 拥有的对象都已消失，它自己最后删除", "pkg/controller/garbagecollector/garbagecollector.go, processDeletingDependentsItem"},
	{TaintEvicted, "pod {pod} does not tolerate a NoExecute taint of {node} (any longer) and is deleted", "Pod {pod} 不（再）容忍节点 {node} 的 NoExecute 污点，被删除", "pkg/controller/tainteviction/taint_eviction.go, deletePodHandler"},
	{NodeOfPodGone, "pod {pod} was bound to {node}, which does not exist any more; its object is removed", "Pod {pod} 绑定的节点 {node} 已不存在，移除该 Pod 对象", "pkg/controller/podgc/gc_controller.go, gcOrphaned"},
	{PodRefused, "the API server refuses the pod for node {node}, the sync fails and is tried again: {text}", "API 服务器拒绝为节点 {node} 创建 Pod，同步失败，将重试：{text}", "pkg/controller/controller_utils.go, createPods"},
	{WaitingRefused, "node {node} gets no new pod, as the API server refuses each pod of this template: {text}", "节点 {node} 得不到新 Pod，因为 API 服务器拒绝由此模板创建的每个 Pod：{text}", "pkg/controller/daemon/daemon_controller.go, syncNodes"},
	{RefusedClass, "create the PriorityClass {text}, or take priorityClassName out of spec.template.spec", "创建 PriorityClass {text}，或从 spec.template.spec 中去掉 priorityClassName", "plugin/pkg/admission/priority/admission.go, resolvePriorityClass"},
	{RefusedSystem, "write system-node-critical or system-cluster-critical in place of {text}, or a PriorityClass of your own", "把 {text} 改为 system-node-critical 或 system-cluster-critical，或改用自己的 PriorityClass", "plugin/pkg/admission/priority/admission.go, resolvePriorityClass"},
	{RefusedField, "take out {text} of the DaemonSet", "从 DaemonSet 中去掉 {text}", "plugin/pkg/admission/priority/admission.go, admitPod"},
	{Preempted, "pod {pod} on {node} has lower priority than {text} and makes room for it", "{node} 上的 Pod {pod} 优先级低于 {text}，为其让位", "pkg/scheduler/framework/preemption/executor.go, prepareCandidate"},
}

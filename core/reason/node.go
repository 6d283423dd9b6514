package reason

// The decisions of the node life cycle.
const (
	NodeLost            Code = "NodeLost"
	NodeTainted         Code = "NodeTainted"
	NodeTaintSwapped    Code = "NodeTaintSwapped"
	NodeTaintHeld       Code = "NodeTaintHeld"
	NodeEvictionsHalted Code = "NodeEvictionsHalted"
	NodeReachable       Code = "NodeReachable"
	NodeTaintsFollow    Code = "NodeTaintsFollow"
	PodOfLostNode       Code = "PodOfLostNode"
	PodUnboundCollected Code = "PodUnboundCollected"
	PodOutOfService     Code = "PodOutOfService"
	PodSurplus          Code = "PodSurplus"
	NodeReclaims        Code = "NodeReclaims"
	NodePressureOver    Code = "NodePressureOver"
)

// nodeEntries are the decisions of the node life cycle: conditions, taints, evictions, pod garbage collection.
var nodeEntries = []Entry{
	{
		NodeLost,
		"the node controller has not heard of {node} for {n} s: its conditions turn Unknown, it gets the taint node.kubernetes.io/unreachable:NoSchedule, and its pods count as not ready",
		"节点控制器已有 {n} 秒没有收到 {node} 的消息：其状况变为 Unknown，加上污点 node.kubernetes.io/unreachable:NoSchedule，其上的 Pod 视为未就绪",
		"pkg/controller/nodelifecycle/node_lifecycle_controller.go, monitorNodeHealth",
	},
	{
		NodeTainted,
		"{node} is still not ready and gets the taint {text}; pods that do not tolerate it will be evicted",
		"{node} 仍未就绪，加上污点 {text}；不容忍它的 Pod 将被驱逐",
		"pkg/controller/nodelifecycle/node_lifecycle_controller.go, doNoExecuteTaintingPass",
	},
	{
		NodeTaintSwapped,
		"the Ready condition of {node} turned from one bad state to the other, so its taint becomes {text}",
		"{node} 的 Ready 状况从一种异常变为另一种，污点随之改为 {text}",
		"pkg/controller/nodelifecycle/node_lifecycle_controller.go, processTaintBaseEviction",
	},
	{
		NodeTaintHeld,
		"{n} of {m} nodes of the zone are not ready, too many at once: {node} gets no NoExecute taint for now",
		"该区域 {m} 个节点中有 {n} 个未就绪，数量过多：暂不给 {node} 添加 NoExecute 污点",
		"pkg/controller/nodelifecycle/node_lifecycle_controller.go, ReducedQPSFunc",
	},
	{
		NodeEvictionsHalted,
		"no node of the cluster is ready, so the fault is probably not with the nodes: {node} loses its NoExecute taint and nothing is evicted",
		"集群中没有就绪的节点，问题多半不在节点上：{node} 的 NoExecute 污点被移除，停止一切驱逐",
		"pkg/controller/nodelifecycle/node_lifecycle_controller.go, handleDisruption",
	},
	{
		NodeReachable,
		"{node} is Ready again and loses its NoExecute taints",
		"{node} 重新就绪，其 NoExecute 污点被移除",
		"pkg/controller/nodelifecycle/node_lifecycle_controller.go, markNodeAsReachable",
	},
	{
		NodeTaintsFollow,
		"the NoSchedule taints of {node} follow its conditions and spec.unschedulable: {text}",
		"{node} 的 NoSchedule 污点随其状况和 spec.unschedulable 更新：{text}",
		"pkg/controller/nodelifecycle/node_lifecycle_controller.go, doNoScheduleTaintingPass",
	},
	{
		PodOfLostNode,
		"{pod} is marked not ready because {node} is not heard of; its containers may well be running",
		"由于没有 {node} 的消息，{pod} 被标记为未就绪；它的容器可能仍在运行",
		"pkg/controller/util/node/controller_utils.go, MarkPodsNotReady",
	},
	{
		PodUnboundCollected,
		"{pod} is being deleted and was never bound to a node: pod garbage collection removes it",
		"{pod} 正在删除且从未绑定到节点：由 Pod 垃圾回收移除",
		"pkg/controller/podgc/gc_controller.go, gcUnscheduledTerminating",
	},
	{
		PodOutOfService,
		"{node} is not ready and carries node.kubernetes.io/out-of-service: the terminating pod {pod} is removed without waiting for its kubelet",
		"{node} 未就绪且带有 node.kubernetes.io/out-of-service：正在终止的 {pod} 不再等待 kubelet，直接移除",
		"pkg/controller/podgc/gc_controller.go, gcTerminating",
	},
	{
		PodSurplus,
		"there are more than {n} ended pods: {pod} is among the oldest and is removed",
		"已结束的 Pod 超过 {n} 个：{pod} 属于最早的一批，被移除",
		"pkg/controller/podgc/gc_controller.go, gcTerminated",
	},
	{
		NodeReclaims,
		"{node} is low on {text}: its kubelet evicts the pod that ranks first",
		"{node} 的 {text} 不足：其 kubelet 驱逐排在首位的 Pod",
		"pkg/kubelet/eviction/eviction_manager.go, synchronize",
	},
	{
		NodePressureOver,
		"the kubelet of {node} has seen no shortage for 5 minutes: its pressure condition turns False and the taint that follows from it goes",
		"{node} 的 kubelet 已有 5 分钟未发现资源不足：压力状况变为 False，随之而来的污点被移除",
		"pkg/kubelet/eviction/helpers.go, nodeConditionsObservedSince",
	},
}

package reason

// Why a node should run a daemon pod, or should not, check by check.
const (
	PlaceNameUnset       Code = "PlaceNameUnset"
	PlaceNameMatches     Code = "PlaceNameMatches"
	PlaceNameDiffers     Code = "PlaceNameDiffers"
	PlaceNothingAsked    Code = "PlaceNothingAsked"
	PlaceLabelMatches    Code = "PlaceLabelMatches"
	PlaceLabelMissing    Code = "PlaceLabelMissing"
	PlaceLabelDiffers    Code = "PlaceLabelDiffers"
	PlaceAffinityMatches Code = "PlaceAffinityMatches"
	PlaceAffinityFails   Code = "PlaceAffinityFails"
	PlaceNoTaints        Code = "PlaceNoTaints"
	PlaceTaintTolerated  Code = "PlaceTaintTolerated"
	PlaceTaintNoSchedule Code = "PlaceTaintNoSchedule"
	PlaceTaintNoExecute  Code = "PlaceTaintNoExecute"
	PlaceTaintNotReady   Code = "PlaceTaintNotReady"
)

// What would turn a no into a yes.
const (
	RepairNodeName Code = "RepairNodeName"
	RepairLabel    Code = "RepairLabel"
	RepairSelector Code = "RepairSelector"
	RepairTolerate Code = "RepairTolerate"
	RepairTerm     Code = "RepairTerm"
)

// What the first part of a sync does.
const (
	NodeNeedsPod              Code = "NodeNeedsPod"
	NodeNeedsPodBesideLeaving Code = "NodeNeedsPodBesideLeaving"
	NodeNeedsPodBesideEnded   Code = "NodeNeedsPodBesideEnded"
	FailedPodDeleted          Code = "FailedPodDeleted"
	SucceededPodDeleted       Code = "SucceededPodDeleted"
	ExcessPodDeleted          Code = "ExcessPodDeleted"
	OldPodNotReady            Code = "OldPodNotReady"
	NewPodAvailable           Code = "NewPodAvailable"
	PodMayNotStay             Code = "PodMayNotStay"
	NodeGonePodDeleted        Code = "NodeGonePodDeleted"
)

// What the rolling update does.
const (
	OldPodUnavailable      Code = "OldPodUnavailable"
	OldPodUnavailableLeft  Code = "OldPodUnavailableLeft"
	OldPodReplaced         Code = "OldPodReplaced"
	OldPodReplacedLeft     Code = "OldPodReplacedLeft"
	SurgeBesideOld         Code = "SurgeBesideOld"
	SurgeBesideUnavailable Code = "SurgeBesideUnavailable"
	OldPodOnNodeLeft       Code = "OldPodOnNodeLeft"
	OldPodSpared           Code = "OldPodSpared"
)

// What a rollout waits for.
const (
	WaitingExcessPods          Code = "WaitingExcessPods"
	WaitingNoPod               Code = "WaitingNoPod"
	WaitingLeaving             Code = "WaitingLeaving"
	WaitingLeavingNodeNotReady Code = "WaitingLeavingNodeNotReady"
	WaitingPodEnded            Code = "WaitingPodEnded"
	WaitingUnschedulable       Code = "WaitingUnschedulable"
	WaitingOwnPort             Code = "WaitingOwnPort"
	WaitingScheduler           Code = "WaitingScheduler"
	WaitingNodeNotReady        Code = "WaitingNodeNotReady"
	WaitingMinReady            Code = "WaitingMinReady"
	WaitingContainer           Code = "WaitingContainer"
	WaitingReady               Code = "WaitingReady"
	WaitingOldPodDeleted       Code = "WaitingOldPodDeleted"
	WaitingWake                Code = "WaitingWake"
	WaitingSurgePod            Code = "WaitingSurgePod"
	WaitingSpare               Code = "WaitingSpare"
	WaitingNodeGone            Code = "WaitingNodeGone"
	WaitingOnDelete            Code = "WaitingOnDelete"
)

// Whose an object is.
const (
	ClaimKept         Code = "ClaimKept"
	ClaimAdopted      Code = "ClaimAdopted"
	ClaimReleased     Code = "ClaimReleased"
	ClaimOwnedByOther Code = "ClaimOwnedByOther"
	ClaimNoMatch      Code = "ClaimNoMatch"
	ClaimLeaving      Code = "ClaimLeaving"
	ClaimSetDeleted   Code = "ClaimSetDeleted"
)

// What happens to revisions.
const (
	RevisionCreated     Code = "RevisionCreated"
	RevisionRenumbered  Code = "RevisionRenumbered"
	RevisionLabelled    Code = "RevisionLabelled"
	RevisionDuplicate   Code = "RevisionDuplicate"
	RevisionBeyondLimit Code = "RevisionBeyondLimit"
)

// Where the DaemonSet controller lives.
const (
	daemonController = "pkg/controller/daemon/daemon_controller.go, "
	daemonUpdate     = "pkg/controller/daemon/update.go, "
	refManager       = "pkg/controller/controller_ref_manager.go, ClaimObject"
)

// daemonEntries are the decisions of the DaemonSet controller.
var daemonEntries = []Entry{
	{
		PlaceNameUnset, "the template names no node in spec.nodeName",
		"模板没有用 spec.nodeName 指定节点", daemonController + "nodeShouldRunDaemonPod",
	},
	{
		PlaceNameMatches, "the template names node {text} in spec.nodeName, and this is it",
		"模板的 spec.nodeName 指定了节点 {text}，正是本节点", daemonController + "nodeShouldRunDaemonPod",
	},
	{
		PlaceNameDiffers, "the template's spec.nodeName is {text}, so no other node, {node} included, runs a daemon pod",
		"模板的 spec.nodeName 是 {text}，因此包括 {node} 在内的其他节点都不会运行守护 Pod", daemonController + "nodeShouldRunDaemonPod",
	},
	{
		PlaceNothingAsked, "the template has no nodeSelector and no required node affinity",
		"模板没有 nodeSelector，也没有必需的节点亲和性", daemonController + "predicates",
	},
	{
		PlaceLabelMatches, "node {node} has the label {text} that the template's nodeSelector asks for",
		"节点 {node} 带有模板 nodeSelector 要求的标签 {text}", daemonController + "predicates",
	},
	{
		PlaceLabelMissing, "the template's nodeSelector asks for the label {text}, and node {node} has no label of that name",
		"模板的 nodeSelector 要求标签 {text}，而节点 {node} 没有这个标签", daemonController + "predicates",
	},
	{
		PlaceLabelDiffers, "the template's nodeSelector asks for the first of these labels, and node {node} has the second: {text}",
		"模板的 nodeSelector 要求下列标签中的第一个，而节点 {node} 带有的是第二个：{text}", daemonController + "predicates",
	},
	{
		PlaceAffinityMatches, "node {node} meets term {n} of {m} of the template's required node affinity: {text}",
		"节点 {node} 满足模板必需节点亲和性中的第 {n} 项（共 {m} 项）：{text}", daemonController + "predicates",
	},
	{
		PlaceAffinityFails, "node {node} meets none of the {n} terms of the template's required node affinity; closest, it fails {text}",
		"节点 {node} 不满足模板必需节点亲和性 {n} 项中的任何一项；最接近的一项未满足：{text}", daemonController + "predicates",
	},
	{
		PlaceNoTaints, "node {node} has no taint with the effect NoSchedule or NoExecute",
		"节点 {node} 没有效果为 NoSchedule 或 NoExecute 的污点", daemonController + "predicates",
	},
	{
		PlaceTaintTolerated, "the daemon pod tolerates this taint of node {node} with the toleration on the right: {text}",
		"守护 Pod 用右侧的容忍度容忍了节点 {node} 的这个污点：{text}", daemonController + "predicates",
	},
	{
		PlaceTaintNoSchedule, "node {node} has the taint {text}, which the daemon pod does not tolerate: no pod is created here, one that already runs stays and counts as misscheduled",
		"节点 {node} 带有守护 Pod 不容忍的污点 {text}：不会在此创建 Pod，已在运行的 Pod 会保留，并计为误调度", daemonController + "nodeShouldRunDaemonPod",
	},
	{
		PlaceTaintNoExecute, "node {node} has the taint {text}, which the daemon pod does not tolerate: no pod is created here, and one that already runs is deleted",
		"节点 {node} 带有守护 Pod 不容忍的污点 {text}：不会在此创建 Pod，已在运行的 Pod 会被删除", daemonController + "nodeShouldRunDaemonPod",
	},
	{
		PlaceTaintNotReady, "node {node} is not ready and carries {text}; daemon pods tolerate that key only with effect NoExecute, so none is created here until the node is ready; one that already runs stays",
		"节点 {node} 未就绪，带有污点 {text}；守护 Pod 只容忍该键的 NoExecute 效果，因此在节点就绪之前不会在此创建 Pod；已在运行的 Pod 会保留", "pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations",
	},

	{
		RepairNodeName, "remove {text} from the DaemonSet",
		"从 DaemonSet 中删除 {text}", "simulator",
	},
	{
		RepairLabel, "label the node: {text}",
		"给节点打标签：{text}", "simulator",
	},
	{
		RepairSelector, "remove from spec.template.spec.nodeSelector, which contradicts the node affinity: {text}",
		"从 spec.template.spec.nodeSelector 中删除（它与节点亲和性矛盾）：{text}", "simulator",
	},
	{
		RepairTolerate, "add to spec.template.spec.tolerations: {text}",
		"在 spec.template.spec.tolerations 中加入：{text}", "simulator",
	},
	{
		RepairTerm, "add a term to the template's required node affinity: {text}",
		"给模板的必需节点亲和性增加一项：{text}", "simulator",
	},

	{
		NodeNeedsPod, "node {node} should run a daemon pod and has none, so one is created",
		"节点 {node} 应当运行守护 Pod 而现在没有，因此创建一个", daemonController + "podsShouldBeOnNode",
	},
	{
		NodeNeedsPodBesideLeaving, "pod {pod} on node {node} is being deleted; with maxSurge the next pod does not wait for it to end and is created now",
		"节点 {node} 上的 Pod {pod} 正在被删除；使用 maxSurge 时新 Pod 不等它结束，现在就创建", daemonController + "podsShouldBeOnNode",
	},
	{
		NodeNeedsPodBesideEnded, "pod {pod} on node {node} has ended; with maxSurge a new pod is created at once, even while the ended one waits for its back-off",
		"节点 {node} 上的 Pod {pod} 已经终止；使用 maxSurge 时立即创建新 Pod，即使终止的 Pod 还在退避等待删除", daemonController + "podsShouldBeOnNode",
	},
	{
		FailedPodDeleted, "pod {pod} on node {node} failed, so it is deleted to make room for another; a further failure here waits {n} s",
		"节点 {node} 上的 Pod {pod} 失败，因此删除它，以便创建新的 Pod；此处若再失败，将等待 {n} 秒", daemonController + "podsShouldBeOnNode",
	},
	{
		SucceededPodDeleted, "pod {pod} on node {node} ended with success; a daemon pod has to keep running, so it is deleted and made again, without any back-off",
		"节点 {node} 上的 Pod {pod} 成功结束；守护 Pod 必须一直运行，因此删除并重建，没有退避", daemonController + "podsShouldBeOnNode",
	},
	{
		ExcessPodDeleted, "node {node} has more pods than it may: {text} comes first (bound before unbound, then the older) and stays, {pod} is deleted; readiness plays no part",
		"节点 {node} 上的 Pod 超出允许的数量：{text} 排在前面（已绑定的优先，其次较早创建的），予以保留，{pod} 被删除；是否就绪不影响选择", daemonController + "podsShouldBeOnNode",
	},
	{
		OldPodNotReady, "the old pod {pod} on node {node} is not ready, and the new pod {text} is there, so the old one is deleted at once, even if the new one is not ready either",
		"节点 {node} 上的旧 Pod {pod} 未就绪，而新 Pod {text} 已存在，因此立即删除旧 Pod，即使新 Pod 也未就绪", daemonController + "podsShouldBeOnNode",
	},
	{
		NewPodAvailable, "the new pod {text} on node {node} is available, so the old pod {pod} is deleted",
		"节点 {node} 上的新 Pod {text} 已可用，因此删除旧 Pod {pod}", daemonController + "podsShouldBeOnNode",
	},
	{
		PodMayNotStay, "node {node} does not fit the template any more ({text}), so pod {pod} is deleted; neither the update strategy nor the rollout budget is asked",
		"节点 {node} 不再符合模板（{text}），因此删除 Pod {pod}；这与更新策略和滚动预算无关", daemonController + "podsShouldBeOnNode",
	},
	{
		NodeGonePodDeleted, "pod {pod} waits for node {node}, which does not exist, and was never bound, so it is deleted",
		"Pod {pod} 在等待不存在的节点 {node}，且从未绑定，因此删除它", daemonController + "getUnscheduledPodsWithoutNode",
	},

	{
		OldPodUnavailable, "the old pod {pod} on node {node} is not available anyway, so it is replaced at once, outside the maxUnavailable budget",
		"节点 {node} 上的旧 Pod {pod} 本来就不可用，因此立即替换，不受 maxUnavailable 预算限制", daemonUpdate + "rollingUpdate",
	},
	{
		OldPodUnavailableLeft, "the old pod {pod} on node {node} is not available, so it is deleted, outside the maxUnavailable budget; the node should not run a daemon pod, so nothing replaces it",
		"节点 {node} 上的旧 Pod {pod} 不可用，因此删除它，不受 maxUnavailable 预算限制；该节点不应运行守护 Pod，因此不会有新 Pod 替换它", daemonUpdate + "rollingUpdate",
	},
	{
		OldPodReplaced, "the old pod {pod} on node {node} is deleted to be replaced: maxUnavailable allows {n}, and {m} were unavailable",
		"删除节点 {node} 上的旧 Pod {pod} 以便替换：最多允许 {n} 个节点不可用，此前有 {m} 个", daemonUpdate + "rollingUpdate",
	},
	{
		OldPodReplacedLeft, "the old pod {pod} on node {node} is deleted as maxUnavailable allows {n}, and {m} were unavailable; the node should not run a daemon pod, so nothing replaces it",
		"最多允许 {n} 个节点不可用，此前有 {m} 个，因此删除节点 {node} 上的旧 Pod {pod}；该节点不应运行守护 Pod，因此不会有新 Pod 替换它", daemonUpdate + "rollingUpdate",
	},
	{
		SurgeBesideOld, "a new pod is created on node {node} beside the old pod {pod}: up to {n} nodes may surge, and {m} did",
		"在节点 {node} 上旧 Pod {pod} 旁边创建新 Pod：最多允许 {n} 个节点超额，此前有 {m} 个", daemonUpdate + "rollingUpdate",
	},
	{
		SurgeBesideUnavailable, "the old pod {pod} on node {node} is not available, so a new pod is created beside it at once, outside the maxSurge budget",
		"节点 {node} 上的旧 Pod {pod} 不可用，因此立即在旁边创建新 Pod，不受 maxSurge 预算限制", daemonUpdate + "rollingUpdate",
	},
	{
		OldPodOnNodeLeft, "node {node} should not run a daemon pod any more and its old pod {pod} is not available, so the pod is deleted",
		"节点 {node} 不应再运行守护 Pod，且其旧 Pod {pod} 不可用，因此删除它", daemonUpdate + "rollingUpdate",
	},
	{
		OldPodSpared, "node {node} should not run a daemon pod any more; {n} nodes have an available pod and only {m} should, so the old pod {pod} can go",
		"节点 {node} 不应再运行守护 Pod；有可用 Pod 的节点有 {n} 个，而应有的只有 {m} 个，因此旧 Pod {pod} 可以删除", daemonUpdate + "rollingUpdate",
	},

	{
		WaitingExcessPods, "node {node} has two pods of the same kind, {pod} among them; the next sync deletes one",
		"节点 {node} 上有两个同类的 Pod，其中有 {pod}；下一次同步会删除一个", daemonUpdate + "findUpdatedPodsOnNode",
	},
	{
		WaitingNoPod, "node {node} should run a daemon pod and has none to count on yet; it counts as unavailable until one is available",
		"节点 {node} 应当运行守护 Pod 而尚无可用的；在有可用 Pod 之前计为不可用", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingLeaving, "pod {pod} on node {node} is being deleted; until it has ended the node counts as unavailable and gets no new pod",
		"节点 {node} 上的 Pod {pod} 正在被删除；在它结束之前该节点计为不可用，也得不到新 Pod", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingLeavingNodeNotReady, "pod {pod} is being deleted, but node {node} is not ready, so nobody may be there to end it; it holds one unit of maxUnavailable until the pod object is gone: bring the node back, delete the Node, or force-delete the pod",
		"Pod {pod} 正在被删除，但节点 {node} 未就绪，可能无人结束它；在该 Pod 对象消失之前，它一直占用一个 maxUnavailable 名额：请恢复节点、删除 Node 对象，或强制删除该 Pod", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingPodEnded, "the new pod {pod} on node {node} ended: {text}; it is deleted once its back-off allows, and made again",
		"节点 {node} 上的新 Pod {pod} 已终止：{text}；退避允许后将其删除并重建", daemonController + "podsShouldBeOnNode",
	},
	{
		WaitingUnschedulable, "the new pod {pod} for node {node} cannot be bound: {text}",
		"节点 {node} 的新 Pod {pod} 无法绑定：{text}", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingOwnPort, "the new pod {pod} for node {node} cannot be bound, as the old pod {text} holds its host port, and the old one is only deleted once the new one is available: with maxSurge and a host port the rollout never ends; use maxUnavailable instead",
		"节点 {node} 的新 Pod {pod} 无法绑定，因为旧 Pod {text} 占用着它的主机端口，而旧 Pod 要等新 Pod 可用后才会被删除：maxSurge 与主机端口同用时滚动永远不会结束；请改用 maxUnavailable", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingScheduler, "the new pod {pod} for node {node} waits to be bound by the scheduler",
		"节点 {node} 的新 Pod {pod} 正在等待调度器绑定", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingNodeNotReady, "the new pod {pod} cannot become ready while node {node} is not",
		"节点 {node} 未就绪期间，新 Pod {pod} 无法就绪", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingMinReady, "the new pod {pod} on node {node} is ready and becomes available once it was so for minReadySeconds, {n} s",
		"节点 {node} 上的新 Pod {pod} 已就绪，持续就绪 minReadySeconds（{n} 秒）后才算可用", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingContainer, "the new pod {pod} on node {node} does not start: {text}",
		"节点 {node} 上的新 Pod {pod} 无法启动：{text}", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingReady, "the new pod {pod} on node {node} is not ready yet",
		"节点 {node} 上的新 Pod {pod} 尚未就绪", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingOldPodDeleted, "the old pod {pod} on node {node} is deleted by the next sync",
		"节点 {node} 上的旧 Pod {pod} 将在下一次同步时删除", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingWake, "the old pod {pod} on node {node} could be deleted, but no sync is due that would do it: of the syncs that the controller asks for after minReadySeconds it keeps only the earliest, and that one is over; any change of a pod, a node or the DaemonSet wakes it",
		"节点 {node} 上的旧 Pod {pod} 可以删除了，但没有待进行的同步来删除它：对于 minReadySeconds 之后的同步，它只保留最早的一次，而那一次已经过去；Pod、节点或 DaemonSet 的任何变化都会唤醒它", "client-go util/workqueue/delaying_queue.go, insert",
	},
	{
		WaitingSurgePod, "the old pod {pod} on node {node} is not available; the next sync creates a new pod beside it",
		"节点 {node} 上的旧 Pod {pod} 不可用；下一次同步会在旁边创建新 Pod", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingSpare, "node {node} should not run a daemon pod any more; with maxSurge its old pod {pod} stays until more nodes have an available pod than should",
		"节点 {node} 不应再运行守护 Pod；使用 maxSurge 时，其旧 Pod {pod} 会保留到有可用 Pod 的节点多于应有的数量为止", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingNodeGone, "the old pod {pod} is bound to node {node}, which does not exist; with maxSurge this stops the whole rolling update until pod garbage collection removes the pod, 40 to 80 s after the node went",
		"旧 Pod {pod} 绑定在不存在的节点 {node} 上；使用 maxSurge 时，这会使整个滚动更新停止，直到 Pod 垃圾回收在节点消失 40 到 80 秒后删除该 Pod", daemonUpdate + "rollingUpdate",
	},
	{
		WaitingOnDelete, "the old pod {pod} on node {node} stays: with the strategy OnDelete somebody has to delete it before a new one is made",
		"节点 {node} 上的旧 Pod {pod} 保留不变：使用 OnDelete 策略时，必须有人删除它才会创建新的 Pod", daemonController + "updateDaemonSet",
	},

	{
		ClaimKept, "{pod} is owned by DaemonSet {text} and matches its selector",
		"{pod} 属于 DaemonSet {text}，且匹配其选择器", refManager,
	},
	{
		ClaimAdopted, "{pod} has no controller and matches the selector of DaemonSet {text}, which adopts it",
		"{pod} 没有控制器，且匹配 DaemonSet {text} 的选择器，因此被其收养", refManager,
	},
	{
		ClaimReleased, "{pod} does not match the selector of its DaemonSet {text} any more, so it is released: it stays, without an owner",
		"{pod} 不再匹配其 DaemonSet {text} 的选择器，因此被释放：它继续存在，但没有属主", refManager,
	},
	{
		ClaimOwnedByOther, "{pod} has another controller, so DaemonSet {text} leaves it alone",
		"{pod} 有其他控制器，因此 DaemonSet {text} 不理会它", refManager,
	},
	{
		ClaimNoMatch, "{pod} does not match the selector of DaemonSet {text}",
		"{pod} 不匹配 DaemonSet {text} 的选择器", refManager,
	},
	{
		ClaimLeaving, "{pod} matches the selector of DaemonSet {text}, but is being deleted, so it is not adopted",
		"{pod} 匹配 DaemonSet {text} 的选择器，但正在被删除，因此不会被收养", refManager,
	},
	{
		ClaimSetDeleted, "DaemonSet {text} is being deleted, so it neither adopts nor releases {pod}",
		"DaemonSet {text} 正在被删除，因此既不收养也不释放 {pod}", refManager,
	},

	{
		RevisionCreated, "no revision holds the present template, so revision {n} is recorded as {text}",
		"没有任何修订版本保存当前模板，因此记录修订版本 {n}，名为 {text}", daemonUpdate + "snapshot",
	},
	{
		RevisionRenumbered, "{text} already holds the present template, so it becomes the newest: revision {n} is now {m}; no new revision is made and the number {n} is gone",
		"{text} 已保存当前模板，因此成为最新的修订版本：编号由 {n} 变为 {m}；不会新建修订版本，编号 {n} 随之消失", daemonUpdate + "constructHistory",
	},
	{
		RevisionLabelled, "{text} lacks the label controller-revision-hash and gets its own name as the value",
		"{text} 缺少标签 controller-revision-hash，以其自身名称作为值补上", daemonUpdate + "constructHistory",
	},
	{
		RevisionDuplicate, "{text}, revision {n}, holds the same template as revision {m}, which is kept; this one is deleted and all pods get the kept hash",
		"{text}（修订版本 {n}）与修订版本 {m} 保存相同的模板；后者保留，此版本被删除，所有 Pod 改用保留的哈希", daemonUpdate + "dedupCurHistories",
	},
	{
		RevisionBeyondLimit, "{text}, revision {n}, is beyond revisionHistoryLimit {m} and no pod uses it, so it is deleted; the current revision does not count against the limit",
		"{text}（修订版本 {n}）超出 revisionHistoryLimit {m}，且没有 Pod 使用它，因此被删除；当前修订版本不计入该限制", daemonUpdate + "cleanupHistory",
	},
}

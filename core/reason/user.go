package reason

// What people do to the cluster.
const (
	UserCreated         Code = "UserCreated"
	UserUpdated         Code = "UserUpdated"
	UserDeleted         Code = "UserDeleted"
	UserEvicted         Code = "UserEvicted"
	NodeJoined          Code = "NodeJoined"
	NodeCordoned        Code = "NodeCordoned"
	NodeUncordoned      Code = "NodeUncordoned"
	NodeBroken          Code = "NodeBroken"
	NodeSilenced        Code = "NodeSilenced"
	NodeReportsNotReady Code = "NodeReportsNotReady"
	NodeMended          Code = "NodeMended"
	NodePressed         Code = "NodePressed"
	NodeEased           Code = "NodeEased"
	NodeRemoved         Code = "NodeRemoved"
	PodBroken           Code = "PodBroken"
	ImageSet            Code = "ImageSet"
	PathAbsent          Code = "PathAbsent"
	PathPresent         Code = "PathPresent"
	ClientLimits        Code = "ClientLimits"
	ClientUnlimited     Code = "ClientUnlimited"
)

// userEntries are the decisions of what people do to the cluster.
var userEntries = []Entry{
	{UserCreated, "{text} was created", "创建了 {text}", "simulator"},
	{UserUpdated, "{text} was changed", "修改了 {text}", "simulator"},
	{UserDeleted, "{text} was deleted on request", "按要求删除了 {text}", "simulator"},
	{UserEvicted, "pod {pod} was evicted from {node} on request", "按要求将 Pod {pod} 从 {node} 驱逐", "pkg/registry/core/pod/storage/eviction.go, Create"},
	{NodeJoined, "node {node} joins the cluster; until it is Ready it carries the taint node.kubernetes.io/not-ready:NoSchedule", "节点 {node} 加入集群；在 Ready 之前带有污点 node.kubernetes.io/not-ready:NoSchedule", "plugin/pkg/admission/nodetaint/admission.go, Admit"},
	{NodeCordoned, "node {node} is cordoned; daemon pods tolerate that", "节点 {node} 被标记为不可调度；守护 Pod 容忍这一点", "pkg/controller/nodelifecycle/node_lifecycle_controller.go, doNoScheduleTaintingPass"},
	{NodeUncordoned, "node {node} takes pods again", "节点 {node} 恢复可调度", "pkg/controller/nodelifecycle/node_lifecycle_controller.go, doNoScheduleTaintingPass"},
	{NodeBroken, "the kubelet of {node} is gone: Ready is Unknown, both unreachable taints are there, and nothing on it starts or ends any more", "{node} 的 kubelet 消失：Ready 变为 Unknown，两个 unreachable 污点都已添加，其上的一切不再启动或结束", "simulator"},
	{NodeSilenced, "the kubelet of {node} stops; the node controller will notice in about {n} s", "{node} 的 kubelet 停止工作；节点控制器将在约 {n} 秒后发现", "simulator"},
	{NodeReportsNotReady, "the kubelet of {node} reports that the node is not ready; its pods keep running and stay ready", "{node} 的 kubelet 报告节点未就绪；其上的 Pod 继续运行并保持就绪", "pkg/kubelet/nodestatus/setters.go, ReadyCondition"},
	{NodeMended, "the kubelet of {node} is back and posts that the node is Ready; the taints that said otherwise are removed", "{node} 的 kubelet 恢复并报告 Ready；相应的污点被移除", "pkg/controller/nodelifecycle/node_lifecycle_controller.go, markNodeAsReachable"},
	{NodePressed, "{node} runs out of {text}: its kubelet says so, the node controller adds the NoSchedule taint, and pods are evicted one after the other until it is mended", "{node} 的 {text} 耗尽：其 kubelet 如实上报，节点控制器添加 NoSchedule 污点，Pod 逐个被驱逐，直到节点修复", "pkg/kubelet/eviction/eviction_manager.go, synchronize"},
	{NodeEased, "{node} lacks nothing any more and evictions end; its kubelet keeps the pressure condition for 5 minutes", "{node} 不再缺少资源，驱逐停止；其 kubelet 仍将压力状况保留 5 分钟", "pkg/kubelet/eviction/helpers.go, nodeConditionsObservedSince"},
	{NodeRemoved, "node {node} was removed; the DaemonSet controller does not watch for that", "节点 {node} 被移除；DaemonSet 控制器并不监听节点删除", "pkg/controller/daemon/daemon_controller.go, NewDaemonSetsController"},
	{PodBroken, "pod {pod} on {node} was broken on purpose: {text}", "有意使 {node} 上的 Pod {pod} 出故障：{text}", "simulator"},
	{ImageSet, "containers of image {text} behave differently from now on", "镜像 {text} 的容器从现在起表现不同", "simulator"},
	{PathAbsent, "there is no {text} from now on", "从现在起没有 {text}", "simulator"},
	{PathPresent, "there is a {text} from now on", "从现在起有 {text}", "simulator"},
	{ClientLimits, "the controller manager's client may make {text} requests a second with a burst of {m}", "控制器管理器的客户端每秒可发 {text} 个请求，突发 {m} 个", "simulator"},
	{ClientUnlimited, "the controller manager's client may make as many requests as it wants", "控制器管理器的客户端请求数不再受限", "simulator"},
}

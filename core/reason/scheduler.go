package reason

// The scheduler's decisions about one pod.
const (
	SchedulerBinds       Code = "SchedulerBinds"
	SchedulerNodeName    Code = "SchedulerNodeName"
	SchedulerCordoned    Code = "SchedulerCordoned"
	SchedulerTaint       Code = "SchedulerTaint"
	SchedulerAffinity    Code = "SchedulerAffinity"
	SchedulerPort        Code = "SchedulerPort"
	SchedulerRoom        Code = "SchedulerRoom"
	SchedulerSpread      Code = "SchedulerSpread"
	SchedulerPodAffinity Code = "SchedulerPodAffinity"
	SchedulerFeature     Code = "SchedulerFeature"
	SchedulerNodeGone    Code = "SchedulerNodeGone"
	SchedulerNoNodes     Code = "SchedulerNoNodes"
	SchedulerPreempts    Code = "SchedulerPreempts"
	SchedulerWaits       Code = "SchedulerWaits"
	SchedulerRetries     Code = "SchedulerRetries"
	SchedulerGated       Code = "SchedulerGated"
	SchedulerNotOurs     Code = "SchedulerNotOurs"
	SchedulerNoTarget    Code = "SchedulerNoTarget"
)

// Constraints that count as satisfied because the simulator does not look far enough.
const (
	UnmodelledTopology   Code = "UnmodelledTopology"
	UnmodelledNamespaces Code = "UnmodelledNamespaces"
	UnmodelledSpread     Code = "UnmodelledSpread"
	UnmodelledVolume     Code = "UnmodelledVolume"
	UnmodelledClaim      Code = "UnmodelledClaim"
)

// The smallest changes that would let a pod onto a node.
const (
	FixNodeName        Code = "FixNodeName"
	FixCordon          Code = "FixCordon"
	FixTaint           Code = "FixTaint"
	FixLabel           Code = "FixLabel"
	FixAffinity        Code = "FixAffinity"
	FixPort            Code = "FixPort"
	FixRoom            Code = "FixRoom"
	FixRequest         Code = "FixRequest"
	FixSpread          Code = "FixSpread"
	FixPodAffinity     Code = "FixPodAffinity"
	FixPodAntiAffinity Code = "FixPodAntiAffinity"
	FixFeature         Code = "FixFeature"
	FixPriority        Code = "FixPriority"
	FixNodeGone        Code = "FixNodeGone"
)

// schedulerEntries are the decisions of the default scheduler.
var schedulerEntries = []Entry{
	{
		SchedulerBinds,
		"the scheduler binds {pod} to {node}: every filter lets it pass",
		"调度器把 {pod} 绑定到 {node}：所有过滤插件都通过",
		"pkg/scheduler/schedule_one.go, schedulingCycle",
	},
	{
		SchedulerNodeName,
		"{pod} asks for the node {text} in spec.nodeName and cannot go to {node}",
		"{pod} 在 spec.nodeName 中指定了节点 {text}，不能调度到 {node}",
		"pkg/scheduler/framework/plugins/nodename/node_name.go, Filter",
	},
	{
		SchedulerCordoned,
		"{node} is cordoned and {pod} does not tolerate the taint node.kubernetes.io/unschedulable:NoSchedule",
		"{node} 已被 cordon，而 {pod} 不容忍污点 node.kubernetes.io/unschedulable:NoSchedule",
		"pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go, Filter",
	},
	{
		SchedulerTaint,
		"{node} has the taint {text}, which {pod} does not tolerate",
		"{node} 有污点 {text}，而 {pod} 不容忍它",
		"pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go, Filter",
	},
	{
		SchedulerAffinity,
		"{node} does not match what {pod} asks of a node: {text}",
		"{node} 不满足 {pod} 对节点的要求：{text}",
		"pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go, Filter",
	},
	{
		SchedulerPort,
		"{pod} needs a host port that is taken on {node}: {text}",
		"{pod} 需要的主机端口在 {node} 上已被占用：{text}",
		"pkg/scheduler/framework/plugins/nodeports/node_ports.go, Filter",
	},
	{
		SchedulerRoom,
		"{node} has too little room for {pod}: {text}",
		"{node} 没有足够的资源容纳 {pod}：{text}",
		"pkg/scheduler/framework/plugins/noderesources/fit.go, fitsRequest",
	},
	{
		SchedulerSpread,
		"{pod} on {node} would break a topology spread constraint: {text}",
		"把 {pod} 放到 {node} 会违反拓扑分布约束：{text}",
		"pkg/scheduler/framework/plugins/podtopologyspread/filtering.go, Filter",
	},
	{
		SchedulerPodAffinity,
		"a required affinity or anti-affinity between pods keeps {pod} off {node}: {text}",
		"Pod 之间的必需亲和性或反亲和性规则使 {pod} 不能调度到 {node}：{text}",
		"pkg/scheduler/framework/plugins/interpodaffinity/filtering.go, Filter",
	},
	{
		SchedulerFeature,
		"the kubelet of {node} does not declare the feature {text}, which {pod} needs",
		"{node} 的 kubelet 没有声明 {pod} 需要的特性 {text}",
		"pkg/scheduler/framework/plugins/nodedeclaredfeatures/nodedeclaredfeatures.go, Filter",
	},
	{
		SchedulerNodeGone,
		"the node that {pod} is meant for does not exist",
		"{pod} 的目标节点不存在",
		"pkg/scheduler/schedule_one.go, findNodesThatFitPod",
	},
	{
		SchedulerNoNodes,
		"there is no node in the cluster, so {pod} stays pending",
		"集群中没有任何节点，{pod} 保持 Pending",
		"pkg/scheduler/schedule_one.go, schedulePod",
	},
	{
		SchedulerPreempts,
		"{pod} does not fit on {node} ({text}); the scheduler preempts {n} pods of lower priority and keeps the place for it",
		"{pod} 无法放入 {node}（{text}）；调度器抢占 {n} 个优先级较低的 Pod，并为它保留位置",
		"pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go, SelectVictimsOnNode",
	},
	{
		SchedulerWaits,
		"{pod} waits until the pods it preempted on {node} are gone",
		"{pod} 等待它在 {node} 上抢占的 Pod 完全退出",
		"pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go, PodEligibleToPreemptOthers",
	},
	{
		SchedulerRetries,
		"the scheduler tries {pod} again: {text}",
		"调度器再次尝试调度 {pod}：{text}",
		"pkg/scheduler/backend/queue/scheduling_queue.go, isPodWorthRequeuing",
	},
	{
		SchedulerGated,
		"{pod} has the scheduling gate {text}; the scheduler leaves it alone until the gate is removed",
		"{pod} 带有调度门控 {text}；在移除之前调度器不会处理它",
		"pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go, PreEnqueue",
	},
	{
		SchedulerNotOurs,
		"{pod} asks for the scheduler {text}, which is not part of the simulation; nothing binds it",
		"{pod} 指定的调度器 {text} 不在模拟范围内，没有组件会绑定它",
		"pkg/scheduler/eventhandlers.go, responsibleForPod",
	},
	{
		SchedulerNoTarget,
		"{pod} may go to more than one node; choosing between nodes is not modelled, so it stays pending",
		"{pod} 可以调度到多个节点；在节点之间选择不在模拟范围内，因此它保持 Pending",
		"simulator",
	},
	{
		UnmodelledTopology,
		"a rule of {pod} spans the topology {text}; only pods on the same node are looked at, and beyond them it counts as satisfied",
		"{pod} 的规则跨越拓扑域 {text}；模拟只看同一节点上的 Pod，其余视为满足",
		"simulator",
	},
	{
		UnmodelledNamespaces,
		"a rule of {pod} selects namespaces by label; namespaces have no labels here, so it selects none",
		"{pod} 的规则按标签选择命名空间；模拟中的命名空间没有标签，因此一个也选不中",
		"simulator",
	},
	{
		UnmodelledSpread,
		"a topology spread constraint of {pod} over {text} compares all nodes; it counts as satisfied",
		"{pod} 针对 {text} 的拓扑分布约束要比较所有节点；模拟中视为满足",
		"simulator",
	},
	{
		UnmodelledVolume,
		"the volume {text} of {pod} needs a persistent volume; it counts as bound and reachable from every node",
		"{pod} 的卷 {text} 需要持久卷；模拟中视为已绑定且任何节点都可使用",
		"simulator",
	},
	{
		UnmodelledClaim,
		"{pod} claims a device ({text}); the claim counts as allocated",
		"{pod} 申领了设备（{text}）；模拟中视为已分配",
		"simulator",
	},
	{
		FixNodeName,
		"remove spec.nodeName {text}, or set it to {node}",
		"删除 spec.nodeName {text}，或改为 {node}",
		"pkg/scheduler/framework/plugins/nodename/node_name.go, Fits",
	},
	{
		FixCordon,
		"uncordon {node}",
		"对 {node} 执行 uncordon",
		"pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go, Filter",
	},
	{
		FixTaint,
		"add a toleration for {text}, or remove the taint from {node}",
		"为 {text} 添加容忍度，或从 {node} 移除该污点",
		"pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go, Filter",
	},
	{
		FixLabel,
		"label {node} with {text}, or drop the requirement",
		"给 {node} 加上标签 {text}，或去掉这项要求",
		"pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go, Filter",
	},
	{
		FixAffinity,
		"change the required node affinity so that one of its terms matches {node}",
		"修改必需的节点亲和性，使其中一项匹配 {node}",
		"pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go, Filter",
	},
	{
		FixPort,
		"free host port {text} on {node}, which {pod} holds, or use another port",
		"释放 {node} 上由 {pod} 占用的主机端口 {text}，或改用其他端口",
		"pkg/scheduler/framework/plugins/nodeports/node_ports.go, Filter",
	},
	{
		FixRoom,
		"free {text} on {node}, or request less",
		"在 {node} 上释放 {text}，或减少请求量",
		"pkg/scheduler/framework/plugins/noderesources/fit.go, fitsRequest",
	},
	{
		FixRequest,
		"request less than {node} has in all: {text}",
		"请求量不要超过 {node} 的总量：{text}",
		"pkg/scheduler/framework/plugins/noderesources/fit.go, fitsRequest",
	},
	{
		FixSpread,
		"lower minDomains or raise maxSkew: only {node} counts as a domain for this pod",
		"降低 minDomains 或提高 maxSkew：对这个 Pod 来说只有 {node} 算作拓扑域",
		"pkg/scheduler/framework/plugins/podtopologyspread/filtering.go, Filter",
	},
	{
		FixPodAffinity,
		"run a pod on {node} that the required pod affinity selects, or drop the rule",
		"在 {node} 上运行一个被必需 Pod 亲和性选中的 Pod，或去掉该规则",
		"pkg/scheduler/framework/plugins/interpodaffinity/filtering.go, Filter",
	},
	{
		FixPodAntiAffinity,
		"remove {pod} from {node}, or change the anti-affinity between the two",
		"从 {node} 移除 {pod}，或修改两者之间的反亲和性",
		"pkg/scheduler/framework/plugins/interpodaffinity/filtering.go, Filter",
	},
	{
		FixFeature,
		"turn on the kubelet feature {text} on {node}, or do not use it in the pod",
		"在 {node} 的 kubelet 上启用特性 {text}，或不在 Pod 中使用它",
		"pkg/scheduler/framework/plugins/nodedeclaredfeatures/nodedeclaredfeatures.go, Filter",
	},
	{
		FixPriority,
		"give the pod a priority above {n}: it could then preempt pods on {node}",
		"让 Pod 的优先级高于 {n}，它就可以抢占 {node} 上的 Pod",
		"pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go, SelectVictimsOnNode",
	},
	{
		FixNodeGone,
		"delete the pod, or bring the node back",
		"删除该 Pod，或恢复该节点",
		"pkg/scheduler/schedule_one.go, findNodesThatFitPod",
	},
}

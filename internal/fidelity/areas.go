package fidelity

// level is how closely an area is simulated.
type level int

const (
	modelled level = iota
	simplified
	notModelled
)

var levels = map[level]words{
	modelled:    {"modelled", "已模拟"},
	simplified:  {"simplified", "简化"},
	notModelled: {"not modelled", "未模拟"},
}

// area is a part of Kubernetes, how closely it is simulated and what proves it.
type area struct {
	name  words
	level level
	note  words
	kinds []string
}

var areas = []area{
	{words{"decoding of manifests", "清单解码"}, modelled, words{"strict, all errors, with places", "严格模式，报告全部错误及位置"}, []string{"decoding"}},
	{words{"defaults", "默认值"}, modelled, words{"DaemonSet and pod template", "DaemonSet 与 Pod 模板"}, []string{"validations"}},
	{words{"validation and warnings", "校验与警告"}, modelled, words{"create and update", "创建与更新"}, []string{"validations"}},
	{words{"admission plugins, webhooks, quotas", "准入插件、webhook、配额"}, notModelled, words{"what validation accepts is accepted", "校验通过即接受"}, nil},
	{words{"node eligibility", "节点是否合格"}, modelled, words{"should run, may stay", "应当运行、可以留下"}, []string{"placements"}},
	{words{"what wakes the controller", "什么会唤醒控制器"}, modelled, words{"events of DaemonSets, pods, nodes and revisions", "DaemonSet、Pod、节点与版本的事件"}, []string{"traces", "stories"}},
	{words{"expectations and caches", "期望值与缓存"}, simplified, words{"events of a sync always arrive after it", "一次 sync 产生的事件总在其后到达"}, []string{"traces"}},
	{words{"creating and deleting daemon pods", "创建与删除守护 Pod"}, modelled, words{"bursts of 250; creations do not fail", "每批 250；创建不会失败"}, []string{"traces", "stories"}},
	{words{"rolling update, maxUnavailable", "滚动更新，maxUnavailable"}, modelled, words{"nodes in the order of their names or ages; upstream leaves the order open", "节点按名称或年龄排序；上游不保证顺序"}, []string{"traces", "stories", "limits"}},
	{words{"rolling update, maxSurge", "滚动更新，maxSurge"}, modelled, words{"as above", "同上"}, []string{"traces", "stories", "limits"}},
	{words{"OnDelete and changes of strategy", "OnDelete 与策略变更"}, modelled, words{"", ""}, []string{"traces", "stories"}},
	{words{"status", "状态"}, modelled, words{"every write, in order", "每一次写入，按顺序"}, []string{"traces", "stories"}},
	{words{"revisions, history, undo, restart", "版本、历史、回滚、重启"}, modelled, words{"hashes are our own; collisions included", "哈希是自己的；包括冲突"}, []string{"traces", "stories", "controller"}},
	{words{"back-off of failed pods", "失败 Pod 的退避"}, modelled, words{"", ""}, []string{"traces", "stories", "controller"}},
	{words{"ownership: adoption and release", "归属：收养与释放"}, modelled, words{"", ""}, []string{"controller", "stories"}},
	{words{"several DaemonSets", "多个 DaemonSet"}, modelled, words{"also with one selector", "包括共用选择器"}, []string{"controller"}},
	{words{"deletion and garbage collection", "删除与垃圾回收"}, modelled, words{"background, foreground, orphan", "background、foreground、orphan"}, []string{"controller", "stories"}},
	{words{"scheduler: filters", "调度器：过滤"}, simplified, words{"a daemon pod has one candidate node; volumes and claims count as bound", "守护 Pod 只有一个候选节点；卷视为已绑定"}, []string{"filters"}},
	{words{"scheduler: texts and preemption", "调度器：文字与抢占"}, simplified, words{"on the pod's own node", "仅限 Pod 自己的节点"}, []string{"attempts"}},
	{words{"node lifecycle: conditions and taints", "节点生命周期：状况与污点"}, modelled, words{"in one order where real ones race", "真实环境存在竞争之处取固定顺序"}, nil},
	{words{"taint eviction", "污点驱逐"}, modelled, words{"", ""}, []string{"taints"}},
	{words{"pod garbage collection", "Pod 垃圾回收"}, modelled, words{"", ""}, nil},
	{words{"kubelet", "kubelet"}, simplified, words{"behaviour of images is given; no relists, no jitter", "镜像行为由用户给出；没有 relist 与抖动"}, nil},
	{words{"kubectl", "kubectl"}, modelled, words{"the verbs that rollscope has", "rollscope 提供的命令"}, []string{"transcripts", "explanations"}},
	{words{"Events", "事件"}, simplified, words{"counted, combined and dropped as by clients that forget nothing; they do not end after an hour", "计数、合并与丢弃如同从不遗忘的客户端；一小时后不会过期"}, []string{"traces", "transcripts"}},
}

package fidelity

// kind is one kind of recorded answers and the test that replays it.
type kind struct {
	name string
	what words
	test string
}

var kinds = []kind{
	{
		"traces", words{
			"random rollouts led through the real DaemonSet controller: creates, deletes, revisions and statuses of every sync",
			"随机生成的滚动更新，由真实的 DaemonSet 控制器执行：每次 sync 的创建、删除、版本与状态",
		}, "core TestOracleTraces",
	},
	{
		"stories", words{"the same, written by hand", "同上，手写场景"}, "core TestOracleTraces",
	},
	{
		"controller", words{
			"several DaemonSets, adoption and release, all ways of deletion, revision collisions, back-off; recorded by testdata/oracle",
			"多个 DaemonSet、收养与释放、各种删除方式、版本哈希冲突、退避；由 testdata/oracle 录制",
		}, "core TestOracleControllerRecordings",
	},
	{
		"placements", words{
			"whether a daemon pod should run and may stay on a node",
			"守护 Pod 在某节点上是否应当运行、可否留下",
		}, "core/daemon TestOraclePlacements",
	},
	{
		"limits", words{
			"DESIRED, and the whole numbers that maxUnavailable and maxSurge come to",
			"DESIRED，以及 maxUnavailable 与 maxSurge 换算成的整数",
		}, "core/daemon TestOraclePlacements",
	},
	{
		"filters", words{
			"whether the real scheduler's filters let the pod onto its node, and their texts",
			"真实调度器的过滤插件是否放行，以及给出的文字",
		}, "core/scheduler TestOracleFilters",
	},
	{
		"attempts", words{
			"first attempts of the real scheduler with its default plugins: bound or not, the message of FailedScheduling, the victims of preemption, with budgets",
			"真实调度器（默认插件）的首次尝试：是否绑定、FailedScheduling 的消息、抢占的牺牲者，含 PodDisruptionBudget",
		}, "core/scheduler TestOracleAttempts",
	},
	{
		"taints", words{
			"when the real taint eviction controller deletes a pod while taints change",
			"污点变化时，真实的污点驱逐控制器何时删除 Pod",
		}, "core/nodelifecycle TestOracleTaintEvictions",
	},
	{
		"validations", words{
			"damaged manifests and updates: accepted or not, paths, messages, warnings, the defaulted object",
			"损坏的清单与更新：是否接受、字段路径、消息、警告、填充默认值后的对象",
		}, "core/api/strategy TestOracleValidations",
	},
	{
		"decoding", words{
			"what the strict decoder says of the same manifests: unknown, duplicate and mistyped fields",
			"严格解码器对同一批清单的意见：未知、重复、类型错误的字段",
		}, "core/api/decode TestOracleDecoding",
	},
	{
		"transcripts", words{
			"commands given to the real kubectl on a real control plane, with output and exit code",
			"在真实控制平面上执行的 kubectl 命令，含输出与退出码",
		}, "core/kubectl TestOracleTranscripts",
	},
	{
		"explanations", words{"what kubectl explain prints", "kubectl explain 的输出"}, "core/kubectl/explain TestOracleExplanations",
	},
}

package fidelity

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// measured is what `make bench-real` printed when it was last run by hand.
//
//go:embed speed.json
var measured []byte

// speed is one machine's measurement of the same rollouts through the real
// controller and through ours.
type speed struct {
	Machine string `json:"machine"`
	Go      string `json:"go"`
	Rows    []struct {
		Nodes    int     `json:"nodes"`
		Strategy string  `json:"strategy"`
		Real     float64 `json:"realSeconds"`
		Ours     float64 `json:"oursSeconds"`
	} `json:"rows"`
}

// speedText is the section about speed, nothing while nobody has measured.
func speedText(lang string) string {
	var s speed
	if err := json.Unmarshal(measured, &s); err != nil {
		panic("fidelity: speed.json: " + err.Error())
	}
	if len(s.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, speedTitle.in(lang), s.Machine, s.Go)
	for _, r := range s.Rows {
		fmt.Fprintf(&b, "| %d | %s | %.4g | %.4g | %.0f |\n", r.Nodes, r.Strategy, r.Real, r.Ours, r.Real/r.Ours)
	}
	return b.String()
}

var speedTitle = words{`
## Speed, side by side

The same rollout to its end through the real controller and through rollscope, in one run of ` + "`make bench-real`" + `. The
real controller runs in one process, its clients and informers are in memory, its clock is simulated. Counted is processor
time: of the real controller alone, without the API server, scheduler and kubelets around it; of rollscope with all of
them. Measured by hand, on: %s, %s. These numbers are a machine's, no test holds them.

| nodes | strategy | real, s | rollscope, s | ratio |
|---|---|---|---|---|
`, `
## 速度对比

同一滚动更新分别经由真实控制器与 rollscope 执行到底，由一次 ` + "`make bench-real`" + ` 测得。真实控制器在单进程内运行，
客户端与 informer 都在内存中，时钟为模拟时钟。计的是处理器时间：真实控制器只计其自身，不含周围的 API server、调度器与 kubelet；
rollscope 则全部计入。手工测得，机器：%s，%s。这些数字属于该机器，没有测试约束。

| 节点 | 策略 | 真实，秒 | rollscope，秒 | 倍数 |
|---|---|---|---|---|
`}

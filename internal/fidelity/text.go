package fidelity

// The texts around the tables.
var (
	intro = words{`# Fidelity

What rollscope simulates, how closely, and what proves it. The answers that it is held to were recorded from the real
code of Kubernetes ` + Kubernetes + `. A test counts every number of recordings on this page, and fails when the page says otherwise.

[中文](fidelity.zh.md)
`, `# 保真度

rollscope 模拟了什么、有多接近、由什么证明。作为标准的答案录自 Kubernetes ` + Kubernetes + ` 的真实代码。
本页上录制的每个数字都由测试计算；若页面与之不符，测试失败。

[English](fidelity.md)
`}
	areasTitle = words{`
## Areas

| area | | how | proved by (agree/compared) |
|---|---|---|---|
`, `
## 领域

| 领域 | | 说明 | 证据（一致/比较） |
|---|---|---|---|
`}
	kindsTitle = words{`
## Recordings

| recordings | what is compared | compared | agree | argued exceptions | test |
|---|---|---|---|---|---|
`, `
## 录制

| 录制 | 比较内容 | 比较数 | 一致 | 有理由的例外 | 测试 |
|---|---|---|---|---|---|
`}
	exceptionsTitle = words{`
## Not compared, and why

Whatever is missing in rollscope on purpose is on the page [not modelled](not-modelled.md).

| recordings | answer | why |
|---|---|---|
`, `
## 未比较的部分及理由

有意不做的内容见[没有模拟的部分](not-modelled.zh.md)。

| 录制 | 答案 | 理由 |
|---|---|---|
`}
	again = words{`
## Run it again

` + "`go test ./core/... -run Oracle -v`" + ` replays all recordings that are there and prints how many agree;
` + "`ROLLSCOPE_ORACLE=DIR`" + ` points it to another folder of the same format. ` + "`make fidelity`" + ` counts anew and rewrites this page.
` + "`make oracle`" + ` builds the real code and records its answers again (testdata/oracle).
`, `
## 自己重跑

` + "`go test ./core/... -run Oracle -v`" + ` 重放现有的全部录制并打印一致的数目；` + "`ROLLSCOPE_ORACLE=DIR`" + ` 指向同格式的另一个目录。
` + "`make fidelity`" + ` 重新计数并改写本页。` + "`make oracle`" + ` 构建真实代码并重新录制（testdata/oracle）。
`}
)

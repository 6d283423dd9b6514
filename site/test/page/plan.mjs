// Plan: what it promises is what then happens; gates, what blocks, parts, Chinese.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, serverFile, settled } from "../harness.mjs";
import { begin, chinese, link, panel, photograph, press, run, sets, violations } from "../panels.mjs";

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await begin(context, url, problems);
  const result = page.getByTestId("plan-result");
  const number = async (name) => Number((await page.getByTestId(`plan-${name}`).textContent()).match(/\d+(\.\d+)?/)[0]);

  const plan = async (kind, fields = {}) => {
    await panel(page, "plan");
    await page.getByTestId("plan-kind").selectOption(kind);
    for (const [id, value] of Object.entries({ "max-duration": "", "min-available": "", ...fields })) await page.getByTestId(id).fill(value);
    await page.getByTestId("plan-run").click();
    await page.waitForFunction(() => document.querySelector("[data-testid=plan-run]") && !document.querySelector("[data-testid=plan] progress"));
    await settled(page);
    await result.waitFor();
    return { outcome: await result.getAttribute("data-outcome"), seconds: Number(await result.getAttribute("data-seconds")) };
  };

  await check("the rollout under way is planned at once, and takes as long as was said", async () => {
    await panel(page, "plan");
    await result.waitFor();
    const { outcome, seconds } = { outcome: await result.getAttribute("data-outcome"), seconds: Number(await result.getAttribute("data-seconds")) };
    equal(outcome, "rolledOut", "outcome");
    const before = await run(page, "get nodes -o name");
    equal(before.failed, false, "prompt");
    await run(page, "until rolled-out");
    const entry = await page.getByTestId("entry").last().textContent();
    const [, from, to] = /([\dms.]+) → ([\dms.]+)/.exec(entry);
    equal(Math.round((span(to) - span(from)) * 10) / 10, seconds, "seconds");
  });

  await check("a new image: budgets as whole numbers, milestones, the worst moment", async () => {
    const { outcome, seconds } = await plan("image");
    equal(outcome, "rolledOut", "outcome");
    const [{ budget }] = await sets(page);
    equal((await page.getByTestId("plan-maxUnavailable").textContent()).trim(), `${budget.maxUnavailable} of ${budget.desired} nodes`, "maxUnavailable");
    equal(await number("lowest"), 4, "lowest");
    if (!(seconds > 0) || !(await page.getByTestId("plan-half").textContent()).match(/\d/)) throw new Error("no milestones");
    await photograph(page, shots, "plan");
    await chinese(page, shots, "plan");
  });

  await check("a plan can be taken along as Markdown, and the command line that is shown makes it from the files that go with it", async () => {
    await plan("image", { "max-duration": "2m", "min-available": "50%" });
    const save = async (id) => {
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId(`save-${id}`).click()]);
      return file;
    };
    await page.getByTestId("plan-markdown").locator("summary").click();
    const markdown = readFileSync(await (await save("markdown")).path(), "utf8");
    equal(markdown.split("\n")[0], "### ✅ logging/fluentd: update of 5 nodes, done in 15s", "heading");
    equal(await page.getByTestId("plan-markdown").locator("pre").textContent(), markdown, "shown");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByTestId("copy-markdown").click();
    await page.getByTestId("plan-markdown").getByText("Copied").waitFor();
    equal(await page.evaluate(() => navigator.clipboard.readText()), markdown, "copied");
    await page.getByTestId("plan-line").locator("summary").click();
    const line = await page.getByTestId("plan-command-line").textContent();
    const folder = mkdtempSync(join(tmpdir(), "rollscope-plan-"));
    for (const name of ["cluster.yaml", "new.yaml"]) copyFileSync(await (await save(name)).path(), join(folder, name));
    const printed = execFileSync("sh", ["-c", line.replace(/^rollscope/, serverFile)], { cwd: folder, encoding: "utf8" });
    // A real control plane takes a moment more; what is decided is the same.
    const decided = (text) => text.split("\n").filter((l) => /^\| (nodes|budget|gate) /.test(l)).map((l) => l.replace(/\(.*?\)/g, "()"));
    equal(decided(printed), decided(markdown), "printed by the command line");
    const took = Number(/done in ([\d.]+)s/.exec(printed.split("\n")[0])[1]);
    if (!(took >= 15 && took < 15 * 1.15)) throw new Error(`the command line plans ${took}s`);
    equal(printed.split("\n").flatMap((l) => /^\| ([^|]+) \|/.exec(l)?.[1] ?? []), markdown.split("\n").flatMap((l) => /^\| ([^|]+) \|/.exec(l)?.[1] ?? []), "rows");
    await photograph(page, shots, "plan-markdown");
    await chinese(page, shots, "plan-markdown");
  });

  await check("gates are kept or broken by word and shape", async () => {
    await plan("image", { "max-duration": "1s", "min-available": "50%" });
    equal(await page.getByTestId("gate").evaluateAll((all) => all.map((g) => g.dataset.ok)), ["false", "true"], "gates");
    const text = await page.getByTestId("gate").first().textContent();
    if (!text.includes("✗") || !text.includes("broken")) throw new Error(text);
    await page.getByTestId("max-duration").fill("soon");
    await page.getByText("Write a span such as 90s").waitFor();
    equal(await page.getByTestId("plan-run").isDisabled(), true, "disabled");
    await page.getByTestId("max-duration").fill("");
  });

  await check("one that hangs says who blocks it and what helps", async () => {
    await run(page, "image registry.example/fluentd:v9 never-ready");
    const { outcome } = await plan("image", { "plan-image": "registry.example/fluentd:v9" });
    equal(outcome, "stuck", "outcome");
    const text = await result.textContent();
    for (const want of ["kubectl rollout undo ds/fluentd -n logging", "What blocks it", "WaitingReady"]) if (!text.includes(want)) throw new Error(`no ${want}: ${text}`);
    await photograph(page, shots, "plan-stuck");
  });

  await check("commands that fail say what kubectl says; the cluster stays as it is", async () => {
    await panel(page, "plan");
    await page.getByTestId("plan-kind").selectOption("command");
    await page.getByTestId("plan-command").fill("kubectl set image ds/nope a=b");
    await page.getByTestId("plan-run").click();
    await page.getByTestId("plan").getByRole("alert").getByText("not found").waitFor();
  });

  await check("hands hand their change over", async () => {
    await panel(page, "hands");
    await page.locator("[data-testid=hands] .command").filter({ hasText: "rollout restart" }).getByRole("button", { name: "Plan it first" }).click();
    await page.waitForSelector("[data-testid=panel-plan]");
    await result.waitFor();
    equal(await page.getByTestId("plan-kind").inputValue(), "given", "kind");
    const before = (await sets(page))[0].hash;
    await press(page, "plan-result", "Make this change");
    await run(page, "advance 1s");
    await page.waitForFunction((hash) => window.said.sets[0].hash !== hash, before);
  });

  await check("what the editor holds is planned before it is applied", async () => {
    await page.locator("#tab-editor").click();
    await page.locator("[data-testid=editor] .cm-content").first().waitFor();
    await settled(page);
    await page.evaluate(() => {
      const { view } = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile;
      const at = /fluentd:v[\d.]+/.exec(view.state.doc.toString());
      view.dispatch({ changes: { from: at.index, to: at.index + at[0].length, insert: "fluentd:v2.0" } });
    });
    await settled(page);
    const { outcome } = await plan("editor");
    equal(outcome, "rolledOut", "outcome");
    const lines = await page.getByTestId("plan").locator("form code").textContent();
    if (!lines.startsWith("kubectl apply -f fluentd")) throw new Error(lines);
    await press(page, "plan-result", "Make this change");
    await page.waitForFunction(() => window.said.sets[0].images[0].endsWith("fluentd:v2.0"));
  });

  await check("a plan of 3,000 nodes comes in parts: it shows how far it is, can be cancelled, and others are answered", async () => {
    const big = await begin(context, url, problems);
    await big.evaluate((hash) => (location.hash = hash), link("", many(3000)));
    await big.waitForFunction(() => window.said.sets[0].desired === 3000, null, { timeout: 30_000 });
    await panel(big, "plan");
    await big.getByTestId("plan-kind").selectOption("image");
    await big.evaluate(() => (window.stalls.length = 0));
    await big.getByTestId("plan-run").click();
    await big.waitForSelector("[data-testid=plan] progress", { timeout: 10_000 });
    const began = Date.now();
    await big.locator("body").press("ArrowRight");
    await big.getByTestId("plan").getByRole("button", { name: "Cancel" }).click();
    await big.waitForSelector("[data-testid=plan] progress", { state: "detached" });
    if (Date.now() - began > 2000) throw new Error(`${Date.now() - began} ms`);
    const stall = await big.evaluate(() => Math.max(0, ...window.stalls));
    console.log(`while a plan of 3,000 nodes runs: longest stall of the main thread ${stall.toFixed(0)} ms`);
    await big.close();
  });

  await check("the plan has no violation that axe finds", async () => {
    await plan("image", { "max-duration": "1s" });
    equal(await violations(page, "[data-testid=panel-plan]"), [], "violations");
    await page.emulateMedia({ colorScheme: "dark" });
    equal(await violations(page, "[data-testid=panel-plan]"), [], "violations in the dark");
    await page.emulateMedia({ colorScheme: "light" });
  });

  await check("nothing is reported to the console", async () => equal(problems, [], "problems"));
  await page.close();
}

/** Seconds of a moment such as 1m05s. */
function span(text) {
  const [, m, s] = /(?:(\d+)m)?(\d+(?:\.\d+)?)s/.exec(text);
  return Number(m ?? 0) * 60 + Number(s);
}

/** A scenario with many nodes, rolled out. */
function many(nodes) {
  const items = Array.from({ length: nodes }, (_, i) => `- {apiVersion: v1, kind: Node, metadata: {name: node-${i + 1}}}`);
  return `# Many nodes

$ client unlimited
$ kubectl apply -f all.yaml
...
$ until rolled-out
$ client qps=20 burst=30
-- all.yaml --
apiVersion: v1
kind: List
items:
${items.join("\n")}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent}
  spec:
    selector: {matchLabels: {app: agent}}
    template:
      metadata: {labels: {app: agent}}
      spec: {containers: [{name: agent, image: 'example.com/agent:v1'}]}
`;
}

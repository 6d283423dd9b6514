// Hands on: each button does what its command says; sliders show the whole number that counts.
import { check, equal } from "../harness.mjs";
import { begin, chinese, hand, panel, photograph, pick, press, run, sets, violations } from "../panels.mjs";

/** Seven nodes, so that percentages do not come out even. */
const seven = `# Seven nodes

$ kubectl apply -f all.yaml
...
$ until rolled-out
$ advance 60s
-- all.yaml --
apiVersion: v1
kind: List
items:
${[1, 2, 3, 4, 5, 6, 7].map((n) => `- {apiVersion: v1, kind: Node, metadata: {name: node-${n}}}`).join("\n")}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent}
  spec:
    selector: {matchLabels: {app: agent}}
    template:
      metadata: {labels: {app: agent}}
      spec: {containers: [{name: collector, image: 'example.com/agent:v1.4', readinessProbe: {tcpSocket: {port: 1}}}]}
`;

const unfold = async (page, name) => {
  const details = page.locator("[data-testid=hands] > details").filter({ has: page.locator("summary", { hasText: name }) }).first();
  if (!(await details.evaluate((d) => d.open))) await details.locator("summary").first().click();
};

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await begin(context, url, problems, seven);
  await panel(page, "hands");
  const json = async (line) => JSON.parse((await run(page, `${line} -o json`)).output);

  await check("a slider shows the whole number that a percentage becomes, the one that then counts", async () => {
    await unfold(page, "Strategy");
    for (const [percent, nodes] of [[10, 1], [15, 2], [50, 4], [100, 7]]) {
      await page.getByTestId("amount-maxUnavailable").getByRole("combobox").selectOption("%");
      await page.getByTestId("amount-maxUnavailable").getByRole("slider").fill(String(percent));
      equal(await page.getByTestId("comes-to-maxUnavailable").getAttribute("data-nodes"), String(nodes), `${percent}%`);
      await press(page, "strategy", "Set the strategy");
      await page.waitForFunction((n) => window.said.sets[0].budget.maxUnavailable === n, nodes, { timeout: 5000 });
    }
    equal((await hand(page, "strategy", "Set the strategy")).command.includes('"maxUnavailable":"100%"'), true, "command");
  });

  await check("0 and 0, and both above 0, show the API server's own words", async () => {
    const number = (name) => page.getByTestId(`amount-${name}`).getByRole("spinbutton");
    await page.getByTestId("amount-maxUnavailable").getByRole("combobox").selectOption("n");
    await number("maxUnavailable").fill("0");
    await number("maxUnavailable").blur();
    await page.getByTestId("refusal").getByText("cannot be 0 when maxSurge is 0").waitFor();
    await photograph(page, shots, "hands-strategy");
    const { command } = await hand(page, "strategy", "Set the strategy");
    const shown = await page.getByTestId("refusal").locator(".mono").textContent();
    await number("maxUnavailable").fill("2");
    await number("maxUnavailable").blur();
    await number("maxSurge").fill("3");
    await number("maxSurge").blur();
    await page.getByTestId("refusal").getByText("maxSurge").waitFor();
    const refused = await run(page, command);
    equal([refused.output.trim(), refused.failed], [shown, true], "at the prompt");
    await panel(page, "hands");
    await unfold(page, "Strategy");
  });

  await check("surge alone is taken, and the sliders stand where the spec does", async () => {
    await run(page, `kubectl patch ds agent --type merge -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":0,"maxSurge":"30%"}},"minReadySeconds":15}}'`);
    await panel(page, "hands");
    await unfold(page, "Strategy");
    await page.waitForFunction(() => document.querySelector("[data-testid=comes-to-maxSurge]")?.dataset.nodes === "3");
    equal((await sets(page))[0].budget.maxSurge, 3, "budget");
    equal(await page.locator("#min-ready").inputValue(), "15", "minReadySeconds");
    equal(await page.getByTestId("refusal").count(), 0, "refusals");
  });

  await check("a new image: the next tag is offered, and rolls out", async () => {
    const command = await press(page, "hands", "Set the image");
    equal(command, "kubectl set image ds/agent collector=example.com/agent:v1.5", "command");
    await page.waitForFunction(() => window.said.sets[0].images[0] === "example.com/agent:v1.5");
    await page.evaluate(() => document.activeElement?.blur());
    await page.locator("body").press("e");
    await page.waitForFunction(() => window.said.sets[0].done);
  });

  await check("undo goes back, restart makes a new revision", async () => {
    const command = await press(page, "hands", "Undo");
    equal(command, "kubectl rollout undo ds/agent", "command");
    await page.waitForFunction(() => window.said.sets[0].images[0] === "example.com/agent:v1.4");
    const before = (await sets(page))[0].revisions.length;
    await press(page, "hands", "Restart");
    await run(page, "advance 1s");
    await page.waitForFunction((n) => window.said.sets[0].revisions.length > n, before);
    await panel(page, "hands");
  });

  await check("how an image behaves: slow pull, never ready", async () => {
    await unfold(page, "How an image behaves");
    await page.getByTestId("image-name").fill("example.com/agent:v9");
    await page.getByTestId("image-name").blur();
    await page.getByTestId("image-pull").fill("25");
    await page.getByTestId("image-fate").selectOption("never-ready");
    const command = await press(page, "image", "Let it behave so");
    equal(command, "image example.com/agent:v9 pull=25s start=1s readyAfter=0s stop=1s never-ready".replace("readyAfter", "ready-after"), "command");
    await photograph(page, shots, "hands-image");
    await run(page, "set image ds/agent collector=example.com/agent:v9");
    await run(page, "advance 20s");
    const waiting = await run(page, "get pods");
    if (!waiting.output.includes("ContainerCreating")) throw new Error(waiting.output);
    await run(page, "advance 3m");
    const never = await run(page, "get pods");
    if (!/0\/1 +Running/.test(never.output)) throw new Error(never.output);
    await run(page, "rollout undo ds/agent");
    await run(page, "until rolled-out");
    await panel(page, "hands");
  });

  await check("label, taint, cordon, drain, break, mend, remove: each does what its command says", async () => {
    await pick(page, "node-3");
    await page.getByTestId("hands-node").waitFor();
    await page.getByTestId("label").fill("disk=ssd");
    equal(await press(page, "hands-node", "Set the label"), "kubectl label node node-3 disk=ssd", "label");
    equal((await json("get node node-3")).metadata.labels.disk, "ssd", "label");
    await panel(page, "hands");
    await page.getByTestId("taint").fill("maintenance=yes");
    equal(await press(page, "hands-node", "Set the taint"), "kubectl taint node node-3 maintenance=yes:NoSchedule", "taint");
    equal((await json("get node node-3")).spec.taints, [{ effect: "NoSchedule", key: "maintenance", value: "yes" }], "taints");
    await panel(page, "hands");
    await photograph(page, shots, "hands");
    await chinese(page, shots, "hands");
    const rows = page.getByTestId("hands-node").locator("li");
    await rows.filter({ hasText: "maintenance=yes" }).getByRole("button").click();
    await rows.filter({ hasText: "maintenance=yes" }).waitFor({ state: "detached" });
    equal((await json("get node node-3")).spec.taints, undefined, "no taints");
    await panel(page, "hands");
    equal(await press(page, "hands-node", "Cordon"), "kubectl cordon node-3", "cordon");
    await page.getByTestId("hands-node").getByRole("button", { name: "Uncordon" }).click();
    await page.getByTestId("hands-node").getByRole("button", { name: "Cordon", exact: true }).waitFor();
    equal(await press(page, "hands-node", "Drain"), "kubectl drain node-3 --ignore-daemonsets --delete-emptydir-data", "drain");
    await page.getByTestId("hands-node").getByRole("button", { name: "Uncordon" }).click();
    await page.getByTestId("break-way").selectOption(" --not-ready");
    equal(await press(page, "hands-node", "Break it"), "break node/node-3 --not-ready", "break");
    const mend = page.getByTestId("hands-node").getByRole("button", { name: "Mend" });
    await mend.waitFor();
    const down = await run(page, "get node node-3");
    if (!down.output.includes("NotReady")) throw new Error(down.output);
    await panel(page, "hands");
    await mend.click();
    await mend.waitFor({ state: "detached" });
    await page.getByTestId("break-way").selectOption(" --pressure memory");
    equal(await press(page, "hands-node", "Break it"), "break node/node-3 --pressure memory", "pressure");
    await mend.waitFor();
    await mend.click();
    await run(page, "advance 6m"); // the kubelet keeps telling of pressure for five minutes
    await panel(page, "hands");
    await mend.waitFor({ state: "detached" });
    equal(await press(page, "hands-node", "Remove it").catch(() => "gone"), "kubectl delete node node-3", "remove");
    const gone = await run(page, "get node node-3");
    equal(gone.failed, true, "gone");
    await panel(page, "hands");
  });

  await check("one node, ten nodes, a pool with labels and taints", async () => {
    await unfold(page, "Add nodes");
    const count = async () => (await run(page, "get nodes -o name")).output.trim().split("\n").length;
    const before = await count();
    await panel(page, "hands");
    await unfold(page, "Add nodes");
    await press(page, "pool", "Add one node");
    equal(await count(), before + 1, "one more");
    await panel(page, "hands");
    await unfold(page, "Add nodes");
    await press(page, "pool", "Add ten nodes");
    equal(await count(), before + 11, "ten more");
    await panel(page, "hands");
    await unfold(page, "Add nodes");
    await page.getByTestId("pool-count").fill("2");
    await page.getByTestId("pool-prefix").fill("gpu-");
    await photograph(page, shots, "hands-pool");
    await press(page, "pool", "Add 2 nodes");
    const node = await json("get node gpu-2");
    equal([node.metadata.labels.accelerator, node.spec.taints[0].key, node.status.allocatable.cpu], ["gpu", "gpu", "8"], "of the pool");
    await panel(page, "hands");
  });

  await check("hands has no violation that axe finds, everything unfolded", async () => {
    await pick(page, "node-1");
    for (const name of ["Strategy", "How an image behaves", "Add nodes"]) await unfold(page, name);
    equal(await violations(page, "[data-testid=panel-hands]"), [], "violations");
    await page.emulateMedia({ colorScheme: "dark" });
    equal(await violations(page, "[data-testid=panel-hands]"), [], "violations in the dark");
    await page.emulateMedia({ colorScheme: "light" });
  });

  await check("a hand by keyboard alone", async () => {
    await page.getByRole("button", { name: "Restart", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-testid=hands] .came").first().waitFor();
  });

  await check("sections fold with space, and the page does not play", async () => {
    const summary = page.locator("[data-testid=hands] > details > summary").first();
    const open = () => summary.evaluate((s) => s.parentElement.open);
    const before = await open();
    await summary.focus();
    await page.keyboard.press("Space");
    equal(await open(), !before, "folded");
    equal((await page.getByTestId("play").textContent()).includes("Pause"), false, "playing");
  });

  await check("nothing is reported to the console", async () => equal(problems, [], "problems"));
  await page.close();
}

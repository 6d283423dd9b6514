// Why: a node without a pod, a pod, a decision, the rollout; and what is said to help does.
import { check, equal, settled } from "../harness.mjs";
import { begin, chinese, hand, hostile, panel, photograph, pick, press, run, sets, violations } from "../panels.mjs";

const closed = `# A node with a taint

$ kubectl apply -f all.yaml
...
$ until rolled-out
-- all.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}}
- {apiVersion: v1, kind: Node, metadata: {name: db, labels: {disk: hdd}}, spec: {taints: [{key: dedicated, value: db, effect: NoSchedule}]}}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent}
  spec:
    selector: {matchLabels: {app: agent}}
    template:
      metadata: {labels: {app: agent}}
      spec: {containers: [{name: agent, image: 'example.com/agent:v1', readinessProbe: {tcpSocket: {port: 1}}}]}
`;

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await begin(context, url, problems, closed);

  await check("why tells of the rollout, with its budget as the simulator has it", async () => {
    await panel(page, "why");
    await page.waitForSelector("[data-testid=why-rollout] tbody");
    const [{ budget }] = await sets(page);
    const numbers = async (row) => (await page.locator(`[data-testid=budget-${row}] td`).allTextContents()).map(Number);
    equal(await numbers("unavailable"), [budget.maxUnavailable, budget.unavailable], "maxUnavailable");
    equal(await numbers("surge"), [budget.maxSurge, budget.surging], "maxSurge");
  });

  await check("a node where no pod was ever created is explained, by word and shape, with its source", async () => {
    await pick(page, "db");
    const no = page.locator("[data-testid=check][data-ok=false]").first();
    await no.waitFor();
    const text = await no.textContent();
    for (const want of ["✗", "no", "taint dedicated=db:NoSchedule", "DaemonSet controller", "daemon_controller.go, nodeShouldRunDaemonPod", "tolerations"]) {
      if (!text.includes(want)) throw new Error(`no ${want} in ${text}`);
    }
    await photograph(page, shots, "why-node");
    await chinese(page, shots, "why-node");
  });

  await check("the change that it names is a button, shows its command, and helps", async () => {
    const button = page.locator("[data-testid=check][data-ok=false]").first().getByRole("button", { name: "Do it" });
    const command = await page.locator("[data-testid=check][data-ok=false] code").first().textContent();
    if (!command.startsWith("kubectl patch ds agent --type json")) throw new Error(command);
    await button.click();
    await page.waitForFunction(() => document.querySelector("[data-testid=check]") && !document.querySelector("[data-testid=check][data-ok=false]"));
    await page.locator("body").press("e");
    await page.waitForFunction(() => window.said.sets[0].desired === 3 && window.said.sets[0].done);
    const ran = await run(page, "get pods -o wide");
    if (!ran.output.includes(" db ")) throw new Error(ran.output);
    equal(await page.getByTestId("entry").first().locator("code").textContent(), `$ ${command}`, "transcript");
  });

  await check("where a pod fits, the controller's own checks are listed first, with what was found and the source", async () => {
    const listed = async (node) => {
      await pick(page, node);
      await page.locator("[data-testid=why-node] h3", { hasText: node }).waitFor();
      return page.getByTestId("check").evaluateAll((list) => list.map((li) => [li.dataset.ok, ...[...li.querySelectorAll("p")].map((p) => p.textContent.replace(/\s+/g, " ").trim())]));
    };
    const source = "pkg/controller/daemon/daemon_controller.go, ";
    const own = [
      ["true", "✓ yes nodeName DaemonSet controller", "the template names no node in spec.nodeName", `${source}nodeShouldRunDaemonPod`],
      ["true", "✓ yes nodeSelector, nodeAffinity DaemonSet controller", "the template has no nodeSelector and no required node affinity", `${source}predicates`],
    ];
    await panel(page, "why");
    equal((await listed("n1")).slice(0, 3), [...own, ["true", "✓ yes taints DaemonSet controller", "node n1 has no taint with the effect NoSchedule or NoExecute", `${source}predicates`]], "n1");
    const tolerated = "dedicated=db:NoSchedule <- {key: dedicated, operator: Equal, value: db, effect: NoSchedule}";
    equal((await listed("db")).slice(0, 3), [...own, [
      "true", "✓ yes taint dedicated=db:NoSchedule DaemonSet controller", `the daemon pod tolerates this taint of node db with the toleration on the right: ${tolerated}`, `${source}predicates`,
    ]], "db");
    await photograph(page, shots, "why-fits");
  });

  await check("a rollout that hangs names what it waits for, and the smallest change ends it", async () => {
    await run(page, "image example.com/agent:v2 never-ready");
    await run(page, "set image ds/agent agent=example.com/agent:v2");
    await run(page, "advance 60s");
    await panel(page, "why");
    await page.getByRole("button", { name: "Show the rollout instead" }).click();
    const box = page.getByTestId("why-rollout");
    await box.getByRole("button", { name: "Do it" }).waitFor();
    equal((await hand(page, "why-rollout", "Do it")).command, "kubectl rollout undo ds/agent", "command");
    await photograph(page, shots, "why-stuck");
    await press(page, "why-rollout", "Do it");
    await page.evaluate(() => document.activeElement?.blur());
    await page.locator("body").press("e");
    await page.waitForFunction(() => window.said.sets[0].done && window.said.sets[0].upToDate === 3);
  });

  await check("answers follow the moment: back before the taint was tolerated the node is closed again", async () => {
    await pick(page, "db");
    await page.waitForFunction(() => document.querySelector("[data-testid=check]") && !document.querySelector("[data-testid=check][data-ok=false]"));
    await page.evaluate(() => document.activeElement?.blur());
    await page.locator("body").press("Home");
    await page.waitForFunction(() => document.querySelector("[data-testid=check][data-ok=false]"));
  });

  await check("an event is told with its reason and source, and a click goes there", async () => {
    await panel(page, "events");
    await page.selectOption("[data-testid=events-actor]", "daemonset-controller");
    await page.selectOption("[data-testid=events-kind]", "Pod");
    const first = page.getByTestId("event").first();
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=event]").length === 2);
    await first.locator(".what").click();
    await first.locator("dl").getByText("NodeNeedsPod").waitFor();
    const told = await first.locator("dl").textContent();
    if (!told.includes("podsShouldBeOnNode")) throw new Error(told);
    await page.locator("label", { hasText: "Also what lies ahead" }).click();
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=event].ahead").length > 0);
    const at = await page.getByTestId("event").first().locator(".at").textContent();
    await page.getByTestId("event").first().locator(".at").click();
    await page.waitForFunction((at) => document.querySelector("[data-testid=now]").textContent.includes(at), at);
    await photograph(page, shots, "events");
    await panel(page, "why");
    await page.getByRole("heading", { name: "This decision" }).waitFor();
  });

  await check("all of it by keyboard: from the tabs to a node, and to the button that helps", async () => {
    const fresh = await begin(context, url, problems, closed);
    const at = () => fresh.evaluate(() => document.activeElement?.id || document.activeElement?.dataset.testid || document.activeElement?.textContent);
    const reach = async (want) => {
      for (let i = 0; i < 60 && (await at()) !== want; i++) await fresh.keyboard.press("Tab");
      equal(await at(), want, "focus");
    };
    await fresh.locator("[role=tab][aria-selected=true]").focus();
    for (let i = 0; i < 12 && (await at()) !== "tab-why"; i++) await fresh.keyboard.press("ArrowRight");
    await fresh.waitForSelector("[data-testid=why]");
    await reach("subject-node");
    await fresh.keyboard.type("db");
    await fresh.keyboard.press("Enter");
    await fresh.waitForSelector("[data-testid=check][data-ok=false]");
    await reach("Do it");
    await fresh.keyboard.press("Enter");
    await fresh.waitForFunction(() => document.querySelector("[data-testid=check]") && !document.querySelector("[data-testid=check][data-ok=false]"));
    await fresh.close();
  });

  await check("why and events have no violation that axe finds", async () => {
    for (const id of ["why", "events"]) {
      await panel(page, id);
      await settled(page);
      equal(await violations(page, `[data-testid=panel-${id}]`), [], id);
      await page.emulateMedia({ colorScheme: "dark" });
      equal(await violations(page, `[data-testid=panel-${id}]`), [], `${id} in the dark`);
      await page.emulateMedia({ colorScheme: "light" });
    }
  });

  await check("names and images that look like HTML are text", async () => {
    const evil = await begin(context, url, problems, hostile);
    evil.on("dialog", () => problems.push("a dialog opened"));
    for (const id of ["hands", "why", "plan", "sweep", "events", "prompt"]) await panel(evil, id);
    await run(evil, "get ds -o wide");
    await run(evil, "get pods '<b id=evil>'");
    await panel(evil, "why");
    await pick(evil, "n2");
    await evil.waitForSelector("[data-testid=check]");
    equal(await evil.evaluate(() => document.querySelectorAll("img, #evil").length), 0, "elements from names");
    await evil.close();
  });

  await check("what is asked now and then while the page plays is not asked for what is gone", async () => {
    const playing = await begin(context, url, problems);
    await panel(playing, "why");
    await playing.getByTestId("speed").selectOption("1");
    await playing.getByTestId("play").click();
    for (let i = 0; i < 5; i++) {
      await playing.getByTestId("why-rollout").waitFor();
      await playing.waitForTimeout(130);
      await playing.locator("[data-stop^=n]").nth(i % 3).click();
      await playing.getByTestId("check").first().waitFor();
      await playing.waitForTimeout(130);
      await playing.locator("[data-testid=why] button.link").first().click();
    }
    await playing.close();
  });

  await check("nothing is reported to the console", async () => equal(problems, [], "problems"));
  await page.close();
}

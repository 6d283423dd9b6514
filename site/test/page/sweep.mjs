// The strategy sweep: what is greyed is what a plain comparison of the table greys; a click runs one.
import { check, equal } from "../harness.mjs";
import { begin, chinese, panel, photograph, run, sets, violations } from "../panels.mjs";

const ten = `# Ten nodes

$ kubectl apply -f all.yaml
...
$ image example.com/agent:v1 start=2s ready-after=3s stop=2s
$ image example.com/agent:v2 pull=4s start=2s ready-after=3s stop=2s
$ until rolled-out
$ advance 60s
-- all.yaml --
apiVersion: v1
kind: List
items:
${Array.from({ length: 10 }, (_, i) => `- {apiVersion: v1, kind: Node, metadata: {name: node-${i + 1}}}`).join("\n")}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent}
  spec:
    selector: {matchLabels: {app: agent}}
    template:
      metadata: {labels: {app: agent}}
      spec: {containers: [{name: agent, image: 'example.com/agent:v1', readinessProbe: {tcpSocket: {port: 1}, periodSeconds: 1}, resources: {requests: {cpu: 100m, memory: 200Mi}}}]}
`;

/** What the table says, row by row. */
const table = (page) =>
  page.getByTestId("swept").evaluateAll((rows) =>
    rows.map((row) => {
      const cells = [...row.children].map((c) => c.textContent.trim());
      return { id: row.dataset.id, name: cells[0], nodes: cells[1], duration: cells[2], lowest: cells[3], pods: cells[4], cpu: cells[5], memory: cells[6], verdict: cells[7], beaten: row.dataset.beaten };
    }),
  );

const seconds = (text) => (text === "–" ? Infinity : Number(/(\d+)m/.exec(text)?.[1] ?? 0) * 60 + Number(/([\d.]+)s/.exec(text)?.[1] ?? 0));

/** Which rows another one beats, found by comparing each with each. */
function plainly(rows) {
  const value = (r) => [seconds(r.duration), -Number(r.lowest.split(" ")[0]), Number(r.pods)];
  return Object.fromEntries(
    rows.map((b) => [
      b.id,
      rows.some((a) => {
        const [x, y] = [value(a), value(b)];
        if (x[0] === Infinity) return false;
        if (y[0] === Infinity) return true;
        return x.every((v, i) => v <= y[i]) && x.some((v, i) => v < y[i]);
      }),
    ]),
  );
}

async function sweep(page, fields) {
  for (const [id, value] of Object.entries(fields)) await page.getByTestId(`sweep-${id}`).fill(String(value));
  await page.getByTestId("sweep-run").click();
  await page.waitForFunction(() => {
    const of = Number(/\d+/.exec(document.querySelector("[data-testid=sweep-run]").textContent)[0]);
    return !document.querySelector("[data-testid=sweep] progress") && document.querySelectorAll("[data-testid=swept]").length === of;
  }, null, { timeout: 60_000 });
  return table(page);
}

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await begin(context, url, problems, ten);
  await panel(page, "sweep");

  await check("each strategy comes once, with the whole number that it comes to", async () => {
    const rows = await sweep(page, { unavailable: "1, 5%, 25%, 50%, 100%", surge: "1, 25%, 100%", image: "example.com/agent:v2" });
    // 5% of 10 is 1, as 1 is: one of them stands for both.
    equal(rows.map((r) => `${r.name} = ${r.nodes}`).sort(), [
      "surge 1 = 1", "surge 100% = 10", "surge 25% = 3", "unavailable 1 = 1", "unavailable 100% = 10", "unavailable 25% = 3", "unavailable 50% = 5",
    ], "strategies");
  });

  await check("what is greyed is what a plain comparison greys", async () => {
    const rows = await sweep(page, { unavailable: "1, 25%, 50%", surge: "1, 25%", ready: "0, 20" });
    equal(Object.fromEntries(rows.map((r) => [r.id, r.beaten === "true"])), plainly(rows), "beaten");
    const marks = await page.getByTestId("point").evaluateAll((all) => Object.fromEntries(all.map((m) => [m.dataset.id, m.dataset.beaten === "true"])));
    equal(marks, plainly(rows), "beaten in the chart");
    if (!rows.some((r) => r.beaten === "true") || !rows.some((r) => r.beaten === "false")) throw new Error("all alike");
    await photograph(page, shots, "sweep");
    await chinese(page, shots, "sweep");
  });

  await check("the table sorts, and says by what", async () => {
    await page.getByRole("button", { name: "Sort by Lowest" }).click();
    const lowest = (await table(page)).map((r) => Number(r.lowest.split(" ")[0]));
    equal(lowest, lowest.toSorted((a, b) => b - a), "order");
    equal(await page.locator("th[aria-sort=ascending]").textContent(), "Lowest ▲", "column");
    await page.getByRole("button", { name: "Sort by Lowest" }).click();
    equal((await table(page)).map((r) => Number(r.lowest.split(" ")[0])), lowest.toReversed(), "order");
  });

  await check("the chart works by keyboard", async () => {
    await page.locator("[data-testid=point][tabindex='0']").focus();
    const first = await page.evaluate(() => document.activeElement.dataset.id);
    await page.keyboard.press("ArrowRight");
    const second = await page.evaluate(() => document.activeElement.dataset.id);
    if (first === second) throw new Error("the arrow key goes nowhere");
    equal(await page.locator("[data-testid=point][tabindex='0']").count(), 1, "stops of Tab");
    await page.keyboard.press("Enter");
    await page.getByTestId("sweep-picked").waitFor();
    equal(await page.locator("[data-testid=point][aria-pressed=true]").getAttribute("data-id"), second, "picked");
    await photograph(page, shots, "sweep-picked");
  });

  await check("what was tried is still there after another panel was shown", async () => {
    const before = await table(page);
    await panel(page, "events");
    await panel(page, "sweep");
    equal(await table(page), before, "rows");
  });

  await check("a click runs one on a branch, and it takes as long as was said", async () => {
    const row = (await table(page)).find((r) => r.name === "unavailable 25%");
    await page.getByTestId("swept").getByRole("button", { name: "unavailable 25%", exact: true }).click();
    const now = async () => seconds(await page.getByTestId("now").textContent());
    const from = await now();
    const box = page.getByTestId("sweep-picked");
    const lines = (await box.locator("code").textContent()).split("\n");
    equal([lines[0], lines[1], lines.at(-1)], ["fork try-1", "advance 20s", "kubectl set image ds/agent agent=example.com/agent:v2"], "commands");
    await box.getByRole("button", { name: "Run it on a branch" }).click();
    await page.waitForFunction(() => window.said.sets[0].budget.maxUnavailable === 3);
    await page.waitForFunction(() => document.querySelector("[data-testid=play]").textContent.includes("Pause"), null, { timeout: 5000 }).catch(() => {});
    await page.evaluate(() => document.activeElement?.blur());
    await page.locator("body").press("e");
    await page.waitForFunction(() => window.said.sets[0].done && window.said.sets[0].upToDate === 10, null, { timeout: 20_000 });
    const took = (await now()) - from;
    const said = seconds(row.duration) + 20; // after 20 s the run begins: the longest minReadySeconds
    if (Math.abs(took - said) > 1) throw new Error(`said ${said} s, took ${took} s`);
    await run(page, "switch main");
  });

  await check("broken nodes count: with as many as the budget allows, one at a time never ends", async () => {
    await panel(page, "sweep");
    const rows = await sweep(page, { unavailable: "1, 50%", surge: "", ready: "", bad: 2, image: "example.com/agent:v2" });
    equal(rows.map((r) => [r.name, r.verdict.replace(/ by .*/, "")]).sort(), [["unavailable 1", "✗ does not end"], ["unavailable 50%", "✓ worth a look"]], "verdicts");
    equal((await sets(page))[0].budget.maxUnavailable, 1, "the cluster itself");
  });

  await check("a longer minReadySeconds waits until the pods that are there have been ready so long", async () => {
    const rows = await sweep(page, { unavailable: "50%", surge: "", ready: "0, 90", bad: 0, image: "example.com/agent:v2" });
    equal(rows.map((r) => r.lowest), ["5 of 10", "5 of 10"], "lowest");
    if (!(await page.getByTestId("sweep").textContent()).includes("First 1m30s pass")) throw new Error("not said");
  });

  await check("a sweep can be cancelled", async () => {
    await page.getByTestId("sweep-ready").fill("0, 10, 20, 30, 40, 50, 60, 70, 80");
    await page.getByTestId("sweep-unavailable").fill("1,2,3,4,5,6,7,8,9,10");
    await page.getByTestId("sweep-run").click();
    await page.getByTestId("sweep").getByRole("button", { name: "Cancel" }).click();
    await page.waitForSelector("[data-testid=sweep] progress", { state: "detached" });
    const n = await page.getByTestId("swept").count();
    if (n >= 90) throw new Error(`${n} were tried`);
  });

  await check("the sweep has no violation that axe finds", async () => {
    await sweep(page, { unavailable: "1, 50%", surge: "1, 50%", ready: "" });
    equal(await violations(page, "[data-testid=panel-sweep]"), [], "violations");
    await page.emulateMedia({ colorScheme: "dark" });
    equal(await violations(page, "[data-testid=panel-sweep]"), [], "violations in the dark");
    await page.emulateMedia({ colorScheme: "light" });
  });

  await check("nothing is reported to the console", async () => equal(problems, [], "problems"));
  await page.close();
}

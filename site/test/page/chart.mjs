// The chart: what each colour counts, in words as well, and the same in the picture that can be kept.
import { readFileSync } from "node:fs";
import { check, equal, settled } from "../harness.mjs";
import { begin, chinese, photograph, violations } from "../panels.mjs";

// OnDelete leaves the old pods alone, and one node is lost after the update.
const lost = `# Old pods that are not available

$ kubectl apply -f all.yaml
...
$ until rolled-out
$ advance 10s
$ kubectl set image ds/agent agent=example.com/agent:v2
...
$ advance 5s
$ break node/n3
$ advance 10s
$ image example.com/agent:v2 start=8s
$ kubectl delete pod --all --wait=false
...
$ advance 4s
-- all.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}}
- {apiVersion: v1, kind: Node, metadata: {name: n3}}
- {apiVersion: v1, kind: Node, metadata: {name: n4}}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent}
  spec:
    updateStrategy: {type: OnDelete}
    selector: {matchLabels: {app: agent}}
    template:
      metadata: {labels: {app: agent}}
      spec:
        tolerations: [{operator: Exists}]
        containers: [{name: agent, image: 'example.com/agent:v1'}]
`;

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await begin(context, url, problems, lost);
  const read = async () => Object.fromEntries((await page.locator("[data-testid=readout] .kind").allTextContents()).map((t) => /^(.*?)\s*([\d–]+)$/.exec(t.trim()).slice(1)));
  const goTo = async (at) => {
    await page.getByTestId("scrub").evaluate((e, at) => {
      e.value = String(at);
      e.dispatchEvent(new Event("input", { bubbles: true }));
    }, at);
    await page.waitForFunction((at) => Math.abs(Number(/(\d+(?:\.\d+)?)s/.exec(document.querySelector("[data-testid=now]").textContent)[1]) - at) < 0.6, at);
    await settled(page);
  };

  await check("an old pod that is not available is no new one that starts: in the chart, its legend and for who hears it", async () => {
    await goTo(20);
    equal(await read(), { "old, available": "3", "new, available": "0", "old, not available": "1", "starting or not ready": "0", terminating: "0", missing: "0" }, "the legend");
    equal(await page.getByTestId("scrub").getAttribute("aria-valuetext").then((t) => t.split(", old").length), 3, "old ones in what is read out");
    if (!(await page.getByTestId("scrub").getAttribute("aria-valuetext")).includes("old, not available 1")) throw new Error("it is not read out");
    equal(await page.locator(".field path.lost").count(), 1, "areas of old pods that are not available");
    await page.getByTestId("readout").scrollIntoViewIfNeeded();
    await photograph(page, shots, "chart-lost");
    await chinese(page, shots, "chart-lost");
  });

  await check("new ones that are not available yet are told apart from them", async () => {
    await goTo(29);
    const now = await read();
    equal([now["old, not available"], now["starting or not ready"], now["old, available"], now.terminating], ["0", "3", "0", "1"], "the legend");
  });

  await check("before anything has been counted over time the legend counts what is on the stage", async () => {
    await page.locator("body").press("ArrowLeft");
    await page.locator("body").press("ArrowRight");
    const sum = Object.entries(await read()).filter(([name]) => name !== "at least").reduce((all, [, n]) => all + Number(n), 0);
    equal(sum, 4, "pods in the legend");
  });

  await check("between the last event and what is foretold the chart goes on", async () => {
    await page.getByTestId("ahead").waitFor({ state: "attached" });
    const [last, next] = await page.evaluate(() => {
      const ends = (paths) => [...paths].map((p) => p.getBBox());
      const drawn = ends(document.querySelectorAll(".field svg > path:is(.old, .new, .lost, .starting, .terminating)"));
      return [Math.max(...drawn.map((b) => b.x + b.width)), document.querySelector("#ahead rect").getBBox().x];
    });
    if (Math.abs(last - next) > 1) throw new Error(`it ends at ${last}, what comes begins at ${next}`);
  });

  await check("the picture has the same colour, with its name", async () => {
    await goTo(20);
    await page.locator("#tab-share").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save-svg").click()]);
    const svg = readFileSync(await file.path(), "utf8");
    for (const want of ["old, not available", 'fill="url(#po)"']) if (!svg.includes(want)) throw new Error(`no ${want}`);
  });

  await check("axe has nothing to say about the chart", async () => equal(await violations(page, ".timeline"), [], "violations"));
  await check("nothing is reported to the console and no other host is asked", async () => equal(problems, [], "problems"));
}

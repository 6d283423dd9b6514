// The page opens with sim.wasm; full.wasm comes behind and takes over unseen, late, or not at all.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { changes, check, equal, open, picture, settled } from "../harness.mjs";
import { run } from "../panels.mjs";

const fullFile = /\/full-[^/]*\.wasm$/;

// A service worker would fetch what these tests hold back.
export const options = { serviceWorkers: "block" };

export default async function ({ context, url, shots }) {
  await check("the page opens with sim.wasm, and full.wasm is fetched after the first answer", async () => {
    const asked = context.waitForEvent("request", (r) => fullFile.test(r.url()));
    const page = await open(context, url, []);
    const request = await asked;
    equal((await request.response()).status(), 200, "status");
    const first = await page.evaluate(() => performance.timeOrigin + performance.getEntriesByName("rollscope-first-state")[0].startTime);
    const early = first - request.timing().startTime;
    if (early > 0) throw new Error(`full.wasm was asked for ${early.toFixed(0)} ms before the first answer`);
    await page.close();
  });

  await check("a command of kubectl given at once waits for full.wasm, and the answers are those of one program", async () => {
    const page = await open(context, url, []);
    const worker = page.workers()[0].url();
    const told = await page.evaluate(talk, [worker, [
      { do: "open", scenario: sample(), steps: -1, since: -1 },
      { do: "wave", since: 1 },
      { do: "command", line: "kubectl describe ds fluentd -n logging", since: 2 },
      { do: "command", line: "kubectl get pods -n logging -o wide", since: 3 },
    ]]);
    equal(told.answers.map((a) => a.ok), [true, true, true, true], "ok");
    equal(told.answers.map((a) => a.state?.rev), [1, 2, 3, 4], "revisions of the state");
    equal(told.answers.slice(1).map((a) => a.state.full), [false, false, false], "whole states");
    equal(told.answers[2].result.output.split("\n")[0].split(/\s+/), ["Name:", "fluentd"], "describe");
    equal(told.whole, ["here"], "what became of full.wasm");
    await page.close();
  });

  await check("full.wasm that comes late takes over between two steps", async () => {
    let admit;
    const through = new Promise((done) => (admit = done));
    await context.route(fullFile, async (route) => {
      await through;
      await route.continue();
    });
    const page = await open(context, url, []);
    for (let i = 0; i < 6; i++) await changes(page, () => page.keyboard.press("ArrowRight"));
    const stepped = await picture(page);
    admit();
    await page.waitForResponse((r) => fullFile.test(r.url()));
    await page.waitForFunction(() => performance.getEntriesByName("rollscope-whole-here").length > 0);
    await settled(page);
    equal(await picture(page), stepped, "picture");
    for (let i = 0; i < 3; i++) await changes(page, () => page.keyboard.press("ArrowLeft"));
    for (let i = 0; i < 3; i++) await changes(page, () => page.keyboard.press("ArrowRight"));
    equal(await picture(page), stepped, "picture, three steps back and forth");
    await context.unroute(fullFile);
    await page.close();
  });

  await check("a command at the prompt that comes before full.wasm is carried out once that is there", async () => {
    let admit;
    const through = new Promise((done) => (admit = done));
    await context.route(fullFile, async (route) => {
      await through;
      await route.continue();
    });
    const page = await open(context, url, []);
    for (let i = 0; i < 3; i++) await changes(page, () => page.keyboard.press("ArrowRight"));
    const printed = run(page, "kubectl describe ds fluentd -n logging");
    await settled(page);
    equal(await page.getByTestId("entry").count(), 0, "commands carried out without full.wasm");
    admit();
    const { output, failed } = await printed;
    equal([failed, /^Name: +fluentd$/m.test(output)], [false, true], "describe");
    await context.unroute(fullFile);
    await page.close();
  });

  await check("without full.wasm the page says what does not work, goes on, and tries again", async () => {
    await context.route(fullFile, (route) => route.abort());
    const page = await open(context, url, []);
    const missing = page.locator("[data-testid=missing]");
    await missing.waitFor({ timeout: 10_000 });
    if (!/kubectl/.test(await missing.textContent())) throw new Error(`the page says: ${await missing.textContent()}`);
    if (shots) await page.screenshot({ path: join(shots, "without-full-1280.png") });
    await changes(page, () => page.keyboard.press("ArrowRight"));
    const told = await page.evaluate(talk, [page.workers()[0].url(), [
      { do: "open", scenario: sample(), steps: -1 },
      { do: "command", line: "kubectl get pods" },
      { do: "step" },
    ]]);
    equal(told.answers.map((a) => [a.ok, a.error?.code]), [[true, undefined], [false, "lacking"], [true, undefined]], "answers");
    await context.unroute(fullFile);
    await missing.locator("button").click();
    await missing.waitFor({ state: "detached", timeout: 10_000 });
    await changes(page, () => page.keyboard.press("ArrowRight"));
    await page.close();
  });

  await check("without any simulator the page says so, whatever it was that did not come", async () => {
    for (const file of [/\/worker-[^/]*\.js$/, /\/sim-[^/]*\.wasm$/]) {
      await context.route(file, (route) => route.abort());
      const page = await context.newPage();
      await page.goto(url);
      await page.getByRole("alert").filter({ hasText: "The simulator could not be loaded" }).waitFor({ timeout: 10_000 });
      await context.unroute(file);
      await page.close();
    }
  });

  await check("a link is opened with full.wasm alone; without it the page opens on its own scenario and says so", async () => {
    const asked = [];
    const note = (r) => r.url().endsWith(".wasm") && asked.push(r.url().replace(/.*\/([a-z]+)-.*/, "$1"));
    context.on("request", note);
    const link = `${url}#s=1.${deflateRawSync(other).toString("base64url")}`;
    const page = await open(context, link, []);
    equal((await picture(page)).nodes.map((n) => n[0]), ["n1", "n2"], "nodes");
    await settled(page);
    equal(asked.filter((name) => name !== "policy"), ["full"], "programs");
    await page.close();
    context.off("request", note);

    await context.route(fullFile, (route) => route.abort());
    const without = await open(context, link, []);
    equal((await picture(without)).nodes.length, 5, "nodes");
    const error = await without.locator("[role=alert]").textContent();
    if (!/second part/.test(error)) throw new Error(`the page says: ${error}`);
    if (shots) await without.screenshot({ path: join(shots, "link-without-full-1280.png") });
    await context.unroute(fullFile);
    await without.close();
  });
}

/** A scenario of a link. */
const other = `# Two nodes
$ kubectl apply -f nodes.yaml
...
$ kubectl apply -f agent.yaml
...
$ until rolled-out
-- nodes.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}}
-- agent.yaml --
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: "example.com/agent:v1"}]}
`;

/** Talks to a worker of its own, as the page does: one request at a time. Runs in the page. */
function talk([url, requests]) {
  return new Promise((done) => {
    const worker = new Worker(url, { type: "module" });
    const answers = [];
    const whole = [];
    let lacking;
    const next = () => worker.postMessage(JSON.stringify({ v: 1, id: answers.length, ...requests[answers.length] }));
    const take = (answer) => {
      lacking = undefined;
      if (answers.push(answer) < requests.length) return next();
      worker.terminate();
      done({ answers, whole });
    };
    worker.onmessage = ({ data }) => {
      if (data.whole) {
        whole.push(data.whole);
        if (lacking) data.whole === "here" ? next() : take(lacking);
      } else if (data.answer) {
        const answer = JSON.parse(data.answer);
        if (answer.error?.code !== "lacking") return take(answer);
        lacking = answer;
        worker.postMessage(true);
      }
    };
    next();
  });
}

/** The scenario that the page opens with. */
function sample() {
  return readFileSync(new URL("../../src/sample.txtar", import.meta.url), "utf8");
}

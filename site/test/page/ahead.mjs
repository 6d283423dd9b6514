// What comes: the chart goes on into the future, and the status says how it ends, before anything has happened.
import { join } from "node:path";
import { changes, check, equal, open, settled } from "../harness.mjs";
import { fleet, linkTo } from "../scenarios.mjs";

const will = "[data-testid=will]";
const says = (page, words) => page.waitForFunction(([at, w]) => document.querySelector(at)?.textContent.includes(w), [will, words], { timeout: 20_000 });
const end = async (page) => {
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForFunction(() => /rolled out at|stuck: waiting/.test(document.querySelector("[data-testid=outcome]").textContent), null, { timeout: 20_000 });
  return page.locator("[data-testid=outcome]").textContent();
};

const outcome = (page) => page.locator("[data-testid=outcome]").textContent();
const command = async (page, line) => {
  await page.locator("#tab-prompt").click();
  const box = page.getByTestId("prompt-line");
  const before = await page.getByTestId("entry").count();
  await box.fill(line);
  await box.press("Enter");
  await page.waitForFunction((n) => document.querySelectorAll("[data-testid=entry]").length > n, before, { timeout: 20_000 });
  await settled(page);
};

/** Two DaemonSets of which one rolls out and one gets stuck. */
const set = (name) => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      - {name: c, image: "registry.example/${name}:v1"}
`;
const two = `# Two

$ image registry.example/slow:v2 never-ready
$ kubectl apply -f nodes.yaml -f quick.yaml
...
$ advance 20s
$ kubectl apply -f slow.yaml
...
$ until rolled-out
$ kubectl set image ds/quick c=registry.example/quick:v2
...
$ kubectl set image ds/slow c=registry.example/slow:v2
...
-- nodes.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}}
-- quick.yaml --
${set("quick")}-- slow.yaml --
${set("slow").replace("- {name: c", "- {name: c, readinessProbe: {tcpSocket: {port: 1}, periodSeconds: 1}")}`;

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await open(context, url, problems);
  const axis = () => page.locator("[data-testid=scrub]").getAttribute("max");

  await check("the opening shows what comes, and it comes so", async () => {
    await says(page, "will be done at 1m06s");
    equal(await page.locator("[data-testid=ahead] path").count() > 3, true, "the chart goes on");
    const before = await axis();
    equal((await end(page)).includes("rolled out at 1m06s"), true, "it came so");
    equal(await axis(), before, "the axis did not have to grow");
    await changes(page, () => page.keyboard.press("Home"));
  });

  await check("playing ends with the rollout, however fast", async () => {
    await page.selectOption("[data-testid=speed]", "1000");
    await page.getByTestId("play").click();
    await page.waitForFunction(() => document.querySelector("[data-testid=outcome]").textContent.includes("rolled out at"), null, { timeout: 20_000 });
    await settled(page);
    equal(await page.getByTestId("now").textContent(), "1m06s", "the clock");
    await page.selectOption("[data-testid=speed]", "5");
    await changes(page, () => page.keyboard.press("Home"));
  });

  await check("what is done changes what comes", async () => {
    await changes(page, () => page.locator("body").press("w"));
    await page.getByRole("tab", { name: "kubectl" }).click();
    await page.getByRole("textbox").first().fill("break node/worker-2");
    await page.keyboard.press("Enter");
    await says(page, "will get stuck at");
    await says(page, "waiting for worker-2");
    await settled(page);
    if (shots) await page.screenshot({ path: join(shots, "ahead-stuck.png") });
    equal((await end(page)).includes("stuck: waiting for worker-2"), true, "it gets stuck");
    equal(await page.locator(will).count(), 0, "nothing is left to foretell");
  });

  await check("what is done in the past brings another future", async () => {
    await changes(page, () => page.getByRole("button", { name: "To the beginning" }).click());
    await page.getByRole("textbox").first().fill("kubectl set image ds/fluentd -n logging '*'=registry.example/fluentd:v1.18");
    await page.keyboard.press("Enter");
    await says(page, "will be done at");
    equal(problems, [], "console");
  });

  await check("nothing is called stuck before it is, not even within the same moment", async () => {
    await page.goto("about:blank");
    await page.goto(url);
    await page.waitForSelector("main[aria-busy=false]", { timeout: 20_000 });
    await command(page, "break node/worker-2");
    await says(page, "will get stuck at 16s, waiting for worker-2");
    equal((await outcome(page)).includes("stuck: waiting"), false, "stuck before the pod is deleted");
    for (let i = 0; i < 6 && !(await outcome(page)).includes("stuck: waiting for worker-2"); i++) {
      await page.getByRole("button", { name: "Step", exact: true }).click();
      await settled(page);
    }
    equal([(await outcome(page)).includes("stuck: waiting for worker-2"), await page.locator(will).count()], [true, 0], "stuck");
    await command(page, "kubectl get nodes");
    await page.waitForFunction(() => document.querySelector("[data-testid=outcome]").textContent.includes("stuck: waiting for worker-2"));
  });

  await check("rolled out means the moment when it was, whatever happens later", async () => {
    await command(page, "mend node/worker-2");
    await end(page);
    const was = /rolled out at \S+/.exec(await outcome(page))[0];
    await command(page, "advance 60s");
    await command(page, "kubectl label node worker-1 a=b");
    equal((await outcome(page)).includes(was), true, `${was} became ${await outcome(page)}`);
  });

  await check("of several DaemonSets each has its own future", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, two));
    await page.waitForSelector("main[aria-busy=false]", { timeout: 20_000 });
    const show = async (set) => {
      await page.getByTestId("status").getByRole("combobox").selectOption(set);
      await settled(page);
    };
    await show("default/slow");
    await says(page, "will get stuck at");
    await says(page, "waiting for n1");
    await show("default/quick");
    await says(page, "will be done at");
    const foretold = (await page.locator(will).textContent()).replace("will be done", "rolled out");
    await end(page).catch(() => {});
    equal((await outcome(page)).includes(foretold), true, `${foretold} came as ${await outcome(page)}`);
    await show("default/slow");
    equal((await outcome(page)).includes("stuck: waiting for n1"), true, "the other is stuck");
    await changes(page, () => page.getByRole("button", { name: "To the beginning" }).click());
    await command(page, "kubectl cordon n2");
    await says(page, "will get stuck at");
    await page.getByTestId("scrub").evaluate((e) => {
      e.value = "0";
      e.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await settled(page);
    equal([await page.locator(`${will}, [data-testid=ahead]`).count(), (await page.getByTestId("status").textContent()).includes("quick")], [0, true], "what comes of another, where only one is");
  });

  await check("before what was done since, nothing is foretold: that is on record", async () => {
    await page.goto("about:blank");
    await page.goto(`${linkTo(url, fleet(8))}&at=60&from=40`);
    await page.waitForSelector("main[aria-busy=false]", { timeout: 20_000 });
    await settled(page);
    equal(await page.locator(will).count(), 0, "a later rollout is foretold for an earlier one");
    await end(page).catch(() => {});
    await page.locator("h1").click();
    for (let i = 0; i < 5; i++) await changes(page, () => page.keyboard.press("ArrowLeft"));
    equal(await page.locator(will).count(), 0, "foretold though it has happened");
  });

  await check("a question of a lesson does not show its answer", async () => {
    await page.goto(`${url}#lesson=lessons/09-surge`);
    await page.reload();
    await page.getByTestId("lesson-title").waitFor({ timeout: 20_000 });
    for (let i = 0; i < 8 && (await page.getByTestId("question").count()) === 0; i++) {
      await page.waitForFunction(() => document.querySelector("[data-testid=lesson-next]")?.disabled === false);
      await page.getByTestId("lesson-next").click();
      await settled(page);
    }
    await page.getByTestId("question").waitFor();
    await settled(page);
    equal(await page.locator(`${will}, [data-testid=ahead]`).count(), 0, "what comes");
  });

  await check("1,000 nodes: what comes is there while the page stays at hand", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, fleet(1000, { maxUnavailable: "10%" })));
    await page.waitForSelector("main[aria-busy=false]", { timeout: 30_000 });
    const began = Date.now();
    await says(page, "will be done at");
    console.log(`1,000 nodes at 10%: foretold ${Date.now() - began} ms after the picture, longest task ${await page.evaluate(() => Math.max(0, ...window.stalls).toFixed(0))} ms`);
  });
  await page.close();
}

// What the tests of the panels share: scenarios as links, what the simulator last said, axe.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { open, settled } from "./harness.mjs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A scenario as a link to the page. */
export const link = (url, scenario) => `${url}#s=1.${deflateRawSync(scenario).toString("base64url")}`;

/** Opens the page with the whole simulator there, and keeps what it says about DaemonSets. */
export async function begin(context, url, problems, scenario) {
  await context.addInitScript(() => {
    if (window.said) return;
    window.said = { sets: [], whole: "" };
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      constructor(...args) {
        super(...args);
        this.addEventListener("message", (e) => {
          if (e.data?.whole) window.said.whole = e.data.whole;
          if (!e.data?.answer) return;
          const { state } = JSON.parse(e.data.answer);
          if (state) window.said.sets = state.sets;
        });
      }
    };
  });
  const page = await open(context, scenario ? link(url, scenario) : url, problems);
  page.setDefaultTimeout(15_000);
  await page.waitForFunction(() => window.said.whole === "here", null, { timeout: 20_000 });
  return page;
}

/** The DaemonSets as the simulator last told them. */
export const sets = (page) => page.evaluate(() => window.said.sets);

/** Shows a panel by its tab. */
export async function panel(page, id) {
  await page.locator(`#tab-${id}`).click();
  const shown = page.locator(`[data-testid=panel-${id}] .inspect`);
  await shown.waitFor();
  return shown;
}

/** Picks a node by its name. */
export async function pick(page, node) {
  const input = page.getByTestId("subject-node");
  await input.fill(node);
  await input.press("Enter");
  await input.blur();
}

/** Types a command at the prompt and returns what it printed. */
export async function run(page, line) {
  await panel(page, "prompt");
  const before = await page.getByTestId("entry").count();
  await page.getByTestId("prompt-line").fill(line);
  await page.getByTestId("prompt-line").press("Enter");
  await page.waitForFunction((n) => document.querySelectorAll("[data-testid=entry]").length > n, before, { timeout: 20_000 });
  const entry = page.getByTestId("entry").last();
  return { output: (await entry.locator("pre").count()) > 0 ? await entry.locator("pre").textContent() : "", failed: (await entry.getAttribute("data-failed")) === "true" };
}

/** The button with a label, and what it is said to run. */
export async function hand(page, within, label) {
  const box = page.getByTestId(within).locator(".command").filter({ has: page.getByRole("button", { name: label, exact: true }) });
  return { command: await box.locator("code").textContent(), button: box.getByRole("button", { name: label, exact: true }), box };
}

/** Presses a hand's button and waits for what comes of it. */
export async function press(page, within, label) {
  const { command, button, box } = await hand(page, within, label);
  await button.click();
  await box.locator(".came").or(page.locator(".never")).waitFor({ timeout: 10_000 }).catch(() => {});
  return command;
}

/** Every violation that axe finds, as text. */
export async function violations(page, selector) {
  await page.evaluate(axe);
  return page.evaluate(async (selector) => {
    const { violations } = await window.axe.run(selector, { resultTypes: ["violations"] });
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target.join(" ")} ${n.failureSummary}`).slice(0, 3).join(" | ")}`);
  }, selector);
}

/** Looks at the page in light, dark, on a phone and in Chinese. */
export async function photograph(page, shots, name) {
  if (!shots) return;
  const shoot = (as) => page.screenshot({ path: join(shots, `${name}-${as}.png`), fullPage: true });
  await shoot("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await shoot("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 360, height: 740 });
  await settled(page);
  await shoot("phone");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 1280, height: 900 });
  if (wide > 360) throw new Error(`${name}: ${wide} pixels wide on a phone of 360`);
}

export async function chinese(page, shots, name) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.locator("body").press("l");
  await page.waitForFunction(() => document.documentElement.lang === "zh-Hans");
  if (shots) await page.screenshot({ path: join(shots, `${name}-chinese.png`), fullPage: true });
  await page.locator("body").press("l");
}

/** Names and images that would do harm if they were taken for HTML. */
export const hostile = `# Hostile

$ kubectl apply -f all.yaml
...
$ image '<img/src=x/onerror=alert(1)>:v1' never-ready
$ advance 30s
-- all.yaml --
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1, labels: {a: b}}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}, spec: {taints: [{key: x.y/z, value: javascript.alert, effect: NoSchedule}]}}
- apiVersion: apps/v1
  kind: DaemonSet
  metadata: {name: agent}
  spec:
    selector: {matchLabels: {app: agent}}
    template:
      metadata: {labels: {app: agent}}
      spec: {containers: [{name: agent, image: "<img/src=x/onerror=alert(1)>:v1", readinessProbe: {tcpSocket: {port: 1}}}]}
`;

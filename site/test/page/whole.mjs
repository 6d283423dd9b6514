// The page as a whole: what panels share, and what outlives them.
import { check, equal } from "../harness.mjs";
import { begin, panel, run } from "../panels.mjs";
import { fleet, linkTo } from "../scenarios.mjs";

export default async function ({ context, url }) {
  const problems = [];
  const page = await begin(context, url, problems);
  const lesson = (name) => page.waitForFunction((n) => location.hash === `#lesson=${n}` && document.querySelector("[data-testid=lesson-title]"), name);

  await check("panels keep what was begun in them", async () => {
    await panel(page, "prompt");
    await page.getByTestId("prompt-line").fill("kubectl get no");
    await panel(page, "hands");
    const folded = page.locator("#panel details:not([open]) summary").first();
    const name = await folded.textContent();
    await folded.click();
    await panel(page, "events");
    await panel(page, "prompt");
    equal(await page.getByTestId("prompt-line").inputValue(), "kubectl get no", "half a line");
    await panel(page, "hands");
    equal((await page.locator("#panel details[open] summary").allTextContents()).includes(name), true, `${name} is unfolded`);
  });

  await check("forks in haste are two forks", async () => {
    await page.evaluate(() => {
      for (const _ of [1, 2]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
    });
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=lane]").length === 3);
    equal(await page.locator("main [role=alert]").allTextContents().then((all) => all.join("").trim()), "", "refused");
    await page.getByTestId("lane").first().click();
  });

  await check("buttons of the transport tell their key and their command", async () => {
    const titles = await page.locator(".transport button").evaluateAll((all) => all.map((b) => b.title));
    const want = ["(Home)", "(←)\n$ back", "(Space)", "(→)\n$ step", "(w)", "(e)\n$ until rolled-out"];
    equal(titles.map((title, i) => title.endsWith(want[i])), want.map(() => true), `ends of ${JSON.stringify(titles)}`);
  });

  await check("a DaemonSet that was just made is the one that is shown", async () => {
    equal(await page.locator("[data-testid=status] select").count(), 0, "choices with one DaemonSet");
    await applied(page, "second");
    equal(await page.locator("[data-testid=status] select").inputValue(), "default/second", "shown");
    await run(page, "kubectl delete ds second");
    equal(await page.locator("[data-testid=status] strong").textContent(), "fluentd", "shown after it is gone");
  });

  await check("without a DaemonSet the page says so", async () => {
    await run(page, "kubectl delete ds fluentd -n logging");
    equal((await page.getByTestId("status").textContent()).trim(), "There is no DaemonSet.", "status");
  });

  await check("the address names the lesson that is open, and opens another", async () => {
    await page.evaluate(() => (location.hash = "#lesson=lessons/09-surge"));
    await lesson("lessons/09-surge");
    const first = await page.getByTestId("lesson-title").textContent();
    await page.waitForFunction(() => document.querySelector("[data-testid=now]").textContent === "0s");
    await page.waitForFunction(() => !document.querySelector(".line").textContent.includes("45s")); // of the opening, before it
    await page.evaluate(() => (location.hash = "#lesson=lessons/13-on-delete"));
    await page.waitForFunction((was) => document.querySelector("[data-testid=lesson-title]").textContent !== was, first);
    await page.locator("#panel button").first().click();
    await page.getByTestId("lesson").first().click();
    await lesson("lessons/01-every-node-once");
    await page.locator("#panel button").first().click();
    equal(await page.evaluate(() => location.hash), "", "fragment after leaving");
  });

  await check("a title without spaces stays on the page", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, `# ${"W".repeat(500)}\n\n$ kubectl get nodes\n...\n`));
    await page.waitForSelector("main[aria-busy=false]");
    equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "as wide as the window");
  });

  await check("branches are compared though one has no DaemonSet yet", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, fleet(3)));
    await page.waitForSelector("main[aria-busy=false]");
    await page.getByTestId("fork").click();
    await page.getByTestId("compare").check();
    const rows = page.getByTestId("compared").locator("tbody tr");
    await rows.nth(1).waitFor();
    for (let i = 0; i < 3; i++) await page.locator("body").press("Home");
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=compared] tbody tr")[1]?.textContent.includes("There is no DaemonSet"));
    equal(await rows.count(), 2, "branches");
  });

  await check("a cluster without nodes says so, and is not told to play", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, "# Nothing\n\n$ kubectl get nodes\n...\n"));
    await page.waitForSelector("main[aria-busy=false]");
    equal(await page.locator(".nothing").textContent(), "There is no node yet.", "stage");
    equal(await page.getByTestId("told").textContent(), "", "told");
  });

  await check("nothing of this is reported to the console", async () => equal(problems, [], "problems"));
  await page.close();
}

/** Puts another DaemonSet into the editor and applies it. */
async function applied(page, name) {
  await page.locator("#tab-editor").click();
  await page.locator("[data-testid=editor] .cm-content").first().waitFor();
  await page.evaluate((text) => {
    const { view } = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }, `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: ${name}}\nspec:\n  selector: {matchLabels: {app: x}}\n  template:\n    metadata: {labels: {app: x}}\n    spec: {containers: [{name: x, image: "registry.example/x:v1"}]}\n`);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.locator("[data-testid=status] select").waitFor();
}

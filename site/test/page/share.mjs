// Links and files: what a visitor takes away opens at the same moment elsewhere.
import { readFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:http";
import { deflateRawSync } from "node:zlib";
import { changes, check, equal, launch, open, picture, settled } from "../harness.mjs";

const code = (text) => `1.${deflateRawSync(text).toString("base64url")}`;

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await open(context, url, problems);
  let href = "";
  let seen;

  await check("a link opens the same moment in a fresh profile", async () => {
    for (let i = 0; i < 9; i++) await changes(page, () => page.keyboard.press("ArrowRight"));
    await changes(page, () => page.keyboard.press("ArrowLeft"));
    await page.getByRole("tab", { name: "Share" }).click();
    seen = await picture(page);
    await page.getByTestId("make-link").click();
    await page.waitForSelector("[data-testid=link]");
    href = await page.getByTestId("link").inputValue();
    equal(page.url(), href, "address");
    const other = await launch(mkdtempSync(join(tmpdir(), "rollscope-share-")));
    const again = await open(other, href, problems);
    await again.waitForFunction((now) => document.querySelector("[data-testid=now]").textContent === now, seen.now);
    equal(await picture(again), seen, "picture behind the link");
    await settled(again);
    const reach = (page) => page.getByTestId("scrub").evaluate((e) => [Number(e.min), Number(e.value) > Number(e.min)]);
    equal(await reach(again), await reach(page), "where the timeline begins");
    await changes(again, () => again.keyboard.press("ArrowLeft"));
    await changes(again, () => again.keyboard.press("ArrowRight"));
    await again.keyboard.press("Home");
    await page.keyboard.press("Home");
    await again.waitForFunction(() => document.querySelector("[data-testid=scrub]").value === document.querySelector("[data-testid=scrub]").min);
    await settled(page);
    equal(await picture(again), await picture(page), "where the page began");
    await other.close();
  });

  await check("a link that says no more than its scenario shows all that led to its moment", async () => {
    const scenario = "# Before\n\n$ kubectl apply -f n.yaml -f ds.yaml\n...\n$ until rolled-out\n$ advance 30s\n-- n.yaml --\napiVersion: v1\nkind: Node\nmetadata: {name: here}\n" +
      "-- ds.yaml --\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers: [{name: agent, image: 'example.com/a:v1'}]\n";
    const fresh = await open(context, `${url}?old#s=${code(scenario)}`, problems);
    await fresh.waitForSelector("[data-testid=pod][data-state=Available]");
    await settled(fresh);
    const scrubber = fresh.getByTestId("scrub");
    equal(await scrubber.evaluate((e) => [e.min, Number(e.value) > 30]), ["0", true], "the timeline");
    await scrubber.evaluate((e) => {
      e.value = "0.5";
      e.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await fresh.waitForFunction(() => document.querySelector("[data-testid=pod]") && document.querySelector("[data-testid=pod]").dataset.state !== "Available");
    await fresh.keyboard.press("Home"); // before there is anything: the chart stays, and one can come back
    await fresh.waitForFunction(() => !document.querySelector("[data-testid=node]"));
    await settled(fresh);
    equal(await scrubber.getAttribute("min"), "0", "the timeline before anything");
    if (!(Number(await scrubber.getAttribute("max")) >= 30)) throw new Error("the timeline has ended");
    await fresh.keyboard.press("ArrowRight");
    await fresh.waitForSelector("[data-testid=node]");
    await fresh.close();
  });

  await check("the address of an embedded page shows stage and transport only", async () => {
    const embed = await page.getByTestId("embed").inputValue();
    const src = /src="([^"]+)"/.exec(embed)[1].replaceAll("&amp;", "&");
    const frame = await open(context, src, problems);
    equal(await frame.getByRole("tab").count(), 0, "tabs");
    equal(await frame.getByTestId("play").count(), 1, "play buttons");
    await frame.close();
  });

  for (const [id, name, has] of [
    ["scenario", "rollout.txtar", "$ kubectl apply -f nodes.yaml"],
    ["markdown", "rollout.md", "| logging/fluentd |"],
    ["cast", "rollout.cast", '"version":2'],
    ["svg", "rollout.svg", "<svg"],
    ["png", "rollout.png", "PNG"],
  ]) {
    await check(`${name} can be kept`, async () => {
      const [file] = await Promise.all([page.waitForEvent("download", { timeout: 10_000 }), page.getByTestId(`save-${id}`).click()]);
      equal(file.suggestedFilename(), name, "name");
      const content = readFileSync(await file.path(), "latin1");
      if (!content.includes(has)) throw new Error(`has no ${has}: ${content.slice(0, 200)}`);
      if (id === "svg" && /<script|on\w+=|javascript:/i.test(content)) throw new Error("the picture has a script in it");
    });
  }
  if (shots) await page.screenshot({ path: join(shots, "share-1280.png") });

  await check("a damaged link, one of a newer version and one that is too large say so, and the page still opens", async () => {
    for (const [hash, words] of [
      ["s=1.AAAA_not-deflate", "damaged"], ["s=junk", "damaged"], ["s=9.AAAA", "newer"],
      [`s=${code("x".repeat(5 << 20))}`, "1 MiB"],
    ]) {
      const fresh = await open(context, `${url}#${hash}`, []);
      const alert = await fresh.getByRole("alert").first().textContent();
      if (!alert.includes(words)) throw new Error(`${hash.slice(0, 30)}: the page says ${JSON.stringify(alert)}`);
      equal((await picture(fresh)).nodes.length, 5, "nodes of the opening");
      await fresh.close();
    }
  });

  await check("a link whose commands fail shows what they say", async () => {
    const fresh = await context.newPage();
    await fresh.goto(`${url}?x#s=${code("$ rm -rf /\n")}`);
    await fresh.waitForFunction(() => document.querySelector("[role=alert]")?.textContent.includes("rm -rf"));
    await fresh.close();
  });

  await check("nothing in a malicious link is executed", async () => {
    const bad = `<img src=x onerror=window.hit=1><script>window.hit=1</script>`;
    const scenario = `# ${bad}\n#zh ${bad}\n\n$ kubectl apply -f n.yaml\n...\n-- n.yaml --\napiVersion: v1\nkind: Node\nmetadata:\n  name: n1\n  labels: {a: b}\n---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers: [{name: agent, image: 'x"><img src=x onerror=window.hit=1>'}]\n`;
    const fresh = await context.newPage();
    await fresh.goto(`${url}?lang=zh#s=${code(scenario)}`);
    await fresh.waitForFunction(() => document.body.textContent.includes("onerror") || document.querySelector("[role=alert]"));
    equal(await fresh.evaluate(() => [window.hit ?? 0, document.querySelectorAll("img").length]), [0, 0], "hits and images");
    await fresh.close();
  });

  await check("after the first visit the page opens without a network", async () => {
    await page.goto(url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.evaluate(async () => {
      const kept = async (file) => (await caches.match(file)) !== undefined;
      while (!(await kept("./")) || !(await kept("./rollscope-scenario.js"))) await new Promise((done) => setTimeout(done, 50));
    });
    await context.setOffline(true);
    const offline = await context.newPage();
    await offline.goto(url);
    await offline.waitForSelector("[data-testid=pod]");
    await offline.getByRole("tab", { name: "Share" }).click();
    await offline.getByTestId("make-link").click();
    await offline.waitForSelector("[data-testid=link]");
    await offline.close();
    await context.setOffline(false);
  });

  await check("the element shows a scenario in another page", async () => {
    const scenario = "# Two nodes\n\n$ kubectl apply -f n.yaml\n...\n-- n.yaml --\napiVersion: v1\nkind: Node\nmetadata: {name: here}\n";
    const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(
      `<!doctype html><title>docs</title><script type="module" src="${url}rollscope-scenario.js"></script><rollscope-scenario><template>${scenario}</template></rollscope-scenario>`,
    ));
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const host = await context.newPage();
    await host.goto(`http://127.0.0.1:${server.address().port}/`);
    const frame = host.frameLocator("rollscope-scenario iframe");
    await frame.locator("[data-testid=node]", { hasText: "here" }).waitFor({ timeout: 10_000 });
    await host.close();
    server.close();
  });

  await check("sharing reports nothing to the console and asks no other host", async () => equal(problems, [], "problems"));
  await page.close();
}

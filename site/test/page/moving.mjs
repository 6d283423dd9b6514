// The opening picture, moving with keys and buttons, languages, sizes.
import { join } from "node:path";
import { changes, check, equal, open, picture, scrub, settled } from "../harness.mjs";

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await open(context, url, problems);

  const first = await page.evaluate(() => performance.getEntriesByName("rollscope-first-state")[0].startTime);
  const stall = await page.evaluate(() => Math.max(0, ...window.stalls));
  console.log(`first rollout on screen after ${first.toFixed(0)} ms, longest stall of the main thread ${stall.toFixed(0)} ms`);

  await check("the page opens on the log collector, rolled out with the old image", async () => {
    const { nodes } = await picture(page);
    equal(nodes.map((n) => n[0]), ["control-1", "worker-1", "worker-2", "worker-3", "worker-4"], "nodes");
    equal([...new Set(nodes.flatMap((n) => n.slice(1)))], ["v1.16/Available"], "pods");
    if (shots) await page.screenshot({ path: join(shots, "opening-1280.png") });
  });

  const opening = await picture(page);

  await check("stepping forth and back by keyboard comes back to the same picture", async () => {
    for (let i = 0; i < 12; i++) await changes(page, () => page.keyboard.press("ArrowRight"));
    const after = await picture(page);
    for (let i = 0; i < 3; i++) await changes(page, () => page.keyboard.press("ArrowLeft"));
    for (let i = 0; i < 3; i++) await changes(page, () => page.keyboard.press("ArrowRight"));
    equal(await picture(page), after, "picture");
    if (shots) await page.screenshot({ path: join(shots, "step-1280.png") });
    await changes(page, () => page.keyboard.press("Home"));
    equal(await picture(page), opening, "picture at the beginning");
  });

  await check("a wave replaces one node at a time", async () => {
    await changes(page, () => page.keyboard.press("w"));
    const { nodes } = await picture(page);
    equal(nodes.flatMap((n) => n.slice(1)).filter((p) => p.endsWith("Terminating")).length, 1, "terminating pods");
  });

  await check("play goes on to rolled out", async () => {
    await page.selectOption("[data-testid=speed]", "30");
    await page.keyboard.press("Home");
    await page.locator("[data-testid=play]").focus();
    await page.keyboard.press("Space");
    await settled(page);
    if (shots) await page.screenshot({ path: join(shots, "playing-1280.png") });
    await page.waitForFunction(() => document.querySelector("[data-testid=status]").textContent.includes("rolled out at"), null, { timeout: 20_000 });
    const { nodes } = await picture(page);
    equal([...new Set(nodes.flatMap((n) => n.slice(1)))], ["v1.17/Available"], "pods");
    await settled(page);
    if (shots) await page.screenshot({ path: join(shots, "done-1280.png"), fullPage: true });
  });

  await check("the end by key is the end by playing", async () => {
    const played = await picture(page);
    await changes(page, () => page.keyboard.press("Home"));
    await changes(page, () => page.locator("body").press("e"));
    const at = (p) => p.nodes;
    equal(at(await picture(page)), at(played), "nodes");
  });

  await check("the scrubber goes to any moment", async () => {
    const range = page.locator("[data-testid=scrub]");
    const [from, now] = await range.evaluate((r) => [Number(r.min), Number(r.value)]);
    await range.evaluate((r, at) => {
      r.value = String(at);
      r.dispatchEvent(new Event("input", { bubbles: true }));
    }, from + (now - from) * 0.45);
    await page.waitForFunction(() => document.querySelectorAll("[data-state=Available]").length < 5);
  });

  await check("the language can be switched at any moment", async () => {
    await page.locator("body").press("l");
    await page.waitForFunction(() => document.documentElement.lang === "zh-Hans" && document.body.textContent.includes("播放"));
    if (shots) await page.screenshot({ path: join(shots, "chinese-1280.png") });
    await page.locator("body").press("l");
  });

  await check("a phone of 360 pixels shows everything without scrolling sideways", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > 360) throw new Error(`the page is ${wide} pixels wide`);
    await changes(page, () => page.keyboard.press("w")).catch(() => {});
    if (shots) await page.screenshot({ path: join(shots, "phone-360.png"), fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await check("it works without animation and in the dark", async () => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    await page.evaluate(() => document.activeElement.blur());
    await changes(page, () => page.keyboard.press("Home"));
    await changes(page, () => page.keyboard.press("w"));
    if (shots) await page.screenshot({ path: join(shots, "dark-1280.png") });
  });

  await check("nothing is reported to the console and no other host is asked", async () => equal(problems, [], "problems"));
  await page.close();
}

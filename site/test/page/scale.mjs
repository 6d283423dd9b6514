// Five thousand nodes in the browser: how long things take, and that the page stays at hand.
// Bounds are generous, since tests share their machine; the numbers are printed.
import { check, equal, settled } from "../harness.mjs";
import { fleet, linkTo } from "../scenarios.mjs";

export default async function ({ context, url }) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.stalls = [];
    new PerformanceObserver((list) => window.stalls.push(...list.getEntries().map((e) => e.duration))).observe({ entryTypes: ["longtask"] });
  });
  const longest = () => page.evaluate(() => Math.max(0, ...window.stalls.splice(0)));

  await check("5,000 nodes open", async () => {
    const began = Date.now();
    await page.goto(linkTo(url, fleet(5000)));
    await page.waitForSelector("main[aria-busy=false]", { timeout: 60_000 });
    const took = Date.now() - began;
    await settled(page);
    const stall = await longest();
    console.log(`5,000 nodes: open after ${took} ms, longest task ${stall.toFixed(0)} ms`);
    equal(await page.getAttribute("[data-testid=stage]", "data-size"), "map", "size");
    if (took > 30_000 || stall > 600) throw new Error("far too slow");
  });

  await check("a rollout of 5,000 nodes at maxUnavailable 1 goes to its end", async () => {
    const began = Date.now();
    await page.locator("body").press("e");
    await page.waitForFunction(() => document.querySelector("[data-testid=outcome]").textContent.includes("rolled out at"), null, { timeout: 60_000 });
    const took = Date.now() - began;
    await settled(page);
    const stall = await longest();
    console.log(`5,000 nodes, maxUnavailable 1: rolled out after ${took} ms, longest task ${stall.toFixed(0)} ms`);
    if (took > 15_000 || stall > 500) throw new Error("far too slow");
  });

  for (const [what, reach] of [["over the whole rollout", 1], ["over a tenth of it", 0.1]]) {
    await check(`scrubbing ${what} keeps up`, async () => {
      const { frames, pictures, seconds } = await page.evaluate(scrub, reach);
      const stall = await longest();
      console.log(`5,000 nodes, scrubbing ${what}: ${(frames / seconds).toFixed(0)} frames a second, ${(pictures / seconds).toFixed(0)} of them with a new picture, longest task ${stall.toFixed(0)} ms`);
      if (frames / seconds < 25 || pictures === 0 || stall > 500) throw new Error("far too slow");
    });
  }
  await page.close();
}

/** Moves the handle on every frame for three seconds, to and fro. */
async function scrub(reach) {
  const range = document.querySelector("[data-testid=scrub]");
  const [from, to] = [Number(range.min), Number(range.max)];
  const end = performance.now() + 3000;
  const began = performance.now();
  let frames = 0;
  let pictures = 0;
  let last = range.dataset.event;
  while (performance.now() < end) {
    const part = 0.05 + reach * 0.8 * Math.abs(Math.sin((performance.now() - began) / 900));
    range.value = String(from + (to - from) * part);
    range.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    frames++;
    if (range.dataset.event !== last) pictures++;
    last = range.dataset.event;
  }
  return { frames, pictures, seconds: (performance.now() - began) / 1000 };
}

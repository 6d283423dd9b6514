// Nothing holds the page up while it opens: five first visits, each to an empty cache.
// What counts is the processor's time of the longest task, which others on the machine do not
// change much; the time on the clock is printed, and bounded generously.
import { check, settled } from "../harness.mjs";

const loads = 5;

export const options = { serviceWorkers: "block" }; // which would answer from what it keeps

export default async function ({ context, url }) {
  const all = [];
  for (let i = 0; i < loads; i++) all.push(await load(context, url));
  const of = (key) => all.map((one) => Math.round(one[key])).sort((a, b) => a - b);
  console.log(`${loads} first visits: painted after ${of("painted").join(", ")} ms; longest task ${of("clock").join(", ")} ms, of them ${of("processor").join(", ")} ms of the processor`);

  await check("no task holds the page up while it opens", () => {
    if (of("processor")[0] > 24) throw new Error(`each visit has a task of ${of("processor")[0]} ms of the processor or more`);
    if (of("clock")[0] > 250) throw new Error(`each visit has a task of ${of("clock")[0]} ms or more`);
  });
  await check("nothing jumps while it opens", () => {
    const most = Math.max(...all.map((one) => one.shift));
    if (most > 0.02) throw new Error(`layout shift of ${most}`);
  });
}

/** Opens the page and tells how its main thread fared until the page came to rest. */
async function load(context, url) {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const events = [];
  tools.on("Tracing.dataCollected", (e) => events.push(...e.value));
  await tools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "blink.user_timing"] } });
  await page.goto(url);
  await page.waitForSelector("main[aria-busy=false]", { timeout: 20_000 });
  await settled(page);
  const seen = await page.evaluate(() => new Promise((done) => {
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
    new PerformanceObserver((list) => done({ painted, shift: list.getEntries().reduce((sum, e) => sum + e.value, 0) })).observe({ type: "layout-shift", buffered: true });
    setTimeout(done, 200, { painted, shift: 0 });
  }));
  const ended = new Promise((done) => tools.once("Tracing.tracingComplete", done));
  await tools.send("Tracing.end");
  await ended;
  await page.close();
  return { ...seen, ...longest(events) };
}

/** The longest task of the main thread of the page, by the clock and by the processor. */
function longest(events) {
  const { pid } = events.find((e) => e.name === "rollscope-first-state");
  const { tid } = events.find((e) => e.pid === pid && e.name === "thread_name" && e.args.name === "CrRendererMain");
  const tasks = events.filter((e) => e.pid === pid && e.tid === tid && e.name.endsWith("RunTask"));
  const most = (key) => Math.max(...tasks.map((e) => e[key] ?? 0)) / 1000;
  return { clock: most("dur"), processor: most("tdur") };
}

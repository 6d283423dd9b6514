// Measures, in one run and one browser: the page, our simulator, @ngrok/webernetes, and the
// smallest Go program. Every page is loaded RUNS times (7) into a new profile, taking turns.
//
//   node bench/bench.mjs FOLDER   (FOLDER holds the pages that vite.config.ts builds, and site/)
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const root = process.argv[2];
const runs = Number(process.env.RUNS ?? 7);
const nodes = 200;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".txt": "text/plain" };

// A server that does nothing but send files, brotli where there is a sibling.
let sent = []; // of each file, when and how many bytes
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
  const file = join(root, path);
  if (!existsSync(file)) return response.writeHead(404).end();
  const small = existsSync(`${file}.br`);
  const send = small ? `${file}.br` : file;
  sent.push({ at: Date.now(), size: statSync(send).size });
  response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", ...(small ? { "content-encoding": "br" } : {}) });
  createReadStream(send).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/`;

const subjects = [
  { name: "the page: first rollout on screen", path: "site/", marks: ["rollscope-first-state", "rollscope-first-state"], rest: "rollscope-whole-here" },
  { name: `rollscope, ${nodes} nodes`, path: `rollscope.html?nodes=${nodes}`, marks: ["running", "available"] },
  { name: `webernetes, ${nodes} nodes`, path: `webernetes.html?nodes=${nodes}`, marks: ["running", "available"] },
  { name: "Go, hello", path: "hello.html", marks: ["running", "available"] },
];

/** Waits for a mark, in the page: what Playwright brings to wait with is a long task of its own. */
const marked = (name) => new Promise((done, fail) => {
  setTimeout(fail, 120_000, new Error(`no ${name}`));
  new PerformanceObserver((list) => list.getEntriesByName(name).length > 0 && done()).observe({ type: "mark", buffered: true });
});

async function load({ path, marks, rest }) {
  const profile = mkdtempSync(join(tmpdir(), "rollscope-bench-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.stalls = [0];
      new PerformanceObserver((list) => window.stalls.push(...list.getEntries().map((e) => e.duration))).observe({ entryTypes: ["longtask"] });
    });
    const trace = rest && (await traced(context, page));
    sent = [];
    const wrong = new Promise((_, fail) => page.on("pageerror", (e) => fail(new Error(`${path}: ${e.message}`))));
    await page.goto(url + path);
    await Promise.race([wrong, page.evaluate(marked, marks[1])]);
    if (rest) await Promise.race([wrong, page.evaluate(marked, rest)]);
    const processor = trace ? await trace() : NaN;
    const { begun, ...times } = await page.evaluate(([a, b]) => ({
      begun: performance.timeOrigin,
      running: performance.getEntriesByName(a)[0].startTime,
      available: performance.getEntriesByName(b)[0].startTime,
      stall: Math.max(...window.stalls),
    }), marks);
    const transferred = sent.filter(({ at }) => at <= begun + times.available).reduce((sum, { size }) => sum + size, 0);
    return { transferred, processor, ...times };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Traces the page; what comes back ends that and tells the longest task of the main thread in time of the processor. */
async function traced(context, page) {
  const tools = await context.newCDPSession(page);
  const events = [];
  tools.on("Tracing.dataCollected", (e) => events.push(...e.value));
  await tools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] } });
  return async () => {
    const ended = new Promise((done) => tools.once("Tracing.tracingComplete", done));
    await tools.send("Tracing.end");
    await ended;
    const { pid } = events.find((e) => e.name === "rollscope-first-state");
    const { tid } = events.find((e) => e.pid === pid && e.name === "thread_name" && e.args.name === "CrRendererMain");
    return Math.max(...events.filter((e) => e.pid === pid && e.tid === tid && e.name.endsWith("RunTask")).map((e) => e.tdur ?? 0)) / 1000;
  };
}

const seen = new Map(subjects.map((s) => [s, []]));
for (let i = 0; i < runs; i++) {
  for (const subject of subjects) {
    process.stderr.write(`\r${i + 1}/${runs} ${subject.name}`.padEnd(60));
    seen.get(subject).push(await load(subject));
  }
}
process.stderr.write(`\r${" ".repeat(60)}\r`);
server.close();

const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const least = (values) => Math.min(...values);
console.log(`${runs} loads each, cold cache, loopback, brotli, ${(await chromiumVersion())}; least / median`);
console.log(`${"".padEnd(36)}${"transferred".padStart(12)}${"running".padStart(18)}${"all available".padStart(18)}${"stall".padStart(18)}`);
const figures = new Map();
for (const [subject, all] of seen) {
  const of = (key) => all.map((r) => r[key]);
  const pair = (key) => `${least(of(key)).toFixed(0)} / ${middle(of(key)).toFixed(0)} ms`;
  figures.set(subject, { transferred: middle(of("transferred")), running: middle(of("running")), available: middle(of("available")), stall: middle(of("stall")) });
  console.log(`${subject.name.padEnd(36)}${`${(middle(of("transferred")) / 1e6).toFixed(2)} MB`.padStart(12)}${pair("running").padStart(18)}${pair("available").padStart(18)}${pair("stall").padStart(18)}`);
}
const cpu = seen.get(subjects[0]).map((r) => r.processor);
console.log(`the longest task of the page's main thread took ${least(cpu).toFixed(0)} / ${middle(cpu).toFixed(0)} ms of the processor; the rest of a stall is waiting for it`);
const [page, ours, theirs, hello] = subjects.map((s) => figures.get(s));
const ratio = (a, b) => (a / b).toFixed(2);
console.log(`rollscope : webernetes   transferred ${ratio(ours.transferred, theirs.transferred)}, running ${ratio(ours.running, theirs.running)}, all available ${ratio(ours.available, theirs.available)}`);
console.log(`rollscope : hello        transferred ${ratio(ours.transferred, hello.transferred)}, running ${ratio(ours.running, hello.running)}`);
const budgets = [["first rollout on screen ≤ 1000 ms", page.available <= 1000], ["no stall of the main thread over 50 ms on the page", page.stall <= 50]];
for (const [what, held] of budgets) console.log(`${held ? "ok  " : "MISS"} ${what}`);
process.exit(budgets.every(([, held]) => held) ? 0 : 1);

async function chromiumVersion() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const version = browser.version();
  await browser.close();
  return `Chromium ${version}`;
}

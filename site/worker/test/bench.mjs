// What the Worker costs: cold start, then time and CPU for each route, in workerd itself on the
// loopback and beside a worker of nothing but JavaScript, in one run.
//
//   node test/bench.mjs     RUNS=200 requests for each route
import { rmSync } from "node:fs";
import { cpus } from "node:os";
import { ask, bundle, plain, startWorker } from "./harness.mjs";
import { good } from "./requests.mjs";

const runs = Number(process.env.RUNS ?? 200);
const budgets = { p50: 15, memory: 90 };

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

async function coldStart(folder, request) {
  const began = performance.now();
  const worker = await startWorker(folder);
  const booted = performance.now();
  await ask(worker.url, request);
  const answered = performance.now();
  const cpu = worker.cpu();
  await worker.stop();
  return { boot: booted - began, first: answered - booted, cpu };
}

async function route(worker, request) {
  for (let i = 0; i < 10; i++) await ask(worker.url, request);
  const cpu = worker.cpu();
  const times = [];
  for (let i = 0; i < runs; i++) {
    const began = performance.now();
    await ask(worker.url, request);
    times.push(performance.now() - began);
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), cpu: (worker.cpu() - cpu) / runs };
}

const folder = await bundle();
const bare = plain();
const plan = good.find((r) => r.path === "/api/v1/plan");
console.log(`node ${process.version}, ${cpus().length} × ${cpus()[0].model}; times in ms`);

for (const [name, where] of [["Worker", folder], ["plain", bare]]) {
  const starts = [];
  for (let i = 0; i < 5; i++) starts.push(await coldStart(where, where === folder ? plan : { path: "/" }));
  const least = (key) => Math.min(...starts.map((s) => s[key])).toFixed(0);
  console.log(`${name.padEnd(8)} cold: workerd ${least("boot")}, first request ${least("first")}, CPU of the process ${least("cpu")}`);
}

const worker = await startWorker(folder);
const beside = await startWorker(bare);
const nothing = await route(beside, { path: "/" });
const show = (name, r) => console.log(`${name.padEnd(44)} p50 ${r.p50.toFixed(1).padStart(6)}   p99 ${r.p99.toFixed(1).padStart(6)}   CPU ${r.cpu.toFixed(1).padStart(6)}`);
show("plain worker", nothing);
let missed = 0;
for (const request of good) {
  const name = request.path.replace(/s=1\.[^&]+/, "s=…") + (request.path === "/mcp" ? ` ${JSON.parse(request.body).method}` : "");
  const r = await route(worker, request);
  show(name, r);
  if (r.p50 > budgets.p50 && !name.includes("nodes=500")) missed++;
}
for (let i = 0; i < good.length * (runs + 10); i++) await ask(beside.url, { path: "/" }); // as many as ours had
const more = worker.memory() - beside.memory();
console.log(`memory ${worker.memory().toFixed(0)} MB, a plain worker ${beside.memory().toFixed(0)} MB: ${more.toFixed(0)} MB more of ${budgets.memory} MB`);
await worker.stop();
await beside.stop();
rmSync(folder, { recursive: true, force: true });
rmSync(bare, { recursive: true, force: true });
console.log(missed === 0 && more <= budgets.memory ? "within budget" : `OVER BUDGET: ${missed} routes over ${budgets.p50} ms`);
process.exit(missed === 0 && more <= budgets.memory ? 0 : 1);

// Holds the programs of the page to the recorded conversations: the same requests, the same bytes as
// in Go's own tests, from full.wasm alone, and from sim.wasm with full.wasm taking over, wherever it does.
//
//   node test/conversations.mjs [folder of sim.wasm and full.wasm]
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import "../generated/wasm_exec.js";

const site = new URL("..", import.meta.url).pathname;
const conversations = join(site, "../wasm/protocol/testdata/conversations");
const folder = process.argv[2] ?? join(site, "generated");
const compiled = (name) => WebAssembly.compile(readFileSync(join(folder, name)));
const [sim, full] = [await compiled("sim.wasm"), await compiled("full.wasm")];

/** The worker's own code, as JavaScript. */
const source = ts.transpileModule(readFileSync(join(site, "src/handover.ts"), "utf8"), { compilerOptions: { target: "ES2022", module: "ESNext" } });
const { Handover } = await import(`data:text/javascript,${encodeURIComponent(source.outputText)}`);

/** Starts a program. */
async function start(module) {
  const go = new globalThis.Go();
  void go.run(await WebAssembly.instantiate(module, go.importObject));
  return globalThis.rollscope;
}

/** The requests of a recording with their answers. */
function read(name) {
  const exchanges = [];
  let request;
  for (const line of readFileSync(join(conversations, name), "utf8").split("\n")) {
    if (line.startsWith("> ")) request = line.slice(2);
    if (line.startsWith("< ")) exchanges.push({ request, want: line.slice(2) });
  }
  return exchanges;
}

async function handover(load) {
  const heard = [];
  const h = new Handover(await start(sim), { load, rest: () => new Promise((done) => setTimeout(done)), became: (whole) => heard.push(whole) });
  return { h, heard };
}

/** Asks, and waits for the whole program where that is what it takes. */
async function ask(h, request) {
  const answer = h.answer(request);
  return JSON.parse(answer).error?.code === "lacking" && (await h.complete()) ? h.answer(request) : answer;
}

/** Holds a conversation whose whole program comes after so many requests, or when it is needed. */
async function handedOver(exchanges, after) {
  const { h, heard } = await handover(() => start(full));
  for (const [i, { request, want }] of exchanges.entries()) {
    if (i === after) void h.complete(); // in the background: the next requests do not wait for it
    same(request, await ask(h, request), want);
  }
  await h.complete();
  equal(heard, ["here"], "became");
}

/** Without full.wasm: an error of a code of its own, then it works on, and a later try succeeds. */
async function blocked(exchanges) {
  let there = false;
  const { h, heard } = await handover(() => (there ? start(full) : Promise.reject(new Error("blocked"))));
  for (const { request, want } of exchanges) {
    const got = await ask(h, request);
    if (got !== want) equal(JSON.parse(got).error?.code, "lacking", `code of the answer to ${request.slice(0, 100)}`);
  }
  const moved = JSON.parse(h.answer('{"do":"step"}'));
  equal(moved.ok, true, "a step afterwards");
  there = true;
  const got = JSON.parse(await ask(h, '{"do":"command","line":"kubectl describe ds fluentd -n logging"}'));
  if (!got.result?.output.startsWith("Name: ")) throw new Error(`describe, once full.wasm is there: ${JSON.stringify(got).slice(0, 300)}`);
  equal([heard[0], heard.at(-1)], ["missing", "here"], "became");
}

function same(request, got, want) {
  if (got !== want) throw new Error(`${request.slice(0, 300)}\n  got  ${got.slice(0, 600)}\n  want ${want.slice(0, 600)}`);
}

function equal(got, want, what) {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

let passed = 0;
let failed = 0;
async function check(name, run) {
  const began = performance.now();
  try {
    await run();
    passed++;
    console.log(`ok   ${name} ${(performance.now() - began).toFixed(0)} ms`);
  } catch (problem) {
    failed++;
    console.log(`FAIL ${name}: ${String(problem)}`);
  }
}

const warn = console.warn;
for (const name of readdirSync(conversations).sort()) {
  const exchanges = read(name);
  await check(`${name} by full.wasm`, async () => {
    const handle = await start(full);
    for (const { request, want } of exchanges) same(request, handle(request), want);
  });
  await check(`${name} by sim.wasm, then full.wasm when it is needed`, () => handedOver(exchanges, -1));
}
const sample = read("sample.txt");
await check("sample.txt handed over after each of its requests", async () => {
  for (let after = 1; after < sample.length; after++) await handedOver(sample, after);
});
await check("sample.txt with full.wasm blocked, then let through", async () => {
  console.warn = () => {};
  await blocked(sample);
  console.warn = warn;
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

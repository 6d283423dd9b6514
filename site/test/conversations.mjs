// Holds sim.wasm to the recorded conversations: the same requests, the same bytes as in Go's own tests.
//
//   node test/conversations.mjs dist/sim.wasm
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import "../generated/wasm_exec.js";

const site = new URL("..", import.meta.url).pathname;
const dir = join(site, "../wasm/protocol/testdata/conversations");
const module = await WebAssembly.compile(readFileSync(process.argv[2] ?? join(site, "generated/sim.wasm")));

/** A new simulator. */
async function start() {
  const go = new globalThis.Go();
  void go.run(await WebAssembly.instantiate(module, go.importObject));
  return globalThis.rollscope;
}

let passed = 0;
let failed = 0;
for (const name of readdirSync(dir).sort()) {
  const handle = await start();
  const began = performance.now();
  let request;
  let wrong;
  for (const line of readFileSync(join(dir, name), "utf8").split("\n")) {
    if (line.startsWith("> ")) request = line.slice(2);
    if (!line.startsWith("< ")) continue;
    const got = handle(request);
    if (got !== line.slice(2)) {
      wrong = `${request.slice(0, 300)}\n  got  ${got.slice(0, 600)}\n  want ${line.slice(2, 602)}`;
      break;
    }
  }
  if (wrong) failed++;
  else passed++;
  console.log(wrong ? `FAIL ${name}: ${wrong}` : `ok   ${name} ${(performance.now() - began).toFixed(0)} ms`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

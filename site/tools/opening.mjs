// Writes the first picture of the page, generated/opening.json: the opening scenario run through
// the simulator, so that the page can draw it before any of the simulator has arrived.
//
//   node tools/opening.mjs [sim.wasm]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import "../generated/wasm_exec.js";

const site = new URL("..", import.meta.url).pathname;
const file = process.argv[2] ?? join(site, "generated/sim.wasm");
const go = new globalThis.Go();
void go.run(await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(file)), go.importObject));

function ask(request) {
  const answer = JSON.parse(globalThis.rollscope(JSON.stringify({ v: 1, id: 0, ...request })));
  if (!answer.ok) throw new Error(`${request.do}: ${answer.error.message}`);
  return answer;
}

const scenario = readFileSync(join(site, "src/sample.txtar"), "utf8");
const opened = ask({ do: "open", scenario, name: "opening.txtar", steps: -1, since: -1 });
const counted = ask({ do: "timeline", width: 240, from: opened.state.now });
let future = ask({ do: "future", width: 240 }).result;
while (!future.done) future = ask({ do: "future", width: 240, more: true }).result;
const picture = { title: opened.result.title, state: opened.state, timeline: counted.result, future };
writeFileSync(join(site, "generated/opening.json"), JSON.stringify(picture));
process.exit(0);

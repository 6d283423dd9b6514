// Writes generated/findings.json: what the rules see of the manifest that the page opens with, what
// they report on it, and the findings that come of it. In the page policy.wasm reports the same long
// before full.wasm, which puts places and sentences to it, has arrived.
//
//   node tools/findings.mjs [full.wasm]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import "../generated/wasm_exec.js";
import { load } from "../../policies/host/policy.mjs";

const site = new URL("..", import.meta.url).pathname;
const evaluate = await load(readFileSync(join(site, "generated/policy.wasm")));
globalThis.rollscopeRules = {
  catalogue: readFileSync(join(site, "generated/rules.json"), "utf8"),
  evaluate: (input) => ({ report: JSON.stringify(evaluate(JSON.parse(input))) }),
};
const go = new globalThis.Go();
void go.run(await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(process.argv[2] ?? join(site, "generated/full.wasm"))), go.importObject));

function ask(request) {
  const answer = JSON.parse(globalThis.rollscope(JSON.stringify({ v: 1, id: 0, ...request })));
  if (!answer.ok) throw new Error(`${request.do}: ${answer.error.message}`);
  return answer.result;
}

const scenario = readFileSync(join(site, "src/sample.txtar"), "utf8");
const { files } = ask({ do: "open", scenario, name: "opening.txtar", steps: -1 });
const sets = files.filter((f) => /\bkind:\s*["']?DaemonSet\b/.test(f.content)).map(({ name, content }) => ({ name, content }));
const asked = { files: ask({ do: "running", files: sets }).files.map(({ name, content }) => ({ name, content })), present: true };
const { inputs } = ask({ do: "facts", ...asked });
const seen = inputs.map(({ object: _, ...rest }) => rest);
const report = ask({ do: "lint", ...asked });
writeFileSync(join(site, "generated/findings.json"), JSON.stringify({ inputs: seen, hits: seen.map(evaluate), files: asked.files, report }));
process.exit(0);

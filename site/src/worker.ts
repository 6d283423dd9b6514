// The Web Worker that runs the simulator. It carries text both ways and knows nothing else: first
// with sim.wasm, which is small, then with full.wasm, which has everything.
import "../generated/wasm_exec.js";
import fullURL from "../generated/full.wasm?url";
import simURL from "../generated/sim.wasm?url";
import { alone, Handover, type Conversation, type Handle, type Whole } from "./handover";
import { loadCatalogue, loadRules, needsRules, opening } from "./rules";

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

const programs = globalThis as unknown as { rollscope?: Handle };

async function start(url: string, coming = fetch(url)): Promise<Handle> {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(coming, go.importObject);
  delete programs.rollscope;
  void go.run(instance).then(() => postMessage({ gone: true }));
  if (!programs.rollscope) throw new Error(`${url} does not start`);
  return programs.rollscope;
}

// The rules come first: they are small, and the first picture, which is drawn without a simulator,
// has their findings beside it.
const wholeAtOnce = self.name === "whole"; // a link is opened, which sim.wasm cannot
const sim = wholeAtOnce ? undefined : fetch(simURL);
const rules = loadRules();
const looked = (wholeAtOnce ? rules.then(() => undefined) : opening(rules)).then(
  (findings) => findings && postMessage({ findings }),
  (problem: unknown) => console.warn(`policy.wasm: ${String(problem)}`),
);

function whole(): Promise<Handle> {
  loadCatalogue().catch(() => {}); // who needs it tells
  return start(fullURL);
}

const means = {
  load: whole,
  rest: () => new Promise<void>((done) => setTimeout(done)),
  became: (whole: Whole) => postMessage({ whole }),
};

async function begin(): Promise<Conversation> {
  if (wholeAtOnce) {
    try {
      return alone(await whole(), means);
    } catch (problem) {
      console.warn(`full.wasm: ${String(problem)}`);
      means.became("missing");
    }
  }
  await looked;
  return new Handover(await start(simURL, sim), means);
}

const conversation = begin();

// A text is a request; true asks for full.wasm, once the first picture is drawn.
let turn: Promise<void> = Promise.resolve();
onmessage = (e: MessageEvent<string | true>) => {
  const data = e.data;
  if (data === true) void conversation.then((c) => c.complete());
  else turn = turn.then(() => answer(data));
};

async function answer(request: string): Promise<void> {
  try {
    if (needsRules(request)) await Promise.all([rules, loadCatalogue()]);
    postMessage({ answer: (await conversation).answer(request) });
  } catch (problem) {
    postMessage({ broken: String(problem) });
  }
}

// The Web Worker that runs the simulator. It carries text both ways and knows nothing else.
import "../generated/wasm_exec.js";
import wasmURL from "../generated/sim.wasm?url";

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

type Handle = (request: string) => string;

async function start(): Promise<Handle> {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch(wasmURL), go.importObject);
  void go.run(instance).then(() => postMessage({ gone: true }));
  return (globalThis as unknown as { rollscope: Handle }).rollscope;
}

const ready = start();

onmessage = async (e: MessageEvent<string>) => {
  try {
    const handle = await ready;
    postMessage({ answer: handle(e.data) });
  } catch (problem) {
    postMessage({ broken: String(problem) });
  }
};

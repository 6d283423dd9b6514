// The worker that runs OPA for rules of the reader's own. The page ends it when they take too long.
import "../generated/wasm_exec.js";

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

type Handle = (request: string) => string;

let ready: Promise<Handle>;

async function start(module: WebAssembly.Module): Promise<Handle> {
  const go = new Go();
  void go.run(await WebAssembly.instantiate(module, go.importObject));
  return (globalThis as unknown as { rollscopeRego: Handle }).rollscopeRego;
}

onmessage = async (e: MessageEvent<{ module?: WebAssembly.Module; request?: string }>) => {
  const { module, request } = e.data;
  if (module) ready = start(module);
  if (request === undefined) return;
  try {
    postMessage((await ready)(request));
  } catch (problem) {
    postMessage(JSON.stringify({ problem: String(problem) }));
  }
};

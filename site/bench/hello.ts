// The smallest Go program there is, to know what part of the time is Go itself.
import "../generated/wasm_exec.js";
import hello from "../generated/hello.wasm?url";

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
const go = new Go();
const { instance } = await WebAssembly.instantiateStreaming(fetch(hello), go.importObject);
void go.run(instance);
performance.mark("running");
performance.mark("available");

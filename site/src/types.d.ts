declare module "*.txtar?raw" {
  const text: string;
  export default text;
}
declare module "../generated/wasm_exec.js";
declare module "*.rego?raw" {
  const text: string;
  export default text;
}
declare module "*/policy.mjs" {
  export function start(policy: WebAssembly.Module): (input: unknown) => unknown[];
}

declare module "*.txtar?raw" {
  const text: string;
  export default text;
}
declare module "../generated/wasm_exec.js";

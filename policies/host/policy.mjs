// Runs policy.wasm. Everything that a host of the rules needs besides a document's facts,
// which core/api/facts works out, and the catalogue of rules, which rulebook writes.

// load compiles policy.wasm and starts it.
export async function load(wasm) {
  return start(await WebAssembly.compile(wasm));
}

// start answers with the function that asks the rules: from the input that they see to what
// they report.
export function start(policy) {
  const memory = new WebAssembly.Memory({ initial: 5 });
  const text = (at) => {
    const bytes = new Uint8Array(memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  const abort = (at) => { throw new Error(`policy.wasm: ${text(at)}`); };
  const builtin = () => { throw new Error("policy.wasm: wants a builtin of the host"); };
  const instance = new WebAssembly.Instance(policy, {
    env: {
      memory, opa_abort: abort, opa_println: () => {},
      opa_builtin0: builtin, opa_builtin1: builtin, opa_builtin2: builtin, opa_builtin3: builtin, opa_builtin4: builtin,
    },
  });
  const opa = instance.exports;
  const wanted = text(opa.opa_json_dump(opa.builtins()));
  if (wanted !== "{}") throw new Error(`policy.wasm: wants builtins of the host: ${wanted}`);
  const empty = opa.opa_malloc(2);
  new Uint8Array(memory.buffer).set([0x7b, 0x7d], empty); // {}
  const data = opa.opa_json_parse(empty, 2);
  const heap = opa.opa_heap_ptr_get();
  return (input) => {
    const bytes = new TextEncoder().encode(JSON.stringify(input));
    const missing = heap + bytes.length - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    new Uint8Array(memory.buffer).set(bytes, heap);
    return JSON.parse(text(opa.opa_eval(0, 0, data, heap, bytes.length, heap + bytes.length, 0)))[0]?.result ?? [];
  };
}

// finding completes what a rule reported, but for its place in the file.
export function finding(catalogue, hit) {
  const rule = catalogue[hit.rule];
  const variant = rule.variants?.[hit.variant];
  const texts = (language) => {
    const of = { ...rule[language], ...variant?.[language] };
    return { title: of.title, message: fill(of.message, hit.params), fix: fill(of.fix, hit.params) };
  };
  return {
    rule: rule.id, slug: rule.slug, group: rule.group, severity: hit.severity ?? rule.severity,
    path: hit.path, at: hit.at ?? null, params: hit.params, en: texts("en"), zh: texts("zh"),
  };
}

// fill writes values into a sentence in place of their names.
const fill = (sentence, params) =>
  sentence.replace(/\{([^}]*)\}/g, (whole, name) => (Object.hasOwn(params, name) ? spell(params[name]) : whole));

const spell = (value) => (Array.isArray(value) ? value.map(spell).join(", ") : plain(String(value)));

// plain keeps text of a manifest on one line, short and visible.
const plain = (s) => {
  const all = [...s];
  const short = all.length > 400 ? all.slice(0, 400).join("") + "…" : s;
  return short.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
};

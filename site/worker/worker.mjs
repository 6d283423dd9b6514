// The Cloudflare Worker: starts the Go program once for an isolate and hands it requests.
// Everything that is done about a request is done in Go (internal/edge).
import "../generated/wasm_exec.js";
import program from "../generated/edge.wasm";
import policy from "../generated/policy.wasm";
import catalogue from "../generated/rules.json";
import files from "../generated/assets.json";
import { start as startRules } from "../../policies/host/policy.mjs";

// Go answers 413 to a body longer than 1 MiB; reading one byte more is enough to tell.
const longest = (1 << 20) + 1;

let resident; // (request) => Promise<Response>, while Go runs

// An isolate may not run anything before its first request, so Go starts then. It does so
// without waiting for anything: no other request can come between.
function start() {
  const evaluate = startRules(policy);
  globalThis.rollscopeRules = {
    catalogue: JSON.stringify(catalogue),
    evaluate(input) {
      try {
        return { report: JSON.stringify(evaluate(JSON.parse(input))) };
      } catch (problem) {
        return { problem: String(problem) };
      }
    },
  };
  const binding = {};
  globalThis.context = { binding }; // where syumai/workers leaves its function
  const go = new Go();
  let ready = false;
  const instance = new WebAssembly.Instance(program, { ...go.importObject, workers: { ready: () => { ready = true; } } });
  const ended = () => { if (resident === binding.handleRequest) resident = undefined; };
  go.run(instance).then(ended, ended);
  if (!ready) throw new Error("the program did not start");
  return binding.handleRequest;
}

// The texts of kubectl explain are an asset of the page. Whoever runs scenarios may want them.
async function fetchDocs(path, assets) {
  if (globalThis.rollscopeDocs !== undefined || !/^\/(mcp|api\/v1\/(run|rollout\.svg|badge\.svg))$/.test(path)) return;
  const texts = await assets.fetch(`https://assets/${files.docs}`);
  if (texts.ok) globalThis.rollscopeDocs = await texts.text();
}

async function read(request) {
  if (!request.body) return null;
  const chunks = [];
  let length = 0;
  for await (const chunk of request.body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= longest) break;
  }
  const body = new Uint8Array(Math.min(length, longest));
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk.subarray(0, longest - at), at);
    at += chunk.byteLength;
  }
  return body;
}

export default {
  async fetch(request, env) {
    const body = await read(request);
    try {
      await fetchDocs(new URL(request.url).pathname, env.ASSETS);
      resident ??= start();
      return await resident({ url: request.url, method: request.method, headers: request.headers, body });
    } catch (problem) {
      resident = undefined;
      console.error(String(problem));
      return new Response('{"title":"internal error","status":500}\n', { status: 500, headers: { "content-type": "application/problem+json" } });
    }
  },
};

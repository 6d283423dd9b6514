// What the tests send: every route, good and bad, on manifests and scenarios of the project and,
// where it is there, on the corpus beside it.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { deflateRawSync } from "node:zlib";
import { root } from "./harness.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const below = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true }).filter((f) => f.endsWith(ending)).sort().map((f) => join(folder, f));
const json = (value) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
const yaml = (body) => ({ method: "POST", headers: { "content-type": "application/yaml" }, body });

export const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: default}
spec:
  selector: {matchLabels: {app: agent}}
  updateStrategy: {rollingUpdate: {maxUnavailable: 10%}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - {name: agent, image: "registry.example/agent:v2"}
`;
export const nodes = "pools:\n- {name: worker, count: 20}\n- {name: control, count: 3, taints: [{key: node-role.kubernetes.io/control-plane, effect: NoSchedule}]}\n";
export const state = (scenario) => `1.${deflateRawSync(scenario).toString("base64url")}`;

/** Scenario files: [name, text]. */
export const scenarios = below("testdata/scenarios", ".txtar").map((f) => [f, read(f)]);

/** Up to so many manifests of the corpus with a DaemonSet in them, of moderate size; [] where it is absent. */
export function corpus(most) {
  const folder = process.env.ROLLSCOPE_SHARED ?? join(root, "../shared");
  if (!existsSync(join(folder, "corpus"))) return [];
  const found = readdirSync(join(folder, "corpus"), { recursive: true })
    .filter((f) => /\.ya?ml$/.test(f))
    .sort()
    .map((f) => [relative(root, join(folder, "corpus", f)), readFileSync(join(folder, "corpus", f), "utf8")])
    .filter(([, text]) => text.length < 200_000 && /^kind: DaemonSet/m.test(text));
  const every = Math.max(1, Math.floor(found.length / most));
  return found.filter((_, i) => i % every === 0).slice(0, most);
}

const rpc = (method, params, id = 1) => ({ ...json({ jsonrpc: "2.0", id, method, params }), path: "/mcp" });

/** One good request for each route and then some. */
export const good = [
  { path: "/healthz" },
  { path: "/api/v1/version" },
  { path: "/api/v1/openapi.json" },
  { path: "/api/v1/rules" },
  { path: "/api/v1/plan", ...json({ to: agent, nodes, gates: { minAvailable: "80%" } }) },
  { path: "/api/v1/plan?nodes=500", ...yaml(agent) },
  { path: "/api/v1/why", ...json({ files: agent, nodes }) },
  { path: "/api/v1/why?nodes=2&lang=zh", ...yaml(agent), headers: { "content-type": "application/yaml", accept: "text/plain" } },
  { path: "/api/v1/lint", ...json({ files: agent }) },
  { path: "/api/v1/lint?nodes=3", ...yaml(agent) },
  { path: "/api/v1/validate", ...yaml(agent) },
  { path: "/api/v1/run", method: "POST", headers: { "content-type": "text/plain" }, body: scenarios[0][1] },
  { path: `/api/v1/rollout.svg?s=${state(scenarios[0][1])}` },
  { path: `/api/v1/badge.svg?s=${state(scenarios[0][1])}` },
  rpc("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }),
  rpc("tools/list", {}),
  rpc("tools/call", { name: "lint", arguments: { files: agent } }),
  rpc("ping", {}),
];

/** Requests that cannot be answered well: each is a 4xx. */
export const bad = [
  { path: "/api/v1/nowhere" },
  { path: "/api/v1/plan" },
  { path: "/api/v1/plan", method: "DELETE" },
  { path: "/api/v1/plan", ...json({}) },
  { path: "/api/v1/plan", ...json([1]) },
  { path: "/api/v1/plan", ...json({ to: agent, nodes: 5001 }) },
  { path: "/api/v1/plan", ...json({ to: agent, nodes: "x: [" }) },
  { path: "/api/v1/plan?nodes=3", ...yaml("kind: DaemonSet\n\tbroken: tab\n") },
  { path: "/api/v1/plan?nodes=3&what=1", ...yaml(agent) },
  { path: "/api/v1/why?nodes=3", ...yaml("{{ .Values.x }}\n") },
  { path: "/api/v1/lint", method: "POST", headers: { "content-type": "image/png" }, body: "x" },
  { path: "/api/v1/validate", method: "POST", headers: { "content-type": "application/json" }, body: "{" },
  { path: "/api/v1/validate", ...yaml(`a: ${"[".repeat(500)}`) },
  { path: "/api/v1/validate", ...yaml("x: 1\n---\n".repeat(300)) },
  { path: "/api/v1/validate", ...yaml("# " + "x".repeat(1 << 20)) },
  { path: "/api/v1/run", method: "POST", headers: { "content-type": "text/plain" }, body: "" },
  { path: "/api/v1/rollout.svg?s=nonsense" },
  { path: `/api/v1/rollout.svg?s=${state("x".repeat(3 << 20))}` },
  { path: "/api/v1/badge.svg" },
  { path: "/mcp" },
  { path: "/mcp", method: "POST", headers: { "content-type": "application/json" }, body: "{" },
];

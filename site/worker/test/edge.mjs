// The Worker in real workerd, beside the native server and the command line: the same answers,
// the same limits, and an instance that stays.
//
//   node test/edge.mjs     (after make build edge site)
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ask, bundle, check, equal, plain, results, root, startNative, startWorker, startWrangler } from "./harness.mjs";
import { agent, bad, corpus, good, nodes, scenarios } from "./requests.mjs";
import { mcp } from "./mcp.mjs";

const run = promisify(execFile);

// What a program answers with, whatever it ends with.
async function cli(...args) {
  const env = { ...process.env, LANG: "C.UTF-8", NO_COLOR: "1" };
  const { stdout } = await run(join(root, "rollscope"), args, { cwd: root, env, maxBuffer: 1 << 26 }).catch((ended) => ended);
  return stdout;
}

// What must be equal of two answers. What tells the build may differ, and so may hop-by-hop headers.
function essence({ status, headers, body }) {
  if (body.includes('"build":')) headers = { ...headers, etag: "" };
  const kept = ["content-type", "etag", "cache-control", "access-control-allow-origin", "rollscope-exit-code", "content-security-policy", "x-content-type-options", "allow", "vary"];
  return { status, headers: kept.map((k) => [k, headers[k] ?? ""]), body: body.replace(/"build":\s*"[^"]*"/, '"build":""') };
}

const folder = await bundle();
const worker = await startWorker(folder);
const native = await startNative();
const temp = mkdtempSync(join(tmpdir(), "rollscope-edge-test-"));

try {
  await check("every route answers, with the native server's bytes", async () => {
    for (const request of good) {
      const [a, b] = await Promise.all([ask(worker.url, request), ask(native.url, request)]);
      if (a.status !== 200) throw new Error(`${request.path}: ${a.status} ${a.body.slice(0, 300)}`);
      equal(essence(a), essence(b), request.path);
    }
  });

  await check("bad requests get a 4xx that says why, the same as natively", async () => {
    for (const request of bad) {
      const [a, b] = await Promise.all([ask(worker.url, request), ask(native.url, request)]);
      if (a.status < 400 || a.status > 499) throw new Error(`${request.path} ${request.body?.slice(0, 50)}: ${a.status} ${a.body.slice(0, 200)}`);
      equal(essence(a), essence(b), `${request.method ?? "GET"} ${request.path}`);
      if (a.headers["content-type"]?.includes("json")) JSON.parse(a.body);
    }
  });

  await check("each limit is named", async () => {
    const limits = JSON.parse((await ask(worker.url, { path: "/api/v1/version" })).body).limits;
    const say = async (body, type, path = "/api/v1/validate") => {
      const answer = await ask(worker.url, { path, method: "POST", headers: { "content-type": type }, body });
      return JSON.parse(answer.body);
    };
    equal((await say("# " + "x".repeat(limits.bytes), "application/yaml")).limit, "bytes", "a long body");
    equal((await say("a: 1\n---\n".repeat(limits.documents + 1), "application/yaml")).limit, "documents", "many documents");
    equal((await say(JSON.stringify({ to: agent, nodes: { content: `pools: [{name: a, count: ${limits.nodes + 1}}]` } }), "application/json", "/api/v1/plan")).limit, "nodes", "many nodes");
    const long = `# Long\n\n$ kubectl apply -f a.yaml\n...\n${"$ advance 29d\n...\n$ kubectl rollout restart ds/agent\n...\n".repeat(2000)}-- a.yaml --\n${
      `{apiVersion: v1, kind: List, items: [${Array.from({ length: 400 }, (_, i) => `{apiVersion: v1, kind: Node, metadata: {name: n${i}}}`).join(", ")}]}`}\n---\n${agent}`;
    equal((await say(long, "text/plain", "/api/v1/run")).limit, "events", "much simulated work");
  });

  await check("scenario files come to the same in the Worker, natively and on the command line", async () => {
    for (const [name, text] of scenarios) {
      const request = { path: `/api/v1/run?filename=${encodeURIComponent(name)}`, method: "POST", headers: { "content-type": "text/plain" }, body: text };
      const [a, b, c] = await Promise.all([ask(worker.url, request), ask(native.url, request), cli("test", "-o", "json", name)]);
      equal([a.status, a.body], [b.status, b.body], `${name} natively`);
      equal(a.body, c, `${name} on the command line`);
    }
  });

  await check("manifests of the corpus come to the same in the Worker, natively and on the command line", async () => {
    const manifests = corpus(20);
    if (manifests.length === 0) {
      console.log("     skipped: there is no ../shared/corpus here");
      return;
    }
    const pool = join(temp, "nodes.yaml");
    writeFileSync(pool, nodes);
    for (const [name, text] of manifests) {
      const files = [{ name, content: text }];
      for (const [route, body, args] of [
        ["plan", { to: files, nodes: { name: pool, content: nodes } }, ["plan", "-f", name, "--nodes", pool, "-o", "json"]],
        ["why", { files, nodes: { name: pool, content: nodes } }, ["why", "-f", name, "--nodes", pool, "-o", "json"]],
        ["validate", { files }, ["validate", "-f", name, "-o", "json"]],
        ["lint", { files }, ["lint", name, "--format", "json"]],
      ]) {
        const request = { path: `/api/v1/${route}`, method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
        const [a, b, c] = await Promise.all([ask(worker.url, request), ask(native.url, request), cli(...args)]);
        equal([a.status, a.body], [b.status, b.body], `${route} ${name} natively`);
        if (a.status === 200) equal(a.body, c, `${route} ${name} on the command line`);
      }
    }
  });

  await check("200 requests at once are all answered, and the same", async () => {
    const request = good.find((r) => r.path === "/api/v1/plan");
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(worker.url, request)));
    equal([...new Set(answers.map((a) => `${a.status} ${a.body.length}`))].length, 1, "different answers");
    equal(answers[0].status, 200, "status");
  });

  await check("ten thousand requests in a row do not grow the memory more than a plain worker's", async () => {
    const beside = await startWorker(plain());
    const heavy = /plan|why|run|svg/; // one in ten of these, so that ten thousand do not take minutes
    const [light, some] = [good.filter((r) => !heavy.test(r.path)), good.filter((r) => heavy.test(r.path) && !r.path.includes("500"))];
    const requests = Array.from({ length: 10 * some.length }, (_, i) => (i % 10 === 0 ? some[i / 10] : light[i % light.length]));
    const grow = async (to) => {
      for (let i = 0; i < 2000; i++) await ask(to.url, requests[i % requests.length]);
      const before = to.memory();
      for (let i = 0; i < 8000; i++) await ask(to.url, requests[i % requests.length]);
      return to.memory() - before;
    };
    const [ours, theirs] = await Promise.all([grow(worker), grow(beside)]);
    await beside.stop();
    console.log(`     after 2,000 requests, 8,000 more: ${ours.toFixed(0)} MB more, a plain worker ${theirs.toFixed(0)} MB more; ${worker.memory().toFixed(0)} MB in all`);
    if (ours > theirs + 24) throw new Error("it grows");
  });

  await check("the official client of the Model Context Protocol talks to the Worker and to the native server", async () => {
    const told = [];
    for (const url of [worker.url, native.url]) told.push(await mcp(`${url}/mcp`));
    equal(told[0], told[1], "what the client was told");
  });
} finally {
  await worker.stop();
  await native.stop();
  rmSync(temp, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

const whole = await startWrangler();
try {
  await check("wrangler serves the site's files beside the routes", async () => {
    const page = await ask(whole.url, { path: "/" });
    equal([page.status, page.body.includes("<div id=\"app\">")], [200, true], "the page");
    const script = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(page.body)[1];
    const asset = await ask(whole.url, { path: `/${script}` });
    equal([asset.status, /immutable/.test(asset.headers["cache-control"] ?? "")], [200, true], `caching of ${script}`);
    equal((await ask(whole.url, { path: `/${script}.br` })).status, 404, "compressed siblings are not deployed");
    equal((await ask(whole.url, { path: "/healthz" })).status, 200, "/healthz");
    equal((await ask(whole.url, { path: "/nowhere" })).status, 404, "/nowhere");
    if (!page.headers["content-security-policy"]?.includes("script-src")) throw new Error("the page comes without a content security policy");
  });
} finally {
  await whole.stop();
}

console.log(`${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed || results.passed === 0 ? 1 : 0);

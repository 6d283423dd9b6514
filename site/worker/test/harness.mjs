// What the tests of the Worker share: the Worker in real workerd, the native server, and a way
// to say what must hold. Everything runs on the loopback and needs no network.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output, site, workerd, wrangler } from "../wrangler.mjs";

export const root = new URL("../../../", import.meta.url).pathname;

/** Bundles the Worker as a deployment would; answers with the folder. */
export async function bundle() {
  const folder = mkdtempSync(join(tmpdir(), "rollscope-edge-"));
  const { code, text } = await output(wrangler("deploy", "--dry-run", "--outdir", folder));
  if (code !== 0) throw new Error(`wrangler ended with ${code}:\n${text}`);
  return folder;
}

/** A worker of nothing but JavaScript, to measure beside. */
export function plain() {
  const folder = mkdtempSync(join(tmpdir(), "rollscope-plain-"));
  writeFileSync(join(folder, "worker.js"), `export default { async fetch(r) { if (r.body) await r.text(); return new Response("{}\\n"); } };`);
  return folder;
}

/** Runs a bundled folder in workerd itself: {url, memory, cpu, stop}. Dates are from wrangler.jsonc. */
export async function startWorker(folder) {
  const modules = readdirSync(folder)
    .filter((f) => /\.(js|wasm)$/.test(f))
    .sort((a, b) => Number(b.endsWith(".js")) - Number(a.endsWith(".js"))) // the first is the main one
    .map((f) => (f.endsWith(".js") ? `(name = "${f}", esModule = embed "${f}")` : `(name = "./${f}", wasm = embed "${f}")`));
  const date = /"compatibility_date": "([\d-]+)"/.exec(readFileSync(join(site, "wrangler.jsonc"), "utf8"))[1];
  writeFileSync(join(folder, "config.capnp"), `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [ (name = "main", worker = .edge), (name = "assets", disk = "${join(site, "dist")}") ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);

const edge :Workerd.Worker = ( modules = [ ${modules.join(", ")} ], compatibilityDate = "${date}",
  bindings = [ (name = "ASSETS", service = "assets") ] );
`);
  // Compiled, as reading the text keeps several copies of the program in memory.
  const config = join(folder, "config.bin");
  writeFileSync(config, execFileSync(workerd, ["compile", "--config-only", join(folder, "config.capnp")], { maxBuffer: 1 << 28 }));
  const child = spawn(workerd, ["serve", "--control-fd=3", "--binary", config], { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const port = await new Promise((done, fail) => {
    child.stdio[3].on("data", (b) => {
      for (const line of String(b).split("\n")) if (line.includes('"listen"')) done(JSON.parse(line).port);
    });
    child.once("exit", (code) => fail(new Error(`workerd ended with ${code}`)));
  });
  const proc = (file) => readFileSync(`/proc/${child.pid}/${file}`, "utf8");
  return {
    url: `http://127.0.0.1:${port}`,
    /** Megabytes of memory. */
    memory: () => Number(/^VmRSS:\s+(\d+)/m.exec(proc("status"))[1]) / 1024,
    /** Milliseconds of CPU used so far, by all threads. */
    cpu: () => proc("stat").slice(proc("stat").lastIndexOf(")") + 2).split(" ").slice(11, 13).reduce((sum, ticks) => sum + Number(ticks) * 10, 0),
    stop: () => ended(child, () => child.kill()),
  };
}

/** The Worker with its assets as `wrangler dev` runs it: {url, stop}. */
export async function startWrangler() {
  const child = wrangler("dev", "--local", "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0");
  const url = await hears(child, /Ready on (http:\/\/[\d.:]+)/);
  return { url, stop: () => ended(child, () => process.kill(-child.pid, "SIGTERM")) };
}

/** Waits until a process prints what fits; answers with the first group. */
function hears(child, pattern) {
  let log = "";
  return new Promise((done, fail) => {
    const hear = (bytes) => {
      log += bytes;
      const found = pattern.exec(log);
      if (found) done(found[1]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => fail(new Error(`${child.spawnargs.join(" ")} ended with ${code}:\n${log}`)));
  });
}

function ended(child, stop) {
  return new Promise((done) => {
    child.once("close", done);
    stop();
    setTimeout(() => child.kill("SIGKILL"), 5000).unref();
  });
}

/** rollscope serve, on a port of its own: {url, stop}. */
export async function startNative(...args) {
  const child = spawn(`${root}rollscope`, ["serve", "--listen", "127.0.0.1:0", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const url = await hears(child, /(http:\/\/127\.0\.0\.1:\d+)/);
  return { url, stop: () => ended(child, () => child.kill("SIGTERM")) };
}

export const results = { passed: 0, failed: 0 };

export async function check(name, run) {
  const began = performance.now();
  try {
    await run();
    results.passed++;
    console.log(`ok   ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (problem) {
    results.failed++;
    console.log(`FAIL ${name}\n     ${String(problem?.stack ?? problem).replaceAll("\n", "\n     ")}`);
  }
}

export function equal(got, want, what) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a === b) return;
  let i = 0;
  while (a[i] === b[i]) i++;
  throw new Error(`${what}: differs at ${i}: got …${a?.slice(Math.max(0, i - 80), i + 160)}, want …${b?.slice(Math.max(0, i - 80), i + 160)}`);
}

/** Asks for a route and reads the answer whole: {status, headers, body}. */
export async function ask(url, { method = "GET", path, headers = {}, body }) {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }), redirect: "manual" });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

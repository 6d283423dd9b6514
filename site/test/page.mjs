// Opens the page in a real Chromium and uses it as a person does: every file of test/page in turn.
//
//   node test/page.mjs [--only NAME] [folder for screenshots]
//
// Each file exports a function of {context, url, shots}: the browser's context, the address of the
// page, the folder for screenshots or undefined. It may export options of the browser, too. Prints `N passed, N failed` at the end.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, launch, results, serve } from "./harness.mjs";

const args = process.argv.slice(2);
const only = args[0] === "--only" ? args.splice(0, 2)[1] : undefined;
const shots = args[0];
if (shots) mkdirSync(shots, { recursive: true });

const folder = new URL("page/", import.meta.url);
const files = readdirSync(folder).filter((f) => f.endsWith(".mjs") && (!only || f === `${only}.mjs`)).sort();
const server = await serve();
try {
  for (const file of files) {
    const profile = mkdtempSync(join(tmpdir(), "rollscope-page-"));
    const { default: run, options } = await import(new URL(file, folder));
    const context = await launch(profile, options);
    try {
      await run({ context, url: server.url, shots });
    } catch (problem) {
      await check(file, () => { throw problem; });
    } finally {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    }
  }
} finally {
  server.stop();
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed || results.passed === 0 ? 1 : 0);

// Walks through the page in other browsers than Chromium, in which page.mjs uses it.
//
//   node test/browsers.mjs [--shots FOLDER] [firefox] [webkit]
//
// FIREFOX, WEBKIT and WEBKIT_DRIVER name other programs than Debian's; see harness.mjs, too.
// Prints `N passed, N failed` at the end.
import { mkdirSync } from "node:fs";
import { open as firefox } from "./browsers/firefox.mjs";
import { walk } from "./browsers/walk.mjs";
import { listens, open as webkit } from "./browsers/webkit.mjs";
import { check, dist, results, serve } from "./harness.mjs";

const browsers = {
  firefox: { browser: firefox, serve },
  webkit: { browser: webkit, serve: () => serve(listens(dist)) },
};
const args = process.argv.slice(2);
const shots = args[0] === "--shots" ? args.splice(0, 2)[1] : undefined;
if (shots) mkdirSync(shots, { recursive: true });

for (const name of args.length > 0 ? args : Object.keys(browsers)) {
  const began = Date.now();
  try {
    await walk({ name, ...browsers[name], shots });
  } catch (problem) {
    await check(name, () => { throw problem; });
  }
  console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed || results.passed === 0 ? 1 : 0);

// Firefox as it is installed, through Playwright, which speaks WebDriver BiDi with it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firefox } from "playwright-core";

/** Opens Firefox with a profile that nothing is in; problems gets what the console shows. What may be wanted: see walk.mjs. */
export async function open(problems, { dark = false, still = false, forced = false, without = "" } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "rollscope-firefox-"));
  const context = await firefox.launchPersistentContext(profile, {
    channel: "moz-firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    headless: true,
    viewport: { width: 1280, height: 900 },
    firefoxUserPrefs: {
      "app.normandy.enabled": false,
      "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
      "ui.prefersReducedMotion": still ? 1 : 0,
      "browser.display.document_color_use": forced ? 2 : 0,
    },
  });
  const page = await context.newPage();
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && problems.push(`console: ${m.text()}`));
  page.on("pageerror", (e) => problems.push(`error: ${e.message}`));
  if (without) await page.addInitScript(`delete globalThis.${without}`);
  const photograph = page.screenshot.bind(page);
  return Object.assign(page, {
    screenshot: async (options) => {
      await photograph(options);
      await page.waitForTimeout(200);
      // Playwright hides the cursor by a style sheet that the page does not let in.
      problems.splice(0, problems.length, ...problems.filter((p) => !p.includes("style-src-elem")));
    },
    version: `Firefox ${context.browser()?.version() ?? ""}`,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  });
}

// What every test of the page uses: a server, a real Chromium, and a way to say what must hold.
// CHROMIUM names another browser than Debian's, SERVE another server, DIST another folder with the page.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { chromium } from "playwright-core";

const site = new URL("..", import.meta.url).pathname;
export const serverFile = process.env.SERVE ?? join(site, "../dist/rollscope");

/** The folder with the page. */
export const dist = process.env.DIST ?? join(site, "dist");

/** Serves a folder with the page. */
export async function serve(folder = dist) {
  const server = spawn(serverFile, ["serve", "--listen", "127.0.0.1:0", "--log", "none", "--site", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((done, fail) => {
    server.stdout.once("data", (b) => done(String(b).trim()));
    server.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
  });
  return { url, stop: () => server.kill() };
}

/** Opens a browser. options are those of Playwright, such as serviceWorkers. */
export async function launch(profile, options = {}) {
  return chromium.launchPersistentContext(profile, {
    ...options,
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
  });
}

export const results = { passed: 0, failed: 0 };

export async function check(name, run) {
  try {
    await run();
    results.passed++;
    console.log(`ok   ${name}`);
  } catch (problem) {
    results.failed++;
    console.log(`FAIL ${name}\n     ${String(problem).replaceAll("\n", "\n     ")}`);
  }
}

export function equal(got, want, what) {
  if (JSON.stringify(got) !== JSON.stringify(want)) throw new Error(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

/** What a reader sees: nodes with their pods, and the moment. */
export function picture(page) {
  return page.evaluate(() => ({
    now: document.querySelector("[data-testid=now]").textContent,
    nodes: [...document.querySelectorAll("[data-testid=node]")].map((n) => [
      n.getAttribute("aria-label"),
      ...[...n.querySelectorAll("[data-testid=pod]")].map((p) => `${p.dataset.tag}/${p.dataset.state}`),
    ]),
  }));
}

/** Waits until the page shows something else than before, and then rests. */
export async function changes(page, act) {
  const before = JSON.stringify(await picture(page)) + (await scrub(page));
  await act();
  await page.waitForFunction(
    ([was]) => {
      const now = document.querySelector("[data-testid=now]").textContent;
      return was !== now + document.querySelector("[data-testid=scrub]").dataset.event;
    },
    [JSON.parse(before.slice(0, before.lastIndexOf("}") + 1)).now + before.slice(before.lastIndexOf("}") + 1)],
    { timeout: 5000 },
  );
}

/** Waits until the page has come to rest: nothing in it has changed for a while, and nothing moves. */
export function settled(page) {
  return page.evaluate(async () => {
    const root = document.documentElement;
    await new Promise((done) => {
      let timer = setTimeout(done, 120);
      new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(done, 120);
      }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {})));
  });
}

/** The number of the event that is shown. */
export const scrub = (page) => page.locator("[data-testid=scrub]").getAttribute("data-event");

export async function open(context, url, problems) {
  const page = await context.newPage();
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && problems.push(`console: ${m.text()}`));
  page.on("pageerror", (e) => problems.push(`error: ${e.message}`));
  page.on("request", (r) => {
    const u = new URL(r.url());
    if (u.protocol !== "data:" && u.protocol !== "blob:" && u.origin !== new URL(url).origin) problems.push(`request: ${r.url()}`);
  });
  await page.addInitScript(() => {
    window.stalls = [];
    new PerformanceObserver((list) => window.stalls.push(...list.getEntries().map((e) => e.duration))).observe({ entryTypes: ["longtask"] });
  });
  await page.goto(url);
  await page.waitForSelector("[data-testid=stage] [data-stop], [data-testid=map]", { timeout: 20_000 });
  await page.waitForSelector("main[aria-busy=false]", { timeout: 20_000 });
  return page;
}

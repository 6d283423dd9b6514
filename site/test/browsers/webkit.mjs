// WebKit, by the W3C's WebDriver protocol: the few methods of Playwright's page that walk.mjs uses.
// Playwright itself drives only a WebKit of its own making; decisions/0020-browsers.md has more.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const driverFile = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
const browserFile = process.env.WEBKIT ?? readdirSync("/usr/lib").map((d) => `/usr/lib/${d}/webkit2gtk-4.1/MiniBrowser`).find((f) => existsSync(f));
const element = "element-6066-11e4-a52e-4f735466cecf"; // how the protocol names an element
const keys = { Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C", Home: "\uE011", End: "\uE010", ArrowLeft: "\uE012", ArrowRight: "\uE014" };

/** What WebKit's engine reads from its environment. */
const lack = { WebAssembly: "JSC_useWasm" };

/**
 * What stands first in the page, since the protocol tells nothing of the console. An error without
 * an exception is the browser's word that a size is told one frame later.
 */
const listening = `window.heard = [];
for (const level of ["error", "warn"]) console[level] = (...args) => void heard.push("console: " + args.join(" "));
addEventListener("error", (e) => (e.error || e.target !== window) && heard.push("error: " + (e.message ?? e.target.src ?? e.target.href)), true);
addEventListener("unhandledrejection", (e) => void heard.push("rejected: " + e.reason));
addEventListener("securitypolicyviolation", (e) => void heard.push("policy: " + e.violatedDirective + " " + e.blockedURI));
`;

/** A copy of the page's folder in which the page listens to itself. */
export function listens(dist) {
  const folder = mkdtempSync(join(tmpdir(), "rollscope-site-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  cpSync(dist, folder, { recursive: true });
  rmSync(join(folder, "index.html.br"), { force: true });
  writeFileSync(join(folder, "listening.js"), listening);
  const page = join(folder, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace("<script ", '<script src="./listening.js"></script><script '));
  return folder;
}

/** Opens WebKit with a profile that nothing is in; problems gets what the console shows. What may be wanted: see walk.mjs. */
export async function open(problems, { dark = false, still = false, without = "" } = {}) {
  const config = settings(still);
  const [screen, display] = await openScreen();
  const port = await free();
  const driver = spawn(driverFile, [`--port=${port}`], {
    detached: true, // with a group of its own, which ends whole
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      GTK_THEME: dark ? "Adwaita:dark" : "Adwaita",
      LANG: "C.UTF-8",
      NO_AT_BRIDGE: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1", // six times as many frames where there is no GPU
      XDG_CONFIG_HOME: config,
      ...(without && { [lack[without]]: "0" }),
    },
  });
  const stop = () => {
    process.off("exit", stop);
    process.kill(-driver.pid);
    screen.kill();
    rmSync(config, { recursive: true, force: true });
  };
  process.once("exit", stop);
  try {
    return await Page.begin(`http://127.0.0.1:${port}`, problems, stop);
  } catch (problem) {
    stop();
    throw problem;
  }
}

/** A folder with what GTK reads: whether things move, and a window that can be as narrow as a phone. */
function settings(still) {
  const folder = mkdtempSync(join(tmpdir(), "rollscope-webkit-"));
  mkdirSync(join(folder, "gtk-3.0"));
  writeFileSync(join(folder, "gtk-3.0/settings.ini"), `[Settings]\ngtk-enable-animations=${still ? 0 : 1}\n`);
  writeFileSync(join(folder, "gtk-3.0/gtk.css"), "button, entry, box { margin: 0; padding: 0; min-width: 0; border: 0 }");
  return folder;
}

/** A screen that nobody sees, and its name. */
async function openScreen() {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((done, fail) => {
    screen.stdio[3].once("data", (b) => done(String(b).trim()));
    screen.once("error", fail).once("exit", () => fail(new Error("there is no Xvfb")));
  });
  return [screen, `:${number}`];
}

function free() {
  const server = createServer();
  return new Promise((done) => server.listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => done(port));
  }));
}

class Page {
  #base;
  #problems;
  #stop;
  keyboard = { press: (key) => this.#keys(key), type: (text) => this.#keys(...text) };

  static async begin(driver, problems, stop) {
    const page = new Page();
    page.#problems = problems;
    page.#stop = stop;
    page.#base = driver;
    await page.#ready();
    const options = { binary: browserFile, args: ["--automation"] };
    const { sessionId, capabilities } = await page.#ask("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } });
    page.#base = `${driver}/session/${sessionId}`;
    page.version = `${capabilities.browserName} ${capabilities.browserVersion}`;
    return page;
  }

  async #ready() {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#ask("GET", "/status");
      } catch (problem) {
        if (tries === 100) throw problem;
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  }

  async #ask(method, path, body = {}, within = 60_000) {
    const answer = await fetch(this.#base + path, { method, signal: AbortSignal.timeout(within), ...(method === "POST" ? { body: JSON.stringify(body) } : {}) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message || path}`);
    return value;
  }

  goto = (url) => this.#ask("POST", "/url", { url });
  reload = () => this.#ask("POST", "/refresh");

  /** Runs a function in the page, with one argument that JSON can carry; waits for what it promises. */
  async evaluate(run, arg = null) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${run})(arguments[0]))
        .then((value) => ({ value }), (e) => ({ problem: String(e) }))
        .then((came) => done({ ...came, heard: window.heard?.splice(0) ?? [] }));`;
    const { value, problem, heard } = await this.#ask("POST", "/execute/async", { script, args: [arg] });
    this.#problems.push(...heard);
    if (problem !== undefined) throw new Error(problem);
    return value;
  }

  async waitForFunction(run, arg = null, { timeout = 20_000 } = {}) {
    for (const end = Date.now() + timeout; ; ) {
      if (await this.evaluate(run, arg).catch(() => false)) return;
      if (Date.now() > end) throw new Error(`never true: ${run}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async #find(selector) {
    await this.waitForFunction((s) => document.querySelector(s), selector);
    return (await this.#ask("POST", "/element", { using: "css selector", value: selector }))[element];
  }

  async click(selector) {
    await this.#ask("POST", `/element/${await this.#find(selector)}/click`);
  }

  async #keys(...pressed) {
    const actions = pressed.map((key) => keys[key] ?? key).flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
    await this.#ask("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  async setViewportSize({ width, height }) {
    for (let tries = 0; tries < 5; tries++) {
      const [w, h] = await this.evaluate(() => [innerWidth, innerHeight]);
      if (w === width && h === height) return;
      const outer = await this.#ask("GET", "/window/rect");
      const rect = { x: 0, y: 0, width: outer.width + width - w, height: outer.height + height - h };
      // The driver waits for the window to change, which it may have done already.
      await this.#ask("POST", "/window/rect", rect, 5_000).catch(() => {});
      await this.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height], { timeout: 2_000 }).catch(() => {});
    }
    throw new Error(`the window does not become ${width} by ${height}`);
  }

  async screenshot({ path }) {
    writeFileSync(path, Buffer.from(await this.#ask("GET", "/screenshot"), "base64"));
  }

  async close() {
    await this.#ask("DELETE", "").catch(() => {});
    this.#stop();
  }
}

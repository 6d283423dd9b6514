// Photographs the page as visitors see it, into a folder: dist/shots
//
//   node tools/shots.mjs [--pictures] [folder]
//
// With --pictures, those of the README are made anew, too. The rest is for one's own eyes:
// look for alignment, contrast, what overflows or is cut off, emptiness.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changes, launch, open, serve } from "../test/harness.mjs";
import { fleet, linkTo } from "../test/scenarios.mjs";

const args = process.argv.slice(2).filter((a) => a !== "--pictures");
const folder = args[0] ?? new URL("../../dist/shots", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

/** What the README shows, and of which shot. */
const pictures = process.argv.includes("--pictures") ? { rollout: "playground.webp", stuck: "stuck.webp", chinese: "playground.zh.webp", "stuck.zh": "stuck.zh.webp" } : {};

const tab = (page, id) => page.locator(`#tab-${id}`).click();
const text = (page, words) => page.getByText(words).first().waitFor({ timeout: 20_000 });

/** Half of the opening's rollout, and nothing moving any more. */
async function midway(page) {
  for (let i = 0; i < 4; i++) await changes(page, () => page.locator("body").press("w"));
  for (let i = 0; i < 3; i++) await changes(page, () => page.locator("body").press("ArrowRight"));
}

const shots = {
  opening: {},
  rollout: { act: midway },
  dark: { colorScheme: "dark", act: midway },
  chinese: { search: "?lang=zh", act: midway },
  stuck: { act: stuck },
  "stuck.zh": { search: "?lang=zh", act: stuck },
  why: {
    act: async (page) => {
      await midway(page);
      await page.locator("[data-stop^=n]").nth(3).click();
      await page.locator("#panel tbody, #panel li").first().waitFor();
    },
  },
  sweep: { scenario: fleet(60), act: sweep },
  lesson: { hash: "#lesson=lessons/05-labels-change", act: (page) => page.getByTestId("lesson-title").waitFor() },
  editor: {
    act: async (page) => {
      await tab(page, "editor");
      await page.locator(".cm-content").first().waitFor();
    },
  },
  prompt: {
    act: async (page) => {
      await tab(page, "prompt");
      await page.getByRole("textbox").first().fill("kubectl get pods -o wide -n logging");
      await page.keyboard.press("Enter");
      await text(page, "NOMINATED");
    },
  },
  map: { scenario: fleet(1000, { maxUnavailable: "10%" }), act: (page) => changes(page, () => page.locator("body").press("w")) },
  phone: { width: 360, height: 740, act: midway },
  tablet: { width: 768, height: 1024, act: midway },
};

/** A node is lost in the middle of a rollout, which waits for it. */
async function stuck(page) {
  for (let i = 0; i < 4; i++) await changes(page, () => page.locator("body").press("w"));
  await tab(page, "prompt");
  await page.getByTestId("prompt-line").fill("break node/worker-2");
  await page.keyboard.press("Enter");
  await page.getByTestId("entry").first().waitFor();
  await page.getByTestId("prompt-line").blur();
  await page.locator("body").press("e");
  await page.locator("[data-testid=outcome].bad").waitFor({ timeout: 20_000 });
  await tab(page, "why");
  await page.locator("[data-testid=why-rollout] tbody").first().waitFor();
  await page.locator("[data-testid=why-rollout] .command").first().waitFor();
}

async function sweep(page) {
  await tab(page, "sweep");
  await page.getByTestId("sweep-run").click();
  await page.locator("[data-testid=swept]").nth(5).waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => !document.querySelector("[data-testid=sweep] progress"), null, { timeout: 60_000 });
}

/** A picture in a third of the bytes; the browser makes it. */
async function webp(png) {
  const blank = await context.newPage();
  const url = await blank.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.82);
  }, `data:image/png;base64,${png.toString("base64")}`);
  await blank.close();
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

const server = await serve();
const profile = mkdtempSync(join(tmpdir(), "rollscope-shots-"));
const context = await launch(profile);
try {
  for (const [name, { width = 1440, height = 900, colorScheme = "light", search = "", hash = "", scenario, act }] of Object.entries(shots)) {
    const page = await open(context, scenario ? linkTo(server.url, scenario, search) : `${server.url}${search}${hash}`, []);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await act?.(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {}))));
    const png = await page.screenshot({ path: join(folder, `${name}.png`) });
    if (pictures[name]) writeFileSync(new URL(`../content/pictures/${pictures[name]}`, import.meta.url), await webp(png));
    console.log(join(folder, `${name}.png`));
    await page.close();
  }
} finally {
  await context.close();
  server.stop();
  rmSync(profile, { recursive: true, force: true });
}

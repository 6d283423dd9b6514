// The frame of the page: the first picture, the stage, the timeline with its branches, keys, sizes,
// colours, and what axe says of each.
import { join } from "node:path";
import { violations } from "../axe.mjs";
import { changes, check, equal, open, picture, settled } from "../harness.mjs";
import { fleet, linkTo } from "../scenarios.mjs";

const ready = (page) => page.waitForSelector("main[aria-busy=false]", { timeout: 30_000 });

export default async function ({ context, url, shots }) {
  const problems = [];
  const look = (page, name) => shots && page.screenshot({ path: join(shots, `frame-${name}.png`) });

  await check("a picture is drawn before any wasm has arrived, and then nothing jumps", () => beforeWasm(context, url));

  const page = await open(context, url, problems);
  const clean = async (what, exclude) => equal(await violations(page, exclude), [], `axe, ${what}`);

  await check("the scrubber comes back to the same picture", () => backAndForth(page));
  await check("a fork goes on by itself, and two branches can be compared", async () => {
    await forkAndCompare(page);
    await look(page, "compare");
    await clean("comparing");
  });
  await check("nodes and pods are picked by keyboard alone", () => keyboard(page, url));
  await check("every panel is clean for axe", async () => {
    const found = [];
    for (const tab of await page.locator("[role=tab]").all()) {
      await tab.click();
      await settled(page);
      for (const one of await violations(page)) found.push(`${await tab.textContent()}: ${one}`);
    }
    equal(found, [], "axe");
  });
  await check("the theme is chosen, kept, and clean", async () => {
    await theme(page);
    await look(page, "dark");
    await clean("dark", ["#panel"]);
    await page.locator("[data-testid=theme]").click();
  });
  await check("forced colours keep every shape", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    await settled(page);
    await look(page, "forced");
    equal(await page.locator("[data-testid=pod] svg path.line").first().evaluate((p) => getComputedStyle(p).stroke !== "none"), true, "glyph");
    await page.emulateMedia({ forcedColors: "none" });
  });
  await check("without motion nothing moves", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--quick").trim()), "0s", "--quick");
    await page.emulateMedia({ reducedMotion: "no-preference" });
  });
  await check("a hidden page pauses", () => hidden(page));
  await check("on a phone the transport stays in reach, and Chinese fits", async () => {
    await phone(page);
    await clean("phone", ["#panel"]);
    await page.locator("[data-testid=language]").click();
    await look(page, "phone-zh");
    await clean("Chinese", ["#panel"]);
    equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "width in Chinese");
    await page.locator("[data-testid=language]").click();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await check("nothing but our own scripts runs, and nobody makes HTML from text", async () => {
    await policy(page);
    problems.splice(0, problems.length, ...problems.filter((p) => !p.includes("requires 'Trusted"))); // that was the point
  });

  await check("sixty nodes are cells, grouped and searched; a search makes cards of few", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, fleet(60, { maxUnavailable: 5 })));
    await ready(page);
    await cells(page);
    await look(page, "sixty");
    await clean("cells", ["#panel"]);
  });
  await check("a rollout that hangs says what it waits for", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, fleet(5, { v2: "pull=1s never-ready", after: "$ kubectl cordon n0002\n...\n$ break node/n0004\n$ advance 60s\n" })));
    await ready(page);
    await stuck(page);
    await look(page, "stuck");
    await clean("stuck", ["#panel"]);
  });
  await check("a thousand nodes are a map that keys can walk", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, fleet(1000, { maxUnavailable: "10%" })));
    await ready(page);
    await map(page);
    await look(page, "map");
    await clean("map", ["#panel"]);
  });
  await check("a frame in another page has the picture and the transport only", async () => {
    await page.goto("about:blank");
    await page.setViewportSize({ width: 700, height: 560 });
    await page.goto(`${url}?embed`);
    await ready(page);
    equal(await page.locator("header.top, .dock").count(), 0, "header and panels");
    await changes(page, () => page.locator("body").press("w"));
    await look(page, "embed");
    await clean("embedded");
  });
  await check("nothing is reported to the console", async () => equal(problems, [], "problems"));
  await page.close();
}

async function beforeWasm(context, url) {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  let release;
  const held = new Promise((done) => (release = done));
  await context.route("**/*.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(url);
  await page.waitForSelector("[data-testid=pod]");
  equal(await page.getAttribute("main", "aria-busy"), "true", "busy");
  const places = () => page.evaluate(() => [...document.querySelectorAll("[data-testid=node], [data-testid=pod], .field, .deck, [data-testid=told]")]
    .map((e) => Object.values(e.getBoundingClientRect().toJSON()).slice(0, 4).map(Math.round)));
  await settled(page);
  const before = [await picture(page), await places()];
  equal(before[0].nodes.length, 5, "nodes");
  await page.keyboard.press("w"); // asked before there is a simulator; it is not lost
  release();
  await ready(page);
  await page.waitForFunction(() => document.querySelector("[data-state=Terminating]"), null, { timeout: 10_000 });
  await page.keyboard.press("Home");
  await page.waitForFunction(() => !document.querySelector("[data-state=Terminating]"));
  equal([await picture(page), await places()], before, "picture and places");
  await context.unroute("**/*.wasm");
  await page.close();
}

/** Sets the scrubber to a share of the axis. */
async function scrubTo(page, share) {
  await page.locator("[data-testid=scrub]").evaluate((r, part) => {
    r.value = String(Number(r.min) + (Number(r.max) - Number(r.min)) * part);
    r.dispatchEvent(new Event("input", { bubbles: true }));
  }, share);
  await settled(page);
}

async function backAndForth(page) {
  await changes(page, () => page.locator("body").press("e"));
  await page.waitForFunction(() => document.querySelector("[data-testid=outcome]").textContent.includes("rolled out at"));
  await scrubTo(page, 0.3);
  const there = await picture(page);
  await scrubTo(page, 0.6);
  const further = await picture(page);
  if (JSON.stringify(further) === JSON.stringify(there)) throw new Error("nothing moved");
  await scrubTo(page, 0.1);
  await scrubTo(page, 0.3);
  equal(await picture(page), there, "picture");
  await scrubTo(page, 0.6);
  equal(await picture(page), further, "picture further on");
  await page.locator("[data-testid=scrub]").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"]) await changes(page, () => page.keyboard.press(key));
  equal(await picture(page), further, "picture after keys on the handle");
}

async function forkAndCompare(page) {
  await scrubTo(page, 0.3);
  await page.locator("[data-testid=fork]").click();
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=lane]").length === 2);
  const lanes = page.locator("[data-testid=lane]");
  equal(await lanes.nth(1).getAttribute("aria-pressed"), "true", "the new branch");
  await changes(page, () => page.locator("body").press("w"));
  const onBranch = await picture(page);
  await lanes.nth(0).click();
  await page.waitForFunction(() => document.querySelector("[data-testid=lane]").getAttribute("aria-pressed") === "true");
  if (JSON.stringify(await picture(page)) === JSON.stringify(onBranch)) throw new Error("both branches look the same");
  await page.locator("[data-testid=compare]").check();
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=compared] tbody tr").length === 2);
  equal(await page.locator("svg path.line").count() >= 2, true, "curves");
}

async function keyboard(page, url) {
  await page.goto("about:blank");
  await page.goto(url);
  await ready(page);
  const stop = () => page.evaluate(() => document.activeElement.dataset.stop ?? document.activeElement.tagName);
  for (let i = 0; i < 12 && !/^n\d/.test(await stop()); i++) await page.keyboard.press("Tab");
  equal(await stop(), "n0", "the first stop");
  await page.keyboard.press("ArrowRight");
  equal(await stop(), "n1", "to the right");
  await page.keyboard.press("ArrowDown");
  equal((await stop())[0], "p", "into the card");
  await page.keyboard.press("Enter");
  equal(await page.locator("[data-testid=pod][aria-pressed=true]").count(), 1, "picked pods");
  await page.keyboard.press("End");
  equal(await stop(), "n4", "the last");
  await page.keyboard.press("Enter");
  equal(await page.locator("[data-testid=node] [aria-pressed=true]").first().textContent(), "worker-4", "picked node");
  equal(await page.locator("#tab-why").getAttribute("aria-selected"), "true", "the panel that tells why");
  await page.keyboard.press("Escape");
  equal(await page.locator(".stage [aria-pressed=true]").count(), 0, "picked after Escape");
  await page.keyboard.press("Tab");
  if (/^[np]\d/.test(await stop())) throw new Error("Tab does not leave the stage");
}

async function theme(page) {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator("[data-testid=theme]").click(); // light
  equal(await paper(), light, "light");
  await page.locator("[data-testid=theme]").click(); // dark
  if ((await paper()) === light) throw new Error("dark is light");
  await page.reload();
  await ready(page);
  if ((await paper()) === light) throw new Error("the choice was forgotten");
}

async function hidden(page) {
  await page.locator("[data-testid=play]").click();
  await page.waitForFunction(() => document.querySelector("[data-testid=play]").textContent.includes("Pause"));
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
  });
  await page.waitForFunction(() => !document.querySelector("[data-testid=play]").textContent.includes("Pause"));
}

async function phone(page) {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
  equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "width");
  const deck = await page.locator(".deck").boundingBox();
  equal(Math.round(deck.y + deck.height), 740, "the transport's lower edge");
  const out = await page.evaluate(() => [...document.querySelectorAll(".deck *, header *")]
    .filter((e) => e.getBoundingClientRect().right > 361 && getComputedStyle(e).position !== "absolute").map((e) => e.className || e.tagName));
  equal(out, [], "beyond the edge");
}

async function policy(page) {
  const ran = await page.evaluate(() => {
    const s = document.createElement("script");
    let refused = "";
    try {
      s.textContent = "window.ran = true";
      document.head.append(s);
    } catch (problem) {
      refused = String(problem);
    }
    let html = "made";
    try {
      document.createElement("div").innerHTML = "<b>x</b>";
    } catch {
      html = "refused";
    }
    return [window.ran ?? false, html, refused !== "" || window.ran === undefined];
  });
  equal(ran, [false, "refused", true], "inline script, HTML from text");
}

async function cells(page) {
  equal(await page.getAttribute("[data-testid=stage]", "data-size"), "cells", "size");
  await page.selectOption("[data-testid=group]", "topology.kubernetes.io/zone");
  equal(await page.locator(".nodes h3").allTextContents(), ["zone=a 20", "zone=b 20", "zone=c 20"], "groups");
  await changes(page, () => page.locator("body").press("w"));
  await page.locator("[data-testid=filter]").fill("n000");
  equal(await page.getAttribute("[data-testid=stage]", "data-size"), "cards", "size after a search");
  equal(await page.locator("[data-testid=count]").textContent(), "10 of 60 nodes", "count");
  await page.locator("[data-testid=filter]").fill("");
}

async function stuck(page) {
  const text = await page.locator("[data-testid=node]").allTextContents();
  if (!text[2].includes("cordoned")) throw new Error(`no cordon on ${text[2]}`);
  if (!text[4].includes("NotReady") || !text[4].includes("kubelet is down")) throw new Error(`nothing broken on ${text[4]}`);
  await page.locator("body").press("e");
  await page.waitForFunction(() => document.querySelector("[data-testid=outcome]").textContent.includes("stuck: waiting for n"), null, { timeout: 20_000 });
}

async function map(page) {
  equal(await page.getAttribute("[data-testid=stage]", "data-size"), "map", "size");
  await page.locator("[data-testid=map]").focus();
  for (const key of ["Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  equal(await page.locator("[data-testid=map-now]").textContent(), "n0002: v1 old available", "the node reached");
  await page.keyboard.press("ArrowDown");
  const below = await page.locator("[data-testid=map-now]").textContent();
  if (below.startsWith("n0002")) throw new Error("down goes nowhere");
  await page.keyboard.press("Enter");
  equal(await page.locator("i.picked").count(), 1, "picked");
  await page.locator("summary").first().click();
  equal((await page.locator("[data-testid=map-table] tbody tr").allTextContents()).length, 1, "rows of the table");
}

// A walk through the page that every browser takes: what a visitor does, and what must come of it.
//
// A browser is a function open(problems, wanted) that gives a page with a fresh profile: the methods
// of Playwright's page that are used here, and version. wanted is {dark, still, forced, without}: a dark
// system, one without motion, one with its own colours, and the name of a global that is not there.
import { join } from "node:path";
import { check, equal } from "../harness.mjs";
import { fleet, linkTo } from "../scenarios.mjs";

/** What a browser cannot be asked for, with the reason. */
const cannot = { webkit: { forced: "WebKit has no forced colours" } };

export async function walk({ browser, name, serve, shots }) {
  const server = await serve();
  const problems = [];
  const here = (what, run) => check(`${name}: ${what}`, run);
  const shoot = (page, what) => shots && page.screenshot({ path: join(shots, `${name}-${what}.png`), caret: "initial" });
  const page = await browser(problems);
  console.log(`${name}: ${page.version}`);
  try {
    await page.setViewportSize({ width: 1280, height: 900 });
    await opening({ page, url: server.url, here, shoot });
    await moving({ page, here });
    await panels({ page, here, shoot });
    await here("a link opens the same moment in a fresh profile", () => shared({ page, url: server.url, browser, problems }));
    await here("what can be kept is made", () => kept(page));
    await here("rules of one's own are compiled: OPA is unpacked and runs", () => ownRules(page));
    await here("only the page's own scripts run", () => policy(page, problems));
    await here("a phone of 360 pixels shows everything without scrolling sideways", () => phone(page, shoot));
    await fleetOf5000({ page, url: server.url, here, shoot });
    await here("after the first visit the page opens without a network", () => offline({ page, server, problems }));
    await here("nothing is reported to the console", async () => {
      await page.evaluate(() => 0); // brings what was not told yet
      equal(problems, [], "problems");
    });
  } finally {
    await page.close();
    server.stop();
  }
  await systems({ browser, name, serve, here, shoot });
}

const drawn = (page) => page.waitForFunction(() => document.querySelector("main[aria-busy=false] [data-testid=stage]"), null, { timeout: 60_000 });
const event = (page) => page.evaluate(() => Number(document.querySelector("[data-testid=scrub]").dataset.event));
const text = (page, id) => page.evaluate((i) => document.querySelector(`[data-testid=${i}]`)?.textContent ?? "", id);

/** Nodes with their pods, and the moment. */
const picture = (page) =>
  page.evaluate(() => ({
    now: document.querySelector("[data-testid=now]").textContent,
    nodes: [...document.querySelectorAll("[data-testid=node]")].map((n) => [
      n.getAttribute("aria-label"),
      ...[...n.querySelectorAll("[data-testid=pod]")].map((p) => `${p.dataset.tag}/${p.dataset.state}`),
    ]),
  }));

/** Does something, and waits until another event is shown. */
async function moves(page, act) {
  const before = await event(page);
  await act();
  await page.waitForFunction((was) => Number(document.querySelector("[data-testid=scrub]").dataset.event) !== was, before);
}

const key = (page, name) => moves(page, () => page.keyboard.press(name));

async function opening({ page, url, here, shoot }) {
  await here("the opening picture is drawn, the simulator answers", async () => {
    await page.goto(url);
    await drawn(page);
    const { nodes } = await picture(page);
    equal(nodes.map((n) => n[0]), ["control-1", "worker-1", "worker-2", "worker-3", "worker-4"], "nodes");
    equal([...new Set(nodes.flatMap((n) => n.slice(1)))], ["v1.16/Available"], "pods");
    const first = await page.evaluate(() => performance.getEntriesByName("rollscope-first-state")[0].startTime);
    console.log(`     first rollout on screen after ${first.toFixed(0)} ms`);
    await shoot(page, "opening");
  });
}

async function moving({ page, here }) {
  await here("stepping forth and back comes back to the same picture", async () => {
    const opened = await picture(page);
    for (let i = 0; i < 12; i++) await key(page, "ArrowRight");
    const after = await picture(page);
    for (let i = 0; i < 3; i++) await key(page, "ArrowLeft");
    for (let i = 0; i < 3; i++) await key(page, "ArrowRight");
    equal(await picture(page), after, "picture");
    await key(page, "Home");
    equal(await picture(page), opened, "picture at the beginning");
  });

  await here("play goes on to rolled out", async () => {
    await page.evaluate(() => {
      const speed = document.querySelector("[data-testid=speed]");
      speed.value = [...speed.options].at(-1).value;
      speed.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.click("[data-testid=play]");
    await page.waitForFunction(() => document.querySelector("[data-testid=status]").textContent.includes("rolled out at"), null, { timeout: 60_000 });
    await page.waitForFunction(() => !document.querySelector("[data-testid=play]").textContent.includes("Pause"));
    equal([...new Set((await picture(page)).nodes.flatMap((n) => n.slice(1)))], ["v1.17/Available"], "pods");
  });

  await here("the handle goes back to any moment, by script and by keys", async () => {
    await moves(page, () => page.evaluate(() => {
      const range = document.querySelector("[data-testid=scrub]");
      range.value = String(Number(range.min) + 25); // seconds: half of the rollout
      range.dispatchEvent(new Event("input", { bubbles: true }));
    }));
    await page.evaluate(() => document.querySelector("[data-testid=scrub]").focus());
    for (const name of ["ArrowLeft", "ArrowLeft", "ArrowRight"]) await key(page, name);
    const tags = (await picture(page)).nodes.flatMap((n) => n.slice(1)).map((p) => p.split("/")[0]);
    equal([...new Set(tags)].sort(), ["v1.16", "v1.17"], "revisions");
  });
}

/** Shows a panel by its tab. */
async function panel(page, id) {
  await page.click(`#tab-${id}`);
  await page.waitForFunction((i) => document.querySelector(`[data-testid=panel-${i}] *`), id);
}

async function panels({ page, here, shoot }) {
  await here("a node is asked why", async () => {
    await page.click("[data-testid=node] [data-stop]");
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=why-node] [data-testid=check]").length > 3);
    await shoot(page, "why");
  });

  await here("another node is named by typing", async () => {
    await page.evaluate(() => {
      const field = document.querySelector("[data-testid=subject-node]");
      field.focus();
      field.select();
    });
    await page.keyboard.type("worker-3");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("[data-testid=why-node]")?.getAttribute("aria-label").includes("worker-3"));
  });

  await here("the kubectl prompt answers", async () => {
    await panel(page, "prompt");
    await page.click("[data-testid=prompt-line]");
    await page.keyboard.type("kubectl get ds -A");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /NAMESPACE +NAME +DESIRED/.test(document.querySelector("[data-testid=entry] pre")?.textContent ?? ""));
  });

  await here("an edit in the editor is applied", async () => {
    await panel(page, "editor");
    await page.waitForFunction(() => document.querySelector("[data-testid=editor]")?.shadowRoot?.textContent.includes("fluentd:v1."));
    await page.evaluate(() => {
      const { view } = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile;
      view.dispatch({ selection: { anchor: /fluentd:v1\.1/.exec(view.state.doc.toString()).index + "fluentd:v1.1".length } });
      view.focus();
    });
    await page.keyboard.type("23");
    await page.waitForFunction(() => document.querySelector("[data-testid=editor]").shadowRoot.textContent.includes("fluentd:v1.123"));
    await page.waitForFunction(() => !document.querySelector("[data-testid=apply]").disabled);
    await shoot(page, "editor");
    await page.click("[data-testid=apply]");
    await page.waitForFunction(() => document.querySelector("[data-testid=said]").textContent.includes("daemonset.apps/fluentd"));
  });

  await here("a lesson opens", async () => {
    await panel(page, "lessons");
    await page.click("[data-testid=lesson]");
    await page.waitForFunction(() => document.querySelector("[data-testid=lesson-title]")?.textContent.trim());
  });

  await here("the page speaks Chinese and English", async () => {
    await page.click("[data-testid=language]");
    await page.waitForFunction(() => document.documentElement.lang === "zh-Hans" && document.querySelector("[data-testid=play]").textContent.includes("播放"));
    await shoot(page, "lesson-chinese");
    await page.click("[data-testid=language]");
    await page.waitForFunction(() => document.documentElement.lang === "en");
    await page.click("#panel button"); // out of the lesson
    await page.waitForFunction(() => location.hash === "");
  });
}

async function shared({ page, url, browser, problems }) {
  await page.goto("about:blank");
  await page.goto(url);
  await drawn(page);
  for (let i = 0; i < 9; i++) await key(page, "ArrowRight");
  await panel(page, "share");
  await page.click("[data-testid=make-link]");
  await page.waitForFunction(() => document.querySelector("[data-testid=link]")?.value);
  const href = await page.evaluate(() => document.querySelector("[data-testid=link]").value);
  const seen = await picture(page);
  const other = await browser(problems);
  try {
    await other.goto(href);
    await drawn(other);
    await other.waitForFunction((now) => document.querySelector("[data-testid=now]").textContent === now, seen.now);
    equal(await picture(other), seen, "picture behind the link");
  } finally {
    await other.close();
  }
}

/** Files are made, from scenarios to pictures; what a browser then does with them is its own affair. */
async function kept(page) {
  await page.evaluate(() => {
    window.made = [];
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => (window.made.push(blob), make(blob));
  });
  for (const [id, start] of [["scenario", "# "], ["svg", "<svg"], ["png", "\x89PNG"], ["markdown", "### "], ["cast", '{"version":2']]) {
    await page.evaluate(() => void (window.made.length = 0));
    await page.click(`[data-testid=save-${id}]`);
    await page.waitForFunction(async (begin) => {
      const blob = window.made.at(-1);
      return blob && String.fromCharCode(...new Uint8Array(await blob.slice(0, begin.length).arrayBuffer())) === begin;
    }, start);
  }
}

async function ownRules(page) {
  await panel(page, "editor");
  await page.click("#document-policies");
  await page.waitForFunction(() => document.querySelector("[data-testid=own]") && document.querySelector("[data-testid=editor]")?.shadowRoot?.textContent.includes("registry.example"));
  await page.evaluate(() => {
    const { view } = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile;
    view.dispatch({ changes: { from: view.state.doc.toString().indexOf('"registry.example"') + 1, insert: "own." } });
  });
  await page.waitForFunction(() => document.querySelector("[data-testid=own]")?.textContent.startsWith("Compiled"), null, { timeout: 120_000 });
}

async function policy(page, problems) {
  const got = await page.evaluate(async () => {
    const made = (make) => {
      try {
        make();
        return "made";
      } catch {
        return "refused";
      }
    };
    made(() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.head.append(script);
    });
    const html = made(() => (document.createElement("div").innerHTML = "<b>x</b>"));
    const module = await import("data:text/javascript,window.ran = true").then(() => "made", () => "refused");
    return [window.ran ?? false, "trustedTypes" in window ? html : "refused", module];
  });
  equal(got, [false, "refused", "refused"], "an inline script ran, HTML from text, a module of text");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  problems.splice(0); // that was the point
}

async function phone(page, shoot) {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => scrollTo(0, 0));
  const [wide, room, foot] = await page.evaluate(() => {
    const { bottom } = document.querySelector(".deck").getBoundingClientRect();
    return [document.documentElement.scrollWidth, document.documentElement.clientWidth, innerHeight - bottom];
  });
  if (wide > room) throw new Error(`the page is ${wide} pixels wide where ${room} are there`);
  if (Math.abs(foot) > 1) throw new Error(`the transport ends ${foot} pixels above the lower edge`);
  await shoot(page, "phone");
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function fleetOf5000({ page, url, here, shoot }) {
  await here("5,000 nodes open, and roll out", async () => {
    await page.goto("about:blank");
    const began = Date.now();
    await page.goto(linkTo(url, fleet(5000, { maxUnavailable: 50 })));
    await drawn(page);
    console.log(`     5,000 nodes: open after ${Date.now() - began} ms`);
    equal(await page.evaluate(() => document.querySelector("[data-testid=stage]").dataset.size), "map", "size");
    await page.keyboard.press("e");
    await page.waitForFunction(() => document.querySelector("[data-testid=outcome]").textContent.includes("rolled out at"), null, { timeout: 60_000 });
  });

  await here("scrubbing 5,000 nodes keeps up", async () => {
    const { frames, pictures } = await page.evaluate(scrub);
    console.log(`     scrubbing 5,000 nodes: ${frames.toFixed(0)} frames a second, ${pictures.toFixed(0)} of them with a new picture`);
    if (frames < 10 || pictures === 0) throw new Error("far too slow");
    await shoot(page, "map");
  });
}

/** Moves the handle on every frame for two seconds; how many frames and new pictures there are in each. */
async function scrub() {
  const range = document.querySelector("[data-testid=scrub]");
  const [from, to] = [Number(range.min), Number(range.max)];
  const began = performance.now();
  let frames = 0;
  let pictures = 0;
  let last = range.dataset.event;
  while (performance.now() < began + 2000) {
    range.value = String(from + (to - from) * (0.05 + 0.8 * Math.abs(Math.sin((performance.now() - began) / 900))));
    range.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    frames++;
    if (range.dataset.event !== last) pictures++;
    last = range.dataset.event;
  }
  const seconds = (performance.now() - began) / 1000;
  return { frames: frames / seconds, pictures: pictures / seconds };
}

async function offline({ page, server, problems }) {
  await page.goto("about:blank");
  await page.goto(server.url);
  await drawn(page);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller, null, { timeout: 60_000 });
  server.stop();
  await page.reload();
  await drawn(page);
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=pod]").length === 5);
  await key(page, "w");
  await panel(page, "events");
  problems.splice(0, problems.length, ...problems.filter((p) => !/network|connect|load/i.test(p))); // the browser says that there is none
}

/** Other systems than the plain one: dark, without motion, with colours of its own, without WebAssembly. */
async function systems({ browser, name, serve, here, shoot }) {
  const server = await serve();
  const within = async (wanted, run) => {
    const page = await browser([], wanted);
    try {
      await page.goto(server.url);
      await run(page);
    } finally {
      await page.close();
    }
  };
  try {
    await here("a dark system without motion has a dark page that does not move", () => within({ dark: true, still: true }, async (page) => {
      await drawn(page);
      const style = await page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--quick")),
      ]);
      equal(style, ["rgb(17, 20, 24)", 0], "ground, --quick");
      await key(page, "w");
      await shoot(page, "dark");
    }));
    if (!cannot[name]?.forced) {
      await here("a system with its own colours keeps every shape", () => within({ forced: true }, async (page) => {
        await drawn(page);
        equal(await page.evaluate(() => matchMedia("(forced-colors: active)").matches), true, "forced colours");
        equal(await page.evaluate(() => getComputedStyle(document.querySelector("[data-testid=pod] svg path.line")).stroke !== "none"), true, "glyph");
        await shoot(page, "forced");
      }));
    }
    await here("without WebAssembly the page says what it needs", () => within({ without: "WebAssembly" }, async (page) => {
      await page.waitForFunction(() => document.querySelector("[data-testid=unable]")?.textContent.includes("WebAssembly"));
    }));
  } finally {
    server.stop();
  }
}

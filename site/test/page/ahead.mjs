// What comes: the chart goes on into the future, and the status says how it ends, before anything has happened.
import { join } from "node:path";
import { changes, check, equal, open, settled } from "../harness.mjs";
import { fleet, linkTo } from "../scenarios.mjs";

const will = "[data-testid=will]";
const says = (page, words) => page.waitForFunction(([at, w]) => document.querySelector(at)?.textContent.includes(w), [will, words], { timeout: 20_000 });
const end = async (page) => {
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForFunction(() => /rolled out at|stuck: waiting/.test(document.querySelector("[data-testid=outcome]").textContent), null, { timeout: 20_000 });
  return page.locator("[data-testid=outcome]").textContent();
};

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await open(context, url, problems);
  const axis = () => page.locator("[data-testid=scrub]").getAttribute("max");

  await check("the opening shows what comes, and it comes so", async () => {
    await says(page, "will be done at 1m06s");
    equal(await page.locator("[data-testid=ahead] path").count() > 3, true, "the chart goes on");
    const before = await axis();
    equal((await end(page)).includes("rolled out at 1m06s"), true, "it came so");
    equal(await axis(), before, "the axis did not have to grow");
    await changes(page, () => page.keyboard.press("Home"));
  });

  await check("what is done changes what comes", async () => {
    await changes(page, () => page.locator("body").press("w"));
    await page.getByRole("tab", { name: "kubectl" }).click();
    await page.getByRole("textbox").first().fill("break node/worker-2");
    await page.keyboard.press("Enter");
    await says(page, "will get stuck at");
    await says(page, "waiting for worker-2");
    await settled(page);
    if (shots) await page.screenshot({ path: join(shots, "ahead-stuck.png") });
    equal((await end(page)).includes("stuck: waiting for worker-2"), true, "it gets stuck");
    equal(await page.locator(will).count(), 0, "nothing is left to foretell");
  });

  await check("what is done in the past brings another future", async () => {
    await changes(page, () => page.getByRole("button", { name: "To the beginning" }).click());
    await page.getByRole("textbox").first().fill("kubectl set image ds/fluentd -n logging '*'=registry.example/fluentd:v1.18");
    await page.keyboard.press("Enter");
    await says(page, "will be done at");
    equal(problems, [], "console");
  });

  await check("a question of a lesson does not show its answer", async () => {
    await page.goto(`${url}#lesson=lessons/09-surge`);
    await page.reload();
    await page.getByTestId("lesson-title").waitFor({ timeout: 20_000 });
    for (let i = 0; i < 8 && (await page.getByTestId("question").count()) === 0; i++) {
      await page.waitForFunction(() => document.querySelector("[data-testid=lesson-next]")?.disabled === false);
      await page.getByTestId("lesson-next").click();
      await settled(page);
    }
    await page.getByTestId("question").waitFor();
    await settled(page);
    equal(await page.locator(`${will}, [data-testid=ahead]`).count(), 0, "what comes");
  });

  await check("1,000 nodes: what comes is there while the page stays at hand", async () => {
    await page.goto("about:blank");
    await page.goto(linkTo(url, fleet(1000, { maxUnavailable: "10%" })));
    await page.waitForSelector("main[aria-busy=false]", { timeout: 30_000 });
    const began = Date.now();
    await says(page, "will be done at");
    console.log(`1,000 nodes at 10%: foretold ${Date.now() - began} ms after the picture, longest task ${await page.evaluate(() => Math.max(0, ...window.stalls).toFixed(0))} ms`);
  });
  await page.close();
}

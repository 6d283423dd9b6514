// Lessons end to end, in both languages.
import { join } from "node:path";
import { violations } from "../axe.mjs";
import { check, equal, open, settled } from "../harness.mjs";

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await open(context, url, problems);
  const clean = async (what) => equal(await violations(page), [], `axe, ${what}`);
  const next = () => page.getByTestId("lesson-next").click();

  await check("the list has lessons and incidents, with titles in both languages", async () => {
    await page.getByRole("tab", { name: "Lessons" }).click();
    await page.getByTestId("lesson").first().waitFor();
    const count = await page.getByTestId("lesson").count();
    if (count < 22) throw new Error(`${count} lessons`);
    await clean("list");
    if (shots) await page.screenshot({ path: join(shots, "lessons-1280.png") });
  });

  await check("a lesson from its first step to its last: predict, reveal, exercise", async () => {
    await page.getByTestId("lesson").filter({ hasText: "Labels change" }).click();
    await page.getByTestId("lesson-title").waitFor();
    await page.waitForFunction(() => document.querySelector("[data-testid=lesson-next]")?.disabled === false);
    await next();
    await page.getByTestId("exercise").waitFor();
    await page.getByTestId("check").click();
    await page.getByText("Not yet.").waitFor();
    await clean("exercise");
    if (shots) await page.screenshot({ path: join(shots, "lesson-exercise-1280.png") });
    equal(await page.getByTestId("lesson-next").isDisabled(), true, "next is closed before the exercise is solved");
    await page.getByRole("tab", { name: "kubectl" }).click();
    await page.getByRole("textbox").first().fill("kubectl label node n2 logging=true");
    await page.keyboard.press("Enter");
    await page.getByText("node/n2 labeled").first().waitFor();
    await page.getByRole("tab", { name: "Lessons" }).click();
    await page.getByTestId("check").click();
    await page.getByText("Solved.").waitFor();
    await next();
    await page.getByTestId("question").waitFor();
    await clean("question");
    await page.getByText("It stays until the next rollout.").click();
    await page.getByTestId("reveal").click();
    await page.getByText("Not quite.").waitFor();
    await clean("answer");
    if (shots) await page.screenshot({ path: join(shots, "lesson-1280.png") });
    await page.getByText("Watch it happen").click();
    await settled(page);
  });

  await check("the language changes in the middle of a lesson, and the answer stays", async () => {
    await page.evaluate(() => document.activeElement.blur());
    await page.locator("body").press("l");
    await page.getByText("不太对。").waitFor();
    await clean("answer in Chinese");
    equal(await page.getByRole("radio").nth(1).isChecked(), true, "chosen");
    if (shots) await page.screenshot({ path: join(shots, "lesson-zh-1280.png") });
    await next();
    await page.waitForFunction(() => document.querySelector("[data-testid=lesson-title]"));
    await page.locator("body").press("l");
  });

  await check("every lesson can be gone through with its own solutions", async () => {
    const fresh = await open(context, `${url}?x#lesson=lessons/01-every-node-once`, problems);
    const seen = new Set();
    for (let guard = 0; guard < 400; guard++) {
      await fresh.waitForFunction(() => {
        const next = document.querySelector("[data-testid=lesson-next]");
        return document.querySelector("[data-testid=solution],[data-testid=reveal]") || (next ? !next.disabled : document.body.textContent.includes("That was the last step."));
      }, null, { timeout: 15_000 });
      seen.add(await fresh.getByTestId("lesson-title").textContent());
      const button = fresh.getByTestId("lesson-next");
      if ((await button.count()) === 0) break;
      if (await button.isDisabled()) {
        if ((await fresh.getByTestId("solution").count()) > 0) await fresh.getByTestId("solution").click();
        else {
          await fresh.getByRole("radio").first().check();
          await fresh.getByTestId("reveal").click();
        }
        await fresh.waitForFunction(() => {
          const next = document.querySelector("[data-testid=lesson-next]");
          return next ? !next.disabled : document.body.textContent.includes("That was the last step.");
        }, null, { timeout: 15_000 });
      }
      if ((await fresh.getByTestId("lesson-next").textContent()) === "Next lesson" && seen.size >= 29) break;
      const step = await fresh.locator("body").evaluate(() => document.querySelector("[data-testid=lesson-title]").textContent + document.body.textContent.match(/Step \d+ of \d+/));
      await fresh.getByTestId("lesson-next").click();
      await fresh.waitForFunction((was) => document.querySelector("[data-testid=lesson-title]").textContent + document.body.textContent.match(/Step \d+ of \d+/) !== was, step, { timeout: 15_000 });
    }
    if (seen.size < 22) throw new Error(`came through ${seen.size} lessons: ${[...seen].at(-1)}`);
    equal(await fresh.locator("pre.failed").count(), 0, "failed commands in the last step");
    await fresh.close();
  });

  await check("lessons report nothing to the console", async () => equal(problems, [], "problems"));
  await page.close();
}

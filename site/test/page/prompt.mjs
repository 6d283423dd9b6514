// The kubectl prompt: bytes as in a terminal, history, completion, failures, and what buttons ran.
import { check, equal } from "../harness.mjs";
import { begin, chinese, panel, photograph, press, run, violations } from "../panels.mjs";

export default async function ({ context, url, shots }) {
  const problems = [];
  const page = await begin(context, url, problems);
  const line = page.getByTestId("prompt-line");

  await check("a command prints what kubectl prints, with or without the word kubectl", async () => {
    const { output, failed } = await run(page, "kubectl get nodes -o name");
    equal([output, failed], ["node/control-1\nnode/worker-1\nnode/worker-2\nnode/worker-3\nnode/worker-4\n", false], "output");
    equal(await run(page, "get nodes -o name"), { output, failed }, "without kubectl");
  });

  await check("one that fails is marked by word, and says what kubectl says", async () => {
    equal(await run(page, "get pod nope"), { output: 'Error from server (NotFound): pods "nope" not found\n', failed: true }, "answer");
    const entry = page.getByTestId("entry").last();
    if (!(await entry.textContent()).includes("failed")) throw new Error("not marked");
  });

  await check("time goes on where a command waits", async () => {
    await run(page, "kubectl rollout status ds/fluentd -n logging");
    const text = await page.getByTestId("entry").last().textContent();
    if (!/→/.test(text) || !text.includes("successfully rolled out")) throw new Error(text);
  });

  await check("help lists the commands", async () => {
    const { output } = await run(page, "help");
    if (!output.startsWith("kubectl create, set") || !output.includes("\nbreak node/NAME")) throw new Error(output);
  });

  await check("the arrows bring earlier lines back, and what was being typed", async () => {
    await line.fill("half a li");
    await line.press("ArrowUp");
    equal(await line.inputValue(), "help", "one back");
    await line.press("ArrowUp");
    await line.press("ArrowUp");
    equal(await line.inputValue(), "get pod nope", "three back");
    for (let i = 0; i < 3; i++) await line.press("ArrowDown");
    equal(await line.inputValue(), "half a li", "what was typed");
    await line.fill("");
  });

  await check("Tab completes verbs, names, flags and files, and lists what may stand there", async () => {
    for (const [typed, completed] of [
      ["roll", "rollout "], ["kubectl cordon worker-4", "kubectl cordon worker-4 "], ["rollout undo ds/f", "rollout undo ds/fluentd "],
      ["rollout undo ds/x --to-r", "rollout undo ds/x --to-revision="], ["apply -f no", "apply -f nodes.yaml "], ["drain w", "drain worker-"],
    ]) {
      await line.fill(typed);
      await line.press("Tab");
      await page.waitForFunction((want) => document.querySelector("[data-testid=prompt-line]").value === want, completed, { timeout: 3000 });
    }
    await line.press("Tab");
    await page.getByTestId("prompt-words").getByRole("button", { name: "worker-3", exact: true }).click();
    equal(await line.inputValue(), "drain worker-3 ", "picked");
    await line.fill("rollout ");
    await line.press("Tab");
    await page.getByTestId("prompt-words").waitFor();
    equal(await page.getByTestId("prompt-words").getByRole("button").allTextContents(), ["status", "history", "undo", "restart", "pause", "resume"], "words");
    await photograph(page, shots, "prompt");
    await chinese(page, shots, "prompt");
  });

  await check("Tab is no trap: it leaves an empty line, and after Escape any", async () => {
    const focused = () => page.evaluate(() => document.activeElement?.dataset.testid ?? document.activeElement?.tagName);
    await line.fill("");
    await line.focus();
    await page.keyboard.press("Tab");
    if ((await focused()) === "prompt-line") throw new Error("an empty line keeps the focus");
    await line.fill("get po");
    await line.focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    if ((await focused()) === "prompt-line") throw new Error("Escape and Tab keep the focus");
    await line.fill("");
  });

  await check("kubectl edit opens the editor, or says what to do", async () => {
    const editor = (await page.locator("#tab-editor").count()) > 0;
    await panel(page, "prompt");
    await line.fill("edit ds fluentd -n logging");
    await line.press("Enter");
    if (editor) await page.waitForSelector("[data-testid=panel-editor]");
    await panel(page, "prompt");
    const last = await page.getByTestId("entry").last().textContent();
    if (!last.includes(editor ? "editor" : "kubectl patch")) throw new Error(last);
  });

  await check("what a button runs stands in the transcript too", async () => {
    await panel(page, "hands");
    const command = await press(page, "hands", "Restart");
    await panel(page, "prompt");
    equal(await page.getByTestId("entry").last().locator("code").textContent(), `$ ${command}`, "last entry");
  });

  await check("history outlives a reload of the tab", async () => {
    await page.reload();
    await page.waitForSelector("[data-testid=pod]");
    await panel(page, "prompt");
    await line.press("ArrowUp");
    equal(await line.inputValue(), "edit ds fluentd -n logging", "last line");
  });

  await check("the prompt has no violation that axe finds", async () => {
    await page.waitForFunction(() => window.said.whole === "here");
    await line.fill("");
    await run(page, "get nope");
    await line.fill("rollout ");
    await line.press("Tab");
    await page.getByTestId("prompt-words").waitFor();
    equal(await violations(page, "[data-testid=panel-prompt]"), [], "violations");
  });

  await check("nothing is reported to the console", async () => equal(problems, [], "problems"));
  await page.close();
}

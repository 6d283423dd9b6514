// The editor in Chinese: mistakes are told in a Chinese sentence with the API server's words behind it, and
// fields are explained in a few words of our own.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { check, equal, open, serverFile, settled } from "../harness.mjs";
import { violations } from "../panels.mjs";
import { show } from "./editor.mjs";

/** A module of the page, as it is without types. */
async function own(name, needs = {}) {
  let code = ts.transpileModule(readFileSync(new URL(`../../src/editor/${name}.ts`, import.meta.url), "utf8"), { compilerOptions: { module: "ESNext", target: "ES2023" } }).outputText;
  for (const [from, to] of Object.entries(needs)) code = code.replace(from, to);
  const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  return { url, module: await import(url) };
}

/** Every field of a kind as a path, as kubectl explain --recursive lists them. */
function fieldsOf(kind) {
  const text = execFileSync(serverFile, ["shell", "--nodes", "1"], { input: `kubectl explain ${kind} --recursive\n`, encoding: "utf8" });
  const path = [];
  return text.slice(text.indexOf("FIELDS:")).split("\n").flatMap((line) => {
    const [, indent, name] = /^( +)(\w+)\t</.exec(line) ?? [];
    if (!name) return [];
    path.length = indent.length / 2 - 1;
    path.push(name);
    return [[...path]];
  });
}

export default async function ({ context, url, shots }) {
  const seen = [];
  const fields = await own("fields.zh");
  const problems = await own("problems.zh", { "./fields.zh": fields.url, "./hints.zh": (await own("hints.zh")).url });

  await check("every field that has Chinese words is a field, and more than a hundred of a DaemonSet have them", async () => {
    const { gloss, all } = fields.module;
    const kinds = { ds: "DaemonSet", node: "Node", pdb: "PodDisruptionBudget" };
    const met = new Set();
    let count = 0;
    for (const [short, kind] of Object.entries(kinds)) {
      for (const path of fieldsOf(short)) {
        const words = gloss(kind, path);
        if (!words) continue;
        met.add(words);
        if (kind === "DaemonSet" && !/[\u4e00-\u9fff].*。$/.test(words)) throw new Error(`${path.join(".")}: ${words}`);
        if (kind === "DaemonSet") count++;
      }
    }
    console.log(`${count} fields of a DaemonSet are explained in Chinese`);
    equal(all().filter((words) => !met.has(words)), [], "words about fields that there are not");
    if (count < 150) throw new Error(`only ${count}`);
    for (const path of ["spec.updateStrategy.rollingUpdate.maxSurge", "spec.template.spec.containers.readinessProbe.httpGet.port", "spec.template.spec.tolerations.tolerationSeconds", "spec.template.spec.volumes.hostPath.type"]) {
      if (!gloss("DaemonSet", path.split("."))) throw new Error(`nothing about ${path}`);
    }
  });

  await check("mistakes of every kind have a sentence of their own that names the field", async () => {
    const tell = (path, kind, message, severity = "error") => problems.module.inChinese({ file: "", line: 1, column: 1, path, kind, message, severity }, "DaemonSet");
    equal(
      [
        tell("spec.selector", "Required value", ""),
        tell("spec.selector", "Invalid value", "{…}: field is immutable"),
        tell("spec.template.metadata.labels", "Invalid value", "{…}: `selector` does not match template `labels`"),
        tell("spec.template.spec.containers[0].name", "Too long", "may not be more than 63 bytes"),
        tell("spec.template.spec.containers[1].name", "Duplicate value", '"a"'),
        tell("spec.template.spec.restartPolicy", "Unsupported value", '"Never": supported values: "Always"'),
        tell("spec.template.spec.hostNetwork", "Forbidden", "may not be set for a windows pod"),
        tell("spec.template.spec.containers[0].volumeMounts[0].name", "Not found", '"logs"'),
        tell("spec.updateStrategy.rollingUpdate.maxUnavailable", "Invalid value", "0: cannot be 0 when maxSurge is 0"),
        tell("spec.template.spec.contianers", "Unknown field", "there is no such field"),
        tell("", "Tab", "…"),
      ],
      [
        "字段 spec.selector（标签选择器）必须填写。",
        "字段 spec.selector（标签选择器）创建后不能修改。",
        "字段 spec.template.metadata.labels（标签）不对：模板的标签必须包含 selector 的全部标签。",
        "字段 spec.template.spec.containers[0].name（容器名称）太长：最多 63 字节。",
        "字段 spec.template.spec.containers[1].name（容器名称）与前面的重复。",
        "字段 spec.template.spec.restartPolicy（重启策略）不支持这个值，可以写 \"Always\"。",
        "字段 spec.template.spec.hostNetwork（使用节点的网络）在这里不允许设置。",
        "字段 spec.template.spec.containers[0].volumeMounts[0].name（卷的名称）指向的东西不存在。",
        "字段 spec.updateStrategy.rollingUpdate.maxUnavailable（最大不可用数）与 maxSurge 不能都是 0，否则什么也替换不了。",
        "字段 spec.template.spec.contianers 不存在。",
        "YAML 不能用制表符缩进。",
      ],
      "sentences",
    );
  });

  await check("what to do about a mistake is told in Chinese", async () => {
    const hint = (text) => problems.module.told({ file: "", line: 1, column: 1, path: "", kind: "", message: "", severity: "error", hint: text }, "DaemonSet").hint;
    equal(
      [hint("did you mean containers?"), hint("a DaemonSet calls it updateStrategy"), hint("tolerations belongs deeper, in spec.template.spec"), hint(""), hint("something new")],
      ["是否想写 containers？", "DaemonSet 中叫 updateStrategy", "tolerations 应写在更里层：spec.template.spec", "", "something new"],
      "hints",
    );
  });

  const page = await open(context, `${url}?lang=zh`, seen);
  await show(page, "编辑器");
  const shot = (name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });
  await page.waitForFunction(() => document.querySelector("[data-testid=editor]").shadowRoot.textContent.includes("fluentd"));

  await check("a mistake is told in Chinese, in the list and at its mark, with the API server's words", async () => {
    await page.evaluate(() => {
      const { view } = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile;
      const at = view.state.doc.toString().indexOf("updateStrategy:");
      view.dispatch(at < 0 ? { changes: { from: view.state.doc.toString().indexOf("  template:"), insert: "  minReadySeconds: -1\n" } } : { changes: { from: at, insert: "minReadySeconds: -1\n  " } });
    });
    const list = page.getByTestId("problems");
    await list.getByText("字段 spec.minReadySeconds（最短就绪秒数）不能是负数。").waitFor();
    await list.getByText("spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0").waitFor();
    await settled(page);
    await page.locator("[data-testid=editor] .cm-lint-marker-error").first().hover();
    const tip = page.locator("[data-testid=editor] .cm-tooltip-lint, [data-testid=editor] .cm-tooltip .cm-diagnostic").first();
    await tip.waitFor();
    const said = await tip.textContent();
    for (const want of ["不能是负数", "Invalid value: -1"]) if (!said.includes(want)) throw new Error(said);
    await shot("editor-chinese-mistake");
    await page.mouse.move(5, 5);
  });

  await check("a field is explained in Chinese first, and then in the words of Kubernetes", async () => {
    await page.locator("[data-testid=editor] .cm-line", { hasText: "minReadySeconds" }).first().hover({ position: { x: 60, y: 8 } });
    const about = page.locator("[data-testid=editor] .about-field");
    await about.waitFor();
    const words = await about.locator("p").allTextContents();
    if (!words[0].startsWith("最短就绪秒数：") || !/minimum number of seconds/.test(words[1])) throw new Error(JSON.stringify(words));
    await shot("editor-chinese-field");
    await page.mouse.move(5, 5);
    await about.waitFor({ state: "detached" });
  });

  await check("what is completed is explained in Chinese as well", async () => {
    await page.evaluate(() => {
      const { view } = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile;
      const line = "  minReadySeconds: -1\n";
      const from = view.state.doc.toString().indexOf(line);
      view.dispatch({ changes: { from, to: from + line.length, insert: "  rev\n" }, selection: { anchor: from + 5 } });
      view.focus();
    });
    await page.keyboard.press("Control+Space");
    const info = page.locator("[data-testid=editor] .cm-completionInfo");
    await info.getByText("保留的历史修订版本数").waitFor();
    await settled(page);
    // It reaches over the stage, and nothing of that covers it.
    equal(await info.evaluate((e) => {
      const { left, top, width, height } = e.getBoundingClientRect();
      return [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(left + width * part, top + height / 2)?.dataset.testid);
    }), ["editor", "editor", "editor"], "what lies on top");
    await shot("editor-chinese-completion");
    await page.keyboard.press("Escape");
  });

  await check("where a text cannot be judged as a whole, what is known is told in Chinese as well", async () => {
    await page.evaluate(() => {
      const { view } = document.querySelector("[data-testid=editor]").shadowRoot.querySelector(".cm-content").cmTile;
      const line = "  rev\n";
      const from = view.state.doc.toString().indexOf(line);
      view.dispatch({ changes: { from, to: from + line.length, insert: "  minReadySeconds: -1\n  wrong: 3\n" } });
    });
    const list = page.getByTestId("problems");
    await list.getByText("字段 spec.wrong 不存在。").waitFor();
    await list.getByText("字段 spec.minReadySeconds（最短就绪秒数）不能是负数。").waitFor();
    await settled(page);
    await shot("editor-chinese-several");
  });

  await check("axe has nothing to say about the editor in Chinese", async () => equal(await violations(page, "#app"), [], "violations"));

  await check("an English page does not fetch the Chinese words", async () => {
    const fresh = await context.newPage();
    const fetched = [];
    fresh.on("request", (r) => /\.zh-/.test(r.url()) && fetched.push(r.url()));
    await fresh.goto(url);
    await show(fresh, "Editor");
    await fresh.waitForFunction(() => document.querySelector("[data-testid=editor]").shadowRoot.textContent.includes("fluentd"));
    await settled(fresh);
    equal(fetched, [], "fetched");
    await fresh.close();
  });

  await check("nothing is reported to the console and no other host is asked", async () => equal(seen, [], "problems"));
}

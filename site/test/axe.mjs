// What axe finds wrong with the page as it stands.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** One line for each violation: the rule, and the first places. */
export async function violations(page, exclude = []) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (without) => {
    const found = await window.axe.run({ exclude: without.map((one) => [one]) }, { resultTypes: ["violations"] });
    return found.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(" ")} ${n.any[0]?.message ?? ""}`).join("; ")}`);
  }, exclude);
}

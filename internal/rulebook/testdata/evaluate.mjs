// Evaluates inputs, one to a line, with policy.wasm and writes the findings, one list to a line.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [host, wasm, catalogue, inputs] = process.argv.slice(2);
const { load, finding } = await import(pathToFileURL(host));
const evaluate = await load(readFileSync(wasm));
const rules = JSON.parse(readFileSync(catalogue, "utf8"));
for (const line of readFileSync(inputs, "utf8").split("\n")) {
  if (line) console.log(JSON.stringify(evaluate(JSON.parse(line)).map((hit) => finding(rules, hit))));
}

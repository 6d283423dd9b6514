// The rules in the simulator's worker: policy.wasm, which full.wasm asks through rollscopeRules.
// It is there long before full.wasm, so it also looks at what the page opens with: what the rules
// see of that was worked out when the page was built (tools/findings.mjs).
import findingsURL from "../generated/findings.json?url";
import policyURL from "../generated/policy.wasm?url";
import catalogueURL from "../generated/rules.json?url";
import { start } from "../../policies/host/policy.mjs";

type Evaluate = (input: unknown) => unknown[];

interface Opening {
  inputs: unknown[];
  hits: unknown[][];
  files: unknown;
  report: unknown;
}

/** Loads the rules and puts them where full.wasm finds them. */
export async function loadRules(): Promise<Evaluate> {
  const evaluate = start(await WebAssembly.compileStreaming(fetch(policyURL))) as Evaluate;
  host.evaluate = (input) => {
    try {
      return { report: JSON.stringify(evaluate(JSON.parse(input))) };
    } catch (problem) {
      return { problem: String(problem) };
    }
  };
  return evaluate;
}

const host: { catalogue?: string; evaluate?: (input: string) => { report?: string; problem?: string } } = {};
Object.assign(globalThis, { rollscopeRules: host });

let catalogue: Promise<void> | undefined;

/** Loads what the rules say in words, which full.wasm puts to what they find. The first look does without. */
export function loadCatalogue(): Promise<void> {
  catalogue ??= fetch(catalogueURL)
    .then((r) => r.text())
    .then(
      (text) => void (host.catalogue = text),
      (problem: unknown) => {
        catalogue = undefined; // who asks next tries again
        throw problem;
      },
    );
  return catalogue;
}

/** What the rules find in what the page opens with; undefined where they do not find what they found then. */
export async function opening(rules: Promise<Evaluate>): Promise<unknown> {
  const [evaluate, known] = await Promise.all([rules, fetch(findingsURL).then((r) => r.json() as Promise<Opening>)]);
  const same = known.inputs.every((input, i) => JSON.stringify(sorted(evaluate(input))) === JSON.stringify(sorted(known.hits[i]!)));
  return same ? { files: known.files, report: known.report } : undefined;
}

/** Rules report a set. */
function sorted(hits: unknown[]): string[] {
  return hits.map((h) => JSON.stringify(h)).sort();
}

/** Whether a request needs the rules. */
export function needsRules(request: string): boolean {
  return /"do":"(?:facts|lint|fix|proof)"/.test(request);
}

// What the rules find in the manifest that the page opens with. It comes by itself, long before
// anybody asks, and the tab of the list shows how much it is.
import { store } from "./store.svelte";

/** What the worker tells: see rules.ts. */
export interface Found {
  files: { name: string; content: string }[];
  report: { findings: unknown[] };
}

/** The name of the scenario that the page opens with. */
const own = "opening.txtar";

class Early {
  /** undefined until it has come. */
  found = $state.raw<Found | undefined>();
  /** How many findings there are, and in which scenario. */
  count = $state.raw<{ of: string; findings: number }>({ of: "", findings: 0 });
}

export const early = new Early();

/** Takes what the worker tells. */
export function take(found: Found): void {
  early.found = found;
  if (early.count.of === "") early.count = { of: own, findings: found.report.findings.length };
  performance.mark("rollscope-first-finding");
}

let looked = "";

/** How many findings there are in what is open; 0 while that is not known, and then somebody looks. */
export function findings(): number {
  const open = store.ready ? store.scenario.name : store.sets.length > 0 ? own : "";
  if (early.count.of === open) return early.count.findings;
  if (store.ready && store.whole === "here" && looked !== open) {
    looked = open;
    setTimeout(() => void import("./manifests.svelte").then(({ manifests }) => manifests.follow()).catch(() => {}), 300);
  }
  return 0;
}

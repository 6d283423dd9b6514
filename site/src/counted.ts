// The counts of the timeline at the present moment, from the nodes on the stage: it has not been counted over time yet.
import type { kinds } from "./curve";
import { store } from "./store.svelte";

export function counted(): Record<(typeof kinds)[number][0], number> {
  const sums = { availableOld: 0, availableNew: 0, unavailableOld: 0, starting: 0, terminating: 0, missing: 0 };
  const set = store.shown;
  for (const node of store.nodes) {
    const pods = node.pods.filter((p) => set && store.setOf(p[2]) === set.id);
    for (const [, , template, state] of pods) {
      const fresh = store.age(template) === 0;
      if (state === "Failed" || state === "Succeeded") continue; // it has ended
      if (state === "Terminating") sums.terminating++;
      else if (state === "Available") sums[fresh ? "availableNew" : "availableOld"]++;
      else sums[fresh ? "starting" : "unavailableOld"]++;
    }
  }
  const there = Object.values(sums).reduce((sum, n) => sum + n, 0);
  return { ...sums, missing: Math.max(0, (set?.desired ?? 0) - there) };
}

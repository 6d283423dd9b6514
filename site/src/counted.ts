// The counts of the timeline at the present moment, from the nodes on the stage: it has not been counted over time yet.
import type { kinds } from "./curve";
import { store } from "./store.svelte";

export function counted(): Record<(typeof kinds)[number][0], number> {
  const sums = { availableOld: 0, availableNew: 0, starting: 0, terminating: 0, missing: 0 };
  const set = store.shown;
  for (const node of store.nodes) {
    const pods = node.pods.filter((p) => set && store.setOf(p[2]) === set.id);
    for (const [, , template, state] of pods) {
      if (state === "Terminating") sums.terminating++;
      else if (state !== "Available") sums.starting++;
      else if (store.age(template) === 0) sums.availableNew++;
      else sums.availableOld++;
    }
  }
  return { ...sums, missing: Math.max(0, (set?.desired ?? 0) - sums.availableOld - sums.availableNew - sums.starting - sums.terminating) };
}

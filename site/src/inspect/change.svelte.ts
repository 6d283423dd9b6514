// What the panels share: the DaemonSet that they are about, and the change that is being thought about.
import type { File, SimSet } from "../protocol";
import { store } from "../store.svelte";

/** Commands with the files that they read, not given yet. */
export interface Change {
  commands: string[];
  files: File[];
}

class Inspecting {
  /** The change at hand: a panel puts it here for the plan, and the plan shows it. */
  change = $state.raw<Change | undefined>();

  /** The DaemonSet that is shown. */
  get set(): SimSet | undefined {
    return store.shown;
  }

  /** Shows what a change would come to. */
  plan(commands: string[], files: File[] = []): void {
    this.change = { commands, files };
    store.show("plan");
  }
}

export const key = (set: SimSet): string => `${set.namespace}/${set.name}`;

export const inspecting = new Inspecting();

/** A file of the scenario gets a name that no other has. */
export function freeName(prefix: string): string {
  const taken = new Set(store.scenario.files.map((f) => f.name));
  for (const ran of store.transcript) for (const w of ran.command.split(" ")) taken.add(w);
  let n = 1;
  while (taken.has(`${prefix}-${n}.yaml`)) n++;
  return `${prefix}-${n}.yaml`;
}

// What the spec of a DaemonSet says beyond the state of the cluster: names of containers, and its
// strategy as it was written. kubectl get tells it.
import { store } from "../store.svelte";
import type { Attempt } from "./answers";
import { inspecting, key } from "./change.svelte";
import { word, type Amount } from "./commands";

export interface Spec {
  set: string;
  containers: { name: string; image: string }[];
  type: "RollingUpdate" | "OnDelete";
  maxUnavailable: Amount;
  maxSurge: Amount;
  minReadySeconds: number;
}

interface Written {
  spec: {
    minReadySeconds?: number;
    updateStrategy?: { type?: Spec["type"]; rollingUpdate?: { maxUnavailable?: Amount; maxSurge?: Amount } };
    template: { spec: { containers: { name: string; image: string }[] } };
  };
}

/** The spec of the DaemonSet that is inspected, kept current; call it once in a component. */
export function specOf(purpose: string): { readonly now: Spec | undefined } {
  let now = $state.raw<Spec | undefined>();
  // All that changes when its spec does, and nothing that changes at every step.
  const version = $derived.by(() => {
    const set = inspecting.set;
    const b = set?.budget;
    return set && b ? [key(set), store.branch, store.whole, set.hash, set.images, set.strategy, set.minReadySeconds, b.desired, b.maxUnavailable, b.maxSurge].join(" ") : "";
  });
  $effect(() => {
    const set = inspecting.set;
    if (version === "" || !set || !store.ready) return;
    const line = `kubectl get ds ${word(set.name)} -n ${word(set.namespace)} -o json`;
    void store.ask({ do: "attempt", commands: [line] }, purpose).then((answer) => {
      const ran = answer?.ok ? (answer.result as Attempt).ran[0] : undefined;
      if (!ran || ran.failed) return;
      const { spec } = JSON.parse(ran.output) as Written;
      const rolling = spec.updateStrategy?.rollingUpdate;
      now = {
        set: key(set),
        containers: spec.template.spec.containers.map(({ name, image }) => ({ name, image })),
        type: spec.updateStrategy?.type ?? "RollingUpdate",
        maxUnavailable: rolling?.maxUnavailable ?? 1,
        maxSurge: rolling?.maxSurge ?? 0,
        minReadySeconds: spec.minReadySeconds ?? 0,
      };
    });
  });
  return {
    get now() {
      return now;
    },
  };
}

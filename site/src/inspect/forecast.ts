// A plan, part by part, so that everything else is answered in between.
import type { File } from "../protocol";
import { store } from "../store.svelte";
import type { Forecast, Swept } from "./answers";

export interface Question {
  commands: string[];
  files: File[];
  set: string;
  maxDuration?: number;
  minAvailable?: string;
  after?: number;
  brief?: boolean;
}

/** Asks until the plan is done, or stopped says so. The error comes back as a text. */
export async function forecast(q: Question, progress: (f: Forecast) => void, stopped: () => boolean): Promise<Forecast | string | undefined> {
  let request: Record<string, unknown> = { ...q };
  let events = 2000;
  for (;;) {
    const began = performance.now();
    const answer = await store.ask({ do: "forecast", ...request, events }, "forecast");
    if (!answer || stopped()) return undefined;
    if (!answer.ok) return [answer.error?.message, answer.error?.hint].filter(Boolean).join("\n");
    const f = answer.result as Forecast;
    if (f.done) return f;
    progress(f);
    request = { more: true };
    // A part should take a tenth of a second or so.
    const took = Math.max(1, performance.now() - began);
    events = Math.round(Math.min(Math.max((events * 80) / took, 200), 50_000));
  }
}

/** One strategy of a sweep, part by part, for clusters where a whole one takes too long. */
export async function trial(q: Question, strategy: Swept["strategy"], stopped: () => boolean): Promise<Swept | undefined> {
  const f = await forecast({ ...q, brief: true }, () => {}, stopped);
  if (f === undefined) return undefined;
  const none = { strategy, duration: 0, served: 0, pods: 0, cpu: 0, memory: 0 };
  if (typeof f === "string" || !f.plan) return { ...none, error: String(f) };
  const { outcome, seconds, availability, extra } = f.plan;
  return {
    strategy,
    outcome: outcome === "rolledOut" ? "rolled-out" : outcome === "stuck" ? "stuck" : "limit",
    duration: seconds,
    lowest: { available: availability.lowest, at: f.from + availability.lowestAtSeconds },
    served: availability.served,
    pods: extra.podsAtMost,
    cpu: f.cpu,
    memory: f.memory,
  };
}

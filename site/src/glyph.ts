// How a pod's state looks, at every size: a circle that fills as the pod comes up, a cross when it
// goes, a triangle when it failed. Cards and cells draw paths, the map draws the same on a canvas.
import type { PodState, PodTuple, SimNode } from "./protocol";

export const states: readonly PodState[] = ["Pending", "Waiting", "NotReady", "Ready", "Available", "Terminating", "Failed", "Succeeded"];

/** How full the circle of a state is; -1 where it is no circle. */
export const levels: Record<PodState, number> = {
  Pending: 0, Waiting: 0.25, NotReady: 0.5, Ready: 0.75, Available: 1, Terminating: -1, Failed: -1, Succeeded: -1,
};

/** What a pod is made from, against the newest revision of its DaemonSet. */
export type Age = "new" | "old" | "older" | "other";
export const ages: readonly Age[] = ["new", "old", "older", "other"];

export function ageName(age: number): Age {
  return age < 0 ? "other" : age === 0 ? "new" : age === 1 ? "old" : "older";
}

/** The filled part of a state's glyph in a box of 16 by 16. */
export function fillPath(state: PodState): string {
  const level = levels[state];
  if (state === "Failed") return "M8 2 15 14.5H1z";
  if (state === "Succeeded") return "M3 3h10v10H3z";
  if (state === "Terminating" || level <= 0) return "";
  if (level === 1) return "M8 2a6 6 0 1 1 0 12A6 6 0 1 1 8 2z";
  const angle = level * 2 * Math.PI;
  const [x, y] = [8 + 6 * Math.sin(angle), 8 - 6 * Math.cos(angle)];
  return `M8 8V2A6 6 0 ${level > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}z`;
}

/** The lines of a state's glyph. */
export function linePath(state: PodState): string {
  if (state === "Terminating") return "M3.5 3.5l9 9m0-9l-9 9";
  if (state === "Failed" || state === "Succeeded") return "";
  return "M8 2a6 6 0 1 1 0 12A6 6 0 1 1 8 2z";
}

/**
 * A node in one number, so that the map knows what to draw anew: its condition, and up to two
 * pods with age and state, the older first.
 */
export function codeOf(node: SimNode, set: number | undefined, ageOf: (template: number) => number, setOf: (template: number) => number): number {
  const condition = node.gone ? 3 : node.ready !== "True" ? 2 : node.cordoned ? 1 : 0;
  let first = 0;
  let second = 0;
  for (const pod of node.pods) {
    const owner = setOf(pod[2]);
    if (owner < 0 || (set !== undefined && owner !== set)) continue;
    const code = 1 + podCode(pod, ageOf(pod[2]));
    if (first === 0) first = code;
    else if (second === 0) second = code;
  }
  if (second > first) [first, second] = [second, first];
  return condition + 4 * first + 4 * 64 * second;
}

function podCode(pod: PodTuple, age: number): number {
  return Math.min(Math.max(age, -1), 2) * 8 + 8 + states.indexOf(pod[3]);
}

/** The parts of a code again; pods are [age, state]. */
export function partsOf(code: number): { condition: number; pods: [Age, PodState][] } {
  const pods: [Age, PodState][] = [];
  for (const one of [Math.floor(code / 4) % 64, Math.floor(code / 256) % 64]) {
    if (one > 0) pods.push([ageName(Math.floor((one - 1) / 8) - 1), states[(one - 1) % 8]!]);
  }
  return { condition: code % 4, pods };
}

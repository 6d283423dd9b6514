// Sweeping: which strategies are tried, and which of them another one beats in every way.
import { nodesOf, type Amount, type Strategy } from "./commands";
import type { Swept } from "./answers";

/** A strategy that was tried, with the whole numbers that it comes to. */
export interface Tried extends Strategy {
  id: string;
  unavailable: number;
  surge: number;
  run: Swept;
}

export type Cost = "pods" | "cpu" | "memory";

/** Amounts such as 1, 10% in a text; what is neither is left out. */
export function amounts(text: string): Amount[] {
  const out: Amount[] = [];
  for (const w of text.split(/[\s,;，；]+/)) {
    if (/^\d{1,6}$/.test(w)) out.push(Number(w));
    else if (/^(\d{1,2}|100)%$/.test(w)) out.push(w);
  }
  return out;
}

/**
 * The strategies of a grid that an API server takes, each once: either maxUnavailable or maxSurge
 * is above 0. Two that come to the same whole numbers here are one, and the first stands for both.
 */
export function grid(unavailable: Amount[], surge: Amount[], ready: number[], desired: number): Strategy[] {
  const out: Strategy[] = [];
  const seen = new Set<string>();
  const add = (maxUnavailable: Amount, maxSurge: Amount, minReadySeconds: number): void => {
    const id = `${nodesOf(maxUnavailable, desired)} ${nodesOf(maxSurge, desired)} ${minReadySeconds}`;
    if (seen.has(id) || id.startsWith("0 0 ")) return;
    seen.add(id);
    out.push({ maxUnavailable, maxSurge, minReadySeconds });
  };
  for (const r of ready) {
    for (const u of unavailable) if (nodesOf(u, desired) > 0) add(u, 0, r);
    for (const s of surge) if (nodesOf(s, desired) > 0) add(0, s, r);
  }
  return out;
}

/** Whether one is at least as good as the other in everything, and better in something. */
export function beats(a: Tried, b: Tried, cost: Cost): boolean {
  if (a.run.outcome !== "rolled-out") return false;
  if (b.run.outcome !== "rolled-out") return true;
  const low = (t: Tried): number => t.run.lowest?.available ?? 0;
  const no = a.run.duration > b.run.duration || low(a) < low(b) || a.run[cost] > b.run[cost];
  return !no && (a.run.duration < b.run.duration || low(a) > low(b) || a.run[cost] < b.run[cost]);
}

/** For each strategy the first that beats it; undefined where none does. */
export function dominators(all: Tried[], cost: Cost): Map<string, Tried | undefined> {
  return new Map(all.map((b) => [b.id, all.find((a) => beats(a, b, cost))]));
}

/** So many of some nodes, spread evenly over them. */
export function spread(nodes: string[], count: number): string[] {
  const n = Math.min(Math.max(count, 0), nodes.length);
  return Array.from({ length: n }, (_, i) => nodes[Math.floor(((i + 0.5) * nodes.length) / n)]!);
}

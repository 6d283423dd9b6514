// How strategies and amounts are written.
import type { sentences } from "../panels/sweep.text";
import type { Tried } from "./sweep";

export function nameOf(t: Tried): string {
  const name = t.surge > 0 ? `surge ${t.maxSurge}` : `unavailable ${t.maxUnavailable}`;
  return t.minReadySeconds > 0 ? `${name}, ready ${t.minReadySeconds}s` : name;
}

export function verdictOf(t: Tried, by: Tried | undefined, text: (typeof sentences)["en"]): string {
  if (t.run.error) return `✗ ${text.refused}`;
  if (t.run.outcome === "stuck") return `✗ ${text.stuck}`;
  if (t.run.outcome === "limit") return `✗ ${text.limit}`;
  return by ? text.beaten(nameOf(by)) : `✓ ${text.best}`;
}

export function thousandths(cpu: number): string {
  return cpu % 1000 === 0 ? String(cpu / 1000) : `${cpu}m`;
}

export function bytes(n: number): string {
  for (const [unit, size] of [["Gi", 2 ** 30], ["Mi", 2 ** 20], ["Ki", 2 ** 10]] as const) {
    if (n >= size) return `${Math.round((n / size) * 10) / 10}${unit}`;
  }
  return String(n);
}

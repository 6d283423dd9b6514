// The timeline in pixels: axes, areas, steps. Counts have no slopes, so every curve is made of steps.
import type { Timeline } from "./protocol";

export const kinds = [
  ["availableOld", "old"],
  ["availableNew", "new"],
  ["unavailableOld", "lost"],
  ["starting", "starting"],
  ["terminating", "terminating"],
  ["missing", "missing"],
] as const;

/** The end of the axis for something that ends at a moment: round, and a little beyond it. */
export function horizon(from: number, end: number): number {
  const span = Math.max(end - from, 0) * 1.02;
  const round = [30, 60, 90, 120, 180, 240, 300, 450, 600, 900, 1200, 1800, 2700, 3600];
  const hit = round.find((r) => r >= span);
  if (hit !== undefined) return from + hit;
  const unit = 3600 * 10 ** Math.max(0, Math.floor(Math.log10(span / 3600)) - 1);
  return from + Math.ceil(span / unit / 5) * 5 * unit;
}

/** Round moments along the axis, about so many. */
export function ticks(from: number, to: number, about: number): number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400, 172800, 432000];
  const step = steps.find((s) => (to - from) / s <= about) ?? 864000;
  const out: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) out.push(t);
  return out;
}

/** The most pods or desired pods of any column. */
export function most(line: Timeline): number {
  let top = 1;
  for (let i = 0; i < line.desired.length; i++) {
    let sum = 0;
    for (const [kind] of kinds) sum += line[kind][i] ?? 0;
    top = Math.max(top, sum, line.desired[i] ?? 0);
  }
  return top;
}

export interface Scale {
  x: (at: number) => number;
  y: (count: number) => number;
}

export function scale(from: number, to: number, top: number, width: number, height: number): Scale {
  const span = Math.max(to - from, 0.001);
  return { x: (at) => ((at - from) / span) * width, y: (count) => height - (count / top) * height };
}

/** One area for each kind, standing on those before it. */
export function areas(line: Timeline, s: Scale): { name: string; path: string }[] {
  const n = line.desired.length;
  const base = new Array<number>(n).fill(0);
  return kinds.map(([kind, name]) => {
    const tops = base.map((b, i) => b + (line[kind][i] ?? 0));
    const path = tops.some((t, i) => t > base[i]!) ? `${steps(line, tops, s)}${steps(line, base, s, true)}Z` : "";
    base.splice(0, n, ...tops);
    return { name, path };
  });
}

/** A curve of steps, left to right, or back again below an area. */
export function steps(line: Timeline, values: number[], s: Scale, back = false): string {
  const n = values.length;
  const width = (line.to - line.from) / n;
  const points: string[] = [];
  for (let i = 0; i < n; i++) {
    if (!back && i > 0 && i < n - 1 && values[i] === values[i - 1] && values[i] === values[i + 1]) continue;
    const y = s.y(values[i]!).toFixed(1);
    points.push(`${s.x(line.from + i * width).toFixed(1)} ${y}`, `${s.x(line.from + (i + 1) * width).toFixed(1)} ${y}`);
  }
  if (back) points.reverse();
  return `${back ? "L" : "M"}${points.join("L")}`;
}

/** What a line ends with, held until a later moment, as nothing happens in between; undefined where that is not later. */
export function held(line: Timeline, until: number): Timeline | undefined {
  if (until <= line.to) return undefined;
  const last = Object.fromEntries((["desired", "floor", ...kinds.map(([kind]) => kind)] as const).map((name) => [name, line[name].slice(-1)]));
  return { ...line, ...last, from: line.to, to: until };
}

/** The column of a moment; -1 where nothing has been simulated. */
export function columnAt(line: Timeline, at: number): number {
  if (at < line.from || at > line.to) return -1;
  const n = line.desired.length;
  return Math.min(n - 1, Math.floor(((at - line.from) / Math.max(line.to - line.from, 0.001)) * n));
}

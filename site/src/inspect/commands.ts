// The commands that buttons stand for, put together as a person would type them.
import type { SimSet } from "../protocol";

/** A word as a command line takes it: in quotes where it has more than plain characters. */
export function word(text: string): string {
  if (/^[\w@%+=:,./~^-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

/** A value of JSON as a word; a quote within it is written so that no shell ends at it. */
function json(value: unknown): string {
  return `'${JSON.stringify(value).replaceAll("'", "\\u0027")}'`;
}

function inNamespace(set: SimSet): string {
  return set.namespace === "default" ? "" : ` -n ${word(set.namespace)}`;
}

export type Amount = number | string;

export interface Strategy {
  maxUnavailable: Amount;
  maxSurge: Amount;
  minReadySeconds: number;
}

export function patchStrategy(set: SimSet, s: Strategy): string {
  const rollingUpdate = { maxUnavailable: s.maxUnavailable, maxSurge: s.maxSurge };
  const spec = { minReadySeconds: s.minReadySeconds, updateStrategy: { type: "RollingUpdate", rollingUpdate } };
  return `kubectl patch ds ${word(set.name)}${inNamespace(set)} --type merge -p ${json({ spec })}`;
}

export function onDelete(set: SimSet): string {
  return `kubectl patch ds ${word(set.name)}${inNamespace(set)} --type merge -p ${json({ spec: { updateStrategy: { type: "OnDelete", rollingUpdate: null } } })}`;
}

/** Every container gets the image: the only one of most. */
export function setImage(set: SimSet, container: string, image: string): string {
  return `kubectl set image ds/${word(set.name)}${inNamespace(set)} ${word(container)}=${word(image)}`;
}

export function restart(set: SimSet): string {
  return `kubectl rollout restart ds/${word(set.name)}${inNamespace(set)}`;
}

export function undo(set: SimSet, revision = 0): string {
  return `kubectl rollout undo ds/${word(set.name)}${inNamespace(set)}${revision ? ` --to-revision=${revision}` : ""}`;
}

/** A whole number, or a percentage of the nodes that should run a pod, rounded up as the controller does. */
export function nodesOf(amount: Amount, desired: number): number {
  if (typeof amount === "number") return amount;
  return Math.ceil((Number.parseInt(amount, 10) * desired) / 100);
}

/** The next tag after one such as v1.16: its last number plus one. */
export function nextImage(image: string): string {
  const at = image.search(/\d+(?!.*\d)/);
  const colon = image.lastIndexOf(":");
  if (at < 0 || colon < image.lastIndexOf("/") || at < colon) return `${image.replace(/:[^/]*$/, "")}:v2`;
  const number = /^\d+/.exec(image.slice(at))![0];
  return image.slice(0, at) + String(Number(number) + 1) + image.slice(at + number.length);
}

export interface Pool {
  count: number;
  prefix: string;
  labels: string;
  taints: string;
  cpu: string;
  memory: string;
}

/**
 * A manifest with the nodes of a pool, whose names go on from those that are taken. Labels are
 * key=value and taints key=value:Effect, with blanks or commas between.
 */
export function poolManifest(pool: Pool, taken: Set<string>): { names: string[]; content: string } {
  const names: string[] = [];
  for (let i = 1; names.length < pool.count; i++) if (!taken.has(`${pool.prefix}${i}`)) names.push(`${pool.prefix}${i}`);
  const labels = Object.fromEntries(list(pool.labels).map((text) => cut(text, "=")));
  const taints = list(pool.taints).map((text) => {
    const [name, effect] = cut(text, ":");
    const [key, value] = cut(name, "=");
    return { key, ...(value ? { value } : {}), effect };
  });
  const allocatable = { ...(pool.cpu ? { cpu: pool.cpu } : {}), ...(pool.memory ? { memory: pool.memory } : {}) };
  const items = names.map((name) => {
    const meta = Object.keys(labels).length ? { name, labels } : { name };
    const spec = taints.length ? { spec: { taints } } : {};
    const status = Object.keys(allocatable).length ? { status: { capacity: allocatable, allocatable } } : {};
    return `- ${JSON.stringify({ apiVersion: "v1", kind: "Node", metadata: meta, ...spec, ...status })}`;
  });
  return { names, content: `apiVersion: v1\nkind: List\nitems:\n${items.join("\n")}\n` };
}

function list(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function cut(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Seconds of a span such as 90, 90s, 2m30s or 1h; undefined for anything else. */
export function seconds(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$/.exec(trimmed);
  if (!parts || trimmed === "") return undefined;
  return Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0);
}

/** The sentence of a reason in general: what it names differs from case to case. */
export function inGeneral(sentence: string): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, what: string) => what.toUpperCase());
}

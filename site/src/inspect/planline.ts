// The command line that makes the same plan elsewhere: rollscope plan, and the files that it reads.
import type { Attempt, File, SimSet } from "../protocol";
import { store } from "../store.svelte";
import type { ImageBehaviour, PlanResult } from "./answers";
import { word } from "./commands";

export interface Planned {
  set: SimSet;
  commands: string[];
  files: File[];
  /** As they were written; "" for none. */
  maxDuration: string;
  minAvailable: string;
}

export interface Line {
  command: string;
  files: { name: string; content: string }[];
}

/** Everything that a plan on the command line starts from. */
const all = "kubectl get nodes,ds,pods,controllerrevisions,priorityclasses -A -o yaml";
const spans = { pull: "pull", start: "start", readyAfter: "ready-after", stop: "stop", crashAfter: "crash-after", hangsAfter: "hangs-after" } as const;
const fates = { neverReady: "never-ready", pullFails: "pull-fails", fails: "fails" } as const;

/** undefined where the change is one of more than the DaemonSet: then no command line makes it. */
export async function lineOf(p: Planned, plan: PlanResult): Promise<Line | undefined> {
  const one = `kubectl get ds ${word(p.set.name)} -n ${word(p.set.namespace)} -o yaml`;
  const nodes = "kubectl get nodes -o yaml";
  const before = await outputs([all, nodes], []);
  const after = p.commands.length === 0 ? [] : await outputs([...p.commands, one, nodes], p.files);
  if (!before || !after || p.commands.some((c) => !c.startsWith("kubectl "))) return undefined;
  if (after.length > 0 && after.at(-1) !== before[1]) return undefined;
  const changed = after.length > 0 ? [{ name: "new.yaml", content: after.at(-2)! }] : [];
  const words = [
    "rollscope plan", ...(changed.length > 0 ? ["-f new.yaml"] : []), "--from cluster.yaml", `--name ${word(`${p.set.namespace}/${p.set.name}`)}`,
    ...(await behaviours(["*", ...p.set.images, ...plan.assumed.map((a) => a.image)])).map((text) => `--image ${word(text)}`),
    ...(p.maxDuration ? [`--max-duration ${spanOf(p.maxDuration)}`] : []), ...(p.minAvailable ? [`--min-available ${p.minAvailable}`] : []), "-o markdown",
  ];
  return { command: words.join(" "), files: [{ name: "cluster.yaml", content: before[0]! }, ...changed] };
}

/** What commands print on a copy of the cluster; undefined where one fails. */
async function outputs(commands: string[], files: File[]): Promise<string[] | undefined> {
  const answer = await store.ask({ do: "attempt", commands, files }, `plan line ${commands.length}`);
  const tried = answer?.ok ? (answer.result as Attempt) : undefined;
  return tried && !tried.failed ? tried.ran.map((r) => r.output) : undefined;
}

/** How images behave, old and new ones, where somebody has said so. */
async function behaviours(used: string[]): Promise<string[]> {
  const answer = await store.ask({ do: "images" }, "plan images");
  const known = answer?.ok ? (answer.result as { images: ImageBehaviour[] }).images : [];
  return known.filter((i) => i.told && used.includes(i.image)).map((i) => {
    const lasting = Object.entries(spans).flatMap(([key, name]) => (i[key as keyof typeof spans] === undefined ? [] : [`${name}=${i[key as keyof typeof spans]}s`]));
    const fate = Object.entries(fates).flatMap(([key, name]) => (i[key as keyof typeof fates] ? [name] : []));
    return [i.image, ...lasting, ...fate, ...(i.onlyOn ? [`only-on=${i.onlyOn}`] : [])].join(" ");
  });
}

/** 90 means seconds on the page; the command line wants the unit. */
function spanOf(text: string): string {
  return /^[\d.]+$/.test(text) ? `${text}s` : text;
}

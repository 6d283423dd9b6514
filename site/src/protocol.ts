// The types of the conversation with the simulator: wasm/protocol, in TypeScript.
// site/content/protocol.md describes each request.

/** What happened last, and every event. Texts are plain, never HTML. */
export interface SimEvent {
  number: number;
  at: number;
  actor: string;
  kind: string;
  namespace?: string;
  name: string;
  verb: string;
  node?: string;
  code: string;
  en: string;
  zh: string;
  upstream: string;
}

/** Where a branch is: times in seconds of simulated time. */
export interface Where {
  now: number;
  event: number;
  events: number;
  end: number;
  idle: boolean;
  last?: SimEvent;
  outcome?: "rolled-out" | "stuck" | "limit";
  waits?: { set: string; code: string; en: string; zh: string }[];
}

/** id, name, template, state, note. */
export type PodTuple = [number, string, number, PodState, string];

export type PodState = "Pending" | "Waiting" | "NotReady" | "Ready" | "Available" | "Terminating" | "Failed" | "Succeeded";

export interface SimNode {
  id: number;
  name: string;
  class?: number;
  ready?: "True" | "False" | "Unknown";
  cordoned?: boolean;
  broken?: boolean;
  gone?: boolean;
  used: [number, number, number];
  pods: PodTuple[];
}

export interface NodeClass {
  id: number;
  labels: Record<string, string>;
  taints: string[];
  cpu: number;
  memory: number;
  pods: number;
}

export interface Template {
  id: number;
  set: number;
  hash: string;
  image: string;
  namespace: string;
  cpu: number;
  memory: number;
}

export interface Budget {
  desired: number;
  maxUnavailable: number;
  maxSurge: number;
  unavailable: number;
  surging: number;
  available: number;
  old: number;
}

export interface SimSet {
  id: number;
  namespace: string;
  name: string;
  desired: number;
  current: number;
  ready: number;
  upToDate: number;
  available: number;
  unavailable: number;
  misscheduled: number;
  strategy: string;
  minReadySeconds: number;
  budget: Budget;
  hash: string;
  images: string[];
  line: string;
  done: boolean;
  revisions: { number: number; hash: string; name: string }[];
}

/** The cluster, or what changed of it since the answer that the request named. */
export interface State extends Where {
  rev: number;
  full: boolean;
  branch: string;
  branches: string[];
  position: number;
  sets: SimSet[];
  classes: NodeClass[];
  templates: Template[];
  nodes: SimNode[];
  removed: number[];
  loose?: PodTuple[];
}

export interface Timeline {
  set: string;
  from: number;
  to: number;
  desired: number[];
  floor: number[];
  availableOld: number[];
  availableNew: number[];
  starting: number[];
  terminating: number[];
  missing: number[];
  marks: { at: number; event: number; by: string; en: string; zh: string }[];
  lowest?: { available: number; at: number };
}

/** A file of a scenario. */
export interface File {
  name: string;
  content: string;
  line?: number;
}

/** A command of a scenario file, with the prose before it. */
export interface Step {
  command: string;
  prose?: { en: string; zh?: string }[];
  output?: string;
  fails?: boolean;
  line: number;
}

/** A command that ran, and exactly what it printed. */
export interface Ran {
  command: string;
  output: string;
  failed?: boolean;
  from: number;
  to: number;
  branch?: string;
}

export interface Opened {
  title: { en: string; zh?: string };
  steps: Step[];
  files: File[];
  position: number;
  ran?: Ran[];
}

/** A request: what to do, with its fields. since asks for the state after it. */
export interface Request {
  do: string;
  since?: number;
  [field: string]: unknown;
}

export interface SimError {
  message: string;
  hint?: string;
  file?: string;
  line?: number;
  column?: number;
  more?: SimError[];
}

export interface Answer {
  v: number;
  id: number;
  ok: boolean;
  result?: unknown;
  state?: State;
  error?: SimError;
}

// The answers that the inspector's panels read; site/content/protocol.md describes them.
import type { Budget, Ran, SimEvent } from "../protocol";

/** A reason in both languages. */
export interface Reason {
  code: string;
  node?: string;
  pod?: string;
  en: string;
  zh: string;
  upstream: string;
}

export interface Check {
  component: string;
  check: string;
  ok: boolean;
  message: string;
  zh?: string;
  upstream?: string;
  fix?: string;
  fixZh?: string;
  command?: string;
}

export interface NodeWhy {
  node: string;
  set: string;
  shouldRun: boolean;
  mayStay: boolean;
  fits: boolean;
  checks: Check[];
  fix: string;
}

export interface RolloutWhy {
  set: string;
  done: boolean;
  line: string;
  budget: Budget;
  waits: (Reason & { set: string })[];
  more: boolean;
  change?: { commands: string[]; done: boolean; after: number; current: number; desired: number; advice?: Reason };
}

export interface Found {
  events: SimEvent[];
  found: number;
  actors: Record<string, number>;
  kinds: Record<string, number>;
  codes: Record<string, number>;
}

export interface Attempt {
  ran: Ran[];
  failed: boolean;
}

export interface Completion {
  from: number;
  words: string[];
  more: number;
  common: string;
}

export interface ImageBehaviour {
  image: string;
  onlyOn?: string;
  told: boolean;
  pull: number;
  start: number;
  readyAfter: number;
  stop: number;
  neverReady: boolean;
  pullFails: boolean;
  fails: boolean;
  crashAfter?: number;
  hangsAfter?: number;
  exit: number;
}

export interface PlanWait {
  node: string;
  pod: string;
  code: string;
  message: string;
}

interface Amounts {
  cpu: string;
  memory: string;
  ephemeralStorage: string;
}

export interface PlanResult {
  daemonSet: string;
  change: "create" | "update" | "none";
  outcome: "rolledOut" | "stuck" | "timeLimit" | "eventLimit";
  seconds: number;
  halfSeconds: number | null;
  ninetyFiveSeconds: number | null;
  nodes: { total: number; eligible: number; available: number; done: number; others: { checks: string[]; nodes: number; first: string[]; fix: string }[] };
  strategy: { type: string; maxUnavailable: { given: string; nodes: number }; maxSurge: { given: string; nodes: number }; minReadySeconds: number };
  waves: { number: number; nodes: number; fromSeconds: number; toSeconds: number; first: string[] }[];
  availability: { served: number; lowest: number; lowestPercent: number; lowestAtSeconds: number; curve: number[] };
  extra: { podsAtMost: number; onNode: Amounts; node: string; total: Amounts };
  client: { creates: number; deletes: number; statusWrites: number; qps: number; decides: boolean; unlimitedSeconds: number | null };
  neverReady: number;
  neverReadyPods: PlanWait[];
  blocked: { waiting: PlanWait[]; more: boolean; commands: string[]; helps: boolean; afterSeconds: number | null; advice: string } | null;
  gates: { gate: string; limit: string; actual: string; ok: boolean }[];
  ok: boolean;
  notes: string[];
}

export interface Forecast {
  done: boolean;
  from: number;
  at: number;
  nodes: number;
  ready: number;
  plan?: PlanResult;
  /** What blocks it and what is never ready, in the order of the plan, in both languages. */
  waiting?: Reason[];
  neverReady?: Reason[];
  /** Requested on top at most: thousandths of a CPU, and bytes. */
  cpu: number;
  memory: number;
}

export interface Swept {
  strategy: (number | string)[];
  outcome?: "rolled-out" | "stuck" | "limit";
  duration: number;
  lowest?: { available: number; at: number };
  served: number;
  pods: number;
  cpu: number;
  memory: number;
  error?: string;
}

// The cluster as the page knows it at the present moment: what the simulator told of it, taken in as it comes.
import type { NodeClass, SimEvent, SimNode, SimSet, State, Template, Where } from "./protocol";

/** A branch on the timeline: where it leaves its parent. */
export interface Lane {
  name: string;
  from: number;
  parent: string | undefined;
}

export class Cluster {
  branch = $state("main");
  branches = $state.raw<string[]>(["main"]);
  /** Where branches begin and end, those that this page has seen begin. */
  lanes = $state.raw<Lane[]>([]);
  /** NAMESPACE/NAME of the DaemonSet that is shown where there are several; "" is the first. */
  set = $state("");
  where = $state.raw<Where>({ now: 0, event: 0, events: 0, end: 0, idle: false });
  sets = $state.raw<SimSet[]>([]);
  nodes = $state.raw<SimNode[]>([]);
  /** The newest decision of the controller, or what a person did. */
  decision = $state.raw<SimEvent | undefined>();

  classes = new Map<number, NodeClass>();
  templates = new Map<number, Template>();
  #places = new Map<number, number>(); // of nodes by id in the list of them

  /** The DaemonSet that is shown. */
  get shown(): SimSet | undefined {
    return this.sets.find((d) => `${d.namespace}/${d.name}` === this.set) ?? this.sets[0];
  }

  /** Its name, as NAMESPACE/NAME. */
  get key(): string | undefined {
    return this.shown && `${this.shown.namespace}/${this.shown.name}`;
  }

  /** The DaemonSet that a template is of; -1 for none. */
  setOf(template: number): number {
    return this.templates.get(template)?.set ?? -1;
  }

  /** How old a revision is: 0 is the newest. Pods of no DaemonSet have none. */
  age(template: number): number {
    const t = this.templates.get(template);
    const set = t && this.sets.find((d) => d.id === t.set);
    if (!t || !set) return -1;
    if (t.hash === set.hash) return t.image === set.images[0] ? 0 : 1; // changed, and the controller has not seen it yet
    const behind = set.revisions.length - set.revisions.findIndex((r) => r.hash === t.hash);
    return Math.max(1, behind - 1);
  }

  /** Takes a state: the whole cluster, or what changed of it. */
  protected take(s: State): void {
    if (s.full) {
      this.classes.clear();
      this.templates.clear();
    }
    for (const c of s.classes) this.classes.set(c.id, c);
    for (const t of s.templates) this.templates.set(t.id, t);
    this.#takeBranches(s);
    this.sets = s.sets;
    this.where = s;
    this.#takeNodes(s);
    if (s.last && isDecision(s.last)) this.decision = s.last;
  }

  /** Takes the nodes that changed into the list, which stays in the order of creation. */
  #takeNodes(s: State): void {
    if (!s.full && s.nodes.length === 0 && s.removed.length === 0) return;
    const list = s.full ? [] : this.nodes.slice();
    let fresh = s.full;
    for (const n of s.nodes) {
      const at = s.full ? undefined : this.#places.get(n.id);
      if (at !== undefined) list[at] = n;
      else fresh = list.push(n) > 0;
    }
    if (!fresh && s.removed.length === 0) {
      this.nodes = list;
      return;
    }
    const gone = new Set(s.removed);
    this.nodes = (gone.size > 0 ? list.filter((n) => !gone.has(n.id)) : list).sort((a, b) => a.id - b.id);
    this.#places = new Map(this.nodes.map((n, i) => [n.id, i]));
  }

  /** Notes where branches begin; a new one begins at the present moment of the one before. */
  #takeBranches(s: State): void {
    const known = this.lanes.filter((l) => s.branches.includes(l.name));
    const fresh = s.branches.filter((name) => !known.some((l) => l.name === name)).map((name) => ({ name, from: s.now, parent: this.branch as string | undefined }));
    if (fresh.length > 0 || known.length !== this.lanes.length) this.lanes = [...known, ...fresh];
    this.branch = s.branch;
    this.branches = s.branches;
  }
}

/** What a reader wants to be told of: decisions of the controller, and what people do. */
export function isDecision(e: SimEvent): boolean {
  return e.actor === "user" || (e.actor === "daemonset-controller" && (e.verb === "create" || e.verb === "delete") && e.kind === "Pod");
}

/** The newest of events that a reader wants to be told of; the last where none is. */
export function newest(events: SimEvent[]): SimEvent | undefined {
  return events.findLast(isDecision) ?? events.at(-1);
}

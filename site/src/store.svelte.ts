// What the page knows and does. Parts read it and call it; they hold no state of the cluster.
import { take } from "./early.svelte";
import type { Whole } from "./handover";
import { linked } from "./share";
import { Simulator } from "./sim";
import { sentences, type Language } from "./text";
import type { Answer, File, NodeClass, Opened, Ran, Request, SimEvent, SimNode, SimSet, State, Prose, Step, Template, Timeline, Wait, Where } from "./protocol";
import sample from "./sample.txtar?raw";

/** Simulated seconds for each real one. */
export const speeds = [1, 2, 5, 10, 30, 100, 300, 1000] as const;

/** A branch on the timeline: where it leaves its parent. */
export interface Lane {
  name: string;
  from: number;
  parent: string | undefined;
}

/** What a person has picked on the stage; every panel follows it. */
export type Selection = { kind: "node"; node: string } | { kind: "pod"; node: string; pod: string } | { kind: "event"; number: number };

/** How a run to the end came out, and what it waits for where it is stuck. */
export interface Outcome {
  kind: "rolled-out" | "stuck" | "limit";
  branch: string;
  event: number;
  at: number;
  waits: Wait[];
}

/** A first picture, made when the page was built (tools/opening.mjs). */
export interface Picture {
  title: Prose;
  state: State;
  timeline: Timeline;
}

export class Store {
  language = $state<Language>("en");
  selected = $state.raw<Selection | undefined>();
  /** The id of the panel that is shown beside the stage; panels.ts has them. */
  panel = $state("hands");
  /** The scenario that is open, its files and its commands. */
  scenario = $state.raw<{ text: string; name: string; files: File[]; steps: Step[] }>({ text: "", name: "", files: [], steps: [] });
  /** Every command that was given since opening, by prompt, button or lesson, with its output. */
  transcript = $state.raw<Ran[]>([]);
  /** The page is a frame in another: stage and transport only. */
  embed = $state(false);
  branch = $state("main");
  branches = $state.raw<string[]>(["main"]);
  /** Where branches begin and end, those that this page has seen begin. */
  lanes = $state.raw<Lane[]>([]);
  /** The counts of each branch as it was last seen. */
  timelines = $state.raw<Record<string, Timeline>>({});
  /** NAMESPACE/NAME of the DaemonSet that is shown where there are several; "" is the first. */
  set = $state("");
  outcome = $state.raw<Outcome | undefined>();
  ready = $state(false);
  /** Something takes so long that people should be told. */
  working = $state(false);
  playing = $state(false);
  speed = $state<number>(5);
  title = $state<{ en: string; zh?: string }>({ en: "" });
  where = $state.raw<Where>({ now: 0, event: 0, events: 0, end: 0, idle: false });
  sets = $state.raw<SimSet[]>([]);
  nodes = $state.raw<SimNode[]>([]);
  timeline = $state.raw<Timeline | undefined>();
  /** The newest decision of the controller, or what a person did. */
  decision = $state.raw<SimEvent | undefined>();
  error = $state("");
  /** The event that the page opened at; earlier ones set the scene. */
  first = $state(0);

  classes = new Map<number, NodeClass>();
  templates = new Map<number, Template>();
  #places = new Map<number, number>(); // of nodes by id in the list of them
  /** Whether the whole simulator is there; until then there is one that can do little more than move. */
  whole = $state<Whole>("coming");
  #sim = new Simulator((whole) => performance.mark(`rollscope-whole-${(this.whole = whole)}`), linked(), take);
  #since = 0; // the moment that the page opened at
  #clock = 0;
  #drawn = 0;
  #counted = ""; // what the timeline was asked for
  #opened: () => void = () => {};
  #open = new Promise<void>((done) => (this.#opened = done)); // the first scenario is open

  /**
   * Opens a scenario and runs so many of its commands: -1 all, 0 none. The page starts at the
   * moment that leads to. False, and the error is shown, when it cannot be opened; what was
   * open stays then.
   */
  async open(text: string = sample, name = "opening.txtar", steps = -1): Promise<boolean> {
    this.pause();
    const answer = await this.#patiently(this.#sim.tell({ do: "open", scenario: text, name, steps, since: 0 }));
    if (!this.#took(answer)) return false;
    const opened = answer.result as Opened;
    this.title = opened.title;
    this.scenario = { text, name, files: opened.files, steps: opened.steps };
    this.transcript = [];
    this.selected = undefined;
    this.outcome = undefined;
    this.set = "";
    this.timelines = {};
    this.lanes = [{ name: this.branch, from: this.where.now, parent: undefined }];
    this.first = this.where.event;
    this.#since = this.where.now;
    const failed = opened.ran?.findIndex((ran, i) => ran.failed && !opened.steps[i]?.fails) ?? -1;
    if (failed >= 0) this.error = `$ ${opened.ran![failed]!.command}\n${opened.ran![failed]!.output}`;
    this.ready = true;
    this.#counted = "";
    this.#opened();
    performance.mark("rollscope-first-state");
    await this.#refresh();
    return true;
  }

  /** Draws the first picture, before there is a simulator. */
  draw(picture: Picture): void {
    if (this.ready) return;
    this.title = picture.title;
    this.#take(picture.state);
    this.first = this.where.event;
    this.#since = this.where.now;
    this.timeline = picture.timeline;
    this.lanes = [{ name: this.branch, from: this.where.now, parent: undefined }];
  }

  /**
   * Gives one command as it stands in a scenario (kubectl …, break …, advance …) at the present
   * moment, and keeps it in the transcript. What it prints comes back, refusals too; undefined
   * when the simulator could not take it, and then the error is shown.
   */
  async run(line: string, files: File[] = []): Promise<Ran | undefined> {
    if (!this.ready) return undefined;
    this.pause();
    if (/\bexplain\b/.test(line)) await (await import("./docs")).bringDocs();
    const known = new Set(this.sets.map((d) => d.id));
    const answer = await this.#patiently(this.#sim.tell({ do: "command", line, ...(files.length > 0 ? { files } : {}), since: 0 }));
    if (!this.#took(answer)) return undefined;
    const made = this.sets.find((d) => !known.has(d.id));
    if (made) this.set = `${made.namespace}/${made.name}`; // what was just made is looked at
    const ran: Ran = { command: line, ...(answer.result as Omit<Ran, "command">) };
    this.transcript = [...this.transcript, ran];
    await this.#refresh();
    return ran;
  }

  /**
   * Asks what changes nothing (why, plan, events, validate, compare, sweep, …). The newest of
   * one purpose wins: an overtaken one comes back undefined. Errors are the caller's to show.
   */
  ask(request: Request, purpose: string): Promise<Answer | undefined> {
    return this.#sim.ask(request, purpose);
  }

  /** Makes a change that is no command (fork, switch, run to a step, …); undefined when it failed. */
  async change<T>(request: Request): Promise<T | undefined> {
    this.pause();
    const answer = await this.#patiently(this.#sim.tell({ ...request, since: 0 }));
    if (!this.#took(answer)) return undefined;
    await this.#refresh();
    return (answer.result ?? {}) as T;
  }

  /** Shows a panel, and picks something for it to tell about. */
  show(panel: string, selected?: Selection): void {
    this.panel = panel;
    if (selected) this.selected = selected;
  }

  /** Tries again to load the whole simulator. */
  complete = (): void => {
    this.whole = "coming";
    this.#sim.complete();
  };

  step = () => this.#move({ do: "step" });
  wave = () => this.#move({ do: "wave" });
  end = () => this.#move({ do: "end" });
  /** Goes to a moment: back, forward, or on into what has not been simulated yet. */
  seekAt = (at: number) => this.#move({ do: "seek", at: Math.max(at, this.#since) });
  back = () => (this.where.event > this.first ? this.#move({ do: "back" }) : Promise.resolve());
  home = () => this.#move({ do: "seek", event: this.first });
  seek = (event: number) => this.#move({ do: "seek", event: Math.max(event, this.first) });
  /** Goes to an event that a link names, and lets the page begin no later than there. */
  seekTo = async (event: number): Promise<void> => {
    const to = Math.min(event, this.where.events);
    this.first = Math.min(this.first, to);
    await this.#move({ do: "seek", event: to });
  };

  toggle = (): void => {
    if (!this.playing && this.finished) void this.home().then(() => this.#play());
    else if (this.playing) this.pause();
    else this.#play();
  };

  pause = (): void => {
    this.playing = false;
  };

  /** What a pick on the stage does: every panel follows, and the one that tells why is shown. */
  pick(selected: Selection): void {
    this.show("why", selected);
  }

  /** Starts a branch at the present moment and goes on in it. */
  fork = async (): Promise<void> => {
    await this.#open;
    let n = this.branches.length;
    while (this.branches.includes(`b${n}`)) n++;
    await this.change({ do: "fork", name: `b${n}` });
  };

  switch = async (name: string): Promise<void> => {
    if (name !== this.branch) await this.change({ do: "switch", name });
  };

  /** Counts the branches that this page has not been on, for their comparison. */
  async countBranches(): Promise<void> {
    const set = this.shown;
    for (const branch of this.branches.filter((name) => !this.timelines[name])) {
      const line = await this.#sim.ask({ do: "timeline", branch, width: 240, from: this.#since, ...(set ? { set: `${set.namespace}/${set.name}` } : {}) }, `timeline ${branch}`);
      if (line?.ok) this.timelines = { ...this.timelines, [branch]: line.result as Timeline };
    }
  }

  /** The DaemonSet that is shown. */
  get shown(): SimSet | undefined {
    return this.sets.find((d) => `${d.namespace}/${d.name}` === this.set) ?? this.sets[0];
  }

  /** Shows another DaemonSet. */
  showSet(name: string): void {
    this.set = name;
    void this.#refresh();
  }

  get finished(): boolean {
    return this.where.event === this.where.events && this.sets.length > 0 && this.sets.every((d) => d.done) && this.where.event > this.first;
  }

  /** The sentence below the stage. */
  get told(): string {
    const own = this.scenario.name === "" || this.scenario.name === "opening.txtar";
    const begun = this.where.event !== this.first || this.where.events !== this.first || this.transcript.length > 0;
    const e = own && !begun ? undefined : this.decision;
    return e ? e[this.language] : own ? sentences[this.language].opening : "";
  }

  #play(): void {
    this.playing = true;
    this.#clock = performance.now();
    const tick = async (now: number): Promise<void> => {
      if (!this.playing) return;
      const by = Math.min(((now - this.#clock) / 1000) * this.speed, 5 * this.speed);
      if (by > 0.02 && this.ready && !this.#sim.busy) {
        this.#clock = now;
        await this.#ask({ do: "advance", by: Number(by.toFixed(3)) });
        if (now - this.#drawn > 250) {
          const before = performance.now();
          await this.#refresh();
          this.#drawn = now + 4 * (performance.now() - before); // what takes long is asked for less often
        }
        if (this.finished || this.where.idle) {
          this.pause();
          await this.#refresh();
        }
      }
      requestAnimationFrame((t) => void tick(t));
    };
    requestAnimationFrame((t) => void tick(t));
  }

  async #move(request: Request): Promise<void> {
    this.pause();
    await this.#open;
    const moved = (await this.#ask(request)) as Where | undefined;
    if (moved === undefined) return;
    if (moved.outcome) this.outcome = { kind: moved.outcome, branch: this.branch, event: moved.event, at: moved.last?.at ?? moved.now, waits: moved.waits ?? [] };
    await this.#refresh();
  }

  /** Waits for an answer, and lets people know when that takes a while. */
  async #patiently(answer: Promise<Answer | undefined>): Promise<Answer | undefined> {
    const timer = setTimeout(() => (this.working = true), 300);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      this.working = false;
    }
  }

  /** Asks, and takes the state that comes with the answer. */
  async #ask(request: Request): Promise<unknown> {
    const answer = await this.#patiently(this.#sim.ask({ ...request, since: 0 }));
    return this.#took(answer) ? (answer.result ?? {}) : undefined;
  }

  /** Takes what an answer brings: the state, or the error. */
  #took(answer: Answer | undefined): answer is Answer {
    if (!answer) return false;
    if (!answer.ok) {
      const { code, message, hint } = answer.error ?? {};
      this.error = code === "lacking" ? sentences[this.language].lacking : [message, hint].filter(Boolean).join(": ");
      this.pause();
      return false;
    }
    this.error = "";
    if (answer.state) this.#take(answer.state);
    return true;
  }

  /** Asks for what is drawn beside the stage, where it may have changed. */
  async #refresh(): Promise<void> {
    const { events, event, end } = this.where;
    const set = this.sets.length > 1 && this.shown ? `${this.shown.namespace}/${this.shown.name}` : "";
    const counted = [this.branch, events, end, set, this.transcript.length].join(" ");
    if (counted !== this.#counted) {
      const line = await this.#sim.ask({ do: "timeline", width: 240, from: this.#since, ...(set ? { set } : {}) }, "timeline");
      if (line) this.#counted = counted;
      if (line?.ok) {
        this.timeline = line.result as Timeline;
        this.timelines = { ...this.timelines, [this.branch]: this.timeline };
      } else if (line) this.timeline = undefined; // there is no DaemonSet to count
    }
    if (this.where.last && isDecision(this.where.last)) return;
    const told = await this.#sim.ask({ do: "events", from: Math.max(0, event - 60), to: event }, "told");
    if (told?.ok) this.decision = newest((told.result as { events: SimEvent[] }).events);
  }

  #take(s: State): void {
    if (s.full) {
      this.classes.clear();
      this.templates.clear();
    }
    for (const c of s.classes) this.classes.set(c.id, c);
    for (const t of s.templates) this.templates.set(t.id, t);
    this.#branch(s);
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
  #branch(s: State): void {
    const known = this.lanes.filter((l) => s.branches.includes(l.name));
    const fresh = s.branches.filter((name) => !known.some((l) => l.name === name)).map((name) => ({ name, from: s.now, parent: this.branch as string | undefined }));
    if (fresh.length > 0 || known.length !== this.lanes.length) this.lanes = [...known, ...fresh];
    this.branch = s.branch;
    this.branches = s.branches;
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
}

/** What a reader wants to be told of: decisions of the controller, and what people do. */
function isDecision(e: SimEvent): boolean {
  return e.actor === "user" || (e.actor === "daemonset-controller" && (e.verb === "create" || e.verb === "delete") && e.kind === "Pod");
}

function newest(events: SimEvent[]): SimEvent | undefined {
  for (let i = events.length - 1; i >= 0; i--) {
    const e = events[i];
    if (e && isDecision(e)) return e;
  }
  return events.at(-1);
}

export const store = new Store();

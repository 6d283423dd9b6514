// What the page knows and does. Parts read it and call it; they hold no state of the cluster.
import type { Whole } from "./handover";
import { Simulator } from "./sim";
import { sentences, type Language } from "./text";
import type { Answer, File, NodeClass, Opened, Ran, Request, SimEvent, SimNode, SimSet, State, Step, Template, Timeline, Where } from "./protocol";
import sample from "./sample.txtar?raw";

/** Simulated seconds for each real one. */
export const speeds = [1, 2, 5, 10, 30] as const;

/** What a person has picked on the stage; every panel follows it. */
export type Selection = { kind: "node"; node: string } | { kind: "pod"; node: string; pod: string } | { kind: "event"; number: number };

export class Store {
  language = $state<Language>("en");
  selected = $state.raw<Selection | undefined>();
  /** The id of the panel that is shown beside the stage; panels.ts has them. */
  panel = $state("hands");
  /** The scenario that is open, its files and its commands. */
  scenario = $state.raw<{ text: string; name: string; files: File[]; steps: Step[] }>({ text: "", name: "", files: [], steps: [] });
  /** Every command that was given since opening, by prompt, button or lesson, with its output. */
  transcript = $state.raw<Ran[]>([]);
  branch = $state("main");
  branches = $state.raw<string[]>(["main"]);
  ready = $state(false);
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
  #nodes = new Map<number, SimNode>();
  #rev = -1;
  /** Whether the whole simulator is there; until then there is one that can do little more than move. */
  whole = $state<Whole>("coming");
  #sim = new Simulator((whole) => (this.whole = whole));
  #since = 0; // the moment that the page opened at
  #clock = 0;
  #drawn = 0;

  /**
   * Opens a scenario and runs so many of its commands: -1 all, 0 none. The page starts at the
   * moment that leads to. False, and the error is shown, when it cannot be opened; what was
   * open stays then.
   */
  async open(text: string = sample, name = "opening.txtar", steps = -1): Promise<boolean> {
    this.pause();
    const answer = await this.#sim.tell({ do: "open", scenario: text, name, steps, since: this.#rev });
    if (!this.#took(answer)) return false;
    const opened = answer.result as Opened;
    this.title = opened.title;
    this.scenario = { text, name, files: opened.files, steps: opened.steps };
    this.transcript = [];
    this.selected = undefined;
    this.first = this.where.event;
    this.#since = this.where.now;
    this.ready = true;
    performance.mark("rollscope-first-state");
    await this.#refresh();
    return true;
  }

  /**
   * Gives one command as it stands in a scenario (kubectl …, break …, advance …) at the present
   * moment, and keeps it in the transcript. What it prints comes back, refusals too; undefined
   * when the simulator could not take it, and then the error is shown.
   */
  async run(line: string, files: File[] = []): Promise<Ran | undefined> {
    if (!this.ready) return undefined;
    this.pause();
    const answer = await this.#sim.tell({ do: "command", line, ...(files.length > 0 ? { files } : {}), since: this.#rev });
    if (!this.#took(answer)) return undefined;
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
    const answer = await this.#sim.tell({ ...request, since: this.#rev });
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
  back = () => (this.where.event > this.first ? this.#move({ do: "back" }) : Promise.resolve());
  home = () => this.#move({ do: "seek", event: this.first });
  seek = (event: number) => this.#move({ do: "seek", event: Math.max(event, this.first) });

  toggle = (): void => {
    if (!this.ready) return;
    if (!this.playing && this.finished) void this.home().then(() => this.#play());
    else if (this.playing) this.pause();
    else this.#play();
  };

  pause = (): void => {
    this.playing = false;
  };

  get finished(): boolean {
    return this.where.event === this.where.events && this.sets.length > 0 && this.sets.every((d) => d.done) && this.where.event > this.first;
  }

  /** The sentence below the stage. */
  get told(): string {
    const e = this.decision;
    return e ? e[this.language] : sentences[this.language].opening;
  }

  #play(): void {
    this.playing = true;
    this.#clock = performance.now();
    const tick = async (now: number): Promise<void> => {
      if (!this.playing) return;
      const by = Math.min(((now - this.#clock) / 1000) * this.speed, 5 * this.speed);
      if (by > 0.02 && !this.#sim.busy) {
        this.#clock = now;
        await this.#ask({ do: "advance", by: Number(by.toFixed(3)) });
        if (now - this.#drawn > 250) {
          this.#drawn = now;
          await this.#refresh();
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
    if (!this.ready) return;
    this.pause();
    if ((await this.#ask(request)) !== undefined) await this.#refresh();
  }

  /** Asks, and takes the state that comes with the answer. */
  async #ask(request: Request): Promise<unknown> {
    const answer = await this.#sim.ask({ ...request, since: this.#rev });
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

  /** Asks for what is drawn beside the stage. */
  async #refresh(): Promise<void> {
    const line = await this.#sim.ask({ do: "timeline", width: 160, from: this.#since }, "timeline");
    if (line?.ok) this.timeline = line.result as Timeline;
    const event = this.where.event;
    const told = await this.#sim.ask({ do: "events", from: Math.max(0, event - 200), to: event }, "told");
    if (told?.ok) this.decision = newest((told.result as { events: SimEvent[] }).events);
  }

  #take(s: State): void {
    if (s.full) {
      this.#nodes.clear();
      this.classes.clear();
      this.templates.clear();
    }
    for (const c of s.classes) this.classes.set(c.id, c);
    for (const t of s.templates) this.templates.set(t.id, t);
    for (const id of s.removed) this.#nodes.delete(id);
    for (const n of s.nodes) this.#nodes.set(n.id, n);
    if (s.full || s.nodes.length > 0 || s.removed.length > 0) this.nodes = [...this.#nodes.values()].sort((a, b) => a.id - b.id);
    this.#rev = s.rev;
    this.branch = s.branch;
    this.branches = s.branches;
    this.sets = s.sets;
    this.where = s;
    if (s.last && isDecision(s.last)) this.decision = s.last;
  }

  /** How old a revision is: 0 is the newest. Pods of no DaemonSet have none. */
  age(template: number): number {
    const t = this.templates.get(template);
    const set = t && this.sets.find((d) => d.id === t.set);
    if (!t || !set) return -1;
    if (t.hash === set.hash) return 0;
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

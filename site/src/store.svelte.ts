// What the page knows and does. Parts read it and call it; they hold no state of the cluster.
import { Simulator } from "./sim";
import { sentences, type Language } from "./text";
import type { NodeClass, Opened, Request, SimEvent, SimNode, SimSet, State, Template, Timeline, Where } from "./protocol";
import sample from "./sample.txtar?raw";

/** Simulated seconds for each real one. */
export const speeds = [1, 2, 5, 10, 30] as const;

export class Store {
  language = $state<Language>("en");
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
  #sim = new Simulator();
  #since = 0; // the moment that the page opened at
  #clock = 0;
  #drawn = 0;

  async open(scenario: string = sample): Promise<void> {
    const answer = await this.#ask({ do: "open", scenario, name: "sample.txtar", steps: -1 });
    if (!answer) return;
    this.title = (answer as Opened).title;
    this.first = this.where.event;
    this.#since = this.where.now;
    this.ready = true;
    performance.mark("rollscope-first-state");
    await this.#refresh();
  }

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
    if (!answer) return undefined;
    if (!answer.ok) {
      this.error = [answer.error?.message, answer.error?.hint].filter(Boolean).join(": ");
      this.pause();
      return undefined;
    }
    this.error = "";
    if (answer.state) this.#take(answer.state);
    return answer.result ?? {};
  }

  /** Asks for what is drawn beside the stage. */
  async #refresh(): Promise<void> {
    const line = await this.#sim.ask({ do: "timeline", width: 160, from: this.#since }, true);
    if (line?.ok) this.timeline = line.result as Timeline;
    const event = this.where.event;
    const told = await this.#sim.ask({ do: "events", from: Math.max(0, event - 200), to: event }, true);
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

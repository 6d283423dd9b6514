// What is said between the page and the simulator: questions, and states with their answers.
import { Ahead } from "./ahead.svelte";
import { Cluster, isDecision, newest } from "./cluster.svelte";
import type { Whole } from "./handover";
import type { Answer, Future, Ran, Request, SimEvent, Timeline, Wait } from "./protocol";
import type { Simulator } from "./sim";
import { sentences, type Language } from "./text";

/** How a run to the end came out, and what it waits for where it is stuck. */
export interface Outcome {
  kind: "rolled-out" | "stuck" | "limit";
  branch: string;
  event: number;
  waits: Wait[];
}

export abstract class Talk extends Cluster {
  language = $state<Language>("en");
  ready = $state(false);
  /** Something takes so long that people should be told. */
  working = $state(false);
  error = $state("");
  /** Every command that was given since opening, by prompt, button or lesson, with its output. */
  transcript = $state.raw<Ran[]>([]);
  /** Whether the whole simulator is there; until then there is one that can do little more than move. */
  whole = $state<Whole>("coming");
  timeline = $state.raw<Timeline | undefined>();
  /** The counts of each branch as it was last seen. */
  timelines = $state.raw<Record<string, Timeline>>({});

  /** What comes if nobody does anything. */
  readonly ahead = new Ahead((request, purpose) => this.sim.ask(request, purpose));
  /** Somebody is to guess what comes: it is not shown. */
  guessing = $state(false);

  protected abstract readonly sim: Simulator;
  /** The moment of the earliest event that can be gone to: there is no going back behind it. */
  protected since = 0;
  /** What the timeline was asked for. */
  protected counted = "";

  /** Stops what goes on by itself. */
  abstract pause: () => void;

  /**
   * Asks what changes nothing (why, plan, events, validate, compare, sweep, …). The newest of
   * one purpose wins: an overtaken one comes back undefined. Errors are the caller's to show.
   */
  ask(request: Request, purpose: string): Promise<Answer | undefined> {
    return this.sim.ask(request, purpose);
  }

  /** Tries again to load the whole simulator. */
  complete = (): void => {
    this.whole = "coming";
    this.sim.complete();
  };

  /** How the last run to the end came out, as long as nobody has done anything since. */
  outcome = $state.raw<Outcome | undefined>();

  /** What is to come of the DaemonSet that is shown, as far as that is known; nothing while it is to be guessed. */
  get coming(): Future | undefined {
    return this.guessing ? undefined : this.ahead.of(this.key);
  }

  /** The counts of a branch, where they are of the DaemonSet that is shown. */
  timelineOf(branch: string): Timeline | undefined {
    const line = this.timelines[branch];
    return line && (this.key === undefined || line.set === this.key) ? line : undefined;
  }

  /** Counts the branches that this page has not been on, for their comparison. */
  async countBranches(): Promise<void> {
    for (const branch of this.branches.filter((name) => !this.timelineOf(name))) {
      const line = await this.sim.ask({ do: "timeline", branch, width: 240, from: this.since, ...(this.key ? { set: this.key } : {}) }, `timeline ${branch}`);
      if (line?.ok) this.timelines = { ...this.timelines, [branch]: line.result as Timeline };
    }
  }

  /** Tells what is never dropped, and takes the state that comes with the answer; undefined when it failed. */
  protected async tell(request: Request): Promise<Answer | undefined> {
    const answer = await this.#patiently(this.sim.tell({ ...request, since: 0 }));
    this.ahead.forget();
    this.outcome = undefined;
    return this.#took(answer) ? answer : undefined;
  }

  /** Moves, and takes the state that comes with the answer; undefined when it failed or a newer move took its place. */
  protected async go(request: Request): Promise<Answer | undefined> {
    const answer = await this.#patiently(this.sim.ask({ ...request, since: 0 }));
    return this.#took(answer) ? answer : undefined;
  }

  /** Asks for what is drawn beside the stage, where it may have changed. */
  protected async refresh(): Promise<void> {
    const { events, event, end } = this.where;
    const set = (this.sets.length > 1 && this.key) || "";
    const counted = [this.branch, events, end, set, this.sets.length > 0, this.transcript.length].join(" ");
    if (counted !== this.counted) {
      const line = await this.sim.ask({ do: "timeline", width: 240, from: this.since, ...(set ? { set } : {}) }, "timeline");
      if (line) this.counted = counted;
      if (line?.ok) {
        this.timeline = line.result as Timeline;
        this.timelines = { ...this.timelines, [this.branch]: this.timeline };
      } else if (line && event === events) this.timeline = undefined; // there is no DaemonSet to count, and none comes
    }
    if (event === events && !this.guessing && this.sets.some((d) => !d.done)) void this.ahead.look(set, events);
    if (this.where.last && isDecision(this.where.last)) return;
    const told = await this.sim.ask({ do: "events", from: Math.max(0, event - 60), to: event }, "told");
    if (told?.ok) this.decision = newest((told.result as { events: SimEvent[] }).events);
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

  /** Takes what an answer brings: the state, or the error. */
  #took(answer: Answer | undefined): answer is Answer {
    if (!answer) return false;
    if (!answer.ok) {
      const { code, message, hint } = answer.error ?? {};
      this.error = code === "lacking" || code === "absent" ? sentences[this.language][code] : [message, hint].filter(Boolean).join(": ");
      this.pause();
      return false;
    }
    this.error = "";
    if (answer.state) this.take(answer.state);
    return true;
  }
}

// What the page knows and does. Parts read it and call it; they hold no state of the cluster.
// Below it: what is known of the cluster (cluster), what is said with the simulator (talk), time (moving).
import { take } from "./early.svelte";
import { Moving } from "./moving.svelte";
import type { File, Future, Opened, Prose, Ran, Request, SimEvent, State, Step, Timeline } from "./protocol";
import { linked } from "./share";
import { Simulator } from "./sim";
import { sentences } from "./text";
import sample from "./sample.txtar?raw";

/** What a person has picked on the stage; every panel follows it. */
export type Selection = { kind: "node"; node: string } | { kind: "pod"; node: string; pod: string } | { kind: "event"; number: number };

/** A first picture, made when the page was built (tools/opening.mjs). */
export interface Picture {
  title: Prose;
  state: State;
  timeline: Timeline;
  future: Future;
}

export class Store extends Moving {
  selected = $state.raw<Selection | undefined>();
  /** The id of the panel that is shown beside the stage; panels.ts has them. */
  panel = $state("hands");
  /** The scenario that is open, its files and its commands. */
  scenario = $state.raw<{ text: string; name: string; files: File[]; steps: Step[] }>({ text: "", name: "", files: [], steps: [] });
  /** The page is a frame in another: stage and transport only. */
  embed = $state(false);
  title = $state<{ en: string; zh?: string }>({ en: "" });
  protected readonly sim = new Simulator((whole) => performance.mark(`rollscope-whole-${(this.whole = whole)}`), linked(), take);

  /**
   * Opens a scenario and runs so many of its commands: -1 all, 0 none. The page opens at the
   * moment that leads to; what happened before it from an event on can be gone back to.
   * False, and the error is shown, when it cannot be opened; what was open stays then.
   */
  async open(text: string = sample, name = "opening.txtar", steps = -1, from = Infinity): Promise<boolean> {
    this.pause();
    this.guessing = false;
    const drawn = this.ready ? undefined : this.ahead.seen;
    const answer = await this.tell({ do: "open", scenario: text, name, steps });
    if (!answer) return false;
    if (text === sample) this.ahead.keep(drawn, this.where.events);
    const opened = answer.result as Opened;
    this.title = opened.title;
    this.scenario = { text, name, files: opened.files, steps: opened.steps };
    this.transcript = [];
    this.selected = undefined;
    this.outcome = undefined;
    this.set = "";
    this.timelines = {};
    await this.#begin(from);
    const failed = opened.ran?.findIndex((ran, i) => ran.failed && !opened.steps[i]?.fails) ?? -1;
    if (failed >= 0) this.error = `$ ${opened.ran![failed]!.command}\n${opened.ran![failed]!.output}`;
    this.ready = true;
    this.counted = "";
    this.opened();
    performance.mark("rollscope-first-state");
    await this.refresh();
    return true;
  }

  /** Draws the first picture, before there is a simulator. */
  draw(picture: Picture): void {
    if (this.ready) return;
    this.title = picture.title;
    this.take(picture.state);
    this.timeline = picture.timeline;
    this.ahead.keep(picture.future, picture.state.events);
    void this.#begin();
  }

  /** Lets the page begin here, with what happened from an event on behind it. */
  async #begin(from = Infinity): Promise<void> {
    this.first = this.where.event;
    this.earliest = Math.min(from, this.first);
    this.since = this.earliest < this.first ? await this.#after(this.earliest) : this.where.now;
    this.lanes = [{ name: this.branch, from: this.since, parent: undefined }];
  }

  /** The moment at which so many events have happened. */
  async #after(events: number): Promise<number> {
    if (events === 0) return 0;
    const answer = await this.ask({ do: "events", from: events - 1, to: events }, "begin");
    return (answer?.result as { events: SimEvent[] } | undefined)?.events[0]?.at ?? 0;
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
    const answer = await this.tell({ do: "command", line, ...(files.length > 0 ? { files } : {}) });
    if (!answer) return undefined;
    const made = this.sets.find((d) => !known.has(d.id));
    if (made) this.set = `${made.namespace}/${made.name}`; // what was just made is looked at
    const ran: Ran = { command: line, ...(answer.result as Omit<Ran, "command">) };
    this.transcript = [...this.transcript, ran];
    await this.refresh();
    return ran;
  }

  /** Makes a change that is no command (fork, switch, run to a step, …); undefined when it failed. */
  async change<T>(request: Request): Promise<T | undefined> {
    this.pause();
    const answer = await this.tell(request);
    if (!answer) return undefined;
    await this.refresh();
    return (answer.result ?? {}) as T;
  }

  /** Starts a branch at the present moment and goes on in it. */
  fork = (): Promise<void> => (this.#forked = this.#forked.then(() => this.#fork()));

  #forked: Promise<void> = this.isOpen; // the last fork: the next one's name has to be another

  async #fork(): Promise<void> {
    let n = this.branches.length;
    while (this.branches.includes(`b${n}`)) n++;
    await this.change({ do: "fork", name: `b${n}` });
  }

  switch = async (name: string): Promise<void> => {
    if (name !== this.branch) await this.change({ do: "switch", name });
  };

  /** Shows a panel, and picks something for it to tell about. */
  show(panel: string, selected?: Selection): void {
    this.panel = panel;
    if (selected) this.selected = selected;
  }

  /** What a pick on the stage does: every panel follows, and the one that tells why is shown. */
  pick(selected: Selection): void {
    this.show("why", selected);
  }

  /** Shows another DaemonSet. */
  showSet(name: string): void {
    this.set = name;
    void this.refresh();
  }

  /** The sentence below the stage. */
  get told(): string {
    const own = this.scenario.name === "" || this.scenario.name === "opening.txtar";
    const begun = this.where.event !== this.first || this.where.events !== this.first || this.transcript.length > 0;
    const e = own && !begun ? undefined : this.decision;
    return e ? e[this.language] : own ? sentences[this.language].opening : "";
  }
}

export const store = new Store();

// The lesson that is open: which step, what was answered, what ran. It outlives its panel.
import index from "../../generated/lessons.json";
import { keep, kept } from "../keep";
import type { Checked, Lesson, LessonStep, Position, Prose, Ran } from "../protocol";
import { store } from "../store.svelte";

export interface Entry {
  name: string;
  topic: { id: string; en: string; zh: string };
  title: { en: string; zh: string };
  summary: { en: string; zh: string };
  minutes: number;
  questions: number;
  exercises: number;
  sources?: { name: string; link?: string }[];
}

export const entries = index as Entry[];
const files = import.meta.glob<string>("../../../testdata/scenarios/*/*.txtar", { query: "?raw", import: "default" });

/** Text of a paragraph on one line: Chinese has no spaces where lines break. */
export function flow(prose: Prose, language: "en" | "zh"): string {
  return language === "zh" && prose.zh ? prose.zh.replaceAll("\n", "") : prose.en.replaceAll("\n", " ");
}

class Teaching {
  entry = $state.raw<Entry | undefined>();
  lesson = $state.raw<Lesson | undefined>();
  /** The step that is shown, from 0. */
  at = $state(0);
  /** The choice that a visitor has made, from 0. */
  chosen = $state<number | undefined>();
  /** What the step's commands printed, once they have run. */
  ran = $state.raw<Ran[] | undefined>();
  checked = $state.raw<Checked | undefined>();
  solved = $state(false);
  problem = $state("");
  /** The step plays, up to this event. */
  watching = $state<number | undefined>();
  /** Names of lessons that were finished here. */
  done = $state.raw<string[]>((kept("lessons") ?? "").split(" ").filter((n) => n !== ""));
  #text = "";
  #opening: { name: string; done: Promise<void> } | undefined;

  get step(): LessonStep | undefined {
    return this.lesson?.steps[this.at];
  }

  get last(): boolean {
    return this.lesson !== undefined && this.at === this.lesson.steps.length - 1;
  }

  /** The lesson after this one. */
  get next(): Entry | undefined {
    return this.entry && entries[entries.indexOf(this.entry) + 1];
  }

  /** Opens a lesson. Asked twice for the same one it opens it once; of two, the later is opened. */
  open(name: string): Promise<void> {
    if (this.#opening?.name === name) return this.#opening.done;
    const opening = { name, done: Promise.resolve() };
    this.#opening = opening;
    opening.done = this.#load(name, () => this.#opening === opening).finally(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening.done;
  }

  async #load(name: string, wanted: () => boolean): Promise<void> {
    const entry = entries.find((e) => e.name === name);
    const file = files[`../../../testdata/scenarios/${name}.txtar`];
    if (!entry || !file) {
      this.problem = name;
      return;
    }
    this.problem = "";
    const text = await file();
    if (!wanted()) return;
    this.#text = text;
    if (!(await store.open(text, `${name}.txtar`, 0)) || !wanted()) return;
    const answer = await store.ask({ do: "lesson" }, "lesson");
    if (!wanted()) return;
    if (!answer?.ok) {
      this.problem = answer?.error?.message ?? "";
      return;
    }
    this.entry = entry;
    this.lesson = answer.result as Lesson;
    history.replaceState(null, "", `#lesson=${name}`); // to be handed on as it stands
    await this.enter(0);
  }

  leave(): void {
    store.guessing = false;
    history.replaceState(null, "", location.pathname + location.search);
    this.entry = undefined;
    this.lesson = undefined;
  }

  /** Shows a step from its beginning. What has nothing to predict or to do runs at once. */
  async enter(at: number): Promise<void> {
    const step = this.lesson?.steps[at];
    if (!step) return;
    this.at = at;
    this.chosen = undefined;
    this.ran = undefined;
    this.checked = undefined;
    this.solved = false;
    this.watching = undefined;
    const opened = store.open(this.#text, `${this.entry!.name}.txtar`, step.from);
    store.guessing = step.question !== undefined; // until it has come
    if (!(await opened)) return;
    if (!step.question && !step.exercise) await this.run();
  }

  /** Runs the commands of the step; those of an exercise are a solution of it. */
  async run(): Promise<void> {
    const step = this.step;
    if (!step) return;
    store.guessing = false;
    const came = await store.change<Position>({ do: "run", to: step.to });
    if (!came) return;
    this.ran = came.ran;
    store.transcript = [...store.transcript, ...came.ran];
    this.#finish();
  }

  /** Begins an exercise over, and shows its solution by running it. */
  async solution(): Promise<void> {
    const at = this.at;
    await this.enter(at);
    await this.run();
  }

  async check(): Promise<void> {
    store.pause();
    const answer = await store.ask({ do: "check", step: this.at }, "check");
    if (!answer?.ok) {
      this.problem = answer?.error?.message ?? "";
      return;
    }
    this.checked = answer.result as Checked;
    this.solved ||= this.checked.solved;
    if (this.solved) this.#finish();
  }

  /** Plays what the commands of the step have done, from its beginning. */
  async watch(): Promise<void> {
    const end = store.where.event;
    await store.home();
    this.watching = end;
    store.toggle();
  }

  /** Called whenever the moment changes: what is watched ends where the step ends. */
  moved(): void {
    if (this.watching === undefined) return;
    if (!store.playing && store.where.event < this.watching) this.watching = undefined; // somebody has paused
    else if (store.where.event >= this.watching) {
      const end = this.watching;
      this.watching = undefined;
      void store.seek(end);
    }
  }

  #finish(): void {
    const name = this.entry!.name;
    if (!this.last || this.done.includes(name)) return;
    this.done = [...this.done, name];
    keep("lessons", this.done.join(" "));
  }
}

export const teaching = new Teaching();

// The simulator as the page sees it: one request in flight, one waiting for each purpose, newest wins.
import "./trusted"; // no worker starts without its policy
import type { Found } from "./early.svelte";
import type { Whole } from "./handover";
import type { Answer, Request } from "./protocol";

interface Waiting {
  request: Request;
  purpose: string;
  /** A person gave it: what comes later waits for it. */
  told: boolean;
  done: (answer: Answer | undefined) => void;
}

interface Message {
  answer?: string;
  broken?: string;
  gone?: boolean;
  whole?: Whole;
  findings?: Found;
}

/** How long after going to a moment nobody seems to drag the handle any more, in milliseconds. */
const settled = 80;

export class Simulator {
  #worker: Worker;
  #flying: Waiting | undefined;
  #waiting = new Map<string, Waiting>();
  /** What the small simulator lacks, with its answers: it waits for the whole one. */
  #lacking = new Map<Waiting, Answer>();
  #whole: Whole = "coming";
  #became: (whole: Whole) => void;
  #id = 0;
  #sought = -settled; // when a moment was last gone to
  #resting: ReturnType<typeof setTimeout> | undefined;
  #rev = -1; // of the state that was given out last
  #pictured = false;
  /** What everything is answered with where there is no simulator. */
  #absent: Answer | undefined;

  /**
   * became is told how loading the whole simulator went, which comes behind the first picture; or
   * at once, for a page that opens with something else than its own scenario. found is told what
   * the rules find in that one.
   */
  constructor(became: (whole: Whole) => void = () => {}, atOnce = false, found: (what: Found) => void = () => {}) {
    this.#became = became;
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: atOnce ? "whole" : "" });
    this.#worker.onmessage = (e: MessageEvent<Message>) => {
      if (e.data.findings) found(e.data.findings);
      else if (e.data.whole) this.#turned(e.data.whole);
      else this.#answered(e.data);
      this.#next();
    };
    this.#worker.onerror = (e) => {
      const problem = failed(e.message || "the simulator cannot be loaded", this.#pictured);
      if (!this.#pictured) this.#absent = problem;
      this.#flying?.done(problem);
      this.#flying = undefined;
      if (!this.#absent) return;
      for (const waiting of this.#waiting.values()) waiting.done(problem);
      this.#waiting.clear();
    };
  }

  /**
   * Asks, for a purpose such as "move" or "why". An answer of undefined means that a newer
   * request for the same purpose took its place before it was sent. Purposes take turns, moving first.
   * Where the request has since, the answer has the state: what changed since the last one given.
   */
  ask(request: Request, purpose = "move"): Promise<Answer | undefined> {
    return this.#queue(request, purpose, false);
  }

  /** Asks without ever being replaced: a command that a person gave is never dropped. */
  tell(request: Request): Promise<Answer | undefined> {
    this.#id += 1;
    return this.#queue(request, `tell ${this.#id}`, true);
  }

  /** Loads the whole simulator in the background, or tries again to; it goes on where this one is. */
  complete(): void {
    if (this.#whole === "here") return;
    if (this.#whole === "missing") this.#became((this.#whole = "coming"));
    this.#worker.postMessage(true);
  }

  /** Whether a request is under way; asking now would wait. */
  get busy(): boolean {
    return this.#flying !== undefined;
  }

  #queue(request: Request, purpose: string, told: boolean): Promise<Answer | undefined> {
    if (this.#absent) return Promise.resolve(this.#absent);
    return new Promise((done) => {
      this.#overtake(purpose);
      this.#waiting.set(purpose, { request, purpose, told, done });
      this.#next();
    });
  }

  /** Ends what waits for the same purpose. */
  #overtake(purpose: string): void {
    this.#waiting.get(purpose)?.done(undefined);
    for (const w of this.#lacking.keys()) {
      if (w.purpose !== purpose) continue;
      this.#lacking.delete(w);
      w.done(undefined);
    }
  }

  #next(): void {
    // Who drags the handle wants pictures first; what panels say of a moment can wait for the last.
    const first = this.#waiting.get("move") ?? [...this.#waiting.values()].find((w) => w.told);
    const waiting = first ?? this.#waiting.values().next().value;
    if (this.#flying || !waiting) return;
    const rest = this.#sought + settled - performance.now();
    if (!first && rest > 0) {
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => this.#next(), rest);
      return;
    }
    this.#waiting.delete(waiting.purpose);
    this.#send(waiting);
  }

  #send(waiting: Waiting): void {
    this.#flying = waiting;
    if (waiting.request.do === "seek") this.#sought = performance.now();
    this.#id += 1;
    this.#worker.postMessage(JSON.stringify({ v: 1, id: this.#id, ...waiting.request, ...("since" in waiting.request ? { since: this.#rev } : {}) }));
  }

  #answered({ answer, broken }: Message): void {
    if (answer && !this.#pictured) requestAnimationFrame(() => setTimeout(() => this.complete()));
    this.#pictured ||= answer !== undefined;
    const flying = this.#flying;
    const got = answer ? (JSON.parse(answer) as Answer) : failed(broken ?? "the simulator has ended", this.#pictured);
    if (got.state) this.#rev = got.state.rev;
    const waits = flying && got.error?.code === "lacking" && (flying.told || this.#whole === "coming");
    if (waits) {
      this.#lacking.set(flying, got);
      this.complete();
    }
    if (waits && flying.told) return; // it stays in flight, so that nothing overtakes it
    this.#flying = undefined;
    if (!flying || waits) return;
    this.#lacking.delete(flying);
    flying.done(got);
  }

  /** The whole simulator is there, or cannot be loaded: what waited for it is asked again, or is told so. */
  #turned(whole: Whole): void {
    this.#whole = whole;
    this.#became(whole);
    const late = [...this.#lacking];
    this.#lacking.clear();
    for (const [waiting, answer] of late) {
      if (waiting === this.#flying) this.#flying = undefined;
      if (whole === "missing") waiting.done(answer);
      else if (waiting.told) this.#send(waiting);
      else this.#waiting.set(waiting.purpose, waiting);
    }
  }
}

/** An answer that says what is wrong; absent is the code where there has never been one. */
function failed(message: string, answered: boolean): Answer {
  return { v: 1, id: 0, ok: false, error: { message, ...(answered ? {} : { code: "absent" }) } };
}
